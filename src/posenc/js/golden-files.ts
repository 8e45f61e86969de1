// Golden vectors in the formats that engines and their tests read.
import type { GoldenTensor, GoldenVectors } from "./golden.js";

type Tensors = GoldenVectors["tensors"];

/** Numbers as bytes, the least significant first. */
function bytesOf({ data }: GoldenTensor): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 * data.length);
  const view = new DataView(bytes.buffer);
  for (const [i, x] of data.entries()) view.setFloat64(8 * i, x, true);
  return bytes;
}

const encoded = (text: string) => new TextEncoder().encode(text);

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, it) => sum + it.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Whole numbers of 16 and 32 bits, the least significant byte first. */
function u16(...numbers: readonly number[]): Uint8Array {
  return Uint8Array.from(numbers.flatMap((x) => [x, x >>> 8]));
}
function u32(...numbers: readonly number[]): Uint8Array {
  return u16(...numbers.flatMap((x) => [x, x >>> 16]));
}

/** All but the numbers. */
const about = ({ tensors: _, ...rest }: GoldenVectors) => rest;

function safetensors(vectors: GoldenVectors): Uint8Array<ArrayBuffer> {
  const parts = Object.values(vectors.tensors).map(bytesOf);
  let at = 0;
  const entries = Object.entries(vectors.tensors).map(([name, tensor], i) => {
    const from = at;
    at += (parts[i] as Uint8Array).length;
    return [
      name,
      { dtype: "F64", shape: tensor.shape, data_offsets: [from, at] },
    ];
  });
  const header = {
    __metadata__: { posenc: JSON.stringify(about(vectors)) },
    ...Object.fromEntries(entries),
  };
  const text = encoded(JSON.stringify(header));
  // Numbers begin at a multiple of eight.
  const size = Math.ceil(text.length / 8) * 8;
  const gap = encoded(" ".repeat(size - text.length));
  return joined([u32(size, 0), text, gap, ...parts]);
}

function npy(tensor: GoldenTensor): Uint8Array {
  const shape = `(${tensor.shape.join(", ")}${tensor.shape.length === 1 ? "," : ""})`;
  const text = `{'descr': '<f8', 'fortran_order': False, 'shape': ${shape}, }`;
  // Magic number, version and length take ten bytes; numbers begin at 64·n.
  const size = Math.ceil((10 + text.length + 1) / 64) * 64 - 10;
  return joined([
    Uint8Array.of(0x93),
    encoded("NUMPY\u0001\u0000"),
    u16(size),
    encoded(`${text.padEnd(size - 1)}\n`),
    bytesOf(tensor),
  ]);
}

/** The checksum of zip archives. */
function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++)
      crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A zip archive without compression, each file as it is. */
function zip(
  files: readonly (readonly [name: string, data: Uint8Array])[],
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  let at = 0;
  for (const [name, data] of files) {
    const title = encoded(name);
    // Version 2.0, stored as it is, on 1 January 1980, since equal vectors are to
    // be equal files.
    const facts = joined([
      u16(20, 0, 0, 0, 0x21),
      u32(crc32(data), data.length, data.length),
      u16(title.length, 0),
    ]);
    const place = joined([u16(0, 0, 0), u32(0, at)]);
    list.push(u32(0x02014b50), u16(20), facts, place, title);
    const file = [u32(0x04034b50), facts, title, data];
    parts.push(...file);
    at += file.reduce((sum, it) => sum + it.length, 0);
  }
  const directory = joined(list);
  const { length } = files;
  const sizes = u32(directory.length, at);
  const end = [u32(0x06054b50, 0), u16(length, length), sizes, u16(0)];
  return joined([...parts, directory, ...end]);
}

const npz = ({ tensors }: GoldenVectors): Uint8Array<ArrayBuffer> =>
  zip(
    Object.entries(tensors).map(
      ([name, tensor]) => [`${name}.npy`, npy(tensor)] as const,
    ),
  );

/** JSON has no infinity: it stands as a string, which readers here take. */
const finite = (x: number): number | string =>
  Number.isFinite(x) ? x : String(x);

