// The markup around every figure. Pure text, so that the page build can write
// it into the HTML (declarative shadow DOM) and the element finds it there.

import { labelHtml, markedFinding } from "../../words/quantity.ts";
import { common, type Strings } from "../../words/strings.ts";
import { escapeHtml, type Lang, type Text } from "../../words/text.ts";
import { trusted } from "./trusted.ts";

const TOOLS = [
  "copyLink",
  "embed",
  "png",
  "svg",
  "card",
  "loop",
  "csv",
  "table",
  "code",
  "alone",
  "fullScreen",
  "reset",
] as const;

/** Name of an entry of the menu. */
export type Tool = (typeof TOOLS)[number];

/** A picture of the figure for readers without scripts. */
export interface Poster {
  readonly light: string;
  readonly dark: string;
}

/** What a widget puts into its frame. */
export interface FrameParts {
  readonly poster?: Poster | undefined;
  /** The finding, as HTML. */
  readonly finding: string;
  /** Formula, plots, controls. */
  readonly body: string;
}

/**
 * An element's text with its key, so that a change of language finds it.
 *
 * @param key - of `strings`
 */
export function translated<S extends Strings>(
  strings: S,
  key: keyof S & string,
  lang: Lang,
): string {
  const text = labelHtml(strings[key]?.[lang] ?? "");
  return `<span data-t="${key}">${text}</span>`;
}

/**
 * A text by its key; of two keys, what a button does and to what: "play pos" is
 * "Play: position p".
 */
function textOf(strings: Strings, keys: string, lang: Lang): string {
  const [act = "", ...rest] = keys
    .split(" ")
    .map((key) => (strings[key] ?? (common as Strings)[key])?.[lang] ?? "");
  const within = (name: string) => name.replace(/^[A-Z](?![A-Z])/, lower);
  const names = lang === "zh" ? rest : rest.map(within);
  return [act, ...names].join(COLON[lang]);
}

const COLON: Text = { en: ": ", zh: "：" };

const lower = (letter: string): string => letter.toLowerCase();

/** Names an element by the text of a key, or of two: see textOf. */
export function nameAs(
  at: Element,
  strings: Strings,
  keys: string,
  lang: Lang,
): void {
  const text = textOf(strings, keys, lang);
  at.setAttribute("data-t-label", keys);
  at.setAttribute("aria-label", text);
  if (at.hasAttribute("title")) at.setAttribute("title", text);
}

/** A button without text, which shows what it does when it is pointed at. */
export function buttonNamed(
  strings: Strings,
  keys: string,
  lang: Lang,
): string {
  const text = escapeHtml(textOf(strings, keys, lang));
  return `aria-label="${text}" title="${text}" data-t-label="${keys}"`;
}

/** The attributes of an element whose name is not visible text. */
export function labelled<S extends Strings>(
  strings: S,
  key: keyof S & string,
  lang: Lang,
): string {
  const text = escapeHtml(strings[key]?.[lang] ?? "");
  return `aria-label="${text}" data-t-label="${key}"`;
}

function toolItem(tool: Tool, lang: Lang): string {
  const panel = tool === "table" || tool === "code";
  return [
    `<button type="button" role="menuitem" tabindex="-1" part="tool" data-tool="${tool}" data-t="${tool}"`,
    panel ? ` aria-expanded="false" aria-controls="${tool}-panel"` : "",
    `>${escapeHtml(common[tool][lang])}</button>`,
  ].join("");
}

/** One button, and the menu that it opens. */
function toolsHtml(lang: Lang): string {
  const items = TOOLS.map((tool) => toolItem(tool, lang)).join("");
  return `<div class="tools" part="toolbar"><button type="button" part="menu" data-menu data-t="menu" aria-haspopup="menu" aria-expanded="false" aria-controls="tool-menu">${escapeHtml(common.menu[lang])}</button><div class="tool-menu" id="tool-menu" role="menu" ${labelled(common, "tools", lang)} hidden>${items}</div></div>`;
}

function picture({ light, dark }: Poster, finding: string): string {
  const alt = escapeHtml(finding.replace(/<[^>]*>/g, ""));
  return `<picture><source srcset="${dark}" media="(prefers-color-scheme: dark)"><img src="${light}" alt="${alt}"></picture>`;
}

/**
 * Finding above, plots and controls, caption and tools below.
 *
 * @param strings - must hold `name` and `caption`
 */
export function frame<S extends Strings & Record<"name" | "caption", unknown>>(
  lang: Lang,
  strings: S,
  { finding, body, poster }: FrameParts,
): string {
  const caption = labelHtml((strings as Strings).caption?.[lang] ?? "");
  return `<figure class="root" part="figure" ${labelled(strings, "name", lang)}>
<p class="finding" part="finding">${markedFinding(finding)}</p>
<div class="faults" part="message" role="status"></div>
<noscript>${poster ? picture(poster, finding) : ""}<p>${common.needsScript[lang]}</p></noscript>
${body}
<figcaption><p class="caption" part="caption" data-t="caption">${caption}</p>
${toolsHtml(lang)}</figcaption>
<p class="notice" role="status"></p>
<div class="panel" id="table-panel" hidden></div>
<div class="panel" id="code-panel" hidden></div>
<p class="sr" aria-live="polite"></p>
</figure>`;
}

/** Puts the texts of a language into existing markup. */
export function localize(root: ParentNode, strings: Strings, lang: Lang): void {
  for (const at of root.querySelectorAll("[data-t]")) {
    const label = textOf(strings, at.getAttribute("data-t") ?? "", lang);
    if (at.localName === "option") at.textContent = label;
    else at.innerHTML = trusted(labelHtml(label));
  }
  // What a page asks of its figure is no text of the figure's own.
  for (const at of root.querySelectorAll<HTMLElement>("[data-en]")) {
    at.textContent = at.dataset[lang] ?? "";
  }
  for (const at of root.querySelectorAll("[data-t-label]")) {
    nameAs(at, strings, at.getAttribute("data-t-label") ?? "", lang);
  }
}
