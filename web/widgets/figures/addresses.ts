// Where the figures of list.ts stand, read off its text, for those who bundle
// figures one by one.

/** Where a figure is described. */
export interface Address {
  /** Below web/. */
  readonly file: string;
  /** What the file calls its description. */
  readonly exported: string;
}

const LINE =
  /"(pe-[a-z0-9-]+)":\s*\(\)\s*=>\s*import\("\.\/([\w/-]+\.ts)"\)\.then\(\s*(?:spec|\(m\) => m\.(\w+))\s*,?\s*\)/g;

/** The list, below web/. */
export const LIST = "widgets/figures/list.ts";

/** Tag → address, in the order of the list. @param list - its text */
export function addressesIn(list: string): ReadonlyMap<string, Address> {
  const found = [...list.matchAll(LINE)];
  // A line that is written in another way must not be left out in silence.
  const listed = list.match(/^ {2}"pe-/gm) ?? [];
  if (found.length !== listed.length) {
    throw new Error(`${LIST}: ${listed.length} figures, ${found.length} read`);
  }
  return new Map(
    found.map(([, tag = "", path, exported = "spec"]) => [
      tag,
      { file: `widgets/figures/${path}`, exported },
    ]),
  );
}
