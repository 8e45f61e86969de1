// Learned tables: training, lookup, longer ones.
import * as pe from "posenc";
import { cIntegers, cMatrix, cNormal, cSeed } from "../braces.ts";
import { javascript, jsRows, jsTensor, jsVector } from "../javascript.ts";
import { kind, rowsOf } from "../kind.ts";
import { lines, remark, when } from "../listing.ts";
import { marked, tensor } from "../program-state.ts";
import { pyIntegers, pyMatrix, pyNormal, pyRows, python } from "../python.ts";

export const TABLE = [
  [0.5, -1, 0.25],
  [1, 0.5, -0.75],
  [0, 1.5, 1],
  [-0.5, 2, 0.75],
] as const;

export const learned = kind("learned", {
  name: { en: "Learned table", zh: "可学习的位置表" },
  prints: {
    en: "the table after one step of training whose gradient is 1 everywhere: only the rows looked up have moved",
    zh: "梯度全为 1 的一步训练之后的表：只有被查到的行移动了",
  },
  defaults: {
    maxLen: 5,
    dModel: 4,
    std: 0.02,
    seed: 7,
    positions: [0, 1, 2],
    learningRate: 0.1,
  },
  settle: (state) => ({
    ...state,
    positions: state.positions.map((p) =>
      Math.min(Math.max(0, Math.round(p)), state.maxLen - 1),
    ),
  }),
  python(py, state) {
    const s = marked(state);
    const body = py.torch
      ? lines`
          start = normal(${s.maxLen} * ${s.dModel}, ${s.std}, ${s.seed}) «table std seed»
          table = torch.nn.Embedding(${s.maxLen}, ${s.dModel}) «table maxLen dModel»
          with torch.no_grad():
              table.weight.copy_(start.reshape(${s.maxLen}, ${s.dModel})) «table»

          optimizer = torch.optim.SGD(table.parameters(), lr=${s.learningRate}) «learningRate»
          ${pyIntegers(py, "positions", state.positions)} «pos»
          loss = table(positions).sum() «pos gradient»
          loss.backward() «gradient»
          optimizer.step() «table learningRate»
          ${pyRows("table.weight")} «table»`
      : lines`
          table = normal(${s.maxLen} * ${s.dModel}, ${s.std}, ${s.seed}) «table std seed»
          table = table.reshape(${s.maxLen}, ${s.dModel}) «table maxLen dModel»
          ${pyIntegers(py, "positions", state.positions)} «pos»
          gradient = np.ones((len(positions), ${s.dModel})) «gradient»
          # ${remark("Where a position occurs twice, both of its gradients count.", "同一位置出现两次时，两份梯度都要算上。")}
          np.subtract.at(table, positions, ${s.learningRate} * gradient) «table learningRate»
          ${pyRows("table")} «table»`;
    return python(py, body, [pyNormal(py)]);
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(
      lines`
        int maxLen = ${s.maxLen}, dModel = ${s.dModel}; «maxLen dModel»
        ${c.java ? "double[]" : "Vector"} start = normal(maxLen * dModel, ${s.std}, ${cSeed(c, state.seed)}); «table std seed»
        ${c.matrix("table", "maxLen", "dModel")}
        for (int i = 0; i < maxLen * dModel; ++i) table[i / dModel][i % dModel] = start[i]; «table»
        ${cIntegers(c, "positions", state.positions)} «pos»
        double learningRate = ${s.learningRate}, gradient = 1; «learningRate gradient»
        for (int pos : positions) { «pos»
          for (int dim = 0; dim < dModel; ++dim) {
            table[pos][dim] -= learningRate * gradient; «table learningRate»
          }
        }
        ${c.rows("table")} «table»`,
      [cNormal(c)],
    );
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      const table = pe.embedding.learned({
        maxLen: ${s.maxLen}, «maxLen»
        dModel: ${s.dModel}, «dModel»
        std: ${s.std}, «std»
        seed: ${s.seed}, «seed»
      });
      ${jsVector("positions", state.positions)} «pos»
      const shape = [positions.length, ${s.dModel}];
      const gradient = { data: new Float32Array(shape[0] * shape[1]).fill(1), shape }; «gradient»
      const trained = pe.embedding.update(table, positions, gradient, {
        learningRate: ${s.learningRate}, «learningRate»
      });
      ${jsRows("trained")} «table»`);
  },
  run({ maxLen, dModel, std, seed, positions, learningRate }) {
    const table = pe.learned({ maxLen, dModel, std, seed });
    const shape = [positions.length, dModel];
    const data = new Float32Array(positions.length * dModel).fill(1);
    const gradient = { data, shape };
    return rowsOf(
      pe.embeddingUpdate(table, positions, gradient, { learningRate }),
    );
  },
});

export const lookup = kind("lookup", {
  name: { en: "Looking up rows", zh: "查表" },
  prints: { en: "the row of each position", zh: "每个位置对应的行" },
  defaults: { table: TABLE, positions: [0, 2, 5], overflow: "clamp" },
  words: { overflow: ["error", "clamp", "wrap"] },
  settle: (state) => ({
    ...state,
    positions: state.positions.map(Math.round),
  }),
  python(py, state) {
    const row = {
      error: "positions",
      clamp: py.torch
        ? "positions.clamp(0, len(table) - 1)"
        : "positions.clip(0, len(table) - 1)",
      wrap: "positions % len(table)",
    }[state.overflow];
    const outside = lines`
      if positions.min() < 0: «pos»
          raise IndexError("negative positions would count from the end") «pos»`;
    return python(
      py,
      lines`
        ${pyMatrix(py, "table", state.table)}
        ${pyIntegers(py, "positions", state.positions)} «pos»
        ${when(state.overflow === "error", outside)}
        rows = table[${row ?? "positions"}] «table overflow»
        ${pyRows("rows")} «table»`,
    );
  },
  braces(c, state) {
    const clamp = `${c.math}min(${c.math}max(pos, 0), maxLen - 1)`;
    const wrap = c.java
      ? "Math.floorMod(pos, maxLen)"
      : "(pos % maxLen + maxLen) % maxLen";
    const row = { clamp, wrap }[state.overflow] ?? "pos";
    // Java checks every index; C++ does so in `at`.
    const checked = !c.java && state.overflow === "error";
    return c.program(lines`
      ${cMatrix(c, "table", state.table)}
      ${cIntegers(c, "positions", state.positions)} «pos»
      ${when(row.includes("maxLen"), lines`int maxLen = ${state.table.length}; «maxLen»`)}
      for (int pos : positions) { «pos»
        ${c.print(checked ? "table.at(pos)" : `table[${row}]`)} «table overflow»
      }`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      ${jsTensor("table", state.table)}
      ${jsVector("positions", state.positions)} «pos»
      const rows = pe.embedding.lookup(table, positions, { overflow: "${s.overflow}" }); «table overflow»
      ${jsRows("rows")} «table»`);
  },
  run({ table, positions, ...state }) {
    const words = ["clamp", "wrap"] as const;
    const overflow = words.find((word) => word === state.overflow) ?? "error";
    return rowsOf(pe.embeddingLookup(tensor(table), positions, { overflow }));
  },
});

