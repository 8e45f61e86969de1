// Pixels as a PNG file, where there is no canvas that could write one.
import { zlibSync } from "fflate";

const TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

function crc(bytes: Uint8Array): number {
  let c = -1;
  for (const byte of bytes) c = (TABLE[(c ^ byte) & 255] as number) ^ (c >>> 8);
  return ~c;
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];

/** Length, type, body and checksum. */
function chunk(type: string, body: Uint8Array): Uint8Array {
  const out = new Uint8Array(body.length + 12);
  const view = new DataView(out.buffer);
  view.setUint32(0, body.length);
  out.set(
    Array.from(type, (c) => c.charCodeAt(0)),
    4,
  );
  out.set(body, 8);
  view.setInt32(body.length + 8, crc(out.subarray(4, body.length + 8)));
  return out;
}

/** Pixels of 0xAABBGGRR as a PNG file. */
export function pngFile(
  pixels: Uint32Array,
  width: number,
  height: number,
): Uint8Array {
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, 6], 8);
  // Every row starts with the number of its filter: none.
  const rows = new Uint8Array(height * (1 + 4 * width));
  const bytes = new Uint8Array(
    pixels.buffer,
    pixels.byteOffset,
    4 * pixels.length,
  );
  for (let y = 0; y < height; y += 1) {
    const row = bytes.subarray(y * 4 * width, (y + 1) * 4 * width);
    rows.set(row, y * (1 + 4 * width) + 1);
  }
  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk("IHDR", head),
    chunk("IDAT", zlibSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ];
  const file = new Uint8Array(
    parts.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/** The same as an address that holds the file. */
export function pngAddress(
  pixels: Uint32Array,
  width: number,
  height: number,
): string {
  const characters = Array.from(pngFile(pixels, width, height), (byte) =>
    String.fromCharCode(byte),
  );
  return `data:image/png;base64,${btoa(characters.join(""))}`;
}
