// The command line's own readers and writers, and configurations of models, with
// anything in them.
import assert from "node:assert/strict";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import fc from "fast-check";
import { pe } from "./helpers.js";

const numRuns = Number(process.env.POSENC_FUZZ_RUNS ?? 1000);
const seed = Number(process.env.POSENC_FUZZ_SEED ?? 20_260);
const check = (property) =>
  fc.assert(property, { numRuns, seed, includeErrorInReport: true });

const { outputFiles } = await build({
  stdin: {
    contents:
      'export * from "./args.ts"; export * from "./formats.ts"; export * from "./npy.ts"; export { asTensor, READERS } from "./read-file.ts";',
    resolveDir: fileURLToPath(
      new URL("../../../src/posenc/cli", import.meta.url),
    ),
  },
  bundle: true,
  format: "esm",
  platform: "node",
  write: false,
});
const source = Buffer.from(outputFiles[0].contents).toString("base64");
const cli = await import(`data:text/javascript;base64,${source}`);

const float32 = fc.float({ noNaN: true, noDefaultInfinity: true });
const table = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
  .chain(([rows, width]) =>
    fc
      .array(float32, { minLength: rows * width, maxLength: rows * width })
      .map((data) => ({ data: Float32Array.from(data), shape: [rows, width] })),
  );

const written = (made, format) =>
  Buffer.concat(
    [...cli.pieces(made, cli.FORMATS[format])].map(([piece]) =>
      Buffer.from(piece),
    ),
  );

/** −0 is written as 0. */
const plain = (numbers) => Array.from(numbers, (x) => Math.fround(x) + 0);

test("csv, json and npy give back every float32 and the shape", () => {
  check(
    fc.property(table, (made) => {
      const [rows, width] = made.shape;
      const lines = written(made, "csv").toString().trimEnd().split("\n");
      assert.equal(lines.length, rows);
      const cells = lines.flatMap((line) => line.split(",").map(Number));
      assert.deepEqual(plain(cells), plain(made.data));
      const json = JSON.parse(written(made, "json").toString());
      assert.deepEqual(json.shape, made.shape);
      assert.deepEqual(plain(json.data), plain(made.data));
      const npy = written(made, "npy");
      const start = 10 + npy.readUInt16LE(8);
      assert.equal(start % 64, 0);
      assert.ok(
        npy.toString("latin1", 10, start).includes(`(${rows}, ${width},)`),
      );
      const numbers = new Float32Array(
        new Uint8Array(npy.subarray(start)).buffer,
      );
      assert.deepEqual(plain(numbers), plain(made.data));
    }),
  );
});

test("what npy, json and csv write is read again, every bit that they keep", () => {
  const any = fc.oneof(
    fc.float(),
    fc.double(),
    fc.constantFrom(2 ** -149, 5e-324, -1e308),
  );
  const kind = fc.constantFrom(Float32Array, Float64Array, Int32Array);
  const shape = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 });
  check(
    fc.property(kind, shape, fc.infiniteStream(any), (Kind, axes, stream) => {
      const numbers = [...stream.take(axes.reduce((a, b) => a * b, 1))];
      const data = Kind.from(
        Kind === Int32Array ? numbers.map((x) => x | 0) : numbers,
      );
      const made = { data, shape: axes };
      for (const ending of [".npy", ".json"]) {
        const bytes = written(made, ending.slice(1));
        const read = cli.asTensor(cli.READERS[ending](bytes));
        assert.deepEqual(read.shape, axes);
        const again = Kind.from(read.data);
        const isText = ending === ".json";
        // −0 is written as 0.
        const same = (x, n) =>
          Object.is(x, data[n]) || (isText && x === data[n]);
        assert.ok(again.every(same), ending);
      }
      if (axes.length !== 2 || !data.every(Number.isFinite)) return;
      const read = cli.READERS[".csv"](written(made, "csv"));
      assert.deepEqual(read.shape, axes);
      assert.ok(Kind.from(read.data).every((x, n) => x === data[n]));
    }),
  );
});

test("arguments are joined without losing or making a word", () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom("--offset", "-3", "--offset=-3", "-.5", "--", "-"),
  );
  check(
    fc.property(fc.array(word), (args) => {
      const joined = cli.joinNegative(args);
      assert.ok(joined.length <= args.length);
      assert.equal(
        joined.join("").replaceAll("=", ""),
        args.join("").replaceAll("=", ""),
      );
    }),
  );
  check(
    fc.property(fc.string(), (text) => {
      const read = cli.toNumber(text);
      assert.ok(
        read === text || (read === Number(text) && !Number.isNaN(read)),
      );
      assert.equal(typeof cli.kebab(text), "string");
    }),
  );
});

test("any configuration gives a plan or an error among its findings", () => {
  const key = fc.constantFrom(
    "model_type",
    "rope_theta",
    "rope_scaling",
    "rope_parameters",
    "hidden_size",
    "num_attention_heads",
    "head_dim",
    "text_config",
    "max_position_embeddings",
    "position_embedding_type",
    "layer_types",
    "partial_rotary_factor",
    "alibi",
    "attn_config",
    "factor",
    "rope_type",
  );
  const type = fc.constantFrom(
    "llama",
    "bloom",
    "t5",
    "mpt",
    "deberta-v2",
    "x",
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      type,
      fc.double(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.string(),
      fc.array(tie("value"), { maxLength: 3 }),
      tie("body"),
    ),
    body: fc.dictionary(key, tie("value"), { maxKeys: 8 }),
  }));
  check(
    fc.property(value, type, (given, model) => {
      const isBody =
        typeof given === "object" && given !== null && !Array.isArray(given);
      const body = isBody ? { model_type: model, ...given } : given;
      let reading;
      try {
        reading = pe.config.fromHuggingFace(body);
      } catch (/** @type {any} */ error) {
        assert.ok(error instanceof TypeError && !isBody, error.stack);
        assert.match(error.message, /^config\.fromHuggingFace: /);
        return;
      }
      const isWrong = reading.findings.some(({ level }) => level === "error");
      assert.equal(reading.plan === null, isWrong);
    }),
  );
});
