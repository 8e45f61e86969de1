// Golden vectors in the formats that engines and their tests read.
import { crc32 } from "node:zlib";
import type { GoldenTensor, GoldenVectors } from "../js/golden.js";
import type { Piece } from "./formats.js";

type Tensors = GoldenVectors["tensors"];

/** Numbers as bytes, the least significant first. */
function bytesOf({ data }: GoldenTensor): Uint8Array {
  const bytes = new Uint8Array(8 * data.length);
  const view = new DataView(bytes.buffer);
  for (const [i, x] of data.entries()) view.setFloat64(8 * i, x, true);
  return bytes;
}

/** All but the numbers. */
const about = ({ tensors: _, ...rest }: GoldenVectors) => rest;

function safetensors(vectors: GoldenVectors): Uint8Array {
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
  const text = Buffer.from(JSON.stringify(header));
  // Numbers begin at a multiple of eight.
  const padded = Buffer.alloc(Math.ceil(text.length / 8) * 8, " ");
  text.copy(padded);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  return Buffer.concat([length, padded, ...parts]);
}

function npy(tensor: GoldenTensor): Buffer {
  const shape = `(${tensor.shape.join(", ")}${tensor.shape.length === 1 ? "," : ""})`;
  const text = `{'descr': '<f8', 'fortran_order': False, 'shape': ${shape}, }`;
  const start = Buffer.from("\u0093NUMPY\u0001\u0000", "latin1");
  const length = Math.ceil((start.length + 2 + text.length + 1) / 64) * 64;
  const header = Buffer.alloc(length, " ");
  start.copy(header);
  header.writeUInt16LE(length - start.length - 2, start.length);
  header.write(text, start.length + 2, "latin1");
  header.write("\n", length - 1, "latin1");
  return Buffer.concat([header, bytesOf(tensor)]);
}

/** A zip archive without compression, each file as it is. */
function zip(
  files: readonly (readonly [name: string, data: Buffer])[],
): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, data] of files) {
    const title = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50);
    head.writeUInt16LE(20, 4);
    // 1 January 1980, since equal vectors are to be equal files.
    head.writeUInt16LE(0x21, 12);
    head.writeUInt32LE(crc32(data), 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt32LE(data.length, 22);
    head.writeUInt16LE(title.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(at, 42);
    list.push(entry, title);
    parts.push(head, title, data);
    at += head.length + title.length + data.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}

const npz = ({ tensors }: GoldenVectors): Uint8Array =>
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

/** A test for GoogleTest; the header's numbers stand in it. */
const gtest = (vectors: GoldenVectors): string => `${header(vectors)}
// Link with the engine's two functions, which write what they make of one layer:
//   heads of queries or keys, [heads, tokens, head_dim], after their rotation;
//   scores [heads, tokens, tokens] of such unturned queries and keys, with scale,
//   bias, soft cap and mask (-INFINITY).
#include <gtest/gtest.h>
#include <cmath>
#include <vector>

void engine_rotate(const double* x, int heads, const long long* positions,
                   double* out);
void engine_scores(const double* q, const double* k,
                   const long long* positions, double* out);

#ifndef GOLDEN_TYPE_ROTATED
#define GOLDEN_TYPE_ROTATED GOLDEN_ROTATED_FLOAT32
#define GOLDEN_TYPE_SCORES GOLDEN_SCORES_FLOAT32
#endif

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
  golden_compare(out, golden_q_rotated, GOLDEN_TYPE_ROTATED);
}

TEST(Golden, RotatesKeys) {
  std::vector<double> out(GOLDEN_KEY_HEADS * GOLDEN_TOKENS * GOLDEN_HEAD_DIM);
  engine_rotate(golden_k, GOLDEN_KEY_HEADS, golden_positions, out.data());
  golden_compare(out, golden_k_rotated, GOLDEN_TYPE_ROTATED);
}

TEST(Golden, Scores) {
  std::vector<double> out(GOLDEN_HEADS * GOLDEN_TOKENS * GOLDEN_TOKENS);
  engine_scores(golden_q, golden_k, golden_positions, out.data());
  golden_compare(out, golden_scores, GOLDEN_TYPE_SCORES);
}
`;

/** A test for pytest; the numbers stand in it. */
const pytest = (vectors: GoldenVectors): string => `"""${title(vectors)}

Needs a fixture \`engine\` (in conftest.py) with two methods that take and give
nested lists or arrays:
  rotate(x, positions): heads of queries or keys, [heads, tokens, head_dim],
    after their rotation;
  scores(q, k, positions): [heads, tokens, tokens] with scale, bias, soft cap and
    mask (-inf), of queries and keys that are not turned yet;
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


def test_rotates_queries(engine):
    bound = GOLDEN["tolerance"][engine.dtype]["rotated"]
    compare(engine.rotate(tensor("q"), GOLDEN["positions"]), "q_rotated", bound)


def test_rotates_keys(engine):
    bound = GOLDEN["tolerance"][engine.dtype]["rotated"]
    compare(engine.rotate(tensor("k"), GOLDEN["positions"]), "k_rotated", bound)


def test_scores(engine):
    bound = GOLDEN["tolerance"][engine.dtype]["scores"]
    found = engine.scores(tensor("q"), tensor("k"), GOLDEN["positions"])
    compare(found, "scores", bound)
`;

/** What `posenc golden --format` names. */
export const GOLDEN_FORMATS: Readonly<
  Record<string, (vectors: GoldenVectors) => Piece>
> = { json, safetensors, npz, h: header, pytest, gtest };
