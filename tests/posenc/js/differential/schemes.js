// Every position scheme that attention takes, drawn at random, and what its
// formula adds to the scores, one cell after the other in float64. Nothing here
// comes from the library: the formulas are those of the papers.

const dot = (a, from, b, at, width) => {
  let sum = 0;
  for (let d = 0; d < width; d += 1) sum += a[from + d] * b[at + d];
  return sum;
};
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
const sigmoid = (x) => 1 / (1 + Math.exp(-x));

function alibiSlopes(order, heads, maxBias) {
  const geometric = (count) =>
    Array.from(
      { length: count },
      (_, h) => 2 ** ((-maxBias * (h + 1)) / count),
    );
  const below = 2 ** Math.floor(Math.log2(heads));
  if (order === "geometric" || below === heads) return geometric(heads);
  const more = geometric(2 * below).filter((_, n) => n % 2 === 0);
  return [...geometric(below), ...more].slice(0, heads);
}

function alibi(draw, { heads }) {
  const symmetric = draw.chance(0.4);
  const own = draw.chance(0.3);
  const order = draw.of("reference", "mpt", "geometric");
  const maxBias = draw.of(4, 8, 11.5);
  const slopes = own
    ? draw.list(heads, -0.5, 1)
    : alibiSlopes(order, heads, maxBias);
  return {
    position: { ...(own ? { slopes } : { order, maxBias }), symmetric },
    term({ h, i, j, offset }) {
      const r = j - i - offset;
      return slopes[h] * (symmetric ? -Math.abs(r) : r);
    },
  };
}

/** Bucket of T5; a hair above the logarithm, which may miss an equality. */
function t5Bucket(r, count, maxDistance, bidirectional) {
  const half = bidirectional ? count / 2 : count;
  const d = bidirectional ? Math.abs(r) : Math.max(-r, 0);
  const exact = Math.floor(half / 2);
  const far =
    exact +
    Math.floor(
      (Math.log(d / exact) / Math.log(maxDistance / exact)) * (half - exact) +
        1e-9,
    );
  const bucket = d < exact ? d : Math.min(half - 1, far);
  return bucket + (bidirectional && r > 0 ? half : 0);
}

function t5(draw, { heads }) {
  const bidirectional = draw.chance(0.6);
  const count = draw.of(4, 8, 32);
  const maxDistance = draw.of(20, 32, 128);
  const table = draw.tensor(count, heads);
  return {
    position: { table, maxDistance, bidirectional },
    term({ h, i, j, offset }) {
      const r = j - i - offset;
      const bucket = t5Bucket(r, count, maxDistance, bidirectional);
      return table.data[bucket * heads + h];
    },
  };
}

function kerple(draw, { heads }) {
  const kind = draw.of("log", "power");
  const eps = draw.of(0.01, 0.2);
  const has = { a: kind === "log" || draw.chance(0.7), p: true };
  has.p = kind === "log" || !has.a || draw.chance(0.7);
  const a = has.a ? draw.list(heads, 0.005, 0.8) : undefined;
  const p = has.p ? draw.list(heads, 0.005, 2.2) : undefined;
  const at = (list, h) => (list ? Math.max(list[h], eps) : 1);
  return {
    position: { kind, eps, ...(a && { a }), ...(p && { p }) },
    term({ h, i, j, offset }) {
      const d = Math.abs(j - i - offset);
      return kind === "log"
        ? -at(p, h) * Math.log1p(at(a, h) * d)
        : -at(a, h) * d ** Math.min(at(p, h), 2);
    },
  };
}

function sandwich(draw, { heads }) {
  const dim = draw.of(2, 6, 16);
  const base = draw.of(100, 10000);
  const convention = draw.of("paper", "nemo");
  const first = convention === "nemo" ? 1 : 0;
  return {
    position: { dim, base, convention },
    term({ h, i, j, offset }) {
      let sum = convention === "nemo" ? -dim / 2 : 0;
      for (let n = first; n < dim / 2 + first; n += 1) {
        sum += Math.cos((j - i - offset) * base ** ((-2 * n) / dim));
      }
      return sum / ((8 * (h + 1)) / heads);
    },
  };
}

function fire(draw, { heads }) {
  const width = draw.integer(1, 8);
  const weights = {
    hiddenWeight: draw.tensor(width, 1),
    hiddenBias: draw.tensor(width),
    outputWeight: draw.tensor(heads, width),
    outputBias: draw.tensor(heads),
  };
  const [c, L] = [draw.real(0.05, 2), draw.of(0, 3, 512)];
  const [multiplier, eps] = [draw.real(-1.5, 1.5), draw.of(1e-6, 0.1)];
  const log = (x) => Math.log1p(Math.abs(c * x));
  const mlp = (x, h) => {
    let sum = weights.outputBias.data[h];
    for (let n = 0; n < width; n += 1) {
      const unit =
        weights.hiddenWeight.data[n] * x + weights.hiddenBias.data[n];
      sum += weights.outputWeight.data[h * width + n] * Math.max(unit, 0);
    }
    return sum;
  };
  return {
    position: { weights, c, L, multiplier, eps },
    term({ h, i, j, offset }) {
      const limit = Math.max(i + offset, Math.abs(multiplier * L));
      return mlp(log(j - i - offset) / (log(limit) + eps), h);
    },
  };
}

