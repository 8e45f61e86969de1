// The library as programs around the widgets take it: with all its parts.
import type { Posenc } from "posenc";
import { core as inUse } from "../element/library/core.ts";

/** The library that the widgets share, whole. */
export async function core(): Promise<Posenc> {
  await import("virtual:posenc-every-part");
  return inUse();
}
