// Modules as text, for entries that shall find no second file.

/** What WebAssembly compiles. */
type Bytes = ArrayBuffer | Uint8Array<ArrayBuffer>;

/** base64 → bytes, by the engine itself where it can: 0.3 ms, not 7. */
function decoded(text: string): Uint8Array<ArrayBuffer> {
  const engine = Uint8Array as Partial<{
    fromBase64(text: string): Uint8Array<ArrayBuffer>;
  }>;
  if (engine.fromBase64) return engine.fromBase64(text);
  const binary = atob(text);
  // A loop: Uint8Array.from walks the string by code points, 20 times slower.
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** By the engine itself where it can: jsdom in Jest has nothing of this. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Bytes> {
  if (!(globalThis.DecompressionStream && globalThis.Response)) {
    const { inflate } = await import("./inflate.js");
    return inflate(bytes);
  }
  // Written to it, not piped from a Blob, whose stream() other DOMs lack.
  const { readable, writable } = new DecompressionStream("deflate");
  const writer = writable.getWriter();
  const written = [writer.write(bytes), writer.close()];
  const [inflated] = await Promise.all([
    new Response(readable).arrayBuffer(),
    ...written,
  ]);
  return inflated;
}

/** The bytes of a module that the build has deflated and written as base64. */
export const inlineBytes = (text: string): Promise<Bytes> =>
  inflated(decoded(text));
