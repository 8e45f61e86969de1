import { describe } from "../errors.js";
import { jsonOf } from "../json.js";
import type { PositionPlan } from "./plan.js";
import { isObject } from "./section.js";

const WANTED = "a plan of config.fromHuggingFace";

/** A copy of what a call was given, as it was when the call began. */
export function objectOf(
  call: string,
  name: string,
  value: unknown,
): Record<string, unknown> {
  const copy = jsonOf(call, name, value);
  if (isObject(copy) && !Array.isArray(copy)) return copy;
  throw new TypeError(
    `${call}: ${name} must be an object, got ${describe(copy)}`,
  );
}

/** Whether a copy has what every plan has. */
export function planOf(call: string, copy: unknown): PositionPlan {
  if (isObject(copy) && Array.isArray(copy.layers)) {
    return copy as unknown as PositionPlan;
  }
  throw new TypeError(`${call}: plan must be ${WANTED}, got ${describe(copy)}`);
}

/** What a call makes of a plan; one with other numbers inside is refused. */
export function withPlan<Result>(call: string, make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    const { message } = error as Error;
    if (message.startsWith(call)) throw error;
    throw new RangeError(`${call}: plan must be ${WANTED}: ${message}`);
  }
}