const lists = (tensors: Tensors) =>
  Object.fromEntries(
    Object.entries(tensors).map(([name, { data, shape }]) => [
      name,
      { shape, data: Array.from(data, finite) },
    ]),
  );

const json = (vectors: GoldenVectors): string =>
  `${JSON.stringify({ ...about(vectors), tensors: lists(vectors.tensors) })}\n`;

/** A number in C and C++: enough digits for every float64. */
const literal = (x: number): string => {
  if (x === Number.NEGATIVE_INFINITY) return "-INFINITY";
  const text = String(x);
  return /[.e]/.test(text) ? text : `${text}.0`;
};

/** Lines of at most eight. */
function wrapped(items: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (let i = 0; i < items.length; i += 8) {
    lines.push(`${indent}${items.slice(i, i + 8).join(", ")}`);
  }
  return lines.join(",\n");
}

const title = ({ modelType, layerIndex, seed }: GoldenVectors): string =>
  `Layer ${layerIndex} of ${modelType}, seed ${seed}, in float64.`;

function header(vectors: GoldenVectors): string {
  const { tensors, positions, tolerance, attentionFactor } = vectors;
  const arrays = Object.entries(tensors).map(([name, { data, shape }]) => {
    const size = Math.max(1, data.length);
    const numbers = data.length > 0 ? Array.from(data, literal) : ["0.0"];
    return [
      `static const int golden_${name}_shape[${shape.length}] = {${shape.join(", ")}};`,
      `static const double golden_${name}[${size}] = {`,
      wrapped(numbers, "    "),
      "};",
    ].join("\n");
  });
  const flat = positions.flat();
  const axes = flat.length / positions.length;
  const bounds = Object.entries(tolerance).flatMap(([type, bound]) =>
    Object.entries(bound).map(([name, x]) => {
      const macro = `GOLDEN_${name}_${type}`.toUpperCase();
      return `#define ${macro} ${literal(x)}`;
    }),
  );
  return `// ${title(vectors)}
#ifndef POSENC_GOLDEN_H
#define POSENC_GOLDEN_H
#include <math.h>

// ${JSON.stringify(vectors.layer)}
#define GOLDEN_TOKENS ${positions.length}
#define GOLDEN_AXES ${axes}
#define GOLDEN_HEADS ${tensors.q?.shape[0]}
#define GOLDEN_KEY_HEADS ${tensors.k?.shape[0]}
#define GOLDEN_HEAD_DIM ${vectors.layer.headDim}
#define GOLDEN_VALUE_DIM ${tensors.v?.shape[2]}
#define GOLDEN_ATTENTION_FACTOR ${literal(attentionFactor)}

// Largest errors to expect, by the format of inputs, tables and outputs.
${bounds.join("\n")}

static const long long golden_positions[${flat.length}] = {
${wrapped(flat.map(String), "    ")}
};
${arrays.join("\n")}
#endif
`;
}

/** Whether the values of a layer are its turned keys. */
const isTurnedBack = ({ layer: { position } }: GoldenVectors): boolean =>
  position.type === "rotary" && position.outputTurnedBack === true;

/** What a model learns, which both tests hand to the engine. */
const LEARNED = ["table", "sinks"] as const;

/** A test for GoogleTest; the header's numbers stand in it. */
const gtest = (vectors: GoldenVectors): string => `${header(vectors)}
// Link with the engine's four functions, which write what they make of one layer:
//   heads of queries or keys, [heads, tokens, head_dim], after their rotation;
//   scores [heads, tokens, tokens] of such unturned queries and keys, with scale,
//   bias, soft cap and mask (-INFINITY);
//   attention weights [heads, tokens, tokens] of the same, as the engine's attention
//   has them: after softmax, with sinks in the denominator. An engine that keeps
//   no weights puts them out as attention to values that are rows of the identity;
//   output [heads, tokens, value_dim] of the layer's attention to the values v
//   [key heads, tokens, value_dim], before its projection.${
  isTurnedBack(vectors)
    ? `
