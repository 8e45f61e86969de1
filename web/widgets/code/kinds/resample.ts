// Neighbours summed up: a convolution of tokens, a table at other places.
import * as pe from "posenc";
import { type Braces, cMatrix } from "../braces.ts";
import { javascript, jsRows, jsTensor } from "../javascript.ts";
import { kind, rowsOf } from "../kind.ts";
import { type Fragment, lines, remark } from "../listing.ts";
import { marked, type StateOf, tensor } from "../program-state.ts";
import { type Python, pyMatrix, pyRows, python } from "../python.ts";
import { fitRows } from "./relative.ts";
import { TABLE } from "./tables.ts";

export const convolutional = kind("convolutional", {
  name: { en: "Convolution as a position", zh: "卷积位置编码" },
  prints: { en: "the row of each token", zh: "每个词元对应的行" },
  defaults: {
    x: TABLE,
    kernel: [
      [0.25, 0.5, 0.25],
      [1, 0, -1],
      [0, 1, 0],
    ],
    padding: "zero",
    residual: false,
  },
  words: { padding: ["zero", "circular", "causal"] },
  settle(state) {
    const taps = state.kernel[0]?.length ?? 1;
    const kernel = fitRows(state.kernel, state.x[0]?.length ?? 0, taps);
    return { ...state, kernel };
  },
  python(py, state) {
    const left = state.padding === "causal" ? "taps - 1" : "taps // 2";
    const circular = state.padding === "circular";
    const rows = py.torch
      ? lines`
          padded = F.pad(x.T[None], (left, taps - 1 - left)${circular ? ', mode="circular"' : ""}) «padding»
          rows = F.conv1d(padded, kernel[:, None], groups=x.shape[1])[0].T «output kernel»`
      : lines`
          padded = np.pad(x, ((left, taps - 1 - left), (0, 0))${circular ? ', mode="wrap"' : ""}) «padding»
          rows = sum(kernel[:, t] * padded[t : t + len(x)] for t in range(taps)) «output kernel»`;
    const program = python(
      py,
      lines`
        ${pyMatrix(py, "x", state.x)}
        ${pyMatrix(py, "kernel", state.kernel)}
        taps = kernel.shape[1] «kernel»
        left = ${left} «padding»
        ${rows}
        ${state.residual ? lines`rows = rows + x «output»` : []}
        ${pyRows("rows")} «output»`,
    );
    if (!py.torch) return program;
    return program.flatMap((line) =>
      line.text === "import torch"
        ? [line, { text: "import torch.nn.functional as F" }]
        : [line],
    );
  },
  braces(c, state) {
    const circular = state.padding === "circular";
    const left = state.padding === "causal" ? "taps - 1" : "taps / 2";
    return c.program(lines`
      ${cMatrix(c, "x", state.x)}
      ${cMatrix(c, "kernel", state.kernel)}
      int seqLen = ${state.x.length}, dModel = ${state.kernel.length}, taps = ${state.kernel[0]?.length ?? 1}; «seqLen kernel»
      int left = ${left}; «padding»
      for (int pos = 0; pos < seqLen; ++pos) { «pos»
        ${c.vector("row", "dModel")}
        for (int tap = 0; tap < taps; ++tap) {
          int from = pos + tap - left; «padding pos»
          ${circular ? lines`from = (from % seqLen + seqLen) % seqLen; «padding»` : lines`if (from < 0 || from >= seqLen) continue;  // 0 «padding»`}
          for (int d = 0; d < dModel; ++d) row[d] += kernel[d][tap] * x[from][d]; «output kernel»
        }
        ${state.residual ? lines`for (int d = 0; d < dModel; ++d) row[d] += x[pos][d]; «output»` : []}
        ${c.print("row")} «output»
      }`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      ${jsTensor("x", state.x)}
      ${jsTensor("kernel", state.kernel)}
      const rows = pe.embedding.convolutional(x, {
        depthwise: kernel, «kernel»
        padding: "${s.padding}", «padding»
        residual: ${s.residual}, «output»
      });
      ${jsRows("rows")} «output»`);
  },
  run({ x, kernel, residual, ...state }) {
    const words = ["circular", "causal"] as const;
    const padding = words.find((word) => word === state.padding) ?? "zero";
    const depthwise = tensor(kernel);
    return rowsOf(
      pe.convolutional(tensor(x), { depthwise, padding, residual }),
    );
  },
});

const resizeDefaults = {
  table: TABLE,
  newLen: 7,
  method: "linear",
  alignCorners: false,
} as const;

type ResizeState = StateOf<typeof resizeDefaults>;

/** NumPy: rows `at` the places `x` of the old table. */
function npResample(state: ResizeState): Fragment {
  const { alignCorners, method } = state;
  if (method === "nearest") {
    return lines`
      rows = table[np.arange(new_len) * n // new_len] «table pos»`;
  }
  const x = alignCorners
    ? "np.arange(new_len) * (n - 1) / max(new_len - 1, 1)"
    : "(np.arange(new_len) + 0.5) * n / new_len - 0.5";
  if (method === "linear") {
    return lines`
      x = np.clip(${x}, 0, n - 1) «pos»
      low = np.minimum(np.floor(x).astype(int), n - 1) «pos»
      high = np.minimum(low + 1, n - 1) «pos»
      share = (x - low)[:, None] «weights»
      rows = (1 - share) * table[low] + share * table[high] «table weights»`;
  }
  return lines`
    x = ${x} «pos»
    first = np.floor(x).astype(int) - 1 «pos»
    rows = np.zeros((new_len, table.shape[1]))
    for tap in range(4):
        weight = cubic(abs(x - (first + tap))) «weights»
        rows += weight[:, None] * table[np.clip(first + tap, 0, n - 1)] «table weights»`;
}

