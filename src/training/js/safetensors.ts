// Hugging Face's safetensors: the length of a header, the header as JSON, and
// the numbers of all tensors one behind the other.

interface Named {
  readonly data: Float32Array;
  readonly shape: readonly number[];
}

/** Tensors as the bytes of such a file; float32, little-endian. */
export function toSafetensors(
  tensors: Readonly<Record<string, Named>>,
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  const header: Record<string, unknown> = { __metadata__: metadata };
  let end = 0;
  for (const [name, { data, shape }] of Object.entries(tensors)) {
    const begin = end;
    end += data.byteLength;
    header[name] = { dtype: "F32", shape, data_offsets: [begin, end] };
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  // Numbers begin at a multiple of 8, behind spaces.
  const start = 8 + Math.ceil(json.length / 8) * 8;
  const bytes = new Uint8Array(start + end);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(start - 8), true);
  bytes.fill(0x20, 8, start);
  bytes.set(json, 8);
  let at = start;
  for (const { data } of Object.values(tensors)) {
    bytes.set(
      new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
      at,
    );
    at += data.byteLength;
  }
  return bytes;
}
