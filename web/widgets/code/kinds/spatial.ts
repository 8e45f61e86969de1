// Coordinates and grids, convolution and interpolation.
import * as pe from "posenc";
import { cMatrix, cNormal, cSeed } from "../braces.ts";
import { javascript, jsRows, jsTensor } from "../javascript.ts";
import { kind, rowsOf } from "../kind.ts";
import { lines, remark } from "../listing.ts";
import { marked, tensor } from "../program-state.ts";
import { pyMatrix, pyNormal, pyRows, python } from "../python.ts";

const COORDS = [
  [0, 0],
  [0.5, -0.25],
  [-1, 1],
] as const;

export const fourier = kind("fourier", {
  name: { en: "Fourier features", zh: "傅里叶特征" },
  prints: { en: "the row of each point", zh: "每个点对应的行" },
  defaults: {
    coords: COORDS,
    bands: 3,
    spacing: "octaves",
    maxFrequency: 16,
    layout: "interleaved",
  },
  words: {
    spacing: ["octaves", "linear"],
    layout: ["interleaved", "halves"],
  },
  settle: (state) => ({
    ...state,
    maxFrequency: Math.max(2, state.maxFrequency),
  }),
  python(py, state) {
    const s = marked(state);
    const { lib } = py;
    const frequency =
      state.spacing === "octaves"
        ? `2.0 ** ${lib}.arange(${s.bands})`
        : `${lib}.linspace(1, ${s.maxFrequency} / 2, ${s.bands})`;
    const join = py.torch ? "torch.cat" : "np.concatenate";
    const waves = `[${lib}.sin(angle), ${lib}.cos(angle)]`;
    const rows =
      state.layout === "interleaved"
        ? `${lib}.stack(${waves}, ${py.axis}=-1)`
        : `${join}(${waves}, ${py.axis}=1)`;
    return python(
      py,
      lines`
        ${pyMatrix(py, "coords", state.coords)}
        frequency = ${frequency} «omega bands»
        angle = math.pi * coords[:, :, None] * frequency «angle»
        rows = ${rows}.reshape(len(coords), -1) «table layout»
        ${pyRows("rows")} «table»`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    const { math } = c;
    const octaves = state.spacing === "octaves";
    const halves = state.layout === "halves";
    return c.program(lines`
      ${cMatrix(c, "coords", state.coords)}
      int axes = ${state.coords[0]?.length ?? 0}, bands = ${s.bands}; «bands»
      for (int n = 0; n < ${state.coords.length}; ++n) { «pos»
        ${c.vector("row", "2 * axes * bands")}
        for (int at = 0; at < axes * bands; ++at) {
          int band = at % bands; «bands»
          double frequency = ${
            octaves
              ? `${math}pow(2, band)`
              : `1 + (${s.maxFrequency} / 2.0 - 1) * band / ${math}max(bands - 1, 1)`
          }; «omega»
          double angle = ${c.pi} * coords[n][at / bands] * frequency; «angle»
          row[${halves ? "at" : "2 * at"}] = ${math}sin(angle); «table layout»
          row[${halves ? "axes * bands + at" : "2 * at + 1"}] = ${math}cos(angle); «table layout»
        }
        ${c.print("row")} «table»
      }`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      ${jsTensor("coords", state.coords)}
      const rows = pe.embedding.fourier({
        coords,
        bands: ${s.bands}, «bands»
        spacing: "${s.spacing}", «omega spacing»
        ${state.spacing === "linear" ? lines`maxFrequency: ${s.maxFrequency}, «maxFrequency»` : []}
        layout: "${s.layout}", «layout»
      });
      ${jsRows("rows")} «table»`);
  },
  run({ coords, bands, spacing, maxFrequency, layout }) {
    return rowsOf(
      pe.fourier({
        coords: { data: coords.flat(), shape: tensor(coords).shape },
        bands,
        layout: layout === "halves" ? "halves" : "interleaved",
        ...(spacing === "linear"
          ? { spacing: "linear" as const, maxFrequency }
          : { spacing: "octaves" as const }),
      }),
    );
  },
});

export const randomFourier = kind("randomFourier", {
  name: { en: "Random Fourier features", zh: "随机傅里叶特征" },
  prints: { en: "the row of each point", zh: "每个点对应的行" },
  defaults: { coords: COORDS, features: 4, scale: 1, seed: 7 },
  python(py, state) {
    const s = marked(state);
    const { lib } = py;
    const join = py.torch ? "torch.cat" : "np.concatenate";
    return python(
      py,
      lines`
        ${pyMatrix(py, "coords", state.coords)}
        axes = coords.shape[1]
        b = normal(${s.features} * axes, ${s.scale}, ${s.seed}).reshape(${s.features}, axes) «omega scale seed»
        angle = 2 * math.pi * coords @ b.T «angle»
        rows = ${join}([${lib}.sin(angle), ${lib}.cos(angle)], ${py.axis}=1) «table»
        ${pyRows("rows")} «table»`,
      [pyNormal(py)],
    );
  },
  braces(c, state) {
    const s = marked(state);
    const { math } = c;
    return c.program(
      lines`
        ${cMatrix(c, "coords", state.coords)}
        int axes = ${state.coords[0]?.length ?? 0}, features = ${s.features}; «features»
        ${c.java ? "double[]" : "Vector"} b = normal(features * axes, ${s.scale}, ${cSeed(c, state.seed)}); «omega scale»
        for (int n = 0; n < ${state.coords.length}; ++n) { «pos»
          ${c.vector("row", "2 * features")}
          for (int m = 0; m < features; ++m) {
            double turns = 0;
            for (int a = 0; a < axes; ++a) turns += b[m * axes + a] * coords[n][a]; «angle»
            row[m] = ${math}sin(2 * ${c.pi} * turns); «table»
            row[features + m] = ${math}cos(2 * ${c.pi} * turns); «table»
          }
          ${c.print("row")} «table»
        }`,
      [cNormal(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      ${jsTensor("coords", state.coords)}
      const rows = pe.embedding.randomFourier({
        coords,
        features: ${s.features}, «features»
        scale: ${s.scale}, «scale omega»
        seed: ${s.seed}, «seed»
      });
      ${jsRows("rows")} «table»`);
  },
  run({ coords, features, scale, seed }) {
    const points = { data: coords.flat(), shape: tensor(coords).shape };
    return rowsOf(pe.randomFourier({ coords: points, features, scale, seed }));
  },
});

export const axial = kind("axial", {
  name: { en: "Axial encoding of a grid", zh: "网格的轴向编码" },
  prints: { en: "the row of each cell", zh: "每个格子对应的行" },
  defaults: { height: 2, width: 3, dModel: 8, convention: "mae", base: 10000 },
  words: { convention: ["mae", "timm", "tatp22"] },
  settle: (state) => ({
    ...state,
    dModel: Math.max(4, state.dModel - (state.dModel % 4)),
  }),
  python(py, state) {
    const s = marked(state);
    const { lib } = py;
    const join = py.torch ? "torch.cat" : "np.concatenate";
    const parts = {
      mae: "[sin(x), cos(x), sin(y), cos(y)]",
      timm: "[sin(y), sin(x), cos(y), cos(x)]",
      tatp22: "[woven(y), woven(x)]",
    }[state.convention];
    const trig = parts?.replace(/\b(sin|cos)\(/g, `${lib}.$1(`) ?? "";
    const woven = lines`
      def woven(angle):
          both = ${lib}.stack([${lib}.sin(angle), ${lib}.cos(angle)], ${py.axis}=2) «layout»
          return both.reshape(len(angle), -1) «layout»`;
    return python(
      py,
      lines`
        cell = ${lib}.arange(${s.height} * ${s.width}) «pos»
        count = ${s.dModel} // 4  # ${remark("a sine and a cosine for each of two axes", "两个轴各有一个正弦、一个余弦")} «dModel»
        omega = ${s.base} ** (-${lib}.arange(count) / count) «omega base»
        y = (cell // ${s.width})[:, None] * omega «height angle»
        x = (cell % ${s.width})[:, None] * omega «width angle»
        table = ${join}(${trig}, ${py.axis}=1) «table layout»
        ${pyRows("table")} «table»`,
      state.convention === "tatp22" ? [woven] : [],
    );
  },
  braces(c, state) {
    const s = marked(state);
    const [y, x] = ["height", "width"] as const;
    const order = {
      mae: ["x", "x", "y", "y"],
      timm: ["y", "x", "y", "x"],
      tatp22: ["y", "y", "x", "x"],
    }[state.convention] ?? ["x", "x", "y", "y"];
    const axis = order.map((name) => `${name === "y" ? "row" : "column"}`);
    const part = "dim / count";
    const second =
      state.convention === "tatp22"
        ? "dim % 2 == 1"
        : state.convention === "timm"
          ? "part >= 2"
          : "part % 2 == 1";
    const pair =
      state.convention === "tatp22" ? "dim % (2 * count) / 2" : "dim % count";
    const first = axis[0] === axis[1] ? "part < 2" : "part % 2 == 0";
    return c.program(lines`
      int ${y} = ${s.height}, ${x} = ${s.width}, dModel = ${s.dModel}; «height width dModel»
      int count = dModel / 4;  // ${remark("a sine and a cosine for each of two axes", "两个轴各有一个正弦、一个余弦")}
      ${c.matrix("table", "height * width", "dModel")}
      for (int cell = 0; cell < height * width; ++cell) { «pos»
        int row = cell / width, column = cell % width; «height width»
        for (int dim = 0; dim < dModel; ++dim) {
          int part = ${part}, pair = ${pair}; «dim pair»
          int place = ${first} ? ${axis[0] ?? "row"} : ${axis[0] === "row" ? "column" : "row"}; «layout»
          double angle = place * ${c.math}pow(${s.base}, -1.0 * pair / count); «omega base angle»
          table[cell][dim] = ${second} ? ${c.math}cos(angle) : ${c.math}sin(angle); «table layout»
        }
      }
      ${c.rows("table")} «table»`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const table = pe.embedding.axial({
        shape: [${s.height}, ${s.width}], «height width pos»
        dModel: ${s.dModel}, «dModel»
        convention: "${s.convention}", «layout»
        base: ${s.base}, «base»
      });
      ${jsRows("table")} «table»`);
  },
  run({ height, width, dModel, base, ...state }) {
    const words = ["timm", "tatp22"] as const;
    const convention = words.find((word) => word === state.convention) ?? "mae";
    const shape = [height, width];
    return rowsOf(pe.axial({ shape, dModel, convention, base }));
  },
});
