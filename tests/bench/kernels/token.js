/**
 * Calls of a decode loop, a token at a time, beside what one would write by
 * hand: the fixed cost of a call counts, not the kernel.
 */
const [HEADS, WIDTH] = [8, 64];
const ROW = HEADS * WIDTH;
const HALF = WIDTH / 2;

/** A case of this file. */
const token = (id, en, zh, shape, work, tolerance, prepare) => ({
  id: `token-${id}`,
  group: "token",
  kernel: { en, zh },
  shape,
  work,
  tolerance,
  prepare,
});

/** Runs `call` and keeps what it answers. */
const keeping = (call, close = () => {}) => {
  let last;
  return {
    run() {
      last = call();
    },
    output: () => last,
    close,
  };
};

function sinusoidal(seqLen) {
  const plain = () => {
    const out = new Float32Array(seqLen * WIDTH);
    for (let i = 0; i < WIDTH; i += 2) {
      const speed = 10000 ** (-i / WIDTH);
      for (let t = 0; t < seqLen; t += 1) {
        out[t * WIDTH + i] = Math.sin(t * speed);
        out[t * WIDTH + i + 1] = Math.cos(t * speed);
      }
    }
    return out;
  };
  return token(
    `sinusoidal-${seqLen}`,
    "a call, sinusoidal",
    "单次调用，正弦",
    `${seqLen} × ${WIDTH}`,
    { bytes: 4 * seqLen * WIDTH },
    1e-6,
    () => ({
      posenc: (pe) =>
        keeping(() => pe.embedding.sinusoidal({ seqLen, dModel: WIDTH }).data),
      peers: { "plain JS": () => keeping(plain) },
    }),
  );
}

/** One token turned by frequencies: its angles are made for it. */
function turning(noise) {
  const at = 77;
  const x = noise([1, HEADS, WIDTH], 3);
  const plain = (speeds) => {
    const out = new Float32Array(ROW);
    const cos = new Float32Array(HALF);
    const sin = new Float32Array(HALF);
    for (let i = 0; i < HALF; i += 1) {
      const angle = at * speeds[i];
      cos[i] = Math.cos(angle);
      sin[i] = Math.sin(angle);
    }
    for (let h = 0; h < HEADS; h += 1) {
      for (let i = 0; i < HALF; i += 1) {
        const first = h * WIDTH + i;
        const a = x.data[first];
        const b = x.data[first + HALF];
        out[first] = a * cos[i] - b * sin[i];
        out[first + HALF] = b * cos[i] + a * sin[i];
      }
    }
    return out;
  };
  return token(
    "rotary-frequencies",
    "a call, rotary, frequencies",
    "单次调用，旋转，频率",
    `1 × ${HEADS} × ${WIDTH}`,
    { bytes: 8 * ROW },
    1e-6,
    () => ({
      posenc(pe) {
        const frequencies = pe.rotary.frequencies({ headDim: WIDTH });
        const options = { frequencies, offset: at };
        return keeping(() => pe.rotary.apply(x, options).data);
      },
      peers: {
        "plain JS"(pe) {
          const speeds = pe.rotary.frequencies({ headDim: WIDTH });
          return keeping(() => plain(speeds.inverseFrequency));
        },
      },
    }),
  );
}

/** One token turned where it lies, by a row of tables. */
function turningInPlace(noise, rows) {
  // A turn by nothing: the numbers stay as they are, however often.
  const tables = () => ({
    cos: {
      data: new Float32Array(rows * HALF).fill(1),
      shape: [rows, HALF],
    },
    sin: { data: new Float32Array(rows * HALF), shape: [rows, HALF] },
  });
  const at = 77;
  const x = noise([1, HEADS, WIDTH], 3);
  return token(
    "rotary-in-place",
    `a call, rotary in place, tables of ${rows}`,
    `单次调用，就地旋转，${rows} 行的表`,
    `1 × ${HEADS} × ${WIDTH}`,
    { bytes: 8 * ROW },
    1e-6,
    () => ({
      posenc(pe) {
        const own = pe.buffer(x.shape);
        own.data.set(x.data);
        const options = { tables: tables(), offset: at };
        return keeping(
          () => pe.rotary.applyInPlace(own, options).data,
          () => own.dispose(),
        );
      },
      peers: {
        "plain JS"() {
          const { cos, sin } = tables();
          const own = x.data.slice();
          return keeping(() => {
            for (let h = 0; h < HEADS; h += 1) {
              for (let i = 0; i < HALF; i += 1) {
                const first = h * WIDTH + i;
                const a = own[first];
                const b = own[first + HALF];
                const c = cos.data[at * HALF + i];
                const s = sin.data[at * HALF + i];
                own[first] = a * c - b * s;
                own[first + HALF] = b * c + a * s;
              }
            }
            return own;
          });
        },
      },
    }),
  );
}

