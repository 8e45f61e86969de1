import type { AttentionOptions, PositionScheme, Tensor } from "posenc";
import * as pe from "posenc";
import type { Text } from "../../../widgets/words/text.ts";
import { noise } from "../data.ts";
import { copy, MEMORY } from "../memory.ts";
import type { Case, Contender, Group, Make } from "../types.ts";
import { plainAttention, plainRotary } from "./plain-attention.ts";
import { offsetTerm, plainAlibi, plainT5 } from "./plain-bias.ts";

type Size = readonly [heads: number, positions: number, width: number];

const flops = ([heads, positions, width]: Size): number =>
  4 * heads * positions ** 2 * width;

const sides = ([heads, positions, width]: Size): [Tensor, Tensor, Tensor] => {
  const side = (seed: number) => noise([1, positions, heads, width], seed);
  return [side(1), side(2), side(3)];
};

/** As users call it: arrays in, an array of their own out. */
const ours =
  (options: AttentionOptions): Make =>
  () => {
    let output: Float32Array | undefined;
    return {
      run() {
        output = pe.attention(options).output.data;
      },
      output: () => output ?? [],
    };
  };

/** Inputs read and output written once; a copy reads half and writes half. */
const touched = ([heads, positions, width]: Size, more = 0): Make =>
  copy((4 * heads * positions * width + more) / 2);

/** A matrix [H, T, T] that is added to the scores. */
function additive(size: Size): Case {
  const [heads, positions] = size;
  return {
    id: `attention-additive-${positions}`,
    group: "attention",
    kernel: { en: "attention, additive bias", zh: "注意力，加性偏置" },
    shape: size.join(" × "),
    work: { flops: flops(size) },
    tolerance: 1e-5,
    prepare() {
      const [q, k, v] = sides(size);
      const bias = noise([1, heads, positions, positions], 4);
      const term = {
        data: bias.data,
        row: (h: number, i: number) => (h * positions + i) * positions,
      };
      return {
        posenc: ours({ q, k, v, mask: bias }),
        peers: {
          "plain JS": () => plainAttention({ q, k, v }, () => term),
          [MEMORY]: touched(size, bias.data.length),
        },
        inputs: { q, k, v, bias },
      };
    },
  };
}

interface Scheme {
  readonly id: string;
  readonly name: Text;
  readonly size: Size;
  readonly group?: Group;
  readonly causal?: boolean;
  readonly position?: (heads: number) => PositionScheme;
  /** None where it would take minutes. */
  readonly plain?: (q: Tensor, k: Tensor, v: Tensor) => Contender;
}

/** Beside attention without positions, in the same run. */
function scheme(it: Scheme): Case {
  const { size, causal = false, position, plain } = it;
  return {
    id: `attention-${it.id}`,
    group: it.group ?? "attention",
    kernel: { en: `attention, ${it.name.en}`, zh: `注意力，${it.name.zh}` },
    shape: size.join(" × "),
    work: { flops: flops(size) / (causal ? 2 : 1) },
    tolerance: 1e-5,
    prepare() {
      const [q, k, v] = sides(size);
      const bare = { q, k, v, causal };
      return {
        posenc: ours({
          ...bare,
          ...(position && { position: position(size[0]) }),
        }),
        peers: {
          ...(position && { "no position": other(ours(bare)) }),
          ...(plain && { "plain JS": () => plain(q, k, v) }),
          [MEMORY]: touched(size),
        },
      };
    },
  };
}

/** A contender whose numbers are meant to differ. */
const other =
  (make: Make): Make =>
  async () => {
    const { output: _, ...rest } = await make();
    return rest;
  };

const SIZE: Size = [8, 512, 64];
const alibi = { en: "ALiBi", zh: "ALiBi" };
const causalAlibi = { en: "causal, ALiBi", zh: "因果，ALiBi" };
const T5_TABLE = () => noise([32, 8], 5);

export default [
  additive(SIZE),
  additive([8, 128, 64]),
  scheme({
    id: "none",
    name: { en: "no position", zh: "无位置" },
    size: SIZE,
    plain: (q, k, v) => plainAttention({ q, k, v }),
  }),
  scheme({
    id: "rotary",
    name: { en: "rotary", zh: "旋转位置编码" },
    size: SIZE,
    position: () => ({ type: "rotary" }),
    plain: (q, k, v) => plainRotary({ q, k, v }),
  }),
  scheme({
    id: "alibi",
    name: alibi,
    size: SIZE,
    position: () => ({ type: "alibi", symmetric: true }),
    plain: (q, k, v) =>
      plainAttention({ q, k, v }, () => offsetTerm(8, 512, plainAlibi(8))),
  }),
  scheme({
    id: "t5",
    name: { en: "T5 buckets", zh: "T5 分桶" },
    size: SIZE,
    position: () => ({ type: "t5", table: T5_TABLE() }),
    plain: (q, k, v) =>
      plainAttention({ q, k, v }, () =>
        offsetTerm(8, 512, plainT5(T5_TABLE())),
      ),
  }),
  scheme({
    id: "causal",
    name: { en: "causal", zh: "因果" },
    size: SIZE,
    causal: true,
    plain: (q, k, v) => plainAttention({ q, k, v, causal: true }),
  }),
  scheme({
    id: "causal-alibi",
    name: causalAlibi,
    size: SIZE,
    causal: true,
    position: () => ({ type: "alibi" }),
    plain: (q, k, v) =>
      plainAttention({ q, k, v, causal: true }, () =>
        offsetTerm(8, 512, plainAlibi(8)),
      ),
  }),
  scheme({
    id: "long",
    name: causalAlibi,
    size: [8, 8192, 64],
    group: "long",
    causal: true,
    position: () => ({ type: "alibi" }),
  }),
] satisfies readonly Case[];
