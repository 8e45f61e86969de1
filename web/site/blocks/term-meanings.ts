// The meanings of the glossary terms that a page uses, ready to be shown
// beside them.
import type { Context, Term } from "../page.ts";
import { inline } from "./inline.ts";

const GLOSSARY = { en: "Glossary", zh: "术语表" };

/** One popover for each term; nothing on a page that uses none. */
export function definitionsOf(
  terms: readonly (readonly [id: string, term: Term])[],
  context: Context,
): string {
  const { lang } = context;
  const [other, tag] = lang === "en" ? ["zh", "zh-CN"] : ["en", "en"];
  // A meaning may use further terms; those lead to the glossary.
  const items = terms.map(([id, { name, meaning }]) => {
    const href = context.href(`~/glossary/#term-${id}`);
    const twin = name[other as "en" | "zh"];
    return `<div class="definition" id="definition-${id}" popover role="dialog" aria-label="${name[lang]}" tabindex="-1"><p><strong>${inline(name, context)}</strong>${name.en === name.zh ? "" : ` <span class="twin" lang="${tag}">${twin}</span>`}</p><p>${inline(meaning, context)} <a href="${href}">${GLOSSARY[lang]}</a></p></div>`;
  });
  return items.join("\n");
}
