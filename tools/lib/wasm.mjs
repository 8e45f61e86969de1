// Reads and rewrites the sections of a WebAssembly module.

const CUSTOM = 0;
const IMPORT = 2;
const EXPORT = 7;
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

/** An unsigned LEB128 number, as bytes. */
function leb128(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

/** Bytes with their length before them, as a section and a text are written. */
const measured = (bytes) => Buffer.concat([leb128(bytes.length), bytes]);

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

/** The section of exports under their new names. */
function renamed(bytes, { content }, names) {
  const reader = new Reader(bytes, content);
  const kept = [];
  for (let left = reader.number(); left > 0; left -= 1) {
    const name = names.get(reader.text());
    const kind = reader.byte();
    const index = leb128(reader.number());
    if (name === undefined) continue;
    kept.push(measured(Buffer.from(name)), Buffer.from([kind]), index);
  }
  const all = Buffer.concat([leb128(kept.length / 3), ...kept]);
  return Buffer.concat([Buffer.from([EXPORT]), measured(all)]);
}

/** The module with other sections in place of its own; undefined: without it. */
const rewritten = (bytes, change) =>
  Buffer.concat([
    bytes.subarray(0, 8),
    ...[...sectionsOf(bytes)].flatMap((section) => change(section) ?? []),
  ]);

/**
 * The module with its exports under other names; what has none is exported no
 * more.
 *
 * @param {Buffer} bytes
 * @param {ReadonlyMap<string, string>} names
 */
export const withNames = (bytes, names) =>
  rewritten(bytes, (section) =>
    section.id === EXPORT
      ? renamed(bytes, section, names)
      : bytes.subarray(section.start, section.end),
  );

/**
 * The module as it is published: without custom sections (names, tools,
 * features).
 *
 * @param {Buffer} bytes
 */
export const bare = (bytes) =>
  rewritten(bytes, ({ id, start, end }) =>
    id === CUSTOM ? undefined : bytes.subarray(start, end),
  );

/**
 * The module with a custom section that has but a name.
 *
 * @param {Buffer} bytes
 * @param {string} name
 */
export const marked = (bytes, name) =>
  Buffer.concat([
    bytes,
    Buffer.from([CUSTOM]),
    measured(measured(Buffer.from(name))),
  ]);

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
