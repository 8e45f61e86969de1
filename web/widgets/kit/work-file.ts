// Files of runs: chosen, dropped or handed out. Loaded when one is asked for.
import { download } from "../element/look/tools.ts";
import type { Strings } from "../words/strings.ts";
import type { Text } from "../words/text.ts";
import { ONE_AT_A_TIME } from "./take-files.ts";

/** More is not read: no run that a figure makes comes near it. */
const MOST_BYTES = 2 ** 26;

export const FAULTS = {
  none: {
    en: "There is nothing to save yet.",
    zh: "还没有可以保存的内容。",
  },
  one: ONE_AT_A_TIME,
  large: {
    en: "This file is too large to be a saved run.",
    zh: "这个文件太大，不会是保存的训练。",
  },
  other: {
    en: "This saved run has settings that the figure does not make.",
    zh: "这次保存的训练用了本图没有的设置。",
  },
} as const satisfies Strings;
/** Before the reason. */
export const NOT_OPENED: Text = {
  en: "This file cannot be opened. ",
  zh: "无法打开这个文件。",
};
export type FileFault = keyof typeof FAULTS;

/** What the reader is told of a fault in words of ours. */
export class Refusal extends Error {
  constructor(readonly fault: FileFault) {
    super(FAULTS[fault].en);
  }
}

/** What came of opening or saving where it failed, for the reader: in parts. */
export function faultOf(error: unknown): readonly Text[] {
  if (error instanceof Refusal) return [FAULTS[error.fault]];
  const reason = error instanceof Error ? error.message : String(error);
  return [NOT_OPENED, { en: reason, zh: reason }];
}

/** The bytes of the one file. */
export async function read(
  files: readonly File[],
): Promise<Uint8Array<ArrayBuffer>> {
  const [file, ...more] = files;
  if (!file || more.length > 0) throw new Refusal("one");
  if (file.size > MOST_BYTES) throw new Refusal("large");
  return new Uint8Array(await file.arrayBuffer());
}

/** What was saved, and the name of its file. */
export interface SavedWork {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;
}

/** Hands it to the reader. */
export function handOut(saved: SavedWork | undefined): void {
  if (!saved) throw new Refusal("none");
  download(new Blob([saved.bytes]), saved.name);
}
