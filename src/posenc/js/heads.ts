import type { Options } from "./options.js";
import { ways } from "./rules.js";
import { showShape } from "./tensor.js";

/** Heads side by side have to be counted, and have no order. */
export const SIDE_BY_SIDE = ways(
  { needs: ["numHeads"], takes: ["joined"], stays: { order: "BTHD" } },
  { stays: { joined: false }, takes: ["numHeads", "order"] },
);

/**
 * Whether the heads stand side by side in the last axis, for a shape of two to
 * four axes. A shape of three whose middle one equals `numHeads` can be read
 * both ways, and a guess would be wrong for half of all callers.
 *
 * @param canBe - whether the rest of the call allows that reading
 */
export function readJoined(
  options: Options,
  name: string,
  shape: readonly number[],
  numHeads: number | undefined,
  canBe: (joined: boolean) => boolean,
): boolean {
  const rank = shape.length;
  const given = options.has("joined")
    ? options.boolean("joined", false)
    : undefined;
  if (rank !== 3) {
    if (given !== undefined && given !== (rank === 2)) {
      options.fail(
        "joined",
        `${!given} for ${name} of shape ${showShape(shape)}`,
      );
    }
    return rank === 2;
  }
  if (given !== undefined) return given;
  if (shape[1] !== numHeads) return numHeads !== undefined;
  const joined = canBe(true);
  if (joined && canBe(false)) {
    throw new RangeError(
      `${options.call}: ${name} of shape ${showShape(shape)} with numHeads ${numHeads} can be [T, H, D] or [B, T, H·D]: give joined: false or joined: true`,
    );
  }
  return joined;
}
