import * as pe from "posenc";
import type { Braces } from "../braces.ts";
import { javascript } from "../javascript.ts";
import { kind, rowOf } from "../kind.ts";
import { type Fragment, lines, number, Value, when } from "../listing.ts";
import { clamp, marked, type StateOf } from "../program-state.ts";
import { type Python, python as program } from "../python.ts";

const defaults = {
  pos: 12,
  dim: 6,
  seqLen: 50,
  dModel: 64,
  base: 10000,
  offset: 0,
  layout: "interleaved",
  spacing: "paper",
} as const;

type State = StateOf<typeof defaults>;

/** The row of the table that belongs to position `pos`. */
const rowAt = ({ pos, offset }: State): number => pos - offset;

/** What differs with layout and spacing, as expressions. */
function forms(state: State, power: (exponent: string) => string) {
  const halves = state.layout === "halves";
  const endpoint = state.spacing === "endpoint";
  return {
    halves,
    endpoint,
    // Endpoint halves have no pair for an odd last column: it stays zero.
    whole: halves && endpoint,
    omega: (exponents: { paper: string; endpoint: string }): string =>
      power(endpoint ? exponents.endpoint : exponents.paper),
  };
}

function python(py: Python, state: State): Fragment {
  const s = marked(state);
  const { halves, whole, omega } = forms(state, (x) => `base ** (${x})`);
  const row = new Value("pos", number(rowAt(state)));
  const columns = halves
    ? {
        sine: ":pairs",
        cosine: `pairs : ${whole ? "2 * pairs" : ""}`.trimEnd(),
      }
    : { sine: "0::2", cosine: "1::2" };
  const define = lines`
    def sinusoidal(positions, d_model, base):
        pairs = ${whole ? "d_model // 2" : "(d_model + 1) // 2"}
        pair = ${py.lib}.arange(pairs) «pair»
        omega = ${omega({ paper: "-2 * pair / d_model", endpoint: "-pair / max(pairs - 1, 1)" })} «omega base dModel»
        angle = positions[:, None] * omega «angle pos»
        table = ${py.lib}.zeros((len(positions), d_model))
        table[:, ${columns.sine}] = ${py.lib}.sin(angle) «dim»
        table[:, ${columns.cosine}] = ${py.lib}.cos(angle[:, : d_model // 2]) «dim»
        return table`;
  const body = lines`
    positions = ${py.lib}.arange(${s.seqLen})${state.offset === 0 ? "" : lineOffset(state)} «seqLen offset»
    table = sinusoidal(positions, d_model=${s.dModel}, base=${s.base}) «table»
    print(table[${row}, ${s.dim}]${py.item}) «pos dim»
    print(*table[${row}].tolist()) «pos»`;
  return program(py, body, [define]);
}

const lineOffset = ({ offset }: State): string =>
  offset < 0 ? ` - ${number(-offset)}` : ` + ${number(offset)}`;

function loops(c: Braces, state: State): Fragment {
  const s = marked(state);
  const { math } = c;
  const { halves, endpoint, whole, omega } = forms(
    state,
    (x) => `${math}pow(base, ${x})`,
  );
  const row = new Value("pos", number(rowAt(state)));
  const exponent = {
    paper: "-2.0 * pair / dModel",
    endpoint: `-1.0 * pair / ${math}max(pairs - 1, 1)`,
  };
  return c.program(lines`
    int seqLen = ${s.seqLen}, dModel = ${s.dModel}; «seqLen dModel»
    double base = ${s.base}, offset = ${s.offset}; «base offset»
    ${when(
      halves || endpoint,
      lines`int pairs = ${whole ? "dModel / 2" : "(dModel + 1) / 2"}; «pair»`,
    )}
    ${c.matrix("table", "seqLen", "dModel")}
    for (int t = 0; t < seqLen; ++t) {
      double pos = offset + t; «pos offset»
      for (int dim = 0; dim < ${whole ? "2 * pairs" : "dModel"}; ++dim) {
        int pair = ${halves ? "dim % pairs" : "dim / 2"}; «pair dim»
        double omega = ${omega(exponent)}; «omega base dModel»
        double angle = pos * omega; «angle pos»
        ${c.boolean} sine = ${halves ? "dim < pairs" : "dim % 2 == 0"}; «dim»
        table[t][dim] = sine ? ${math}sin(angle) : ${math}cos(angle); «table»
      }
    }
    ${c.number(`table[${row}][${s.dim}]`)} «pos dim»
    ${c.print(`table[${row}]`)} «pos»`);
}

export const sinusoidal = kind("sinusoidal", {
  name: { en: "Sinusoidal encoding", zh: "正弦位置编码" },
  prints: {
    en: "the chosen cell, then the whole row of its position",
    zh: "选中的单元格，然后是该位置的整行",
  },
  defaults,
  words: {
    layout: ["interleaved", "halves"],
    spacing: ["paper", "endpoint"],
  },
  settle(state) {
    const last = state.offset + state.seqLen - 1;
    const pos = clamp(state.pos, state.offset, last);
    return {
      ...state,
      pos: state.offset + Math.round(pos - state.offset),
      dim: clamp(state.dim, 0, state.dModel - 1),
    };
  },
  python,
  braces: loops,
  javascript(state) {
    const s = marked(state);
    const row = new Value("pos", number(rowAt(state)));
    return javascript(lines`
        const { data } = pe.embedding.sinusoidal({
          seqLen: ${s.seqLen}, «seqLen»
          dModel: ${s.dModel}, «dModel»
          base: ${s.base}, «base»
          ${when(state.offset !== 0, lines`offset: ${s.offset}, «offset»`)}
          layout: "${s.layout}", «layout»
          spacing: "${s.spacing}", «spacing»
        });
        const start = ${row} * ${s.dModel}; «pos»
        const row = data.subarray(start, start + ${s.dModel}); «pos»
        console.log(row[${s.dim}]); «pos dim»
        console.log(row.join(" ")); «pos»`);
  },
  run(state) {
    const { seqLen, dModel, base, offset } = state;
    const layout = state.layout === "halves" ? "halves" : "interleaved";
    const spacing = state.spacing === "endpoint" ? "endpoint" : "paper";
    const table = pe.sinusoidal({
      seqLen,
      dModel,
      base,
      offset,
      layout,
      spacing,
    });
    const row = rowOf(table, rowAt(state));
    return [[row[state.dim] as number], row];
  },
});
