// What a model of a text goes on to write: what it was given, what it was
// trained for, and what lies beyond.
import { escapeHtml, type Lang } from "../../words/text.ts";

interface Written {
  /** The prompt and what follows; "" where nothing has been written. */
  readonly written: string;
  readonly prompt: string;
  /** Characters of a training text. */
  readonly trained: number;
}

const NOTHING = {
  en: "This model has not been trained on this text yet.",
  zh: "这个模型还没有学过这段文本。",
} as const;

/** The ends of lines, seen. */
const seen = (text: string): string => text.replace(/\n/g, "⏎");

function partsOf({ written, prompt, trained }: Written) {
  const characters = [...written];
  const given = [...prompt].length;
  const part = (from: number, to?: number) =>
    seen(characters.slice(from, to).join(""));
  return [part(0, given), part(given, trained), part(trained)] as const;
}

export function writtenHtml(it: Written, lang: Lang): string {
  if (it.written === "") return `<p class="dim">${NOTHING[lang]}</p>`;
  const [given, within, beyond] = partsOf(it).map(escapeHtml);
  return `<p class="writing"><span class="dim">${given}</span>${within}<mark>${beyond}</mark></p>`;
}

/** The same in lines of text. */
export function writtenLines(it: Written, lang: Lang): readonly string[] {
  if (it.written === "") return [NOTHING[lang]];
  const [given, within, beyond] = partsOf(it);
  return [`${given}${within}`, beyond].filter((line) => line !== "");
}
