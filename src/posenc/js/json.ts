import { MAX_DEPTH } from "./errors.js";

/** A copy of what JSON.parse made: own keys, and objects that hold themselves. */
function copied(
  value: unknown,
  seen: Map<unknown, unknown>,
  depth: number,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (seen.has(value) || depth === 0) return seen.get(value);
  const copy = Array.isArray(value) ? [] : Object.create(null);
  seen.set(value, copy);
  for (const key of Object.keys(value)) {
    const part = (value as Record<string, unknown>)[key];
    copy[key] = copied(part, seen, depth - 1);
  }
  return copy;
}

/** A parsed JSON text as it is now, and stays. */
export function jsonOf(call: string, name: string, value: unknown): unknown {
  try {
    return copied(value, new Map(), MAX_DEPTH);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "it throws";
    throw new TypeError(`${call}: ${name} cannot be read: ${reason}`, {
      cause,
    });
  }
}
