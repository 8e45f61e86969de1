// What the programs of the two Python libraries have in common.

import {
  type Fragment,
  type Line,
  lines,
  number,
  remark,
  Value,
} from "./listing.ts";
import type { Matrix, Vector } from "./program-state.ts";

/** NumPy or PyTorch. */
export interface Python {
  readonly torch: boolean;
  /** Prefix of the library: `np` or `torch`. */
  readonly lib: string;
  /** Its imports. */
  readonly head: Fragment;
  /** Makes an array or tensor of numbers. */
  readonly array: string;
  /** Takes a single number out of a tensor. */
  readonly item: string;
  /** Stands for `axis`. */
  readonly axis: string;
}

export const NUMPY: Python = {
  torch: false,
  lib: "np",
  array: "np.array",
  item: "",
  axis: "axis",
  head: lines`import numpy as np`,
};

export const TORCH: Python = {
  torch: true,
  lib: "torch",
  array: "torch.tensor",
  item: ".item()",
  axis: "dim",
  head: lines`
    import torch

    torch.set_default_dtype(torch.float64)  # ${remark("float32 angles lose digits", "float32 的角度会丢失有效数字")}`,
};

/** A number that Python reads as a float. */
export const float = (x: number): string =>
  Number.isInteger(x) && Math.abs(x) < 1e15 ? `${x}.0` : number(x);

const list = (x: Vector): string => `[${x.map(float).join(", ")}]`;

/** `name = np.array([...])`, of floats. */
export const pyVector = (py: Python, name: string, x: Vector): Fragment =>
  lines`${name} = ${py.array}(${new Value(name, list(x))})`;

/** `name = np.array([...])` of integers, such as positions. */
export const pyIntegers = (py: Python, name: string, x: Vector): Fragment => {
  const text = `[${x.map(number).join(", ")}]`;
  return lines`${name} = ${py.array}(${new Value(name, text)})`;
};

/** A matrix, a line for each row. */
export const pyMatrix = (
  py: Python,
  name: string,
  x: Matrix,
): Fragment => lines`
  ${name} = ${py.array}([
      ${x.flatMap((row) => lines`${new Value(name, list(row))},`)}
  ])`;

/** Prints a matrix row by row. */
export const pyRows = (name: string): Fragment => lines`
  for row in ${name}.tolist():
      print(*row)`;

/** The function `sinusoidal`, which other programs build upon. */
export const pySinusoidal = (py: Python): Fragment => lines`
  def sinusoidal(positions, d_model, base=10000):
      pair = ${py.lib}.arange((d_model + 1) // 2) «pair»
      omega = base ** (-2 * pair / d_model) «omega base dModel»
      angle = positions[:, None] * omega «angle pos»
      table = ${py.lib}.zeros((len(positions), d_model))
      table[:, 0::2] = ${py.lib}.sin(angle) «dim»
      table[:, 1::2] = ${py.lib}.cos(angle[:, : d_model // 2]) «dim»
      return table`;

/** The function `normal`: the package's own random numbers. */
export const pyNormal = (py: Python): Fragment => lines`
  def normal(count, std, seed):
      """${remark("The numbers that posenc draws: SplitMix64, then Box and Muller.", "与 posenc 相同的随机数：SplitMix64，再用 Box–Muller 变换。")}"""
      mask = 2**64 - 1

      def uniform():
          nonlocal seed
          seed = (seed + 0x9E3779B97F4A7C15) & mask
          z = ((seed ^ seed >> 30) * 0xBF58476D1CE4E5B9) & mask
          z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
          return ((z ^ z >> 31) >> 11) * 2.0**-53

      values = []
      while len(values) < count:
          radius = std * math.sqrt(-2 * math.log(1 - uniform()))
          turn = 2 * math.pi * (uniform() - 0.5)
          values += [radius * math.cos(turn), radius * math.sin(turn)]
      return ${py.array}(values[:count])`;

const CAMEL = /\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g;

/** A line whose names are written as Python writes them: `key_table`. */
function snakeCase(line: Line): Line {
  let values = line.values ?? [];
  let grown = 0;
  const text = line.text.replace(CAMEL, (name, at: number) => {
    const snake = name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
    const by = snake.length - name.length;
    const place = at + grown;
    values = values.map((mark) =>
      mark.from > place
        ? { ...mark, from: mark.from + by, to: mark.to + by }
        : mark,
    );
    grown += by;
    return snake;
  });
  return { ...line, text, ...(line.values && { values }) };
}

/** A Python program: imports, functions, statements. */
export function python(
  py: Python,
  body: Fragment,
  functions: readonly Fragment[] = [],
): Fragment {
  const all = [...functions, body].flat();
  const math = all.some(({ text }) => /\bmath\./.test(text));
  const gap = [{ text: "" }, { text: "" }];
  return [
    ...(math ? [{ text: "import math" }, { text: "" }] : []),
    ...py.head,
    ...functions.flatMap((one) => [...gap, ...one]),
    ...(functions.length > 0 ? gap : [{ text: "" }]),
    ...body,
  ].map(snakeCase);
}

/** Shows `axis=-1, keepdims=True` in the words of the library. */
export const keep = (py: Python): string =>
  py.torch ? "dim=-1, keepdim=True" : "axis=-1, keepdims=True";

/** Row-wise softmax of the scores. */
export const pySoftmax = (py: Python): Fragment =>
  py.torch
    ? lines`weights = scores.softmax(dim=-1) «weights»`
    : lines`
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True)) «weights»
        weights /= weights.sum(axis=-1, keepdims=True) «weights»`;

/** Hides the keys behind each query. */
export const pyCausal = (py: Python): Fragment =>
  py.torch
    ? lines`
        future = torch.ones_like(scores, dtype=torch.bool).triu(1) «causal»
        scores = scores.masked_fill(future, float("-inf")) «causal scores»`
    : lines`
        future = np.triu(np.ones_like(scores, dtype=bool), 1) «causal»
        scores = np.where(future, -np.inf, scores) «causal scores»`;