//   The values of this layer are its turned keys, so v holds the numbers of k, and
//   the output turns back by the position of its query.`
    : ""
}
// table is that of T5, [buckets, heads], and sinks has one per head; null where the
// layer has none. -DGOLDEN_TYPE=BFLOAT16 or FLOAT16 for an engine in these formats.
#include <gtest/gtest.h>
#include <cmath>
#include <vector>

void engine_rotate(const double* x, int heads, const long long* positions,
                   double* out);
void engine_scores(const double* q, const double* k,
                   const long long* positions, const double* table,
                   double* out);
void engine_weights(const double* q, const double* k,
                    const long long* positions, const double* table,
                    const double* sinks, double* out);
void engine_output(const double* q, const double* k, const double* v,
                   const long long* positions, const double* table,
                   const double* sinks, double* out);

#ifndef GOLDEN_TYPE
#define GOLDEN_TYPE FLOAT32
#endif
#define GOLDEN_JOINED(name, type) GOLDEN_##name##_##type
#define GOLDEN_BOUND_OF(name, type) GOLDEN_JOINED(name, type)
#define GOLDEN_BOUND(name) GOLDEN_BOUND_OF(name, GOLDEN_TYPE)

${LEARNED.map((name) => `static const double* const golden_given_${name} = ${vectors.tensors[name] ? `golden_${name}` : "nullptr"};`).join("\n")}

static void golden_compare(const std::vector<double>& found,
                           const double* expected, double tolerance) {
  for (size_t i = 0; i < found.size(); ++i) {
    if (std::isinf(expected[i])) {
      // Masks are often large negative numbers instead.
      EXPECT_LT(found[i], -1e4) << "at " << i;
    } else {
      EXPECT_NEAR(found[i], expected[i], tolerance) << "at " << i;
    }
  }
}

TEST(Golden, RotatesQueries) {
  std::vector<double> out(GOLDEN_HEADS * GOLDEN_TOKENS * GOLDEN_HEAD_DIM);
  engine_rotate(golden_q, GOLDEN_HEADS, golden_positions, out.data());
  golden_compare(out, golden_q_rotated, GOLDEN_BOUND(ROTATED));
}

TEST(Golden, RotatesKeys) {
  std::vector<double> out(GOLDEN_KEY_HEADS * GOLDEN_TOKENS * GOLDEN_HEAD_DIM);
  engine_rotate(golden_k, GOLDEN_KEY_HEADS, golden_positions, out.data());
  golden_compare(out, golden_k_rotated, GOLDEN_BOUND(ROTATED));
}

TEST(Golden, Scores) {
  std::vector<double> out(GOLDEN_HEADS * GOLDEN_TOKENS * GOLDEN_TOKENS);
  engine_scores(golden_q, golden_k, golden_positions, golden_given_table,
                out.data());
  golden_compare(out, golden_scores, GOLDEN_BOUND(SCORES));
}

TEST(Golden, Weights) {
  std::vector<double> out(GOLDEN_HEADS * GOLDEN_TOKENS * GOLDEN_TOKENS);
  engine_weights(golden_q, golden_k, golden_positions, golden_given_table,
                 golden_given_sinks, out.data());
  golden_compare(out, golden_weights, GOLDEN_BOUND(WEIGHTS));
  for (size_t i = 0; i < out.size(); ++i) {
    // What is masked has no weight at all.
    if (std::isinf(golden_scores[i])) {
      EXPECT_LT(std::abs(out[i]), 1e-30) << "at " << i;
    }
  }
}

