// Whole models in Python and in Java and C++: an encoder, a decoder.
import type { Braces } from "../braces.ts";
import { type Fragment, lines, remark, when } from "../listing.ts";
import type { Python } from "../python.ts";
import { classOf } from "./classes.ts";
import { call, isAdded, type Way } from "./python-layers.ts";

const CLASSES: Readonly<Record<Way, string>> = {
  sinusoidal: "SinusoidalPositionalEncoding",
  learned: "LearnedPositionalEncoding",
  relative: "RelativePositionalEncoding",
  rotary: "RotaryPositionalEncoding",
};

/** What the first weights of a layer are drawn from; ten for each layer. */
const SEED = "10 * n + 1";

/** The functions of the network behind attention, where they are not given. */
export const pyFeedForward = (py: Python): Fragment =>
  py.torch
    ? lines`
        def feed_forward(d_model, seed):
            return nn.Sequential(
                linear(d_model, 4 * d_model, seed),
                nn.ReLU(),
                linear(4 * d_model, d_model, seed + 1),
            )`
    : lines`
        def layer_norm(x, epsilon=1e-5):
            x = x - x.mean(axis=-1, keepdims=True)
            return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + epsilon)


        class FeedForward:
            def __init__(self, d_model, seed):
                self.hidden = numbers(4 * d_model, d_model, seed)
                self.output = numbers(d_model, 4 * d_model, seed + 1)

            def forward(self, x):
                return np.maximum(x @ self.hidden.T, 0) @ self.output.T`;

/** How a class of a model begins in Python. */
const pyClass = (py: Python, name: string, parameters: string): Fragment =>
  lines`
    class ${name}${py.torch ? "(nn.Module)" : ""}:
        def __init__(self, ${parameters}):
            ${when(py.torch, lines`super().__init__()`)}`;