function shaw(draw, { heads, width, valueWidth }) {
  const clip = draw.integer(0, 6);
  const rows = 2 * clip + 1;
  const table = (wide) =>
    draw.tensor(...(draw.chance(0.5) ? [heads] : []), rows, wide);
  const keyTable = table(width);
  const valueTable = draw.chance(0.6) ? table(valueWidth) : undefined;
  const row = ({ shape }, h, r) =>
    (shape.length === 3 ? h * rows : 0) + clamp(r, -clip, clip) + clip;
  return {
    position: { clip, keyTable, ...(valueTable && { valueTable }) },
    term: ({ h, i, j, offset, q, qAt, scale }) =>
      scale *
      dot(
        q.data,
        qAt,
        keyTable.data,
        row(keyTable, h, j - i - offset) * width,
        width,
      ),
    value:
      valueTable &&
      (({ h, i, j, e, offset }) =>
        valueTable.data[row(valueTable, h, j - i - offset) * valueWidth + e]),
  };
}

function transformerXL(draw, form) {
  const { queries, keys, offset, heads, width } = form;
  const farthest = queries - 1 + offset;
  const nearest = form.causal
    ? Math.max(0, offset - keys + 1)
    : offset - keys + 1;
  const first = Math.max(farthest, nearest) + draw.integer(0, 3);
  const rows = first - Math.min(nearest, first) + 1 + draw.integer(0, 2);
  const r = draw.tensor(rows, heads, width);
  const bias = () => (draw.chance(0.7) ? draw.tensor(heads, width) : undefined);
  const [contentBias, positionBias] = [bias(), bias()];
  return {
    position: {
      r,
      firstDistance: first,
      ...(contentBias && { contentBias }),
      ...(positionBias && { positionBias }),
    },
    term({ h, i, j, q, qAt, k, kAt, scale }) {
      let sum = 0;
      if (contentBias)
        sum += dot(contentBias.data, h * width, k.data, kAt, width);
      const row = first - (i + offset - j);
      if (row >= 0 && row < rows) {
        const at = (row * heads + h) * width;
        sum += dot(q.data, qAt, r.data, at, width);
        if (positionBias) {
          sum += dot(positionBias.data, h * width, r.data, at, width);
        }
      }
      return scale * sum;
    },
  };
}

function logBucket(r, buckets, most, clamped) {
  const middle = Math.floor(buckets / 2);
  const d = Math.abs(r);
  if (d <= middle) return r;
  const share =
    Math.log((clamped ? Math.min(d, most - 1) : d) / middle) /
    Math.log((most - 1) / middle);
  return Math.sign(r) * (middle + Math.ceil(share * (middle - 1) - 1e-9));
}

function deberta(draw, { heads, width }) {
  const bucketed = draw.chance(0.5);
  const [buckets, maxPosition] = [draw.of(4, 8, 12), draw.of(20, 64)];
  const clamped = draw.chance(0.5);
  const span = draw.integer(1, 8);
  const terms = draw.of(undefined, ["c2p"], ["p2c"], ["p2c", "c2p"], []);
  const relK = draw.tensor(2 * span, heads, width);
  const relQ = draw.tensor(2 * span, heads, width);
  const takes = (name) => (terms ?? ["c2p", "p2c"]).includes(name);
  const row = (distance) => {
    const r = bucketed
      ? logBucket(distance, buckets, maxPosition, clamped)
      : distance;
    return clamp(r + span, 0, 2 * span - 1);
  };
  return {
    scale: 1 / Math.sqrt(width * (1 + (terms ?? [1, 2]).length)),
    position: {
      span,
      relK,
      relQ,
      ...(bucketed && { buckets, maxPosition, clamp: clamped }),
      ...(terms && { terms }),
    },
    term({ h, i, j, offset, q, qAt, k, kAt, scale }) {
      const at = (row(i + offset - j) * heads + h) * width;
      let sum = 0;
      if (takes("c2p")) sum += dot(q.data, qAt, relK.data, at, width);
      if (takes("p2c")) sum += dot(k.data, kAt, relQ.data, at, width);
      return scale * sum;
    },
  };
}

