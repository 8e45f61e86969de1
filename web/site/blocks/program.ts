// A program that computes what a figure shows, its markup written already.
import type { KindId, Language } from "../../widgets/code/index.ts";
import { table } from "../../widgets/element/listing/attributes.ts";
import { markup } from "../../widgets/element/listing/template.ts";
import { escapeHtml } from "../../widgets/words/text.ts";
import type { Block } from "../page.ts";
import { styleLinks } from "./blocks.ts";

interface CodeOptions {
  /** `pos=12 d-model=64` */
  readonly values?: string;
  /** Shown before the reader has chosen one. */
  readonly language?: Language;
  /** Id of the figure that it follows. */
  readonly follows?: string;
  /** Boxes for the values. */
  readonly editable?: boolean;
  /** A list of all programs to choose from. */
  readonly choose?: boolean;
}

/** A program of a kind in five languages. */
export const program =
  (id: string, kind: KindId, options: CodeOptions = {}): Block =>
  (context) => {
    const { values = "", follows, editable, choose } = options;
    const { language = table.language.default } = options;
    const attributes = [
      `kind="${kind}"`,
      values && `values="${escapeHtml(values)}"`,
      options.language && `language="${language}"`,
      follows && `for="${follows}"`,
      editable && "editable",
      choose && "choose",
    ].filter(Boolean);
    const style = styleLinks(context, "pe-code");
    const inside = markup(context.lang, { kind, values, language });
    return `<pe-code id="${context.anchor(id)}" ${attributes.join(" ")}><template shadowrootmode="open">${style}${inside}</template></pe-code>`;
  };
