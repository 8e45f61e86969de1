import type { RelativeType } from "./options.js";

const TYPES: Readonly<Record<RelativeType, true>> = {
  shaw: true,
  transformerXL: true,
  deberta: true,
  cope: true,
  tupe: true,
};

/** Whether a scheme is relative: it makes something of every key, seen or not. */
export const isRelative = (type: unknown): boolean =>
  typeof type === "string" && Object.hasOwn(TYPES, type);

/** Factor on q·k where a scheme has its own: DeBERTa and TUPE. */
export function relativeScale(scheme: object, width: number): number {
  const { type, terms } = scheme as { type: string; terms?: unknown };
  const count =
    type === "deberta"
      ? 1 + (Array.isArray(terms) ? new Set(terms).size : 2)
      : type === "tupe"
        ? 2
        : 1;
  return 1 / Math.sqrt(width * count);
}
