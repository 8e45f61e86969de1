// Tag → the file that defines it. A page loads only the widgets that it has.

export const registry: Readonly<Record<string, () => Promise<unknown>>> = {
  "pe-playground": () => import("./playground.ts"),
};

/** Loads the widgets that occur in a document and are not there yet. */
export async function loadWidgets(root: ParentNode): Promise<void> {
  const missing = Object.keys(registry).filter(
    (tag) => root.querySelector(tag) && !customElements.get(tag),
  );
  await Promise.all(missing.map((tag) => registry[tag]?.()));
}
