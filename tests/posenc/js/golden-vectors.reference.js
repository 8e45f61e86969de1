/**
 * One layer's output from the formulas of the models' papers and code, for tests of
 * `golden`: takes its q, k, v and sinks, and nothing of the library.
 */

/**
 * Angles per position of each pair: base^(−2i/d), or YaRN's mix of them and of
 * those of the stretched context (Peng et al. 2023, section 3).
 *
 * @typedef {{ factor: number, original: number, isRounded: boolean }} Yarn
 * @param {number} base
 * @param {number} width
 * @param {Yarn} [yarn]
 */
function frequencies(base, width, yarn) {
  const theta = Array.from(
    { length: width / 2 },
    (_, i) => base ** ((-2 * i) / width),
  );
  if (!yarn) return theta;
  const { factor, original, isRounded } = yarn;
  // Where a pair turns so many times within the original length.
  const at = (turns) =>
    (width * Math.log(original / (turns * 2 * Math.PI))) / (2 * Math.log(base));
  const [low, high] = isRounded
    ? [Math.floor(at(32)), Math.ceil(at(1))]
    : [at(32), at(1)];
  return theta.map((x, i) => {
    const share = Math.min(Math.max((i - low) / (high - low), 0), 1);
    return (x / factor) * share + x * (1 - share);
  });
}

/** @typedef {readonly number[][][]} Heads */

/**
 * What a layer does.
 *
 * @typedef {object} Layer
 * @property {number} base
 * @property {number} turns how many columns turn
 * @property {number} [first] the first of them
 * @property {boolean} [neighbours] columns 2i and 2i + 1 are a pair, else i and i + d/2
 * @property {Yarn} [yarn]
 * @property {number} [amplitude] factor on cos and sin
 * @property {number} scale
 * @property {number} [window]
 * @property {number} [cap]
 * @property {number} queriesPerKey heads of queries that share a head of keys
 * @property {boolean} [isTurnedBack] the values are the turned keys
 */

/**
 * Output [heads, tokens, value width] as nested lists.
 *
 * @param {Layer} layer
 * @param {{ q: Heads, k: Heads, v: Heads, sinks?: readonly number[] }} tensors
 * @param {readonly number[]} positions
 * @param {(x: number) => number} [round] each result to an engine's number format
 */
export function outputOf(
  layer,
  { q, k, v, sinks },
  positions,
  round = (x) => x,
) {
  const { base, turns, first = 0, amplitude = 1 } = layer;
  const theta = frequencies(base, turns, layer.yarn);
  /** Each pair (x, y) as the complex number x + iy, times r·e^(iφ). */
  const turned = (row, position, r) => {
    const out = [...row];
    theta.forEach((angle, i) => {
      const [a, b] = layer.neighbours ? [2 * i, 2 * i + 1] : [i, i + turns / 2];
      const [x, y] = [row[first + a], row[first + b]];
      const re = round(r * Math.cos(position * angle));
      const im = round(r * Math.sin(position * angle));
      out[first + a] = round(round(x * re) - round(y * im));
      out[first + b] = round(round(x * im) + round(y * re));
    });
    return out;
  };
  const all = (heads) =>
    heads.map((rows) =>
      rows.map((row, t) => turned(row, positions[t], amplitude)),
    );
  const keys = all(k);
  const values = layer.isTurnedBack ? keys : v;
  return all(q).map((rows, h) => {
    const group = Math.floor(h / layer.queriesPerKey);
    return rows.map((row, i) => {
      const terms = keys[group].map((key, j) => {
        const distance = positions[i] - positions[j];
        if (distance < 0 || distance >= (layer.window ?? Infinity)) return 0;
        const dot = round(row.reduce((sum, x, c) => sum + x * key[c], 0));
        const score = round(dot * layer.scale);
        const { cap } = layer;
        return Math.exp(cap ? round(cap * Math.tanh(score / cap)) : score);
      });
      const sum = terms.reduce((a, b) => a + b, sinks ? Math.exp(sinks[h]) : 0);
      const weights = terms.map((x) => round(x / sum));
      const output = values[group][0].map((_, c) =>
        round(weights.reduce((a, x, j) => a + x * values[group][j][c], 0)),
      );
      return layer.isTurnedBack
        ? turned(output, -positions[i], 1 / amplitude)
        : output;
    });
  });
}
