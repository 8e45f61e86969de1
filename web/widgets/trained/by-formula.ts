// Encodings as a reader writes them, by formula: those that the figure offers.
import type { TrainerOptions } from "posenc-training";

export const KINDS = ["bias", "frequencies"] as const;
export type DesignKind = (typeof KINDS)[number];

export interface Design {
  readonly kind: DesignKind;
  /** b(i, j, h) or ω(i), as posenc-training reads it. */
  readonly formula: string;
}

/** The first is what the figure opens on; the last is a bad idea. */
export const DESIGNS = {
  fixed: { kind: "bias", formula: "-3 * abs((i - j) - h)" },
  slope: { kind: "bias", formula: "-(i - j) / 2^(8*h/H)" },
  window: { kind: "bias", formula: "-10 * max(0, (i - j) - 4)" },
  logarithm: { kind: "bias", formula: "-h * log(1 + (i - j))" },
  turns: { kind: "frequencies", formula: "10000^(-2*i/d)" },
  far: { kind: "bias", formula: "(i - j) / 4" },
} as const satisfies Readonly<Record<string, Design>>;
export type DesignName = keyof typeof DESIGNS;

/** What trainers take. */
export const positionOf = ({
  kind,
  formula,
}: Design): TrainerOptions["position"] =>
  kind === "bias"
    ? { type: "custom", bias: formula }
    : { type: "custom", frequencies: formula };

/** What such a position was made of; undefined: it is not by one formula. */
export function designOf(
  position: TrainerOptions["position"],
): Design | undefined {
  const given = Object(position) as Partial<Record<DesignKind, string>>;
  const [kind, ...more] = KINDS.filter((name) => given[name] !== undefined);
  return kind && more.length === 0
    ? { kind, formula: given[kind] as string }
    : undefined;
}
