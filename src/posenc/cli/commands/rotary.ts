// What `posenc table` writes of pe.rotary.
import type { Posenc, Tensor } from "../../js/index.js";
import { LENGTH } from "../../js/positions.js";
import { AXIAL } from "../../js/rotary/axial.js";
import { MULTIMODAL } from "../../js/rotary/multimodal.js";
import { TABLES } from "../../js/rotary/tables.js";
import { XPOS } from "../../js/rotary/xpos.js";
import { Reading } from "../../js/schema.js";
import {
  argument,
  type Command,
  type Made,
  optionsOf,
  partOf,
  pickOf,
  type Values,
} from "./command.js";
import { SCALING_OPTIONS, TURNING_OPTIONS, turning } from "./turning.js";

const STACKED = "`both`: one after the other, as a first axis of length 2.";
const PART = partOf(["both", "cos", "sin"], `What to write. ${STACKED}`);
const AXIAL_PART = partOf(
  ["both", "cos", "sin", "angles"],
  `What to write. ${STACKED} \`angles\`: unreduced.`,
);

interface Parts {
  readonly cos: Tensor;
  readonly sin: Tensor;
  readonly angles?: Tensor;
}

/** One of the tables, or both of them stacked. */
function partsOf(tables: Parts, part: "both" | keyof Parts): Made {
  if (part !== "both") return tables[part] as Tensor;
  const { cos, sin } = tables;
  const data = new Float32Array(2 * cos.data.length);
  data.set(cos.data);
  data.set(sin.data, cos.data.length);
  return { data, shape: [2, ...cos.shape] };
}

type Name = "tables" | "multimodal";

/** What makes tables from frequencies. */
const turned = (
  name: Name,
  table: typeof TABLES | typeof MULTIMODAL,
  about: string,
  example: string,
): Command => ({
  about,
  example,
  options: {
    ...TURNING_OPTIONS,
    ...optionsOf(table, ["frequencies"]),
    part: PART.option,
  },
  more: SCALING_OPTIONS,
  make(pe, values) {
    const part = PART.read(table.call, values);
    const options = {
      ...pickOf(values, table.fields),
      frequencies: turning(pe, values),
    };
    return partsOf(pe.rotary[name](options as never), part);
  },
});

const POWERS = partOf(
  ["query-scale", "key-scale", "zeta"],
  "What to write: the powers of ζ on the queries, on the keys, or ζ itself.",
);
/** What xPos takes of queries and keys, of which only the number matters. */
const HEADS = [
  "q",
  "k",
  "frequencies",
  "layout",
  "startIndex",
  "numHeads",
  "joined",
];

function xpos(pe: Posenc, values: Values): Made {
  const part = POWERS.read(XPOS.call, values);
  const frequencies = turning(pe, values) as {
    readonly inverseFrequency: ArrayLike<number>;
  };
  const { seqLen } = values;
  const length = new Reading(XPOS.call, { seqLen: LENGTH }, { seqLen });
  const shape = [
    length.read("seqLen"),
    1,
    2 * (frequencies.inverseFrequency?.length ?? 1),
  ];
  const zeros = {
    data: new Float32Array(shape.reduce((a, b) => a * b)),
    shape,
  };
  const { queryScale, keyScale, zeta } = pe.rotary.xpos({
    ...pickOf(values, optionsOf(XPOS, HEADS)),
    q: zeros,
    k: zeros,
    frequencies: frequencies as never,
  });
  if (part === "zeta") return { data: zeta, shape: [zeta.length] };
  return (part === "key-scale" ? keyScale : queryScale) as Tensor;
}

export const ROTARY: Readonly<Record<string, Command>> = {
  rotary: turned(
    "tables",
    TABLES,
    "Cosines and sines for rotary encodings (RoPE)",
    "--head-dim 8 --seq-len 16 --part cos",
  ),
  "rotary-multimodal": turned(
    "multimodal",
    MULTIMODAL,
    "Cosines and sines with positions on several axes (M-RoPE)",
    '--head-dim 8 --sections 2,1,1 --positions "0,1,2;0,0,1;0,1,0"',
  ),
  "rotary-axial": {
    about: "Cosines and sines for the cells of a grid",
    example: "--shape 4,4 --dim-per-axis 8",
    options: { ...optionsOf(AXIAL), part: AXIAL_PART.option },
    make: (pe, values) =>
      partsOf(
        pe.rotary.axial(pickOf(values, AXIAL.fields) as never),
        AXIAL_PART.read(AXIAL.call, values),
      ),
  },
  xpos: {
    about: "What xPos scales queries and keys with (Sun et al. 2022)",
    example: "--head-dim 8 --seq-len 16 --scale-base 8",
    options: {
      ...TURNING_OPTIONS,
      seqLen: argument(LENGTH, "How many queries, and keys."),
      ...optionsOf(XPOS, HEADS),
      part: POWERS.option,
    },
    more: SCALING_OPTIONS,
    make: xpos,
  },
};
