// Layers as classes, in NumPy and PyTorch, and what whole models are made of.
import { type Fragment, lines, remark, when } from "../listing.ts";
import { type Python, pyCausal, TORCH } from "../python.ts";

/** PyTorch with its modules. */
export const withModules = (py: Python): Python =>
  py.torch
    ? {
        ...py,
        head: TORCH.head.flatMap((line) =>
          line.text === "import torch"
            ? [line, { text: "from torch import nn" }]
            : [line],
        ),
      }
    : py;

/** How positions enter a layer or a model. */
export type Way = "sinusoidal" | "learned" | "relative" | "rotary";
export const WAYS: readonly Way[] = [
  ...(["sinusoidal", "learned", "relative", "rotary"] as const),
];
/** Whether rows are added to the tokens, at the bottom of a model. */
export const isAdded = (way: Way): boolean =>
  way === "sinusoidal" || way === "learned";

/** The function `numbers`: weights and inputs without training or chance. */
export const pyNumbers = (py: Python): Fragment => lines`
  def numbers(rows, columns, seed):
      """${remark("Plain numbers that all languages make alike, in place of trained ones.", "各语言都能算得一样的数，代替训练得到的数。")}"""
      i, j = ${py.lib}.arange(rows)[:, None], ${py.lib}.arange(columns)
      return ((7 * i + 3 * j + i * j + seed) % 16 - 7.5) / 16`;

/** The head of a class, and of the function that makes an object of it. */
const opening = (
  py: Python,
  name: string,
  parameters: string,
  body: Fragment,
): Fragment => lines`
  class ${name}${py.torch ? "(nn.Module)" : ""}:
      def __init__(self, ${parameters}):
          ${when(py.torch, lines`super().__init__()`)}
          ${body}`;

/** How an object of a class is called. */
export const call = (py: Python, name: string): string =>
  py.torch ? name : `${name}.forward`;

const tooLong = (rows: string): Fragment => lines`
  if end > ${rows}:
      raise ValueError(f"{end} positions, but the table has {${rows}} rows")`;

