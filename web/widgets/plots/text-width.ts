/** Width of a text in px, roughly: CJK is square, Latin about half of that. */
export function widthOf(line: string, size: number): number {
  let units = 0;
  for (const c of line) units += c > "\u2e80" ? 1 : 0.54;
  return units * size;
}