function cope(draw, form) {
  const { heads, width, keys, batch, groups } = form;
  const positions = draw.integer(1, 9);
  const embeddings = draw.tensor(
    ...(draw.chance(0.5) ? [heads] : []),
    positions,
    width,
  );
  const gates = draw.chance(0.3)
    ? draw.tensor(batch, keys, groups, width)
    : undefined;
  const scaled = draw.chance(0.7);
  // Counted once for each query: cells come key by key.
  let counted = { b: -1, h: -1, i: -1, at: new Float64Array() };
  const count = (cell) => {
    const { b, h, i, q, qAt, k, kAt, j, scale, added } = cell;
    if (counted.b === b && counted.h === h && counted.i === i) return counted;
    const x = (gates ?? k).data;
    const first = kAt - j * groups * width;
    const at = new Float64Array(keys);
    let sum = 0;
    for (let key = keys - 1; key >= 0; key -= 1) {
      const from = first + key * groups * width;
      sum += sigmoid(scale * dot(q.data, qAt, x, from, width) + added(key));
      at[key] = sum;
    }
    counted = { b, h, i, at };
    return counted;
  };
  return {
    position: {
      embeddings,
      scaled,
      ...(gates && { gates: { data: gates.data, shape: form.kShape } }),
    },
    term(cell) {
      const p = Math.min(count(cell).at[cell.j], positions - 1);
      const low = Math.floor(p);
      const high = Math.min(low + 1, positions - 1);
      const table =
        embeddings.shape.length === 3 ? cell.h * positions * width : 0;
      const z = (n) =>
        dot(cell.q.data, cell.qAt, embeddings.data, table + n * width, width);
      return (
        (scaled ? cell.scale : 1) *
        ((1 - (p - low)) * z(low) + (p - low) * z(high))
      );
    },
    // A gate's error adds up over the keys.
    slack: 1 + keys / 8,
  };
}

function tupe(draw, { queries, keys, heads, width }) {
  const cls = draw.chance(0.4);
  const own = draw.integer(1, 6);
  const extra = Number(cls);
  const positionQuery = draw.tensor(queries + extra, heads, own);
  const positionKey = draw.tensor(keys + extra, heads, own);
  const positionScale = draw.chance(0.3) ? draw.real(-1, 1) : undefined;
  const factor = positionScale ?? 1 / Math.sqrt(2 * own);
  const product = (h, i, j) =>
    factor *
    dot(
      positionQuery.data,
      (i * heads + h) * own,
      positionKey.data,
      (j * heads + h) * own,
      own,
    );
  return {
    scale: 1 / Math.sqrt(2 * width),
    // The column of token 0 is row 1 of both: with one query there is one.
    position: {
      positionQuery,
      positionKey,
      cls,
      ...(positionScale !== undefined && { positionScale }),
    },
    term({ h, i, j }) {
      if (!cls) return product(h, i, j);
      if (i === 0) return product(h, 0, 0);
      return j === 0 ? product(h, 1, 1) : product(h, i + 1, j + 1);
    },
  };
}

function rotary(draw, { queries, keys, offset, width, batch, hasBatch }) {
  const rotaryDim = 2 * draw.integer(1, Math.max(1, Math.floor(width / 2)));
  const base = draw.of(10, 10000);
  const layout = draw.of("halves", "interleaved");
  const factor = draw.of(1, 1, 4);
  const list = (length) =>
    draw.chance(0.3)
      ? Array.from({ length }, () =>
          draw.of(draw.integer(-9, 90), draw.real(0, 9)),
        )
      : undefined;
  const perText = (length) =>
    hasBatch && draw.chance(0.3)
      ? Array.from({ length: batch }, () => draw.list(length, 0, 50))
      : list(length);
  const [queryPositions, keyPositions] = [perText(queries), perText(keys)];
  const at = (positions, b, n, byDefault) =>
    positions === undefined ? byDefault : (positions[b]?.[n] ?? positions[n]);
  /** Row `from` of x turned by position p, in float64. */
  const turned = (x, from, p) => {
    const row = Float64Array.from(x.subarray(from, from + width));
    for (let n = 0; n < rotaryDim / 2; n += 1) {
      const angle = (p / factor) * base ** ((-2 * n) / rotaryDim);
      const [a, b] =
        layout === "halves" ? [n, n + rotaryDim / 2] : [2 * n, 2 * n + 1];
      const [u, v] = [x[from + a], x[from + b]];
      row[a] = u * Math.cos(angle) - v * Math.sin(angle);
      row[b] = u * Math.sin(angle) + v * Math.cos(angle);
    }
    return row;
  };
  return {
    needsPair: true,
    position: {
      rotaryDim,
      base,
      layout,
      ...(factor !== 1 && { scaling: { type: "linear", factor } }),
      ...(queryPositions && { queryPositions }),
      ...(keyPositions && { keyPositions }),
    },
    query: (b, i, q, qAt) =>
      turned(q.data, qAt, at(queryPositions, b, i, i + offset)),
    key: (b, j, k, kAt) => turned(k.data, kAt, at(keyPositions, b, j, j)),
  };
}

/** Each type of `position`: draws a scheme that fits the form of a call. */
export const SCHEMES = {
  none: () => ({ position: {} }),
  rotary,
  alibi,
  t5,
  kerple,
  sandwich,
  fire,
  shaw,
  transformerXL,
  deberta,
  cope,
  tupe,
};
