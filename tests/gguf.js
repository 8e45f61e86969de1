// GGUF files for tests.
export const u32 = (x) => Buffer.from(Uint32Array.of(x).buffer);
export const u64 = (x) => Buffer.from(BigUint64Array.of(BigInt(x)).buffer);
const f32 = (x) => Buffer.from(Float32Array.of(x).buffer);
const text = (s) => Buffer.concat([u64(Buffer.byteLength(s)), Buffer.from(s)]);

/** A value with its type: strings, whole numbers, true, { f32 }, arrays of these. */
function typed(value) {
  if (typeof value === "string") return [8, text(value)];
  if (typeof value === "number") return [4, u32(value)];
  if (Buffer.isBuffer(value)) return [value[0], value.subarray(1)];
  if (typeof value === "boolean") return [7, Buffer.from([Number(value)])];
  if (Array.isArray(value)) {
    const parts = value.map(typed);
    const type = parts[0]?.[0] ?? 4;
    const all = parts.map(([, bytes]) => bytes);
    return [9, Buffer.concat([u32(type), u64(value.length), ...all])];
  }
  return [6, f32(value.f32)];
}

const entry = ([key, value]) => {
  const [type, bytes] = typed(value);
  return Buffer.concat([text(key), u32(type), bytes]);
};

/**
 * The bytes of a GGUF file: its header, and float32 numbers behind it.
 *
 * @typedef {{ name: string, axes?: (number | bigint)[], type?: number, offset?: number | bigint }} Tensor
 * @param {Record<string, any>} values
 * @param {{ version?: number, tensors?: readonly (string | Tensor)[], numbers?: readonly number[] }} [options]
 */
export function header(
  values,
  { version = 3, tensors = ["blk.0.attn_q.weight"], numbers = [] } = {},
) {
  const entries = Object.entries(values);
  const infos = tensors.map((it) => {
    const {
      name,
      axes = [4, 4],
      type = 0,
      offset = 0,
    } = typeof it === "string" ? { name: it } : it;
    const sizes = axes.map(u64);
    const parts = [text(name), u32(axes.length), ...sizes];
    return Buffer.concat([...parts, u32(type), u64(offset)]);
  });
  const head = Buffer.concat([
    Buffer.from("GGUF"),
    u32(version),
    u64(tensors.length),
    u64(entries.length),
    ...entries.map(entry),
    ...infos,
  ]);
  if (numbers.length === 0) return head;
  const { "general.alignment": alignment = 32 } = values;
  const gap = Buffer.alloc((alignment - (head.length % alignment)) % alignment);
  return Buffer.concat([head, gap, ...numbers.map(f32)]);
}
