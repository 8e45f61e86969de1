// What has to be known of a text before a model learns it, read in slices.
import { firstFault, firstKept, MAX_BYTES } from "posenc-training/internal";
import { group, type Text, wellFormed } from "../words/text.ts";
import { FEWEST, writesFrom } from "./text-runs.ts";

export { MAX_BYTES };

/** A text that can be learned. */
export interface TextReading {
  /** Unlike that of any other text. */
  readonly id: string;
  readonly data: string | Uint8Array<ArrayBuffer>;
  readonly characters: number;
  /** How many different ones. */
  readonly distinct: number;
  /** Bits that a character costs whoever knows only how often each occurs. */
  readonly bits: number;
  /** What models go on with. */
  readonly writes: { readonly prompt: string; readonly length: number };
}

/** Bytes or characters that are read at once. */
const PIECE = 1 << 16;
/** What reading leaves of a frame. */
const SLICE_MS = 8;

/** Counts the characters of a text that comes in pieces. */
class Counter {
  readonly #counts = new Map<string, number>();
  readonly #pieces: { readonly text: string; readonly characters: number }[] =
    [];
  #characters = 0;

  add(text: string): void {
    let characters = 0;
    for (const character of text) {
      this.#counts.set(character, (this.#counts.get(character) ?? 0) + 1);
      characters += 1;
    }
    this.#pieces.push({ text, characters });
    this.#characters += characters;
  }

  /** The characters that follow a number of others, those of two pieces at most. */
  #from(first: number): string[] {
    let before = 0;
    let k = 0;
    for (const { characters } of this.#pieces) {
      if (before + characters > first) break;
      before += characters;
      k += 1;
    }
    const near = this.#pieces.slice(k, k + 2).map(({ text }) => text);
    return [...near.join("")].slice(first - before);
  }

  reading(id: string, data: TextReading["data"]): TextReading {
    const characters = this.#characters;
    const bits = [...this.#counts.values()].reduce(
      (sum, n) => sum - (n / characters) * Math.log2(n / characters),
      0,
    );
    return {
      id,
      data,
      characters,
      bits,
      distinct: this.#counts.size,
      writes: writesFrom(this.#from(firstKept(characters))),
    };
  }

  get characters(): number {
    return this.#characters;
  }
}

/** Reads a short text at once. */
export function readingOf(id: string, text: string): TextReading {
  const counter = new Counter();
  counter.add(text);
  return counter.reading(id, text);
}

const tooLong = (bytes: number): Text => {
  const [size, most] = [bytes, MAX_BYTES].map((n) => group(String(n)));
  return {
    en: `The text has ${size} bytes; at most ${most} can be learned.`,
    zh: `这段文本有 ${size} 字节，最多能学 ${most} 字节。`,
  };
};

const tooShort = (characters: number): Text => {
  const [all, more] = [FEWEST, FEWEST - characters].map((n) =>
    group(String(n)),
  );
  return {
    en: `${more} more characters are needed: ${all} at least, because a tenth is kept for tests.`,
    zh: `还差 ${more} 个字符：至少要 ${all} 个，因为要留出十分之一用来测试。`,
  };
};

const notText = (at: number): Text => ({
  en: `This is no text in UTF-8: byte ${group(String(at))} does not belong there. Save the file as UTF-8 and bring it again.`,
  zh: `这不是 UTF-8 文本：第 ${group(String(at))} 个字节（从 0 数起）不合规则。请把文件另存为 UTF-8 再试。`,
});

/** Pieces of a text, cut between characters. */
function* piecesOf(data: TextReading["data"]): Generator<string> {
  if (typeof data === "string") {
    let at = 0;
    while (at < data.length) {
      let end = at + PIECE;
      if (/[\ud800-\udbff]/.test(data.charAt(end - 1))) end += 1;
      yield data.slice(at, end);
      at = end;
    }
    return;
  }
  // Counts what training reads: a byte order mark is a character.
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (let at = 0; at < data.length; at += PIECE) {
    yield decoder.decode(data.subarray(at, at + PIECE), { stream: true });
  }
  yield decoder.decode();
}

const breath = () => new Promise<void>((resolve) => setTimeout(resolve));

let texts = 0;

/** Reads what a reader has brought, and leaves the page its frames. */
export async function readBrought(
  given: TextReading["data"],
  isOver: () => boolean,
): Promise<{ readonly value: TextReading } | { readonly fault: Text }> {
  const data = typeof given === "string" ? wellFormed(given) : given;
  const bytes =
    typeof data !== "string"
      ? data.length
      : data.length > MAX_BYTES
        ? data.length
        : new TextEncoder().encode(data).length;
  if (bytes > MAX_BYTES) return { fault: tooLong(bytes) };
  const counter = new Counter();
  let until = performance.now() + SLICE_MS;
  try {
    for (const piece of piecesOf(data)) {
      counter.add(piece);
      if (performance.now() < until) continue;
      await breath();
      if (isOver()) return { fault: tooShort(0) };
      until = performance.now() + SLICE_MS;
    }
  } catch {
    return { fault: notText(firstFault(data as Uint8Array)) };
  }
  const { characters } = counter;
  if (characters < FEWEST) return { fault: tooShort(characters) };
  texts += 1;
  return { value: counter.reading(`own${texts}`, data) };
}
