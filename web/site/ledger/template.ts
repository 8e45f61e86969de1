// What a check found, as HTML: written into the page when it is built, and again
// by the reader's browser.

import { labelHtml } from "../../widgets/words/quantity.ts";
import type { Lang, Text } from "../../widgets/words/text.ts";
import type { Result } from "../claims/checks/index.ts";
import type { Verdict } from "../claims/types.ts";
import { verdictWords } from "../claims/words.ts";
import { fill, roleWords, strings } from "./strings.ts";

/** What the page needs of a result; it crosses from the worker. */
export type Shown = Pick<Result, "expected" | "found" | "parts" | "verdict">;

const say = (value: Text | number | string, lang: Lang): string =>
  labelHtml(typeof value === "object" ? value[lang] : String(value));

/**
 * @param stated the verdict in the ledger
 * @param ms how long it took; undefined: computed when the page was built
 */
export function resultHtml(
  shown: Shown,
  stated: Verdict,
  lang: Lang,
  ms?: number,
): string {
  const word = (key: keyof typeof strings): string => strings[key][lang];
  const { expected, found, verdict } = shown;
  const when =
    ms === undefined
      ? word("built")
      : fill(word("now"), { MS: ms < 1 ? "< 1" : Math.round(ms) });
  const parts = shown.parts.map(({ role, passed, text }) => {
    const mark = `<span class="mark" aria-hidden="true">${passed ? "✓" : "✗"}</span><span class="hidden">${word(passed ? "holds" : "fails")}${lang === "zh" ? "：" : ": "}</span>`;
    return `<li data-passed="${passed}">${mark}<span class="role">${roleWords[role][lang]}</span> ${labelHtml(text[lang])}</li>`;
  });
  const differs =
    verdict === stated ? "" : `<p class="differs">${word("differs")}</p>`;
  return `<dl class="numbers"><div><dt>${word("says")}</dt><dd>${say(expected, lang)}</dd></div><div><dt>${word("found")}</dt><dd>${say(found, lang)} <span class="when">${lang === "zh" ? `（${when}）` : `(${when})`}</span></dd></div><div><dt>${word("follows")}</dt><dd><strong class="verdict" data-verdict="${verdict}">${verdictWords[verdict][lang]}</strong></dd></div></dl>${differs}<ul class="parts">${parts.join("")}</ul>`;
}
