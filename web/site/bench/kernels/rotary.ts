import * as pe from "posenc";
import type { Text } from "../../../widgets/words/text.ts";
import { noise } from "../data.ts";
import { copy, MEMORY } from "../memory.ts";
import type { Case, Contender } from "../types.ts";

const [POSITIONS, HEADS, WIDTH] = [2048, 32, 128] as const;
const SHAPE = [POSITIONS, HEADS, WIDTH];
const COUNT = POSITIONS * HEADS * WIDTH;

type Layout = "halves" | "interleaved";

/** Turns a buffer in place again and again: that keeps its norm. */
function ours(layout: Layout, source: "tables" | "frequencies") {
  const frequencies = pe.rotaryFrequencies({ headDim: WIDTH });
  const buffer = pe.buffer(SHAPE);
  buffer.data.set(noise(SHAPE, 1).data);
  const angles =
    source === "tables"
      ? { tables: pe.rotaryTables({ frequencies, seqLen: POSITIONS }) }
      : { frequencies };
  return {
    run: () => void pe.rotaryApplyInPlace(buffer, { ...angles, layout }),
    close: () => buffer.dispose(),
  };
}

/** Cosines and sines [T, D/2]. */
function tables(cos: Float32Array, sin: Float32Array): void {
  for (let i = 0; i < WIDTH / 2; i += 1) {
    const frequency = 10000 ** ((-2 * i) / WIDTH);
    for (let t = 0; t < POSITIONS; t += 1) {
      cos[(t * WIDTH) / 2 + i] = Math.cos(t * frequency);
      sin[(t * WIDTH) / 2 + i] = Math.sin(t * frequency);
    }
  }
}

function plain(layout: Layout, source: "tables" | "frequencies"): Contender {
  const { data } = noise(SHAPE, 1) as { data: Float32Array };
  const half = WIDTH / 2;
  const [cos, sin] = [0, 1].map(() => new Float32Array(POSITIONS * half)) as [
    Float32Array,
    Float32Array,
  ];
  tables(cos, sin);
  const [step, apart] = layout === "halves" ? [1, half] : [2, 1];
  return {
    run() {
      if (source === "frequencies") tables(cos, sin);
      for (let row = 0; row < POSITIONS * HEADS; row += 1) {
        const at = row * WIDTH;
        const angle = Math.floor(row / HEADS) * half;
        for (let i = 0; i < half; i += 1) {
          const first = at + i * step;
          const x = data[first] as number;
          const y = data[first + apart] as number;
          const [c, s] = [cos[angle + i] as number, sin[angle + i] as number];
          data[first] = x * c - y * s;
          data[first + apart] = x * s + y * c;
        }
      }
    },
  };
}

const LAYOUTS = {
  halves: { en: "halves", zh: "两半" },
  interleaved: { en: "interleaved", zh: "交错" },
} as const satisfies Record<Layout, Text>;
const SOURCES = {
  tables: { en: "from tables", zh: "由表" },
  frequencies: { en: "from frequencies", zh: "由频率" },
} as const satisfies Record<string, Text>;

function apply(layout: Layout, source: "tables" | "frequencies"): Case {
  const [l, s] = [LAYOUTS[layout], SOURCES[source]];
  return {
    id: `rotary-${layout}-${source}`,
    group: "rotary",
    kernel: {
      en: `rotary, ${l.en}, ${s.en}`,
      zh: `旋转，${l.zh}，${s.zh}`,
    },
    shape: SHAPE.join(" × "),
    work: { bytes: 8 * COUNT },
    prepare: () => ({
      posenc: () => ours(layout, source),
      peers: {
        "plain JS": () => plain(layout, source),
        [MEMORY]: copy(COUNT),
      },
    }),
  };
}

export default [
  apply("halves", "tables"),
  apply("interleaved", "tables"),
  apply("halves", "frequencies"),
  apply("interleaved", "frequencies"),
] satisfies readonly Case[];