TEST(Golden, Output) {
  std::vector<double> out(GOLDEN_HEADS * GOLDEN_TOKENS * GOLDEN_VALUE_DIM);
  engine_output(golden_q, golden_k, golden_v, golden_positions,
                golden_given_table, golden_given_sinks, out.data());
  golden_compare(out, golden_output, GOLDEN_BOUND(OUTPUT));
}
`;

/** What else the engine gets in pytest. */
const learnedText = ({ tensors }: GoldenVectors): string =>
  (tensors.table
    ? "\nscores, weights and output get table=, T5's by [buckets, heads], as well;"
    : "") +
  (tensors.sinks
    ? "\nweights and output get sinks=, one per head, as well;"
    : "");

/** A test for pytest; the numbers stand in it. */
const pytest = (vectors: GoldenVectors): string => `"""${title(vectors)}

Needs a fixture \`engine\` (in conftest.py) with four methods that take and give
nested lists or arrays:
  rotate(x, positions): heads of queries or keys, [heads, tokens, head_dim],
    after their rotation;
  scores(q, k, positions): [heads, tokens, tokens] with scale, bias, soft cap and
    mask (-inf), of queries and keys that are not turned yet;
  weights(q, k, positions): attention weights of the same, as the engine's attention
    has them: after softmax, with sinks in the denominator. An engine that keeps no
    weights gives them as attention to values that are rows of the identity;
  output(q, k, v, positions): [heads, tokens, value_dim], of the layer's attention
    to the values v, [key heads, tokens, value_dim], before its projection${
      isTurnedBack(vectors)
        ? `. The
    values of this layer are its turned keys, so v holds the numbers of k, and the
    output turns back by the position of its query`
        : ""
    };${learnedText(vectors)}
and with \`dtype\`, one of float32, bfloat16, float16.
"""
import json
import math

GOLDEN = json.loads(r"""${json(vectors).trim()}""")


def tensor(name):
    entry = GOLDEN["tensors"][name]
    data = [float(x) for x in entry["data"]]
    for size in reversed(entry["shape"][1:]):
        data = [data[i : i + size] for i in range(0, len(data), size)]
    return data


def flat(value):
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [x for part in value for x in flat(part)]
    return [float(value)]


def compare(found, name, tolerance):
    found, expected = flat(found), flat(tensor(name))
    assert len(found) == len(expected)
    for i, (x, y) in enumerate(zip(found, expected)):
        if math.isinf(y):
            # Masks are often large negative numbers instead.
            assert x < -1e4, f"{name}[{i}] is {x}, not masked"
        else:
            assert abs(x - y) <= tolerance, f"{name}[{i}] is {x}, not {y}"


def learned(*names):
    return {name: tensor(name) for name in names if name in GOLDEN["tensors"]}


def test_rotates_queries(engine):
    bound = GOLDEN["tolerance"][engine.dtype]["rotated"]
    compare(engine.rotate(tensor("q"), GOLDEN["positions"]), "q_rotated", bound)


def test_rotates_keys(engine):
    bound = GOLDEN["tolerance"][engine.dtype]["rotated"]
    compare(engine.rotate(tensor("k"), GOLDEN["positions"]), "k_rotated", bound)


def test_scores(engine):
    bound = GOLDEN["tolerance"][engine.dtype]["scores"]
    given = tensor("q"), tensor("k"), GOLDEN["positions"]
    compare(engine.scores(*given, **learned("table")), "scores", bound)


def test_weights(engine):
    bound = GOLDEN["tolerance"][engine.dtype]["weights"]
    given = tensor("q"), tensor("k"), GOLDEN["positions"]
    found = engine.weights(*given, **learned("table", "sinks"))
    compare(found, "weights", bound)
    for i, (x, score) in enumerate(zip(flat(found), flat(tensor("scores")))):
        # What is masked has no weight at all.
        assert abs(x) < 1e-30 or math.isfinite(score), f"weights[{i}] is {x}"


def test_output(engine):
    bound = GOLDEN["tolerance"][engine.dtype]["output"]
    given = tensor("q"), tensor("k"), tensor("v"), GOLDEN["positions"]
    compare(engine.output(*given, **learned("table", "sinks")), "output", bound)
`;

/** Files by what `posenc golden --format` calls them. */
export const GOLDEN_FORMATS = {
  json,
  safetensors,
  npz,
  h: header,
  pytest,
  gtest,
} as const satisfies Readonly<
  Record<string, (vectors: GoldenVectors) => string | Uint8Array<ArrayBuffer>>
>;
