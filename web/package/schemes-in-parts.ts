// How attention reads each scheme, in the place of src/js/schemes.ts:
// those that the figures of the page name.
import { slices } from "../element/library/parts.ts";

export const SCHEMES: Record<string, unknown> = {};

/**
 * Adds schemes, by their types.
 *
 * @param called - slices of the module, as text
 */
export function offer(
  schemes: Readonly<Record<string, unknown>>,
  ...called: string[]
): void {
  Object.assign(SCHEMES, schemes);
  for (const slice of called) slices.add(slice);
}
