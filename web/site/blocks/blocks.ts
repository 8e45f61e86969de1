// The parts that pages are put together from.
import { askHtml } from "../../widgets/element/look/ask.ts";
import { prerender, type Written } from "../../widgets/prerender.ts";
import { escapeHtml } from "../../widgets/words/text.ts";
import type { Block, Context, Values, Words } from "../page.ts";
import { inline } from "./inline.ts";
import { displayMath } from "./tex.ts";

export { type Cell, dataTable } from "./data-table.ts";
export { aside, source } from "./notes.ts";
export { guess, quiz } from "./quiz.ts";

/** Blocks one after the other, each with the notes that follow it beside it. */
export function written(blocks: readonly Block[], context: Context): string {
  const parts: string[] = [];
  for (let k = 0; k < blocks.length; ) {
    const own = (blocks[k] as Block)(context);
    let notes = "";
    for (k += 1; blocks[k]?.note; k += 1) {
      notes += (blocks[k] as Block)(context);
    }
    // Without spaces: they would end the line that the notes stand on.
    parts.push(
      notes
        ? `<div class="noted"><div class="beside-notes">${own}</div>${notes}</div>`
        : own,
    );
  }
  return parts.join("\n");
}

/** Blocks that belong together; quantities are linked within a section. */
export const group =
  (id: string, ...blocks: readonly Block[]): Block =>
  (context) =>
    `<section id="${context.anchor(id)}">${written(blocks, { ...context, place: id })}</section>`;

/** A part of a section, with a heading and an address of its own. */
export const subsection =
  (id: string, heading: Words, ...blocks: readonly Block[]): Block =>
  (context) =>
    `<div class="subsection" id="${context.anchor(id)}">${written([element("h3", heading), ...blocks], { ...context, place: id })}</div>`;

/**
 * What one may pass over: folded below a line that says what it is, opened by
 * the reader, by links to anything in it, and for paper.
 */
export const more =
  (id: string, heading: Words, ...blocks: readonly Block[]): Block =>
  (context) =>
    `<details class="more" id="${context.anchor(id)}"><summary><span>${inline(heading, context)}</span></summary>${written(blocks, { ...context, place: id })}</details>`;

/**
 * Blocks with numbers in their text: `{slowest}` there is what
 * `values.slowest` computes.
 */
export const computed =
  (values: Values, ...blocks: readonly Block[]): Block =>
  (context) =>
    written(blocks, { ...context, values: { ...context.values, ...values } });

const element =
  (tag: string, text: Words, className = ""): Block =>
  (context) =>
    `<${tag}${className ? ` class="${className}"` : ""}>${inline(text, context)}</${tag}>`;

/** The page's title. */
export const title = (text: Words): Block => element("h1", text);
/** The sentence below the title. */
export const lede = (text: Words): Block => element("p", text, "lede");
/** A section's heading. */
export const heading = (text: Words): Block => element("h2", text);
/** A paragraph. */
export const paragraph = (text: Words): Block => element("p", text);

/** A list, numbered where order matters. */
export const list =
  (items: readonly Words[], kind: "ul" | "ol" = "ul"): Block =>
  (context) =>
    `<${kind}>${items.map((text) => `<li>${inline(text, context)}</li>`).join("")}</${kind}>`;

const TRY = { en: "Try this", zh: "试一试" };

/** What the reader may do with the figures above. */
export const tryThis =
  (...items: readonly Words[]): Block =>
  (context) =>
    `<div class="try"><p class="label">${TRY[context.lang]}</p>${list(items)(context)}</div>`;

/** A formula in MathML, by mathml.ts. */
export const formula =
  (mathml: string): Block =>
  () =>
    `<div class="formula" tabindex="0"><math display="block">${mathml}</math></div>`;

/** A formula in TeX on a line of its own; \link{pos}{p} links a part. */
export const displayFormula =
  (tex: string, id?: string): Block =>
  (context) =>
    `<div class="formula" tabindex="0"${id ? ` id="${context.anchor(id)}"` : ""}>${displayMath(tex)}</div>`;

/** Two blocks side by side where there is room. */
export const beside =
  (left: Block, right: Block): Block =>
  (context) =>
    `<div class="beside">${left(context)}${right(context)}</div>`;

/** A listing. */
export const listing =
  (code: string): Block =>
  () =>
    `<pre tabindex="0"><code lang="en">${escapeHtml(code.trim())}</code></pre>`;

/** Terms with what is to be said of them. */
export const definitions =
  (items: readonly (readonly [term: Words, text: Words])[]): Block =>
  (context) =>
    `<dl>${items.map(([term, text]) => `<dt>${inline(term, context)}</dt><dd>${inline(text, context)}</dd>`).join("")}</dl>`;

/** The style sheets inside a widget, until its script brings its own. */
export const styleLinks = (context: Context, tag: string): string =>
  context
    .widgetStyles(tag)
    .map((href) => `<link rel="stylesheet" href="${href}">`)
    .join("");

/** A live figure, its markup written already. */
export const widget =
  (tag: string, id: string, attributes: Written = {}): Block =>
  (context) => {
    const written = Object.entries(attributes)
      .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
      .join("");
    const style = styleLinks(context, tag);
    const poster = context.poster(tag, attributes);
    const html = prerender(tag, context.lang, attributes, poster);
    const { ask, lang } = context;
    const asks = context.answers[id] ?? (ask ? "" : undefined);
    const inside =
      asks === undefined
        ? html
        : html.replace(
            '<p class="finding"',
            `${askHtml(lang, asks !== "", ask)}$&`,
          );
    const asking = asks === undefined ? "" : ` asks="${asks}"`;
    return `<${tag} id="${context.anchor(id)}" url-state${asking}${written}><template shadowrootmode="open">${style}${inside}</template></${tag}>`;
  };