/** One token turned by a row of tables of so many rows. */
function rotary(noise, rows, isPrepared = false) {
  const at = 77;
  const x = noise([1, HEADS, WIDTH], 3);
  const plain = ({ cos, sin }) => {
    const out = new Float32Array(ROW);
    for (let h = 0; h < HEADS; h += 1) {
      for (let i = 0; i < HALF; i += 1) {
        // One by one: two to a line would make an array of them.
        const first = h * WIDTH + i;
        const a = x.data[first];
        const b = x.data[first + HALF];
        const c = cos.data[at * HALF + i];
        const s = sin.data[at * HALF + i];
        out[first] = a * c - b * s;
        out[first + HALF] = b * c + a * s;
      }
    }
    return out;
  };
  const tablesOf = (pe) =>
    pe.rotary.tables({
      frequencies: pe.rotary.frequencies({ headDim: WIDTH }),
      seqLen: rows,
    });
  return token(
    `rotary-${isPrepared ? "prepared" : rows}`,
    isPrepared ? "rotary, prepared" : `a call, rotary, tables of ${rows}`,
    isPrepared ? "旋转，已备好" : `单次调用，旋转，${rows} 行的表`,
    `1 × ${HEADS} × ${WIDTH}`,
    { bytes: 8 * ROW },
    1e-6,
    () => ({
      posenc(pe) {
        if (isPrepared) {
          const frequencies = pe.rotary.frequencies({ headDim: WIDTH });
          const prepared = pe.rotary.prepare({ frequencies, maxLen: rows });
          const [from, to] = [x.shape, x.shape].map((s) => pe.buffer(s));
          from.data.set(x.data);
          return keeping(
            () => prepared.apply(from, at, to).data,
            () => {
              for (const it of [prepared, from, to]) it.dispose();
            },
          );
        }
        const tables = tablesOf(pe);
        return keeping(() => pe.rotary.apply(x, { tables, offset: at }).data);
      },
      peers: {
        "plain JS"(pe) {
          const tables = tablesOf(pe);
          return keeping(() => plain(tables));
        },
      },
    }),
  );
}

/** Rows of a table, outside of the module. */
function lookup(noise, count, rows, width) {
  const table = noise([rows, width], 5);
  const at = Int32Array.from({ length: count }, (_, i) => (i * 31) % rows);
  const plain = () => {
    const out = new Float32Array(count * width);
    for (let i = 0; i < count; i += 1) {
      const from = at[i] * width;
      out.set(table.data.subarray(from, from + width), i * width);
    }
    return out;
  };
  return token(
    `lookup-${rows}`,
    `a call, lookup of ${count}`,
    `单次调用，查 ${count} 行`,
    `${rows} × ${width}`,
    { bytes: 8 * count * width },
    0,
    () => ({
      posenc: (pe) => keeping(() => pe.embedding.lookup(table, at).data),
      peers: { "plain JS": () => keeping(plain) },
    }),
  );
}

/**
 * The row of a bias for a token, into an array that is kept: what is prepared
 * writes it there, as one would by hand.
 */
function alibi(isPrepared) {
  const keyLen = 32;
  const own = new Float32Array(HEADS * keyLen);
  const slopes = Float32Array.from({ length: HEADS }, (_, h) => 2 ** -(h + 1));
  const plain = () => {
    const out = isPrepared ? own : new Float32Array(HEADS * keyLen);
    for (let h = 0; h < HEADS; h += 1) {
      const slope = slopes[h];
      for (let j = 0; j < keyLen; j += 1) {
        out[h * keyLen + j] = -slope * (keyLen - 1 - j);
      }
    }
    return out;
  };
  return token(
    `alibi${isPrepared ? "-prepared" : ""}`,
    isPrepared ? "ALiBi row, prepared" : "a call, ALiBi row",
    isPrepared ? "ALiBi 一行，已备好" : "单次调用，ALiBi 一行",
    `${HEADS} × 1 × ${keyLen}`,
    { bytes: 4 * HEADS * keyLen },
    0,
    () => ({
      posenc(pe) {
        if (!isPrepared) {
          const options = { numHeads: HEADS, queryLen: 1, keyLen };
          return keeping(() => pe.bias.alibi(options).data);
        }
        const prepared = pe.bias.prepare({ type: "alibi", numHeads: HEADS });
        const out = pe.buffer([HEADS, 1, keyLen]);
        return keeping(
          () => prepared.row(keyLen - 1, out).data,
          () => {
            for (const it of [prepared, out]) it.dispose();
          },
        );
      },
      peers: { "plain JS": () => keeping(plain) },
    }),
  );
}

