import { deflateSync } from "node:zlib";

const TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

function crc(bytes: Uint8Array): number {
  let c = -1;
  for (const byte of bytes) c = (TABLE[(c ^ byte) & 255] as number) ^ (c >>> 8);
  return ~c >>> 0;
}

function chunk(type: string, body: Uint8Array): Buffer {
  const inner = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const out = Buffer.alloc(inner.length + 8);
  out.writeUInt32BE(body.length, 0);
  inner.copy(out, 4);
  out.writeUInt32BE(crc(inner), inner.length + 4);
  return out;
}

/** Pixels of 0xAABBGGRR as a PNG file. */
export function pngFile(
  pixels: Uint32Array,
  width: number,
  height: number,
): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6], 8);
  // Every row starts with the number of its filter: none.
  const rows = Buffer.alloc(height * (1 + 4 * width));
  const bytes = new Uint8Array(
    pixels.buffer,
    pixels.byteOffset,
    4 * pixels.length,
  );
  for (let y = 0; y < height; y += 1) {
    const row = bytes.subarray(y * 4 * width, (y + 1) * 4 * width);
    rows.set(row, y * (1 + 4 * width) + 1);
  }
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** The same as an address that holds the file. */
export function pngAddress(
  pixels: Uint32Array,
  width: number,
  height: number,
): string {
  const file = Buffer.from(pngFile(pixels, width, height));
  return `data:image/png;base64,${file.toString("base64")}`;
}
