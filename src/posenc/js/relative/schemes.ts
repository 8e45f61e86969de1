import { type Prepare, type Sequence, termOf } from "../attention/sequence.js";
import { Scheme } from "../generated/border/enums/wasm.js";
import {
  copeArguments,
  debertaArguments,
  shawArguments,
  transformerXlArguments,
  tupeArguments,
} from "../generated/border/lists.js";
import {
  relativeCopeMemory,
  relativeDebertaMemory,
  relativeLogBuckets,
  relativeShawMemory,
  relativeTransformerXlMemory,
  relativeTupeMemory,
} from "../generated/border/relative.js";
import { MAX_POSITION, type Options } from "../options.js";
import type { Frame, Region, Runtime } from "../runtime.js";
import { openScheme } from "../schema.js";
import { type ReadTensor, showShape } from "../tensor.js";
import {
  BUCKETS,
  CLAMP,
  COPE,
  DEBERTA,
  MAX_BUCKETED,
  type RelativeType,
  SHAW,
  TRANSFORMER_XL,
  TUPE,
} from "./options.js";

type Term = "c2p" | "p2c";

/** A table shared by the heads or one per head: its tensor and their number. */
function readTable(
  options: Options,
  name: string,
  heads: number,
  rows: number | null,
  width: number,
): { tensor: ReadTensor; tables: number } {
  const count = rows ?? "N";
  const as = `[${count}, ${width}] or [${heads}, ${count}, ${width}]`;
  const tensor = options.tensor(name, { rank: [2, 3], as });
  const shape = tensor.shape.slice(-2);
  const tables = tensor.shape.length === 3 ? (tensor.shape[0] as number) : 1;
  const fits =
    (rows === null || shape[0] === rows) &&
    shape[1] === width &&
    (tensor.shape.length === 2 || tables === heads);
  if (!fits) {
    throw new RangeError(
      `${options.call}: ${name} must have shape ${as}, got ${showShape(tensor.shape)}`,
    );
  }
  return { tensor, tables };
}

const address = (
  frame: Frame,
  options: Options,
  name: string,
  shape: readonly (number | null)[],
): number =>
  options.has(name) ? frame.input(options.tensor(name, { shape })).pointer : 0;

const shaw: Prepare = (runtime, frame, call, scheme, s) => {
  const options = openScheme(call, SHAW, scheme);
  const clip = options.read("clip");
  const rows = 2 * clip + 1;
  const { width } = s;
  const keys = readTable(options, "keyTable", s.heads, rows, width);
  const values = options.has("valueTable")
    ? readTable(options, "valueTable", s.heads, rows, s.valueWidth)
    : undefined;
  const keyTables = keys.tables;
  const sizes = { clip, width, keyTables };
  const memory = runtime.number(relativeShawMemory, sizes);
  return {
    term: termOf(shawArguments, {
      scheme: Scheme.shaw,
      clip,
      keyTables,
      valueTables: values?.tables ?? 0,
      memory: frame.float32(memory).pointer,
      keyTable: frame.input(keys.tensor).pointer,
      valueTable: values ? frame.input(values.tensor).pointer : 0,
    }),
  };
};

const transformerXL: Prepare = (runtime, frame, call, scheme, s) => {
  const options = openScheme(call, TRANSFORMER_XL, scheme);
  const r = options.tensor("r", { shape: [null, s.heads, s.width] });
  const rows = r.shape[0] as number;
  const first = options.read("firstDistance") ?? rows - 1;
  // Distances that a query meets; those ahead of it only without causal order.
  const farthest = s.queries - 1 + s.offset;
  const nearest = s.causal
    ? Math.max(0, s.offset - s.keys + 1)
    : s.offset - s.keys + 1;
  const last = first - rows + 1;
  if (farthest > first || nearest < last) {
    throw new RangeError(
      `${call}: r must have a row for each distance from ${nearest} to ${farthest}, got distances ${last} to ${first}`,
    );
  }
  const bias = [s.heads, s.width];
  const sizes = { rows, width: s.width, keys: s.keys };
  const memory = runtime.number(relativeTransformerXlMemory, sizes);
  return {
    term: termOf(transformerXlArguments, {
      scheme: Scheme.transformerXl,
      rows,
      firstDistance: first,
      memory: frame.float32(memory).pointer,
      r: frame.input(r).pointer,
      contentBias: address(frame, options, "contentBias", bias),
      positionBias: address(frame, options, "positionBias", bias),
      content: 1,
      position: 1,
    }),
  };
};

interface Buckets {
  readonly buckets: number;
  readonly maxPosition: number;
  readonly clamp: boolean;
}

/** Logarithmic buckets of distances, query − key. */
export function logBuckets(
  runtime: Runtime,
  frame: Frame,
  call: string,
  distances: ArrayLike<number>,
  size: Buckets,
): Region<Int32Array> {
  const region = frame.inputInt32(distances);
  runtime.run(call, relativeLogBuckets, {
    out: region.pointer,
    distances: region.pointer,
    ...size,
    count: distances.length,
  });
  return region;
}

/** Reads `buckets` and what belongs to them; undefined without buckets. */
export const readBuckets = (options: Options): Buckets | undefined =>
  options.has("buckets")
    ? {
        buckets: BUCKETS.read(options, "buckets"),
        maxPosition: MAX_BUCKETED.read(options, "maxPosition"),
        clamp: CLAMP.read(options, "clamp"),
      }
    : undefined;

