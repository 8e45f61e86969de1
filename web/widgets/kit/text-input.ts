// A text that the reader puts into a figure: typed, pasted, dropped or read
// from a file. It stays in the page: no link, no address and no file has it.
import type { Strings } from "../words/strings.ts";
import { escapeHtml, group, type Lang, type Text } from "../words/text.ts";
import { OVER_STYLES } from "./take-files.ts";

/** What a figure says of the texts that it takes. */
export interface TextInput<S> {
  /** The text that a state has by itself; undefined: it is the reader's. */
  readonly given: (state: Readonly<S>) => string | undefined;
  /** What is set when the reader puts one in. */
  readonly set: Partial<S>;
  /** `TEXT_INPUT_LOOK`; only figures with a box load it. */
  readonly look: typeof TEXT_INPUT_LOOK;
  /** Most bytes. */
  readonly most: number;
  /**
   * Reads a text by and by, until `isOver` answers true. What it resolves to is
   * `inputText` of what painters are shown.
   */
  readonly read: (
    data: string | Uint8Array<ArrayBuffer>,
    isOver: () => boolean,
  ) => Promise<{ readonly value: unknown } | { readonly fault: Text }>;
  /** One line on the text that a state has. */
  readonly say: (
    state: Readonly<S>,
    inputText: unknown,
    lang: Lang,
  ) => string | undefined;
}

export const TEXT_INPUT_WORDS = {
  box: { en: "Text to train on", zh: "训练用的文本" },
  file: { en: "Choose a file …", zh: "选择文件……" },
  empty: { en: "Empty the box", zh: "清空" },
  here: {
    en: "Type, paste or drop a text here. It stays in your browser.",
    zh: "在此输入、粘贴或拖入文本。文本只留在你的浏览器里。",
  },
  reading: { en: "Reading …", zh: "正在读取……" },
  unreadable: {
    en: "The file cannot be read.",
    zh: "无法读取这个文件。",
  },
} as const satisfies Strings;

/** Behind the name of a file. */
export function tooManyBytes(size: number, most: number): Text {
  const [has, at] = [size, most].map((n) => group(String(n)));
  return {
    en: ` has ${has} bytes; at most ${at} can be read.`,
    zh: ` 有 ${has} 字节，最多能读 ${at} 字节。`,
  };
}

/** Lines of the box. */
const ROWS = 4;

/** The box, with what stands in it at first. */
function textInputHtml<S>(
  textInput: Pick<TextInput<S>, "given" | "say">,
  state: Readonly<S>,
  lang: Lang,
): string {
  const words = (key: keyof typeof TEXT_INPUT_WORDS) =>
    escapeHtml(TEXT_INPUT_WORDS[key][lang]);
  const told = textInput.say(state, undefined, lang) ?? "";
  return `<div class="text-input" part="text-input"><label for="text-input">${words("box")}</label><textarea class="line" id="text-input" rows="${ROWS}" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="${words("here")}" aria-describedby="text-input-told">${escapeHtml(textInput.given(state) ?? "")}</textarea><p class="html text-input-line"><button type="button" data-text-input="file">${words("file")}</button><button type="button" data-text-input="empty">${words("empty")}</button><input type="file" accept="text/*,.txt,.md,.csv,.tex" aria-label="${words("file")}" hidden><span id="text-input-told" role="status">${escapeHtml(told)}</span></p></div>`;
}

const STYLES = `
.text-input {
  margin-top: 12px;
}
.text-input label {
  display: block;
  color: var(--_ink2);
  font-size: calc(13em / 14);
}
.text-input .line[readonly] {
  color: var(--_ink2);
}
.text-input-line {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  margin: 4px 0 0;
}
.text-input-line .bad {
  color: var(--_bad);
}
.text-input-line [role="status"] {
  color: var(--_ink2);
  font-size: calc(13em / 14);
}
.text-input:not(.live) button {
  visibility: hidden;
}
@media print { .text-input { display: none; } }
${OVER_STYLES}`;

/** How it looks. */
export const TEXT_INPUT_LOOK = { html: textInputHtml, styles: STYLES } as const;
