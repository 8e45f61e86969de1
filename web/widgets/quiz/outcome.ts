// How a guess compares with the number that was asked for.
import { type Lang, quantity, type Text } from "../words/text.ts";

export const strings = {
  noNumber: {
    en: "A number is needed, such as 1200 or 1.2e3.",
    zh: "请输入一个数，例如 1200 或 1.2e3。",
  },
  right: { en: "Right: {1}.", zh: "答对了：{1}。" },
  close: { en: "Close: you said {1}.", zh: "很接近：你猜的是 {1}。" },
  off: {
    en: "You said {1}, off by a factor of {2}.",
    zh: "你猜的是 {1}，相差 {2} 倍。",
  },
  far: { en: "You said {1}.", zh: "你猜的是 {1}。" },
} as const satisfies Readonly<Record<string, Text>>;

export interface Outcome {
  readonly right: boolean;
  /** What to say of it. */
  readonly text: Text;
}

/** @param tolerance - how far off a guess may be, relative to the value */
export function outcomeOf(
  guess: number,
  value: number,
  tolerance: number,
): Outcome {
  const right = Math.abs(guess - value) <= tolerance * Math.abs(value);
  const times = guess / value;
  const said = quantity(guess);
  // Equal as it is told.
  const near = said === quantity(value) ? "right" : "close";
  const isFactor = times > 0 && Number.isFinite(times);
  const { en, zh } = strings[right ? near : isFactor ? "off" : "far"];
  const factor = quantity(times > 1 ? times : 1 / times);
  const fill = (text: string): string =>
    text.replace("{1}", said).replace("{2}", factor);
  return {
    right,
    text: { en: fill(en), zh: fill(zh) } satisfies Record<Lang, string>,
  };
}
