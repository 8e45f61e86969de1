import {
  isKind,
  type KindId,
  LANGUAGES,
  type Language,
} from "../../code/index.ts";
import type { Attribute, StateOf } from "../state/attributes.ts";

const text: Attribute<string> = {
  default: "",
  allowed: { en: "text", zh: "文本" },
  read: (input) => (typeof input === "string" ? input : undefined),
  write: (value) => value,
};

const kind: Attribute<KindId> = {
  default: "sinusoidal",
  allowed: { en: "the name of a program", zh: "程序的名称" },
  read: (input) =>
    typeof input === "string" && isKind(input) ? input : undefined,
  write: (value) => value,
};

const language: Attribute<Language> = {
  default: "pytorch",
  allowed: { en: LANGUAGES.join(", "), zh: LANGUAGES.join("、") },
  read: (input) => LANGUAGES.find((name) => name === input),
  write: (value) => value,
};

/** The attributes of `<pe-code>`. */
export const table = {
  /** What the programs compute. */
  kind,
  /** Its values: `pos=12 d-model=64 x=1,2,3 q=1,2;3,4`. */
  values: text,
  /** The language shown before the reader has chosen one. */
  language,
} as const;

export type State = StateOf<typeof table>;

/** "d-model" → "dModel" */
const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The values of the attribute, as text by name. */
export function readValues(values: string): Record<string, string> {
  const pairs = values.trim().split(/\s+/).filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const cut = pair.includes("=") ? pair.indexOf("=") : pair.length;
      return [camelCase(pair.slice(0, cut)), pair.slice(cut + 1)];
    }),
  );
}
