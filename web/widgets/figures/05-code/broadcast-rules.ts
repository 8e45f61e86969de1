// The shape rules of NumPy and PyTorch that the code of a positional encoding
// meets, and the lines of such code run through them. No numbers, only shapes.

export type Shape = readonly number[];

/** A shape, or why there is none, in PyTorch's words. */
export type Outcome = { readonly shape: Shape } | { readonly error: string };

/** "(2, 20, 512)", as Python writes it. */
export const tuple = (shape: Shape): string =>
  shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;

/**
 * The shape of a sum or a product: axes are laid side by side from the right;
 * two lengths fit when they are equal or one of them is 1.
 */
export function broadcast(a: Shape, b: Shape): Outcome {
  const rank = Math.max(a.length, b.length);
  const shape: number[] = [];
  // PyTorch names the last axis that does not fit.
  for (let axis = rank - 1; axis >= 0; axis -= 1) {
    const [n, m] = [a, b].map((it) => it[axis - rank + it.length] ?? 1) as [
      number,
      number,
    ];
    if (n !== m && n !== 1 && m !== 1) {
      return {
        error: `RuntimeError: The size of tensor a (${n}) must match the size of tensor b (${m}) at non-singleton dimension ${axis}`,
      };
    }
    shape.unshift(n === 1 ? m : n);
  }
  return { shape };
}

const list = (shape: Shape): string => `[${shape.join(", ")}]`;

/** `target[…] = source`: the source is stretched, the target never. */
export function assign(target: Shape, source: Shape): Outcome {
  const missing = target.length - source.length;
  for (let axis = target.length - 1; axis >= Math.max(0, missing); axis -= 1) {
    const [n, m] = [target[axis], source[axis - missing]];
    if (m !== n && m !== 1) {
      return {
        error: `RuntimeError: The expanded size of the tensor (${n}) must match the existing size (${m}) at non-singleton dimension ${axis}.  Target sizes: ${list(target)}.  Tensor sizes: ${list(source)}`,
      };
    }
  }
  return { shape: target };
}

/** What the code of `trace` is written for. */
export interface Given {
  readonly batch: number;
  readonly seqLen: number;
  readonly dModel: number;
  readonly maxLen: number;
  /** Which axis of x comes first. */
  readonly order: "batch-first" | "time-first";
  /** `unsqueeze(0)`, `unsqueeze(1)`, or a table of two axes. */
  readonly table: "batch-first" | "time-first" | "flat";
  /** Whether the positions are made a column. */
  readonly column: boolean;
}

/** A line of the program and what it gives. */
export interface Line {
  readonly code: string;
  readonly outcome: Outcome;
}

/** Shape of the tokens. */
export const tokens = ({ batch, seqLen, dModel, order }: Given): Shape =>
  order === "batch-first" ? [batch, seqLen, dModel] : [seqLen, batch, dModel];

/** The table as it lies in the layer, and how `forward` cuts it. */
function cut(given: Given): { made: string; table: Shape; rows: Shape } & {
  readonly slice: string;
} {
  const { maxLen, dModel } = given;
  const x = tokens(given);
  const least = (axis: number): number => Math.min(maxLen, x[axis] as number);
  switch (given.table) {
    case "batch-first":
      return {
        made: "pe = pe.unsqueeze(0)",
        table: [1, maxLen, dModel],
        slice: "pe[:, : x.size(1)]",
        rows: [1, least(1), dModel],
      };
    case "time-first":
      return {
        made: "pe = pe.unsqueeze(1)",
        table: [maxLen, 1, dModel],
        slice: "pe[: x.size(0)]",
        rows: [least(0), 1, dModel],
      };
    default:
      return {
        made: "",
        table: [maxLen, dModel],
        slice: "pe[: x.size(1)]",
        rows: [least(1), dModel],
      };
  }
}

/** Shape of the rows that `forward` adds. */
export const addedRows = (given: Given): Shape => cut(given).rows;

/** The program line by line, up to the first that fails. */
export function trace(given: Given): readonly Line[] {
  const { maxLen, dModel, column } = given;
  const pairs = Math.ceil(dModel / 2);
  const odd = Math.floor(dModel / 2);
  const { made, table, slice, rows } = cut(given);
  const position: Shape = column ? [maxLen, 1] : [maxLen];
  const angles = broadcast(position, [pairs]);
  const angle = "shape" in angles ? angles.shape : [];
  const all: Line[] = [
    {
      code: `position = torch.arange(max_len)${column ? ".unsqueeze(1)" : ""}`,
      outcome: { shape: position },
    },
    {
      code: "rate = base ** (-torch.arange(0, d_model, 2) / d_model)",
      outcome: { shape: [pairs] },
    },
    { code: "angle = position * rate", outcome: angles },
    {
      code: "pe = torch.zeros(max_len, d_model)",
      outcome: { shape: [maxLen, dModel] },
    },
    {
      code: "pe[:, 0::2] = torch.sin(angle)",
      outcome: assign([maxLen, pairs], angle),
    },
    {
      code: "pe[:, 1::2] = torch.cos(angle)",
      outcome: assign([maxLen, odd], angle),
    },
    ...(made ? [{ code: made, outcome: { shape: table } }] : []),
    { code: `rows = ${slice}`, outcome: { shape: rows } },
    { code: "y = x + rows", outcome: broadcast(tokens(given), rows) },
  ];
  const fails = all.findIndex(({ outcome }) => "error" in outcome);
  return fails < 0 ? all : all.slice(0, fails + 1);
}

/**
 * Position whose row each token receives, `[batch][seqLen]` in a row; undefined
 * where the program stops. A table whose rows are all the same gives 0.
 */
export function received(given: Given): readonly number[] | undefined {
  if (trace(given).some(({ outcome }) => "error" in outcome)) return undefined;
  const { batch, seqLen, order, column } = given;
  const rows = addedRows(given);
  // The axis of the rows that counts positions, from the right.
  const axis = given.table === "time-first" ? 3 : 2;
  const length = rows[rows.length - axis] as number;
  return Array.from({ length: batch * seqLen }, (_, k) => {
    const [b, t] = [Math.floor(k / seqLen), k % seqLen];
    const at = order === "batch-first" ? [b, t] : [t, b];
    // One row for all, or the index on the axis of x that it lies beside.
    return !column || length === 1 ? 0 : (at[3 - axis] as number);
  });
}
