import { noise } from "../data.js";

const SHAPE = [2048, 32, 128];
const COUNT = SHAPE.reduce((product, n) => product * n);

/** Turns a buffer in place again and again: that keeps its norm. */
function turned(pe, options) {
  const { frequencies, tables } = pe.rotary;
  const f = frequencies({ headDim: SHAPE[2] });
  const buffer = pe.buffer(SHAPE);
  buffer.data.set(noise(SHAPE, 1).data);
  const source =
    options.source === "tables"
      ? { tables: tables({ frequencies: f, seqLen: SHAPE[0] }) }
      : { frequencies: f };
  const { layout } = options;
  return {
    run: () => void pe.rotary.applyInPlace(buffer, { ...source, layout }),
    close: () => buffer.dispose(),
  };
}

const apply = (layout, source) => ({
  kernel: `rotary, ${layout}, from ${source}`,
  shape: SHAPE.join(" × "),
  bytes: 8 * COUNT,
  posenc: ({ pe }) => turned(pe, { layout, source }),
  peers: { copy: ({ memory }) => memory.copy(COUNT) },
});

export default [
  apply("half", "tables"),
  apply("interleaved", "tables"),
  apply("half", "frequencies"),
  apply("interleaved", "frequencies"),
];
