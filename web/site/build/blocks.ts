// The parts that pages are put together from.
import { prerender, type Written } from "../../widgets/prerender.ts";
import { escapeHtml, type Text } from "../../widgets/text.ts";
import type { Block } from "../page.ts";
import { inline } from "./inline.ts";

/** Blocks that belong together; quantities are linked within a section. */
export const section =
  (id: string, ...blocks: readonly Block[]): Block =>
  (context) =>
    `<section id="${context.anchor(id)}">${blocks.map((block) => block(context)).join("\n")}</section>`;

const element =
  (tag: string, text: Text, className = ""): Block =>
  (context) =>
    `<${tag}${className ? ` class="${className}"` : ""}>${inline(text, context)}</${tag}>`;

/** The page's title. */
export const title = (text: Text): Block => element("h1", text);
/** The sentence below the title. */
export const lede = (text: Text): Block => element("p", text, "lede");
/** A section's heading. */
export const heading = (text: Text): Block => element("h2", text);
/** A paragraph. */
export const paragraph = (text: Text): Block => element("p", text);

/** A formula in MathML, with its reading for those who cannot see it. */
export const formula =
  (mathml: string): Block =>
  () =>
    `<div class="formula"><math display="block">${mathml}</math></div>`;

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
  (items: readonly (readonly [term: Text, text: Text])[]): Block =>
  (context) =>
    `<dl>${items.map(([term, text]) => `<dt>${inline(term, context)}</dt><dd>${inline(text, context)}</dd>`).join("")}</dl>`;

/** A live figure, its markup written already. */
export const widget =
  (tag: string, id: string, attributes: Written = {}): Block =>
  (context) => {
    const written = Object.entries(attributes)
      .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
      .join("");
    const style = context.widgetStyle(tag);
    const poster = context.poster(tag, attributes);
    const inside = prerender(tag, context.lang, attributes, poster);
    return `<${tag} id="${context.anchor(id)}" url-state${written}><template shadowrootmode="open"><link rel="stylesheet" href="${style}">${inside}</template></${tag}>`;
  };
