// Keeps the picture in view while one of the further controls is moved, which
// stand below it: it stays at the upper edge of the screen until they are past.

/** px below the picture in which a control can still be used. */
const CONTROL = 120;

/** Holds the picture of a figure while its further controls are unfolded. */
export function holdPicture(root: ShadowRoot): void {
  const more = root.querySelector<HTMLDetailsElement>(".more");
  const stage = root.querySelector<HTMLElement>(".stage, .plots");
  const around = stage?.parentElement;
  if (!more || !stage || !around) return;
  const hold = (): void => {
    const { height } = stage.getBoundingClientRect();
    const said = getComputedStyle(root.host).getPropertyValue("--pe-top");
    const top = Number.parseFloat(said) || 0;
    const fits = top + height + CONTROL <= innerHeight;
    around.toggleAttribute("data-held", more.open && fits);
    // What the keyboard reaches must not come to stand behind the picture.
    around.style.setProperty("--_held", `${Math.ceil(top + height)}px`);
  };
  // Without a layout, as in tests of other people, there is nothing to hold.
  if (typeof ResizeObserver === "undefined") return;
  const sizes = new ResizeObserver(hold);
  more.addEventListener("toggle", () => {
    if (more.open) sizes.observe(stage);
    else sizes.disconnect();
    hold();
  });
}
