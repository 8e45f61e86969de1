// Reads the sections of a WebAssembly module.

const CUSTOM = 0;
const IMPORT = 2;
const CODE = 10;
const FUNCTION_NAMES = 1;

/** Reads numbers and names one after the other. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    this.at += 1;
    return this.bytes[this.at - 1];
  }

  /** An unsigned LEB128 number. */
  number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  text() {
    const length = this.number();
    this.at += length;
    const bytes = this.bytes.subarray(this.at - length, this.at);
    return new TextDecoder().decode(bytes);
  }
}

/** `{ id, start, content, end }` of each section, as offsets. */
function* sectionsOf(bytes) {
  const reader = new Reader(bytes, 8);
  while (reader.at < bytes.length) {
    const start = reader.at;
    const id = reader.byte();
    const length = reader.number();
    const content = reader.at;
    reader.at += length;
    yield { id, start, content, end: reader.at };
  }
}

/** The module without custom sections: names, tools, features. */
export function withoutNames(bytes) {
  const kept = [...sectionsOf(bytes)].filter(({ id }) => id !== CUSTOM);
  return Buffer.concat([
    bytes.subarray(0, 8),
    ...kept.map(({ start, end }) => bytes.subarray(start, end)),
  ]);
}

/** @returns {[index: number, name: string][]} */
function functionNames(bytes, { content, end }) {
  const reader = new Reader(bytes, content);
  if (reader.text() !== "name") return [];
  while (reader.at < end) {
    const kind = reader.byte();
    const next = reader.number() + reader.at;
    if (kind === FUNCTION_NAMES) {
      const count = reader.number();
      return Array.from({ length: count }, () => [
        reader.number(),
        reader.text(),
      ]);
    }
    reader.at = next;
  }
  return [];
}

/** `[{ name, bytes }]`: the code of every function. The module has no imports. */
export function functionSizes(bytes) {
  let sizes = [];
  let names = new Map();
  for (const section of sectionsOf(bytes)) {
    if (section.id === IMPORT) throw new Error("the module has imports");
    if (section.id === CUSTOM) {
      const found = functionNames(bytes, section);
      if (found.length > 0) names = new Map(found);
    }
    if (section.id === CODE) {
      const reader = new Reader(bytes, section.content);
      sizes = Array.from({ length: reader.number() }, () => {
        const size = reader.number();
        reader.at += size;
        return size;
      });
    }
  }
  return sizes.map((size, index) => ({
    name: names.get(index) ?? "",
    bytes: size,
  }));
}