function debertaTerms(options: Options): ReadonlySet<Term> {
  const given = options.get("terms") ?? ["c2p", "p2c"];
  const words = ["c2p", "p2c"];
  if (!Array.isArray(given) || given.some((term) => !words.includes(term))) {
    options.fail("terms", 'an array of "c2p" and "p2c"');
  }
  return new Set(given as Term[]);
}

/** A distance far beyond the last bucket, which Int32Array would wrap around. */
export const within32 = (x: number): number =>
  Math.min(Math.max(x, -MAX_POSITION), MAX_POSITION - 1);

/** Index x(i − j) of every distance, i − j from −(K − 1) + offset upward. */
function debertaRows(
  runtime: Runtime,
  frame: Frame,
  options: Options,
  s: Sequence,
  span: number,
): Region<Int32Array> {
  const distances = Int32Array.from(
    { length: s.queries + s.keys - 1 },
    (_, n) => within32(n - (s.keys - 1) + s.offset),
  );
  const size = readBuckets(options);
  const rows = size
    ? logBuckets(runtime, frame, options.call, distances, size)
    : frame.inputInt32(distances);
  const view = rows.view();
  for (let n = 0; n < view.length; n += 1) {
    view[n] = Math.min(Math.max((view[n] as number) + span, 0), 2 * span - 1);
  }
  return rows;
}

const deberta: Prepare = (runtime, frame, call, scheme, s) => {
  const options = openScheme(call, DEBERTA, scheme);
  const span = options.read("span");
  const terms = debertaTerms(options);
  const shape = [2 * span, s.heads, s.width];
  const rows = (name: string, term: Term): number =>
    terms.has(term) ? frame.input(options.tensor(name, { shape })).pointer : 0;
  const relK = rows("relK", "c2p");
  const relQ = rows("relQ", "p2c");
  const index = debertaRows(runtime, frame, options, s, span);
  const memory = runtime.number(relativeDebertaMemory, {
    span,
    width: s.width,
    keys: s.keys,
    c2p: relK > 0,
    p2c: relQ > 0,
  });
  return {
    term: termOf(debertaArguments, {
      scheme: Scheme.deberta,
      span,
      relativeKey: relK,
      relativeQuery: relQ,
      rowOfOffset: index.pointer,
      memory: frame.float32(memory).pointer,
    }),
  };
};

/** The kernel's queries are scaled: a term that is not is divided by it. */
const LEAST_SCALE = 1e-30;

const cope: Prepare = (runtime, frame, call, scheme, s) => {
  const options = openScheme(call, COPE, scheme);
  const { tensor, tables } = readTable(
    options,
    "embeddings",
    s.heads,
    null,
    s.width,
  );
  const positions = tensor.shape.at(-2) as number;
  const scaled = options.read("scaled");
  if (!scaled && Math.abs(s.scale) < LEAST_SCALE) {
    throw new RangeError(
      `${call}: scaled: false needs a scale of at least ${LEAST_SCALE} in size, got ${s.scale}`,
    );
  }
  const gates = options.has("gates") ? options.tensor("gates") : undefined;
  const isForm =
    gates &&
    [2, 3, 4].includes(gates.shape.length) &&
    gates.data.length === s.k.length;
  if (gates && !isForm) {
    throw new RangeError(
      `${call}: gates must have the form of k, ${s.k.length} numbers, got shape ${showShape(gates.shape)}`,
    );
  }
  const sizes = { positions, width: s.width, tables };
  const memory = runtime.number(relativeCopeMemory, sizes);
  return {
    term: termOf(copeArguments, {
      scheme: Scheme.cope,
      positions,
      tables,
      factor: scaled ? 1 : 1 / Math.fround(s.scale),
      memory: frame.float32(memory).pointer,
      embeddings: frame.input(tensor).pointer,
      gates: gates ? s.arranged(gates).pointer : s.k.pointer,
      gateHeads: s.keyHeads,
      tellPositions: 0,
    }),
  };
};

const tupe: Prepare = (runtime, frame, call, scheme, s) => {
  const options = openScheme(call, TUPE, scheme);
  const cls = options.read("cls");
  const extra = Number(cls);
  const positionQuery = options.tensor("positionQuery", {
    shape: [s.queries + extra, s.heads, null],
  });
  const width = positionQuery.shape[2] as number;
  const positionKey = options.tensor("positionKey", {
    shape: [s.keys + extra, s.heads, width],
  });
  const scale = options.read("positionScale") ?? 1 / Math.sqrt(2 * width);
  const memory = runtime.number(relativeTupeMemory, { width, keys: s.keys });
  return {
    term: termOf(tupeArguments, {
      scheme: Scheme.tupe,
      width,
      cls: extra,
      scale,
      memory: frame.float32(memory).pointer,
      queryPositions: frame.input(positionQuery).pointer,
      keyPositions: frame.input(positionKey).pointer,
    }),
  };
};

/** The relative schemes as attention takes them. */
export const RELATIVE_SCHEMES: Readonly<Record<RelativeType, Prepare>> = {
  shaw,
  transformerXL,
  deberta,
  cope,
  tupe,
};
