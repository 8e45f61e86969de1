// NumPy's files as tensors: .npy, and .npz, an archive of them.
/*! Contains fflate (MIT), © Arjun Barrett: https://github.com/101arrowz/fflate */
import { unzipSync } from "fflate";
import { sizeOf, type TensorInput } from "../js/tensor.js";

const MAGIC = "\x93NUMPY";

/** The kinds of numbers that are read: their bytes, and one of them. */
const KINDS: Readonly<
  Record<string, { bytes: number; get(view: DataView, at: number): number }>
> = {
  "<f4": { bytes: 4, get: (view, at) => view.getFloat32(at, true) },
  "<f8": { bytes: 8, get: (view, at) => view.getFloat64(at, true) },
  "<i4": { bytes: 4, get: (view, at) => view.getInt32(at, true) },
  "<i8": { bytes: 8, get: (view, at) => Number(view.getBigInt64(at, true)) },
};

const ALLOWED = "float32, float64, int32 or int64 (<f4, <f8, <i4, <i8)";

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

/** Reads a `.npz` file: tensors by name. */
export function readNpz(bytes: Uint8Array): Record<string, TensorInput> {
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes);
  } catch {
    throw new Error("is no .npz file");
  }
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => [
      name.replace(/\.npy$/, ""),
      readNpy(file),
    ]),
  );
}
