// For engines that cannot inflate: a file of its own, which the others never
// load. It reads the module that the build has deflated, nothing else.

/** A Huffman code: its symbols in order, and how many have up to so many bits. */
interface Code {
  readonly ends: readonly number[];
  readonly symbols: readonly number[];
}

/** The code in which symbol i has lengths[i] bits; none with 0. */
function codeOf(lengths: readonly number[]): Code {
  const ends = [0];
  const symbols: number[] = [];
  for (let length = 1; length < 16; length++) {
    lengths.forEach((bits, symbol) => {
      if (bits === length) symbols.push(symbol);
    });
    ends.push(symbols.length);
  }
  return { ends, symbols };
}

const repeated = (times: number, value: number) =>
  Array<number>(times).fill(value);

/** The code of blocks that bring none. */
const FIXED = () =>
  [
    [
      ...repeated(144, 8),
      ...repeated(112, 9),
      ...repeated(24, 7),
      ...repeated(8, 8),
    ],
    repeated(30, 5),
  ].map(codeOf);

/** The order in which a block lists the lengths of its lengths' code. */
const ORDER = [
  16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/**
 * The bytes in a zlib stream (RFC 1950, 1951), a bit at a time: some 20 ms for the
 * module.
 *
 * @throws RangeError when the stream ends too early or has a code of no symbol
 */
export function inflate(stream: Uint8Array): Uint8Array<ArrayBuffer> {
  const out: number[] = [];
  // Behind the header of two bytes.
  let at = 16;
  const bit = (): number => {
    const byte = stream[at >> 3];
    if (byte === undefined) throw new RangeError("inflate: no more bytes");
    return (byte >> (at++ & 7)) & 1;
  };
  const bits = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++) value |= bit() << i;
    return value;
  };
  const symbolOf = ({ ends, symbols }: Code): number => {
    let code = 0;
    let start = 0;
    for (let length = 1; length < 16; length++) {
      // Codes of this length stand for the symbols from `start` on.
      const end = ends[length] as number;
      code = code * 2 + bit();
      const symbol = start + code;
      if (symbol < end) return symbols[symbol] as number;
      code -= end - start;
      start = end;
    }
    throw new RangeError("inflate: no such code");
  };
  /** Lengths and distances: numbers of `step` symbols for each further bit. */
  const spread = (symbol: number, step: number, least: number): number => {
    const more = Math.max(0, Math.floor(symbol / step) - 1);
    const lead = more ? (step + (symbol % step)) << more : symbol;
    return least + lead + bits(more);
  };
  const brought = (): Code[] => {
    const [literals, distances, count] = [
      bits(5) + 257,
      bits(5) + 1,
      bits(4) + 4,
    ];
    const own = repeated(19, 0);
    for (const symbol of ORDER.slice(0, count)) own[symbol] = bits(3);
    const code = codeOf(own);
    const lengths: number[] = [];
    while (lengths.length < literals + distances) {
      const symbol = symbolOf(code);
      if (symbol < 16) lengths.push(symbol);
      else if (symbol === 16)
        lengths.push(...repeated(bits(2) + 3, lengths.at(-1) as number));
      else
        lengths.push(
          ...repeated(symbol === 17 ? bits(3) + 3 : bits(7) + 11, 0),
        );
    }
    return [lengths.slice(0, literals), lengths.slice(literals)].map(codeOf);
  };
  for (let last = 0; !last; ) {
    last = bits(1);
    const kind = bits(2);
    if (kind === 0) {
      at = (at + 7) & ~7;
      const size = bits(16);
      bits(16);
      for (let i = 0; i < size; i++) out.push(bits(8));
      continue;
    }
    const [literal, distance] = (kind === 1 ? FIXED() : brought()) as [
      Code,
      Code,
    ];
    for (;;) {
      const symbol = symbolOf(literal);
      if (symbol === 256) break;
      if (symbol < 256) {
        out.push(symbol);
        continue;
      }
      const size = symbol === 285 ? 258 : spread(symbol - 257, 4, 3);
      const back = spread(symbolOf(distance), 2, 1);
      for (let i = 0; i < size; i++) out.push(out[out.length - back] as number);
    }
  }
  return Uint8Array.from(out);
}
