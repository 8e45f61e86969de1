import type { Tensor } from "../js/tensor.js";

/** Comma-separated values: one line per row of a `[T, D]` table. */
function toCsv({ data, shape }: Tensor): string {
  const width = shape.at(-1) ?? 1;
  const lines: string[] = [];
  for (let start = 0; start < data.length; start += width) {
    lines.push(Array.from(data.subarray(start, start + width), show).join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** `{"shape": [T, D], "data": [...]}` with row-major numbers. */
function toJson({ data, shape }: Tensor): string {
  return `{"shape":[${shape.join(",")}],"data":[${Array.from(data, show).join(",")}]}\n`;
}

/** The shortest decimal that reads back as the same float32. */
function show(value: number): string {
  for (let digits = 6; digits < 9; digits += 1) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}

/** NumPy's own format, version 1.0: `numpy.load` reads it. */
function toNpy({ data, shape }: Tensor): Uint8Array {
  const tuple = `(${shape.map((n) => `${n},`).join(" ")})`;
  const head = `{'descr': '<f4', 'fortran_order': False, 'shape': ${tuple}, }`;
  // Magic, version and length take 10 bytes; numbers start on a multiple of 64.
  const total = Math.ceil((10 + head.length + 1) / 64) * 64;
  const bytes = new Uint8Array(total + data.length * 4);
  const view = new DataView(bytes.buffer);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  view.setUint16(8, total - 10, true);
  bytes.set(new TextEncoder().encode(`${head.padEnd(total - 11)}\n`), 10);
  for (let i = 0; i < data.length; i += 1) {
    view.setFloat32(total + i * 4, data[i] as number, true);
  }
  return bytes;
}

/** Output formats by name. */
export const FORMATS: Readonly<
  Record<string, (table: Tensor) => string | Uint8Array>
> = { csv: toCsv, json: toJson, npy: toNpy };
