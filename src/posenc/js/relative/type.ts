import type { RelativeType } from "./options.js";

const one = (): number => 1;

/** How many terms each scheme adds up in a score, by its own word `terms`. */
const TERMS: Readonly<Record<RelativeType, (terms: unknown) => number>> = {
  shaw: one,
  transformerXL: one,
  deberta: (terms) => 1 + (Array.isArray(terms) ? new Set(terms).size : 2),
  cope: one,
  tupe: () => 2,
};

/** Whether a scheme is relative: it makes something of every key, seen or not. */
export const isRelative = (type: unknown): type is RelativeType =>
  typeof type === "string" && Object.hasOwn(TERMS, type);

/** Factor on q·k where a scheme has its own: DeBERTa and TUPE. */
export function relativeScale(scheme: object, width: number): number {
  const { type, terms } = scheme as { type?: unknown; terms?: unknown };
  const count = isRelative(type) ? TERMS[type](terms) : 1;
  return 1 / Math.sqrt(width * count);
}
