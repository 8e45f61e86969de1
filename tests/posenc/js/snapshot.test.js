// Inputs that change while they are read, and memory that outlives its buffer.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { untyped } from "../../untyped.js";
import { noise, pe, refuses } from "./helpers.js";

const twice = (first, then) => {
  let asked = 0;
  return {
    enumerable: true,
    get() {
      asked += 1;
      return asked > 1 ? then : first;
    },
  };
};

test("what was checked is what is computed with", () => {
  const shape = [2, 2];
  const changing = new Proxy(shape, {
    get(target, name) {
      if (name === "0") target[0] = 1000;
      return target[name];
    },
  });
  const buffer = pe.buffer(changing);
  assert.deepEqual([buffer.shape, buffer.data.length], [[1000, 2], 2000]);
  buffer.dispose();

  const options = Object.defineProperties(
    {},
    { seqLen: twice(2, 2000), dModel: twice(4, 65536) },
  );
  assert.deepEqual(
    pe.embedding.sinusoidal(untyped(options)),
    pe.embedding.sinusoidal({ seqLen: 2, dModel: 4 }),
  );

  const frequencies = pe.rotary.frequencies({ headDim: 4 });
  const q = noise([3, 2, 4]);
  const queryPositions = Object.defineProperty([1, 2, 3], "length", {
    value: 3,
    writable: true,
  });
  const lying = new Proxy(queryPositions, {
    get: (target, name) => (name === "length" ? target.length++ : target[name]),
  });
  assert.deepEqual(
    pe.rotary.xpos({ q, frequencies, queryPositions: lying }),
    pe.rotary.xpos({ q, frequencies, queryPositions: [1, 2, 3] }),
  );
});

test("a configuration is read once, and what it throws is told", () => {
  const body = Object.defineProperty(
    { model_type: "llama", hidden_size: 8, max_position_embeddings: 9 },
    "num_attention_heads",
    twice(2, 3),
  );
  /** @type {{ plan: any }} */
  const { plan } = pe.config.fromHuggingFace(body);
  assert.deepEqual([plan.numHeads, plan.rotary.headDim], [2, 4]);
  const thrower = {
    get rope_theta() {
      throw new Error("from a getter");
    },
  };
  for (const given of [thrower, { rope_scaling: thrower }]) {
    assert.throws(() => pe.config.fromHuggingFace(given), {
      name: "TypeError",
      message: /^config\.fromHuggingFace: json cannot be read: /,
    });
  }
  const own = JSON.parse('{"model_type":"llama","__proto__":{"alibi":true}}');
  assert.equal(Object.hasOwn(own, "__proto__"), true);
  // A name like any other that has nothing to do with positions.
  assert.equal(pe.config.fromHuggingFace(own).plan?.kind, "rotary");
});

test("a buffer that is disposed of while options are read is refused", () => {
  const weight = pe.buffer([3, 2]);
  const x = noise([4, 2]);
  const evil = {
    shape: [4, 2],
    get data() {
      weight.dispose();
      return x.data;
    },
  };
  refuses(
    () => pe.transformer.linear(evil, weight),
    TypeError,
    "transformer.linear: weight is a buffer that was disposed of",
  );
});

test("a getter that makes the module's memory grow changes no result", () => {
  const weight = noise([3, 2]);
  const x = noise([4, 2]);
  const expected = pe.transformer.linear(x, weight);
  const held = [];
  const data = Array.from(x.data);
  Object.defineProperty(data, 5, {
    get() {
      held.push(pe.buffer([2 ** 22]));
      return x.data[5];
    },
  });
  assert.deepEqual(
    pe.transformer.linear({ data, shape: [4, 2] }, weight),
    expected,
  );
  for (const buffer of held) buffer.dispose();
});

test("views of a buffer are read before memory grows", () => {
  const buffer = pe.buffer([2, 3]);
  buffer.data.set([1, 2, 3, 4, 5, 6]);
  const part = { data: buffer.data.subarray(0, 3), shape: [1, 3] };
  const { data } = pe.embedding.resize(part, 2 ** 23);
  assert.deepEqual([...data.slice(-3)], [1, 2, 3]);
  buffer.dispose();
});

