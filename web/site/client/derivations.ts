// Derivations: a press shows the next line, or all of them. The sheet hides the
// others where there are scripts; the page may be exchanged meanwhile.

function open(derivation: Element, all: boolean): void {
  const lines = [...derivation.querySelectorAll<HTMLElement>("ol > li")];
  const from = lines.findIndex((line, k) => k > 0 && !line.dataset.shown);
  const last = all ? lines.length - 1 : from;
  if (from < 0) return;
  for (const line of lines.slice(from, last + 1)) line.dataset.shown = "true";
  const count = derivation.querySelector(".derivation-count");
  if (count) count.textContent = `${last + 1} / ${lines.length}`;
  if (last < lines.length - 1) return;
  // The buttons go; the keyboard stays where it reads on.
  lines[from]?.querySelector<HTMLElement>(".formula")?.focus();
  derivation.classList.add("whole");
}

/** Makes all derivations open, those of later pages too. */
export function startDerivations(): void {
  document.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest?.<HTMLElement>("[data-lines]");
    const derivation = button?.closest(".derivation");
    if (derivation) open(derivation, button?.dataset.lines === "all");
  });
}
