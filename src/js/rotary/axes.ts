import { Options } from "../options.js";
import type { Frame, Runtime } from "../runtime.js";
import type { Tensor } from "../tensor.js";
import { type ReadFrequencies, readFrequencies, readGrid } from "./inputs.js";
import { makeTables, readPrecision, type TableRegions } from "./rotate.js";
import type {
  AxialRotaryOptions,
  AxialTables,
  MultimodalOptions,
  RotaryTables,
} from "./types.js";

const CONVENTIONS = ["language", "pixel", "constant", "centred"] as const;

/** Tables as tensors of the caller's own. */
export function takeTables(
  { cos, sin, pairs }: TableRegions,
  rows: readonly number[],
): RotaryTables<Tensor> {
  const shape = [...rows, pairs];
  return {
    cos: { data: cos.take(), shape },
    sin: { data: sin.take(), shape: [...shape] },
  };
}

export function multimodal(
  runtime: Runtime,
  input: MultimodalOptions,
): RotaryTables<Tensor> {
  const call = "rotary.multimodal";
  const options = new Options(call, input, [
    "frequencies",
    "sections",
    "interleaved",
    "positions",
    "precision",
  ]);
  const frequencies = readFrequencies(options);
  const { pairs } = frequencies;
  const sections = options.numbers("sections", { min: 0, max: pairs });
  const axes = sections.length;
  const list = Array.from(sections);
  const sum = list.reduce((total, n) => total + n, 0);
  if (
    axes < 1 ||
    axes > 255 ||
    !list.every(Number.isInteger) ||
    sum !== pairs
  ) {
    options.fail(
      "sections",
      `integers that sum up to ${pairs}, the pairs of frequencies`,
    );
  }
  const interleaved = options.boolean("interleaved", false);
  if (
    interleaved &&
    list.some((n, a) => a > 0 && n > 0 && (n - 1) * axes + a >= pairs)
  ) {
    options.fail(
      "sections",
      `short enough to interleave ${axes} axes over ${pairs} pairs`,
    );
  }
  const as = `[${axes}, T] or [${axes}, B, T]`;
  const grid = readGrid(
    options,
    "positions",
    options.get("positions"),
    [2, 3],
    as,
  );
  if (grid.shape[0] !== axes)
    options.fail("positions", `numbers of shape ${as}`);
  const precision = readPrecision(options);
  return runtime.frame(call, (frame) => {
    const axisOfPair = frame.uint8(pairs);
    runtime.run(
      call,
      "rotary_multimodal",
      ...[axisOfPair.pointer, pairs, frame.inputInt32(sections).pointer],
      ...[axes, Number(interleaved)],
    );
    const tables = makeTables(
      runtime,
      call,
      frame,
      frequencies,
      grid,
      precision,
      axes,
      axisOfPair.pointer,
    );
    return takeTables(tables, grid.shape.slice(1));
  });
}

/** One number for each of `axes`, in the module; 0 when the option is absent. */
function perAxis(
  options: Options,
  frame: Frame,
  name: string,
  axes: number,
  map: (x: number, axis: number) => number,
): number {
  if (!options.has(name)) return 0;
  const values = options.numbers(name, { length: axes });
  return frame.inputFloat64(Array.from(values, map)).pointer;
}

export function axial(
  runtime: Runtime,
  call: string,
  input: AxialRotaryOptions,
  rank?: number,
): AxialTables {
  const options = new Options(call, input, [
    "shape",
    "dimPerAxis",
    "convention",
    "base",
    "maxFrequency",
    "offsets",
    "referenceShape",
    "precision",
  ]);
  const shape = Array.from(options.numbers("shape", { max: 65536 }));
  const axes = shape.length;
  if (
    axes < 1 ||
    axes > 8 ||
    (rank ?? axes) !== axes ||
    !shape.every((n) => Number.isInteger(n) && n > 0)
  ) {
    options.fail("shape", `${rank ?? "1 to 8"} positive integers`);
  }
  const dim = options.integer("dimPerAxis", { min: 2, max: 65536 });
  if (dim % 2 !== 0) options.fail("dimPerAxis", "an even integer");
  const convention = options.choice("convention", CONVENTIONS, "language");
  for (const [name, owners] of [
    ["base", "language centred"],
    ["maxFrequency", "pixel"],
    ["referenceShape", "language"],
  ] as const) {
    if (options.has(name) && !owners.includes(convention)) {
      throw new TypeError(
        `${call}: ${name} does not belong to convention "${convention}"`,
      );
    }
  }
  const base = options.number("base", {
    min: 1,
    max: 1e12,
    default: convention === "centred" ? 100 : 10000,
  });
  const maxFrequency = options.number("maxFrequency", {
    min: -65536,
    max: 65536,
    default: 10,
  });
  const precision = readPrecision(options);
  const cells = shape.reduce((product, n) => product * n, 1);
  const pairs = (axes * dim) / 2;
  return runtime.frame(call, (frame) => {
    const positions = frame.float64(axes * cells);
    const theta = frame.float64(2 * pairs);
    const axisOfPair = frame.uint8(pairs);
    runtime.run(
      call,
      "rotary_axial",
      ...[positions.pointer, theta.pointer, axisOfPair.pointer, cells],
      ...[frame.inputInt32(shape).pointer, axes, dim / 2],
      ...[CONVENTIONS.indexOf(convention), base, maxFrequency],
      perAxis(options, frame, "offsets", axes, (x) => x),
      perAxis(
        options,
        frame,
        "referenceShape",
        axes,
        (n, a) => n / (shape[a] as number),
      ),
    );
    const frequencies: ReadFrequencies = {
      pairs,
      theta: theta.take(),
      factor: 1,
    };
    const tables = makeTables(
      runtime,
      call,
      frame,
      frequencies,
      {
        shape: [axes, cells],
        fill: (view) => view.set(positions.view()),
      },
      precision,
      axes,
      axisOfPair.pointer,
    );
    const angles = frame.float32(cells * pairs);
    runtime.run(
      call,
      "rotary_angles",
      ...[angles.pointer, theta.pointer, pairs, positions.pointer, axes, cells],
      axisOfPair.pointer,
    );
    return {
      ...takeTables(tables, [cells]),
      angles: { data: angles.take(), shape: [cells, pairs] },
    };
  });
}