/** The class EncoderLayer or DecoderLayer. */
export function pyModelLayer(py: Python, way: Way, decoder: boolean): Fragment {
  const { torch } = py;
  const inside = isAdded(way) ? "" : ", positions";
  const norm = (name: string, x: string): string =>
    torch ? `self.${name}_norm(${x})` : `layer_norm(${x})`;
  const norms = (...names: string[]): Fragment =>
    when(
      torch,
      names.flatMap((name) => lines`self.${name}_norm = nn.LayerNorm(d_model)`),
    );
  const feed = torch
    ? "feed_forward(d_model, seed + 4)"
    : "FeedForward(d_model, seed + 4)";
  const own = `x, x${inside}${decoder ? ", causal=True" : ""}`;
  return lines`
    ${pyClass(py, decoder ? "DecoderLayer" : "EncoderLayer", "d_model, num_heads, seed")}
            self.attention = MultiHeadAttention(d_model, num_heads, seed) «numHeads»
            ${when(decoder, lines`self.cross_attention = MultiHeadAttention(d_model, num_heads, seed + 6) «memory»`)}
            self.feed_forward = ${feed}
            ${norms("attention", ...(decoder ? ["cross"] : []), "feed")}

        def forward(self, x${decoder ? ", memory" : ""}${inside}):
            ${when(decoder, lines`# ${remark("Its own words up to the present one, then all of the source.", "先看自己到当前为止的词，再看整个源句。")}`)}
            x = ${norm("attention", `x + ${call(py, "self.attention")}(${own})`)} «output${decoder ? " causal" : ""}»
            ${when(decoder, lines`x = ${norm("cross", `x + ${call(py, "self.cross_attention")}(x, memory)`)} «output memory»`)}
            return ${norm("feed", `x + ${call(py, "self.feed_forward")}(x)`)} «output»`;
}

/** The class Encoder or Decoder. */
export function pyModel(py: Python, way: Way, decoder: boolean): Fragment {
  const { torch, lib } = py;
  const added = isAdded(way);
  const name = decoder ? "Decoder" : "Encoder";
  const many = `${name}Layer(d_model, num_heads, ${SEED}) for n in range(num_layers)`;
  const tokens = torch
    ? lines`self.tokens = nn.Embedding.from_pretrained(numbers(vocabulary, d_model, 0), freeze=False) «vocabularySize tokens»`
    : lines`self.tokens = numbers(vocabulary, d_model, 0) «vocabularySize tokens»`;
  const looked = torch ? "self.tokens(tokens)" : "self.tokens[tokens]";
  const positions = call(py, "self.positions");
  const layer = `${call(py, "layer")}(x${decoder ? ", memory" : ""}${added ? "" : ", self.positions"})`;
  return lines`
    ${pyClass(py, name, "vocabulary, d_model, num_heads, num_layers, positions")}
            ${tokens}
            self.positions = positions «pos»
            self.layers = ${torch ? `nn.ModuleList(${many})` : `[${many}]`} «layers»

        def forward(self, tokens${decoder ? ", memory" : ""}):
            x = ${looked} * math.sqrt(self.tokens.${torch ? "embedding_dim" : "shape[1]"}) «tokens»
            ${when(added, lines`x = ${positions}(x)  # ${remark("once, at the bottom", "只在最底层加一次")} «pos output»`)}
            for layer in self.layers: «layers»
                x = ${layer}${added ? "" : `  # ${remark("positions in every layer", "每一层都有位置")}`} «output${added ? "" : " pos"}»
            ${
              decoder
                ? lines`
                    # ${remark("A score for each word of the vocabulary, by the same table.", "用同一张词表算出词汇表中每个词的分数。")}
                    return x, x @ self.tokens${torch ? ".weight" : ""}.T «output scores»`
                : lines`return x «output»`
            }`.flatMap((line) =>
    // The list of layers is too long for one line of a page.
    line.text.includes("from_pretrained")
      ? [
          { ...line, text: "        weight = numbers(vocabulary, d_model, 0)" },
          {
            ...line,
            text: "        self.tokens = nn.Embedding.from_pretrained(weight, freeze=False)",
          },
        ]
      : line.text.includes(" for n in range")
        ? split(line.text, lib === "torch").map((text) => ({ ...line, text }))
        : [line],
  );
}

/** A comprehension in three lines. */
function split(text: string, torch: boolean): string[] {
  const open = text.indexOf(torch ? "ModuleList(" : "[") + (torch ? 11 : 1);
  const [head, inside] = [text.slice(0, open), text.slice(open, -1)];
  return [head, `            ${inside}`, `        ${torch ? ")" : "]"}`];
}

/** The functions `layerNorm` and `add`, which each layer calls. */
export const cNorms = (c: Braces): Fragment[] => [
  c.define(
    "Matrix add(Matrix a, Matrix b)",
    lines`
      ${c.matrix("sum", c.length("a"), c.length("a[0]"))}
      for (int t = 0; t < ${c.length("a")}; ++t) {
        for (int d = 0; d < ${c.length("a[0]")}; ++d) sum[t][d] = a[t][d] + b[t][d];
      }
      return sum;`,
  ),
  c.define(
    "Matrix layerNorm(Matrix x)",
    lines`
      int width = ${c.length("x[0]")};
      ${c.matrix("y", c.length("x"), "width")}
      for (int t = 0; t < ${c.length("x")}; ++t) {
        double mean = 0, variance = 0;
        for (int d = 0; d < width; ++d) mean += x[t][d] / width;
        for (int d = 0; d < width; ++d) {
          variance += (x[t][d] - mean) * (x[t][d] - mean) / width;
        }
        double scale = 1 / ${c.math}sqrt(variance + 1e-5);
        for (int d = 0; d < width; ++d) y[t][d] = (x[t][d] - mean) * scale;
      }
      return y;`,
  ),
];

/** The class FeedForward. */
export const cFeedForward = (c: Braces): Fragment =>
  classOf(c, {
    name: "FeedForward",
    parameters: "int dModel, int seed",
    members: [
      {
        type: "Matrix",
        name: "hidden",
        from: "numbers(4 * dModel, dModel, seed)",
      },
      {
        type: "Matrix",
        name: "output",
        from: "numbers(dModel, 4 * dModel, seed + 1)",
      },
    ],
    methods: [
      {
        signature: "Matrix forward(Matrix x)",
        body: lines`
          ${c.java ? "double[][]" : "Matrix"} h = linear(x, hidden);
          for (${c.java ? "double[]" : "Vector&"} row : h) {
            for (${c.java ? "int d = 0; d < row.length; ++d" : "double& value : row"}) ${c.java ? "row[d] = Math.max(row[d], 0)" : "value = std::max(value, 0.0)"};
          }
          return linear(h, output); «output»`,
      },
    ],
  });

/** The class EncoderLayer or DecoderLayer. */
export function cModelLayer(c: Braces, way: Way, decoder: boolean): Fragment {
  const inside = isAdded(way) ? [] : [`Optional ${CLASSES[way]} positions`];
  const matrix = c.java ? "double[][]" : "const Matrix";
  const self = [
    "x",
    "x",
    ...(inside.length > 0 ? ["positions"] : []),
    ...(decoder ? ["true"] : []),
  ];
  const cross = [
    "y",
    "memory",
    ...(inside.length > 0 ? [c.java ? "null" : "nullptr"] : []),
    "false",
  ];
  const parameters = [
    "Matrix x",
    ...(decoder ? ["Matrix memory"] : []),
    ...inside,
  ];
  return classOf(c, {
    name: decoder ? "DecoderLayer" : "EncoderLayer",
    parameters: "int dModel, int numHeads, int seed",
    members: [
      {
        type: "MultiHeadAttention",
        name: "attention",
        args: "dModel, numHeads, seed",
      },
      ...(decoder
        ? [
            {
              type: "MultiHeadAttention",
              name: "crossAttention",
              args: "dModel, numHeads, seed + 6",
            },
          ]
        : []),
      {
        type: "FeedForward",
        name: "feedForward",
        args: "dModel, seed + 4",
      },
    ],
    methods: [
      {
        signature: `Matrix forward(${parameters.join(", ")})`,
        body: decoder
          ? lines`
              // ${remark("Its own words up to the present one, then all of the source.", "先看自己到当前为止的词，再看整个源句。")}
              ${matrix} y = layerNorm(add(x, attention.forward(${self.join(", ")}))); «output causal»
              ${matrix} z = layerNorm(add(y, crossAttention.forward(${cross.join(", ")}))); «output memory»
              return layerNorm(add(z, feedForward.forward(z))); «output»`
          : lines`
              ${matrix} y = layerNorm(add(x, attention.forward(${self.join(", ")}))); «output»
              return layerNorm(add(y, feedForward.forward(y))); «output»`,
      },
    ],
  });
}

/** The class Encoder or Decoder. */
export function cModel(c: Braces, way: Way, decoder: boolean): Fragment {
  const name = decoder ? "Decoder" : "Encoder";
  const layer = `${name}Layer`;
  const added = isAdded(way);
  const push = c.java
    ? `layers.add(new ${layer}(dModel, numHeads, ${SEED}));`
    : `layers.emplace_back(dModel, numHeads, ${SEED});`;
  const handed = [
    "x",
    ...(decoder ? ["memory"] : []),
    ...(added ? [] : [`${c.java ? "" : "&"}positions`]),
  ];
  return classOf(c, {
    name,
    parameters: `int vocabulary, int dModel, int numHeads, int numLayers, ${CLASSES[way]} positions`,
    members: [
      {
        type: "Matrix",
        name: "tokens",
        from: "numbers(vocabulary, dModel, 0)",
      },
      { type: CLASSES[way], name: "positions", from: "positions" },
      { type: `List<${layer}>`, name: "layers", args: "" },
    ],
    body: lines`
      for (int n = 0; n < numLayers; ++n) { «layers»
        ${push} «layers»
      }`,
    methods: [
      {
        signature: `Matrix forward(Integers text${decoder ? ", Matrix memory" : ""})`,
        body: lines`
          int dModel = ${c.length("tokens[0]")}; «dModel»
          ${c.matrix("x", c.length("text"), "dModel")}
          for (int t = 0; t < ${c.length("text")}; ++t) { «tokens»
            for (int d = 0; d < dModel; ++d) x[t][d] = tokens[text[t]][d] * ${c.math}sqrt(dModel); «tokens»
          }
          ${when(
            added,
            lines`
            // ${remark("Once, at the bottom.", "只在最底层加一次。")}
            x = positions.forward(x${way === "sinusoidal" ? ", 0" : ""}); «pos output»`,
          )}
          ${when(!added, lines`// ${remark("Positions in every layer.", "每一层都有位置。")}`)}
          for (${c.java ? layer : `const ${layer}&`} layer : layers) x = layer.forward(${handed.join(", ")}); «layers output»
          return x; «output»`,
      },
      ...(decoder
        ? [
            {
              signature: "Matrix scores(Matrix output)",
              body: lines`
                // ${remark("For each word of the vocabulary, by the same table.", "用同一张词表算出词汇表中每个词的分数。")}
                return linear(output, tokens); «scores»`,
            },
          ]
        : []),
    ],
  });
}

/** `Class(args)`: an object of the way that positions enter. */
export const classNameOf = (way: Way): string => CLASSES[way];