export const hierarchical = kind("hierarchical", {
  name: { en: "Hierarchical decomposition", zh: "层次分解" },
  prints: {
    en: "the rows of the longer table",
    zh: "加长后的表，逐行",
  },
  defaults: { table: TABLE, newLen: 9, alpha: 0.4 },
  settle: (state) => ({
    ...state,
    newLen: Math.min(Math.max(1, state.newLen), state.table.length ** 2),
  }),
  python(py, state) {
    const s = marked(state);
    return python(
      py,
      lines`
        ${pyMatrix(py, "table", state.table)}
        n, alpha = len(table), ${s.alpha} «alpha»
        u = (table - alpha * table[0]) / (1 - alpha) «u alpha»
        pos = ${py.lib}.arange(${s.newLen}) «pos newLen»
        rows = alpha * u[pos // n] + (1 - alpha) * u[pos % n] «table pos»
        ${pyRows("rows")} «table»`,
    );
  },
  braces(c, state) {
    const s = marked(state);
    return c.program(lines`
      ${cMatrix(c, "table", state.table)}
      int n = ${state.table.length}, dModel = ${state.table[0]?.length ?? 0}, newLen = ${s.newLen}; «newLen»
      double alpha = ${s.alpha}; «alpha»
      ${c.matrix("u", "n", "dModel")}
      for (int i = 0; i < n; ++i) {
        for (int d = 0; d < dModel; ++d) {
          u[i][d] = (table[i][d] - alpha * table[0][d]) / (1 - alpha); «u alpha»
        }
      }
      ${c.matrix("rows", "newLen", "dModel")}
      for (int pos = 0; pos < newLen; ++pos) { «pos»
        for (int d = 0; d < dModel; ++d) {
          rows[pos][d] = alpha * u[pos / n][d] + (1 - alpha) * u[pos % n][d]; «table pos»
        }
      }
      ${c.rows("rows")} «table»`);
  },
  javascript(state) {
    const s = marked(state);
    return javascript(lines`
      ${jsTensor("table", state.table)}
      const rows = pe.embedding.hierarchical(table, ${s.newLen}, { alpha: ${s.alpha} }); «table pos alpha»
      ${jsRows("rows")} «table»`);
  },
  run: ({ table, newLen, alpha }) =>
    rowsOf(pe.hierarchical(tensor(table), newLen, { alpha })),
});