const npCubic = lines`
  def cubic(d, a=-0.75):
      near = (a + 2) * d**3 - (a + 3) * d**2 + 1 «weights»
      far = a * (d**3 - 5 * d**2 + 8 * d - 4) «weights»
      return np.where(d <= 1, near, np.where(d < 2, far, 0)) «weights»`;

function resizePython(py: Python, state: ResizeState): Fragment {
  const s = marked(state);
  if (!py.torch) {
    return python(
      py,
      lines`
        ${pyMatrix(py, "table", state.table)}
        n, new_len = len(table), ${s.newLen} «newLen»
        ${npResample(state)}
        ${pyRows("rows")} «table»`,
      state.method === "cubic" ? [npCubic] : [],
    );
  }
  const corners = state.alignCorners ? "True" : "False";
  const mode =
    {
      nearest: 'mode="nearest"',
      linear: `mode="linear", align_corners=${corners}`,
      cubic: `mode="bicubic", align_corners=${corners}`,
    }[state.method] ?? "";
  const cubic = state.method === "cubic";
  const channelsFirst = cubic
    ? remark(
        "channels first, as an image of one line",
        "通道在前，当作一行高的图像",
      )
    : remark("channels first", "通道在前");
  // interpolate() wants the channels first; only images have a cubic mode.
  const program = python(
    py,
    lines`
      ${pyMatrix(py, "table", state.table)}
      channels = table.T[None]${cubic ? "[:, :, None]" : ""}  # ${channelsFirst}
      size = ${cubic ? `(1, ${s.newLen})` : s.newLen.toString()} «newLen»
      rows = F.interpolate(channels, size, ${mode}) «table pos method»
      rows = rows.reshape(table.shape[1], -1).T «table»
      ${pyRows("rows")} «table»`,
  );
  return program.flatMap((line) =>
    line.text === "import torch"
      ? [line, { text: "import torch.nn.functional as F" }]
      : [line],
  );
}

function resizeBraces(c: Braces, state: ResizeState): Fragment {
  const s = marked(state);
  const { math } = c;
  const cast = c.java ? "(int) " : "static_cast<int>";
  const x = state.alignCorners
    ? `1.0 * i * (n - 1) / ${math}max(newLen - 1, 1)`
    : "(i + 0.5) * n / newLen - 0.5";
  const add = (row: string, weight: string): Fragment => lines`
    for (int d = 0; d < dModel; ++d) row[d] += ${weight} * table[${row}][d]; «table weights»`;
  const body: Record<string, Fragment> = {
    nearest: lines`
      int from = i * n / newLen; «pos»
      for (int d = 0; d < dModel; ++d) row[d] = table[from][d]; «table»`,
    linear: lines`
      double x = ${math}min(${math}max(${x}, 0.0), n - 1.0); «pos»
      int low = ${cast}(x), high = ${math}min(low + 1, n - 1); «pos»
      double share = x - low; «weights»
      ${add("low", "(1 - share)")}
      ${add("high", "share")}`,
    cubic: lines`
      double x = ${x}; «pos»
      int first = ${cast}(${math}floor(x)) - 1; «pos»
      for (int at = first; at < first + 4; ++at) {
        int from = ${math}max(0, ${math}min(n - 1, at)); «pos»
        double weight = cubic(${math}abs(x - at)); «weights»
        ${add("from", "weight")}
      }`,
  };
  const cubic = c.define(
    "double cubic(double d)",
    lines`
      double a = -0.75;
      if (d <= 1) return (a + 2) * d * d * d - (a + 3) * d * d + 1; «weights»
      return d < 2 ? a * (d * d * d - 5 * d * d + 8 * d - 4) : 0; «weights»`,
  );
  return c.program(
    lines`
      ${cMatrix(c, "table", state.table)}
      int n = ${state.table.length}, dModel = ${state.table[0]?.length ?? 0}, newLen = ${s.newLen}; «newLen»
      for (int i = 0; i < newLen; ++i) {
        ${c.vector("row", "dModel")}
        ${body[state.method] ?? []}
        ${c.print("row")} «table»
      }`,
    state.method === "cubic" ? [cubic] : [],
  );
}

export const resize = kind("resize", {
  name: { en: "Resizing a table", zh: "位置表插值" },
  prints: { en: "the rows of the new table", zh: "新表，逐行" },
  defaults: resizeDefaults,
  words: { method: ["linear", "cubic", "nearest"] },
  settle: (state) => ({
    ...state,
    newLen: Math.max(1, state.newLen),
    alignCorners: state.alignCorners && state.method !== "nearest",
  }),
  python: resizePython,
  braces: resizeBraces,
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      ${jsTensor("table", state.table)}
      const rows = pe.embedding.resize(table, ${s.newLen}, { «newLen»
        method: "${s.method}", «method»
        alignCorners: ${s.alignCorners}, «pos»
      });
      ${jsRows("rows")} «table»`);
  },
  run({ table, newLen, alignCorners, ...state }) {
    const words = ["cubic", "nearest"] as const;
    const method = words.find((word) => word === state.method) ?? "linear";
    return rowsOf(
      pe.embeddingResize(tensor(table), newLen, { method, alignCorners }),
    );
  },
});