test("arrays that others can change are copied", () => {
  const rows = noise([3, 2]);
  const expected = pe.analysis.similarity(rows);
  const shared = new Float32Array(new SharedArrayBuffer(24));
  shared.set(rows.data);
  const resizable = new Float32Array(
    new ArrayBuffer(24, { maxByteLength: 48 }),
  );
  resizable.set(rows.data);
  for (const data of [shared, resizable]) {
    assert.deepEqual(pe.analysis.similarity({ data, shape: [3, 2] }), expected);
  }
  const positions = new Int32Array(3);
  structuredClone(positions, { transfer: [positions.buffer] });
  refuses(
    () => pe.bias.t5Bucket(positions),
    TypeError,
    "bias.t5Bucket: relativePositions cannot be read: its memory is gone, transferred or grown",
  );
});

test("options in getters of a class count everywhere alike", () => {
  class Base {
    get base() {
      return 100;
    }
    method() {}
  }
  class Form extends Base {
    dModel = 4;
    get seqLen() {
      return 3;
    }
  }
  assert.deepEqual(
    pe.embedding.sinusoidal(new Form()),
    pe.embedding.sinusoidal({ seqLen: 3, dModel: 4, base: 100 }),
  );
  class Fit {
    get keep() {
      return "first";
    }
  }
  const x = noise([4, 2]);
  assert.deepEqual(
    pe.embedding.fit(x, 2, untyped(new Fit())),
    pe.embedding.fit(x, 2, { keep: "first" }),
  );
  class Alibi {
    get type() {
      return "alibi";
    }
    get symmetric() {
      return true;
    }
  }
  const q = noise([3, 1, 4]);
  assert.deepEqual(
    pe.attention({ q, k: q, v: q, position: untyped(new Alibi()) }),
    pe.attention({
      q,
      k: q,
      v: q,
      position: { type: "alibi", symmetric: true },
    }),
  );
  refuses(
    () => pe.embedding.fit(x, 2, Object.create({ kept: 1 })),
    TypeError,
    'embedding.fit: unknown option "kept", did you mean keep? (known: keep, out)',
  );
});

test("what stands in Object.prototype is nobody's option", () => {
  const q = noise([3, 1, 4]);
  const expected = pe.attention({ q, k: q, v: q });
  untyped(Object.prototype).causal = true;
  try {
    assert.deepEqual(pe.attention({ q, k: q, v: q }).output, expected.output);
  } finally {
    delete untyped(Object.prototype).causal;
  }
});

test("what a getter throws is told with the argument's name", () => {
  const options = {
    dModel: 4,
    get seqLen() {
      throw new Error("not today");
    },
  };
  refuses(
    () => pe.embedding.sinusoidal(untyped(options)),
    TypeError,
    "embedding.sinusoidal: seqLen cannot be read: not today",
  );
});

test("a view keeps its buffer's memory as long as it is held", () => {
  const code = `
    import { load } from ${JSON.stringify(new URL("../../../src/posenc/dist/index.js", import.meta.url).href)};
    const pe = await load();
    const pause = () => new Promise((go) => setTimeout(go, 20));
    let made = 0;
    const registry = new FinalizationRegistry(() => { made -= 1; });
    const view = () => {
      const buffer = pe.buffer([4, 64]);
      registry.register(buffer, 0);
      made += 1;
      return buffer.data.fill(7);
    };
    const collect = async () => {
      for (let n = 0; n < 6; n += 1) { gc(); await pause(); }
      for (let n = 0; n < 50; n += 1) {
        const other = pe.buffer([4, 64]);
        other.data.fill(n);
        other.dispose();
      }
    };
    let held = view();
    await collect();
    const kept = made === 1 && held.every((x) => x === 7);
    held = undefined;
    await collect();
    console.log(kept, made);`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--expose-gc", "--input-type=module", "-e", code],
    { encoding: "utf8" },
  );
  assert.equal(stdout, "true 0\n", stderr);
});