/** The class SinusoidalPositionalEncoding. */
export function pySinusoidalLayer(py: Python): Fragment {
  const { lib } = py;
  const column = py.torch
    ? "torch.arange(max_len).unsqueeze(1)"
    : "np.arange(max_len)[:, None]";
  const zeros = py.torch
    ? "torch.zeros(max_len, d_model)"
    : "np.zeros((max_len, d_model))";
  const keep = py.torch
    ? lines`
        # ${remark("A buffer: goes where the model goes, is not trained, need not be saved.", "缓冲区：随模型迁移，不参与训练，也不必保存。")}
        self.register_buffer("pe", pe, persistent=False)`
    : lines`
        # ${remark("Nothing may train this table.", "这张表不参与训练，也不许改写。")}
        pe.flags.writeable = False
        self.pe = pe`;
  return lines`
    ${opening(
      py,
      "SinusoidalPositionalEncoding",
      "d_model, max_len=5000, base=10000",
      lines`
        pe = ${zeros}  # [max_len, d_model] «table maxLen dModel»
        position = ${column}  # [max_len, 1] «pos»
        # ${remark("1 / base^(2i / d_model), a frequency for each pair of columns", "1 / base^(2i / d_model)，每两列共用一个频率")}
        div_term = ${lib}.exp(${lib}.arange(0, d_model, 2) * (-math.log(base) / d_model)) «omega base dModel»
        pe[:, 0::2] = ${lib}.sin(position * div_term)  # ${remark("even columns", "偶数列")} «angle dim»
        pe[:, 1::2] = ${lib}.cos(position * div_term[: d_model // 2])  # ${remark("odd columns", "奇数列")} «angle dim»
        ${keep} «table»`,
    )}

        def forward(self, x, offset=0):
            # ${remark("x: [batch, length, d_model]; offset: how many tokens came before", "x 的形状：批次 × 长度 × 维数；第二个参数：前面已有多少个词元")}
            end = offset + x.${py.torch ? "size(-2)" : "shape[-2]"} «offset seqLen»
            ${tooLong("len(self.pe)")}
            return x + self.pe[offset:end]  # ${remark("the same rows for every text of the batch", "批次中每段文本加上同样的行")} «output»`;
}

/** The class LearnedPositionalEncoding; in NumPy with its gradient. */
export function pyLearnedLayer(py: Python, trained = true): Fragment {
  if (py.torch) {
    return lines`
      ${opening(
        py,
        "LearnedPositionalEncoding",
        "d_model, max_len=512",
        lines`
          # ${remark("A parameter: one row for each position.", "参数：每个位置一行。")}
          self.embedding = nn.Embedding(max_len, d_model) «table maxLen dModel»
          nn.init.normal_(self.embedding.weight, std=0.02) «table»`,
      )}

          def forward(self, x):
              # ${remark("x: [batch, length, d_model]", "x 的形状：批次 × 长度 × 维数")}
              end = x.size(-2) «seqLen»
              rows = self.embedding.num_embeddings «maxLen»
              ${tooLong("rows")}
              position = torch.arange(end, device=x.device) «pos»
              return x + self.embedding(position) «output»`;
  }
  const training = lines`

        def backward(self, gradient):
            # ${remark("Each row was added to one token of every text: its gradients add up.", "每一行都加给了各段文本中的一个词元，它的梯度要相加。")}
            self.gradient[: gradient.shape[-2]] += gradient.sum(axis=0) «gradient»
            return gradient  # ${remark("a sum hands its gradient on unchanged", "加法把梯度原样传下去")}

        def step(self, learning_rate):
            self.table -= learning_rate * self.gradient «table learningRate gradient»
            self.gradient[:] = 0`;
  return lines`
    ${opening(
      py,
      "LearnedPositionalEncoding",
      "table",
      lines`
        self.table = table  # ${remark("[max_len, d_model], a row for each position", "每个位置一行")} «table maxLen dModel»
        ${when(trained, lines`self.gradient = np.zeros_like(table) «gradient»`)}`,
    )}

        def forward(self, x):
            # ${remark("x: [batch, length, d_model]", "x 的形状：批次 × 长度 × 维数")}
            end = x.shape[-2] «seqLen»
            ${tooLong("len(self.table)")}
            return x + self.table[:end] «output»
        ${when(trained, training)}`;
}

/** The class RelativePositionalEncoding: Shaw's rows for clipped offsets. */
export function pyRelativeLayer(py: Python): Fragment {
  const table = py.torch
    ? lines`
        # ${remark("A row for each offset from -clip to clip; those further away share the ends.", "截断范围内的每个偏移各有一行；更远的共用两端的行。")}
        self.embedding = nn.Embedding(2 * clip + 1, head_dim) «table clip headDim»
        nn.init.normal_(self.embedding.weight, std=0.02) «table»`
    : lines`
        # ${remark("A row for each offset from -clip to clip; those further away share the ends.", "截断范围内的每个偏移各有一行；更远的共用两端的行。")}
        self.table = table  # [2 * clip + 1, head_dim] «table clip headDim»`;
  return lines`
    ${opening(
      py,
      "RelativePositionalEncoding",
      py.torch ? "head_dim, clip" : "table",
      lines`
        ${when(py.torch, lines`self.clip = clip «clip»`)}
        ${table}
        ${when(!py.torch, lines`self.clip = len(table) // 2 «clip»`)}`,
    )}

        def forward(self, q):
            # ${remark("q: [heads, length, head_dim]; what is added to q·k: [heads, length, length]", "q 的形状：头 × 长度 × 头维度；返回要加到 q·k 上的项：头 × 长度 × 长度")}
            position = ${py.torch ? "torch.arange(q.size(-2), device=q.device)" : "np.arange(q.shape[-2])"} «pos»
            offset = position - position[:, None]  # ${remark("key minus query", "键的位置减查询的位置")} «distance»
            rows = ${py.torch ? "self.embedding(offset.clamp(-self.clip, self.clip) + self.clip)" : "self.table[offset.clip(-self.clip, self.clip) + self.clip]"} «table distance clip»
            return ${py.lib}.einsum("hid,ijd->hij", q, rows) «scores»`;
}

/** The class RotaryPositionalEncoding, with both tables ready. */
export function pyRotaryLayer(py: Python): Fragment {
  const { lib } = py;
  const column = py.torch
    ? "torch.arange(max_len).unsqueeze(1)"
    : "np.arange(max_len)[:, None]";
  const keep = py.torch
    ? lines`
        # ${remark("Buffers: they go where the model goes and are not trained.", "缓冲区：随模型迁移，不参与训练。")}
        self.register_buffer("cos", angle.cos(), persistent=False) «angle»
        self.register_buffer("sin", angle.sin(), persistent=False) «angle»`
    : lines`self.cos, self.sin = np.cos(angle), np.sin(angle) «angle»`;
  return lines`
    ${opening(
      py,
      "RotaryPositionalEncoding",
      "head_dim, max_len=2048, base=10000",
      lines`
        # ${remark("The frequencies of the sinusoids: one for each pair of columns.", "与正弦波相同的频率：每两列一个。")}
        theta = base ** (-${lib}.arange(0, head_dim, 2) / head_dim) «theta base headDim»
        angle = ${column} * theta  # [max_len, head_dim / 2] «angle pos theta maxLen»
        ${keep}`,
    )}

        def forward(self, x, offset=0):
            # ${remark("x: [heads, length, head_dim], the queries or the keys", "x：查询或键，形状为头 × 长度 × 头维度")}
            end = offset + x.${py.torch ? "size(-2)" : "shape[-2]"} «offset seqLen»
            ${tooLong("len(self.cos)")}
            cos, sin = self.cos[offset:end], self.sin[offset:end] «angle»
            a, b = ${py.torch ? "x.chunk(2, dim=-1)" : "np.split(x, 2, axis=-1)"}  # ${remark("pair i: columns i and i + head_dim / 2", "第 i 对：第 i 列与往后半个头维度的那一列")} «layout»
            return ${py.torch ? "torch.cat" : "np.concatenate"}([a * cos - b * sin, b * cos + a * sin], ${py.axis}=-1) «output»`;
}

/** The class of a way that positions enter. */
export const pyWay = (py: Python, way: Way): Fragment =>
  ({
    sinusoidal: pySinusoidalLayer,
    learned: (given: Python) => pyLearnedLayer(given, false),
    relative: pyRelativeLayer,
    rotary: pyRotaryLayer,
  })[way](py);

/** The function `linear`: x·Wᵀ, without a summand. */
export const pyLinear = (py: Python): Fragment =>
  py.torch
    ? lines`
        def linear(inputs, outputs, seed):
            layer = nn.Linear(inputs, outputs, bias=False)
            layer.weight = nn.Parameter(numbers(outputs, inputs, seed))
            return layer`
    : lines`
        def softmax(scores):
            weights = np.exp(scores - scores.max(axis=-1, keepdims=True)) «weights»
            return weights / weights.sum(axis=-1, keepdims=True) «weights»`;

/**
 * The class MultiHeadAttention.
 *
 * @param way - which positions take part in it; rows that are added do not
 */
export function pyAttentionLayer(
  py: Python,
  way: Way,
  causal: boolean,
): Fragment {
  const { torch } = py;
  const inside = !isAdded(way);
  const weights = ["query", "key", "value", "output"].flatMap((name, k) =>
    torch
      ? lines`self.${name} = linear(d_model, d_model, seed${k > 0 ? ` + ${k}` : ""})`
      : lines`self.${name} = numbers(d_model, d_model, seed${k > 0 ? ` + ${k}` : ""})`,
  );
  const part = (name: string, x: string): string =>
    torch
      ? `self.split(self.${name}(${x}))`
      : `self.split(${x} @ self.${name}.T)`;
  const joined = torch
    ? "heads.transpose(0, 1).flatten(1)"
    : "heads.swapaxes(0, 1).reshape(len(x), -1)";
  const positions = call(py, "positions");
  const turn = lines`
    if positions is not None:  # ${remark("queries and keys turn, values do not", "旋转查询和键，不旋转值")} «pos»
        q, k = ${positions}(q), ${positions}(k) «pos»`;
  const add = lines`
    if positions is not None:
        scores = scores + ${positions}(q) «scores pos»`;
  return lines`
    ${opening(
      py,
      "MultiHeadAttention",
      "d_model, num_heads, seed",
      lines`
        self.num_heads = num_heads «numHeads»
        ${weights}`,
    )}

        def split(self, x):
            # [length, d_model] -> [heads, length, head_dim]
            return ${torch ? "x.unflatten(1, (self.num_heads, -1)).transpose(0, 1)" : "x.reshape(len(x), self.num_heads, -1).swapaxes(0, 1)"} «head»

        def forward(self, x, memory${inside ? ", positions=None" : ""}${causal ? ", causal=False" : ""}):
            # ${remark("queries from x, keys and values from memory", "查询来自 x，键和值来自第二个参数")}
            q = ${part("query", "x")}
            k = ${part("key", "memory")}
            v = ${part("value", "memory")}
            ${when(way === "rotary", turn)}
            scores = q @ k.${torch ? "transpose(1, 2)" : "swapaxes(1, 2)"} «scores»
            ${when(way === "relative", add)}
            scores = scores / math.sqrt(q.shape[-1]) «scores headDim»
            ${when(
              causal,
              lines`
              if causal:
                  ${pyCausal(py)}`,
            )}
            heads = ${torch ? "scores.softmax(dim=-1)" : "softmax(scores)"} @ v «weights output»
            return ${torch ? `self.output(${joined})` : `${joined} @ self.output.T`} «output»`;
}
