// Keeps the picture in view while one of the further controls is moved, which
// stand below it: it stays at the upper edge of the screen until they are past.

/** Holds the picture of a figure once a further control moves it. */
export function keepPictureInView(root: ShadowRoot): void {
  const more = root.querySelector<HTMLDetailsElement>(".more");
  const stage = root.querySelector<HTMLElement>(".stage, .plots");
  const around = stage?.parentElement;
  if (!more || !stage || !around) return;
  const hold = ({ target, type }: Event): void => {
    const control = (target as Element).closest(".control");
    if (!control) return;
    const { height } = stage.getBoundingClientRect();
    const said = getComputedStyle(root.host).getPropertyValue("--pe-top");
    const edge = Math.ceil(height + (Number.parseFloat(said) || 0));
    // Nothing that is used may come to stand behind the picture.
    const isFree = control.getBoundingClientRect().top >= edge;
    const isHeld = around.hasAttribute("data-held");
    around.toggleAttribute(
      "data-held",
      isFree && more.open && (isHeld || type === "input"),
    );
    around.style.setProperty("--_held", `${edge}px`);
  };
  around.addEventListener("pointerdown", hold);
  around.addEventListener("input", hold);
  more.addEventListener("toggle", () => {
    if (!more.open) around.removeAttribute("data-held");
  });
}
