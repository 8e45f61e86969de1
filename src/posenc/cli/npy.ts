// NumPy's files as tensors: .npy, and .npz, an archive of them.
/*! Contains fflate (MIT), © Arjun Barrett: https://github.com/101arrowz/fflate */
import { unzipSync } from "fflate";
import { showBytes } from "../js/errors.js";
import { fromHalves } from "../js/half.js";
import { sizeOf, type TensorInput } from "../js/tensor.js";

const MAGIC = "\x93NUMPY";

const half = (bits: number): number =>
  fromHalves(Uint16Array.of(bits), "float16")[0] as number;

/** The kinds of numbers that are read: their bytes, and one of them. */
const KINDS: Readonly<
  Record<string, { bytes: number; get(view: DataView, at: number): number }>
> = {
  "<f2": { bytes: 2, get: (view, at) => half(view.getUint16(at, true)) },
  "<f4": { bytes: 4, get: (view, at) => view.getFloat32(at, true) },
  "<f8": { bytes: 8, get: (view, at) => view.getFloat64(at, true) },
  "<i4": { bytes: 4, get: (view, at) => view.getInt32(at, true) },
  "<i8": { bytes: 8, get: (view, at) => exact(view.getBigInt64(at, true)) },
};

const ALLOWED =
  "float16, float32, float64, int32 or int64 (<f2, <f4, <f8, <i4, <i8)";

/** Most that an archive may hold: weights of a few layers are far below. */
const MOST_UNPACKED = 2 ** 28;

/** An integer of 64 bits as a number; refused where none is it exactly. */
function exact(x: bigint): number {
  const number = Number(x);
  if (BigInt(number) === x) return number;
  throw new Error(`holds ${x}, which no number is exactly`);
}

/** Where the header's text begins and how long it is. */
function headerOf(bytes: Uint8Array): { start: number; length: number } {
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC || bytes.length < 12) throw new Error("is no .npy file");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return bytes[6] === 1
    ? { start: 10, length: view.getUint16(8, true) }
    : { start: 12, length: view.getUint32(8, true) };
}

/** Reads a `.npy` file; what it throws says what the file does. */
export function readNpy(bytes: Uint8Array): TensorInput {
  const { start, length } = headerOf(bytes);
  const end = start + length;
  const header = new TextDecoder().decode(bytes.subarray(start, end));
  const [, descr] = /'descr': *'([^']*)'/.exec(header) ?? [];
  const [, tuple] = /'shape': *\(([^)]*)\)/.exec(header) ?? [];
  if (tuple === undefined) throw new Error("has a header without a shape");
  const kind = descr !== undefined && KINDS[descr];
  if (!kind) {
    throw new Error(`must hold ${ALLOWED}, got ${descr ?? "a structure"}`);
  }
  const shape = (tuple.match(/\d+/g) ?? []).map(Number);
  if (/'fortran_order': *True/.test(header) && shape.length > 1) {
    throw new Error(
      "is in Fortran order; save numpy.ascontiguousarray of the array",
    );
  }
  const count = sizeOf(shape);
  if (bytes.length !== end + count * kind.bytes) {
    throw new Error(
      `must have ${count * kind.bytes} bytes of numbers for shape (${tuple}), got ${Math.max(0, bytes.length - end)}`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset + end);
  return {
    data: Float64Array.from({ length: count }, (_, k) =>
      kind.get(view, k * kind.bytes),
    ),
    shape,
  };
}

function unzip(
  bytes: Uint8Array,
  filter?: Parameters<typeof unzipSync>[1],
): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, filter);
  } catch {
    throw new Error("is no .npz file");
  }
}

/** Reads a `.npz` file: tensors by name. */
export function readNpz(bytes: Uint8Array): Record<string, TensorInput> {
  // What it says of its files is summed before any is unpacked: each gets no
  // more memory than that.
  let size = 0;
  unzip(bytes, {
    filter: ({ originalSize }) => {
      size += originalSize;
      return false;
    },
  });
  if (size > MOST_UNPACKED) {
    throw new Error(
      `must unpack to at most ${showBytes(MOST_UNPACKED)}, got ${showBytes(size)}`,
    );
  }
  const files = unzip(bytes);
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => [
      name.replace(/\.npy$/, ""),
      readNpy(file),
    ]),
  );
}