/** A square of a causal bias, into a new array or one that is kept. */
function alibiSquare(hasOut) {
  const side = 32;
  const size = HEADS * side * side;
  const slopes = Float32Array.from({ length: HEADS }, (_, h) => 2 ** -(h + 1));
  const plain = (out) => {
    for (let h = 0; h < HEADS; h += 1) {
      const slope = slopes[h];
      for (let i = 0; i < side; i += 1) {
        const row = (h * side + i) * side;
        for (let j = 0; j < side; j += 1) {
          out[row + j] = j > i ? Number.NEGATIVE_INFINITY : -slope * (i - j);
        }
      }
    }
    return out;
  };
  return token(
    `alibi-square${hasOut ? "-out" : ""}`,
    `a call, ALiBi${hasOut ? ", with out" : ""}`,
    `单次调用，ALiBi${hasOut ? "，带 out" : ""}`,
    `${HEADS} × ${side} × ${side}`,
    { bytes: 4 * size },
    0,
    () => ({
      posenc(pe) {
        const options = { numHeads: HEADS, queryLen: side, keyLen: side };
        if (!hasOut) return keeping(() => pe.bias.alibi(options).data);
        const out = pe.buffer([HEADS, side, side]);
        return keeping(
          () => pe.bias.alibi({ ...options, out }).data,
          () => out.dispose(),
        );
      },
      peers: {
        "plain JS"() {
          const own = new Float32Array(size);
          return keeping(() => plain(hasOut ? own : new Float32Array(size)));
        },
      },
    }),
  );
}

/**
 * One query over the first `seen` of keys that lie in the module; prepared, a
 * whole step, which puts the last of them there, too.
 */
function attention(noise, seen, keys, isPrepared = false) {
  const q = noise([1, HEADS, WIDTH], 5);
  const [k, v] = [6, 7].map((seed) => noise([keys, HEADS, WIDTH], seed).data);
  const scores = new Float64Array(seen);
  const part = (data, from, to) => ({
    data: data.slice(from * ROW, to * ROW),
    shape: [to - from, HEADS, WIDTH],
  });
  const last = [k, v].map((data) => part(data, seen - 1, seen));
  const plain = () => {
    const out = new Float32Array(ROW);
    if (isPrepared) {
      k.set(last[0].data, (seen - 1) * ROW);
      v.set(last[1].data, (seen - 1) * ROW);
    }
    for (let h = 0; h < HEADS; h += 1) {
      const head = h * WIDTH;
      let most = Number.NEGATIVE_INFINITY;
      for (let j = 0; j < seen; j += 1) {
        let sum = 0;
        for (let d = 0; d < WIDTH; d += 1) {
          sum += q.data[head + d] * k[j * ROW + head + d];
        }
        scores[j] = sum / Math.sqrt(WIDTH);
        most = Math.max(most, scores[j]);
      }
      let all = 0;
      for (let j = 0; j < seen; j += 1) {
        scores[j] = Math.exp(scores[j] - most);
        all += scores[j];
      }
      for (let j = 0; j < seen; j += 1) {
        const weight = scores[j] / all;
        for (let d = 0; d < WIDTH; d += 1) {
          out[head + d] += weight * v[j * ROW + head + d];
        }
      }
    }
    return out;
  };
  return token(
    `attention-${isPrepared ? "prepared" : seen}-${keys}`,
    isPrepared ? "attention, a step of a cache" : "attention of one query",
    isPrepared ? "注意力，缓存的一步" : "一个查询的注意力",
    isPrepared
      ? `${seen} × ${HEADS} × ${WIDTH}`
      : `${seen}/${keys} × ${HEADS} × ${WIDTH}`,
    { flops: 4 * seen * ROW },
    1e-5,
    () => ({
      posenc(pe) {
        if (isPrepared) {
          const sizes = { numHeads: HEADS, headDim: WIDTH };
          const cache = pe.attention.prepare(sizes);
          const before = seen - 1;
          cache.append(part(k, 0, before), part(v, 0, before));
          const out = new Float32Array(ROW);
          const step = () => {
            cache.truncate(before);
            return cache.step(q, last[0], last[1], out).data;
          };
          return keeping(step, () => cache.dispose());
        }
        const buffers = [k, v].map((data) => {
          const buffer = pe.buffer([keys, HEADS, WIDTH]);
          buffer.data.set(data);
          return buffer;
        });
        const options = {
          q,
          k: buffers[0],
          v: buffers[1],
          causal: true,
          offset: seen - 1,
        };
        return keeping(
          () => pe.attention(options).output.data,
          () => {
            for (const buffer of buffers) buffer.dispose();
          },
        );
      },
      peers: { "plain JS": () => keeping(plain) },
    }),
  );
}

/** @param shared what web/site/bench/index.ts exports */
export const tokens = ({ noise }) => [
  sinusoidal(1),
  sinusoidal(16),
  turning(noise),
  rotary(noise, 128),
  rotary(noise, 131072),
  turningInPlace(noise, 128),
  rotary(noise, 128, true),
  alibi(false),
  alibi(true),
  alibiSquare(false),
  alibiSquare(true),
  lookup(noise, 16, 512, 768),
  lookup(noise, 1, 8192, 1024),
  attention(noise, 16, 16),
  attention(noise, 1024, 1024),
  attention(noise, 4096, 4096),
  attention(noise, 101, 32768),
  attention(noise, 16, 16, true),
  attention(noise, 1024, 1024, true),
  attention(noise, 4096, 4096, true),
];
