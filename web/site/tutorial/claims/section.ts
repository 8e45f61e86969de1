// The ledger of all claims, and the table of contradictions.

import {
  escapeHtml,
  type Lang,
  type Text,
} from "../../../widgets/words/text.ts";
import { citation } from "../../blocks/cite.ts";
import { inline } from "../../blocks/inline.ts";
import { checks, type Result, runCheck } from "../../claims/checks/index.ts";
import { anchorOf, claims, documentOf } from "../../claims/index.ts";
import { plansOf } from "../../claims/trainings.ts";
import {
  type Citation,
  type Claim,
  type DocumentNumber,
  KINDS,
  VERDICTS,
} from "../../claims/types.ts";
import {
  documents,
  groundWords,
  kindWords,
  verdictMeanings,
  verdictWords,
} from "../../claims/words.ts";
import { strings } from "../../ledger/strings.ts";
import { resultHtml } from "../../ledger/template.ts";
import { trainHtml } from "../../ledger/train-html.ts";
import type { Block, Context } from "../../page.ts";
import { contradictions } from "./contradictions.ts";

const DOCUMENTS: readonly DocumentNumber[] = [0, 1, 2, 3, 4];

const words = {
  document: { en: "Document", zh: "文档" },
  sources: { en: "Sources", zh: "出处" },
  evidence: { en: "Evidence", zh: "依据" },
  count: { en: "claims", zh: "条" },
  needsScript: {
    en: "To filter the claims and to compute them in your browser, this page needs JavaScript. The results below were computed when the page was made.",
    zh: "筛选与在浏览器中验算需要启用 JavaScript。下面的结果是生成本页时算出的。",
  },
} as const;

// A page is written twice; the computation is the same.
const results = new Map<string, Result>();

function resultOf(id: string): Result {
  const known = results.get(id) ?? runCheck(id);
  results.set(id, known);
  return known;
}

const cited = ({ work, place }: Citation, context: Context): string =>
  `<li>${citation(work, context, place)}</li>`;

function check(claim: Claim, context: Context): string {
  const { lang } = context;
  const ground = claim.ground;
  if (ground) return `<p class="ground">${groundWords[ground][lang]}</p>`;
  const result = resultOf(claim.id);
  if (result.verdict !== claim.verdict) {
    throw new Error(
      `claim ${claim.id} is said to be ${claim.verdict}, its check says ${result.verdict}`,
    );
  }
  const models = plansOf(claim.id).length;
  const train = models === 0 ? "" : trainHtml(claim.id, models, lang);
  return `<div class="check" data-id="${claim.id}"><div class="result">${resultHtml(result, claim.verdict, lang)}</div><button type="button" data-check="${claim.id}" data-t="checkOne">${strings.checkOne[lang]}</button>${train}</div>`;
}

function row(claim: Claim, context: Context): string {
  const { id, kind, verdict, section, sources = [] } = claim;
  const { lang } = context;
  const document = documentOf(id);
  if (!claim.ground && !checks[id]) {
    throw new Error(`claim ${id} has neither a check nor a ground`);
  }
  // Chapters come first; what none of them treats is treated here.
  const list = sources.map((each) => cited(each, context)).join("");
  return `<details class="claim-row" data-id="${id}" data-document="${document}" data-kind="${kind}" data-verdict="${verdict}">
<summary><span class="row-id">${id}</span> <span class="said"><strong class="verdict" data-verdict="${verdict}">${verdictWords[verdict][lang]}</strong> ${inline(claim.claim, context)}</span></summary>
<div class="claim-body" id="${context.anchor(anchorOf(id))}">
<p class="correct">${inline(claim.correct, context)}</p>
<p class="evidence"><span class="label">${words.evidence[lang]}</span> ${inline(claim.evidence, context)}</p>
${check(claim, context)}
${list ? `<div class="sources"><span class="label">${words.sources[lang]}</span><ul>${list}</ul></div>` : ""}
<p class="where">${kindWords[kind][lang]} · ${words.document[lang]} ${document}${lang === "zh" ? "，" : ", "}${inline(section, context)}</p>
</div>
</details>`;
}

function group(document: DocumentNumber, context: Context): string {
  const { lang } = context;
  const own = claims.filter(({ id }) => documentOf(id) === document);
  const rows = own.map((claim) => row(claim, context)).join("\n");
  const count =
    lang === "zh"
      ? `${own.length} ${words.count.zh}`
      : `${own.length}\u00a0${words.count.en}`;
  return `<section class="claim-group" aria-labelledby="document-${document}"><h3 id="${context.anchor(`document-${document}`)}">${words.document[lang]} ${document}${lang === "zh" ? "：" : ": "}${inline(documents[document], context)} <span class="count">${count}</span></h3>
${rows}
</section>`;
}

function select(
  name: "document" | "kind",
  options: readonly (readonly [value: string, text: string])[],
  lang: Lang,
): string {
  const all = `<option value="">${strings.all[lang]}</option>`;
  const rest = options.map(
    ([value, text]) => `<option value="${value}">${escapeHtml(text)}</option>`,
  );
  return `<label><span>${strings[name][lang]}</span> <select name="${name}">${all}${rest.join("")}</select></label>`;
}

function verdictButtons(lang: Lang): string {
  const button = (value: string, text: string, count: number): string =>
    `<button type="button" data-verdict="${value}" aria-pressed="${value === ""}">${text} <span class="count">${count}</span></button>`;
  const counted = VERDICTS.map((verdict) =>
    button(
      verdict,
      verdictWords[verdict][lang],
      claims.filter((claim) => claim.verdict === verdict).length,
    ),
  );
  return `<div class="verdicts" role="group" aria-label="${strings.verdict[lang]}">${button("", strings.all[lang], claims.length)}${counted.join("")}</div>`;
}

function tools(lang: Lang): string {
  const kinds = KINDS.map((kind) => [kind, kindWords[kind][lang]] as const);
  const names = DOCUMENTS.map(
    (number) =>
      [String(number), `${number} ${documents[number][lang]}`] as const,
  );
  return `<form class="ledger-tools" role="search" aria-label="${strings.filters[lang]}">
${verdictButtons(lang)}
<div class="fields">${select("document", names, lang)}${select("kind", kinds, lang)}<label><span>${strings.search[lang]}</span> <input type="search" name="q" maxlength="80" autocomplete="off" placeholder="${strings.searchHint[lang]}"></label></div>
<div class="run"><button type="button" data-act="run" class="primary"></button><progress class="idle" max="1" value="0" aria-label="${strings.progress[lang]}"></progress><span class="run-count" aria-hidden="true"></span></div>
<p class="run-status" role="status"></p>
<div class="summary"><span class="shown" role="status"></span><button type="button" data-act="unfold">${strings.open[lang]}</button></div>
</form>`;
}

/** All claims with verdicts, filters and live checks. */
export const ledger: Block = (context) => {
  const { lang } = context;
  const groups = DOCUMENTS.map((number) => group(number, context));
  return `<pe-ledger id="${context.anchor("claims")}">
<noscript><p class="ground">${words.needsScript[lang]}</p></noscript>
${tools(lang)}
<p class="none" hidden>${strings.none[lang]} <button type="button" data-act="clear">${strings.clear[lang]}</button></p>
${groups.join("\n")}
</pe-ledger>`;
};

/** What the verdicts mean. */
export const meanings: Block = (context) => {
  const items = VERDICTS.map(
    (verdict) =>
      `<div><dt><strong class="verdict" data-verdict="${verdict}">${verdictWords[verdict][context.lang]}</strong></dt><dd>${inline(verdictMeanings[verdict], context)}</dd></div>`,
  );
  return `<dl class="meanings">${items.join("")}</dl>`;
};

const table = {
  topic: { en: "About", zh: "关于" },
  sides: { en: "Who says what", zh: "各方说法" },
  holds: { en: "What decides", zh: "如何裁定" },
  caption: {
    en: "Contradictions between the documents, which are named by number",
    zh: "文档之间的矛盾（文档以编号表示）",
  },
} as const;

/** The number of a document stays beside what it says. */
const said = ({ en, zh }: Text): Text => ({
  en: en.replace(/(\d|\)): /g, "$1:\u00a0"),
  zh,
});

/** Where the documents disagree, with each other or with themselves. */
export const contradictionTable: Block = (context) => {
  const cell = (name: "topic" | "sides" | "holds") =>
    `<th scope="col">${table[name][context.lang]}</th>`;
  const rows = contradictions.map(
    ({ topic, sides, holds, values, claims: ids }) => {
      const inner = { ...context, values: { ...context.values, ...values } };
      const links = ids.map(
        (id) => `<a class="claim-id" href="#${anchorOf(id)}">${id}</a>`,
      );
      return `<tr><th scope="row">${inline(topic, context)}</th><td class="long">${inline(said(sides), context)}</td><td class="long">${inline(holds, inner)} <span class="links">${links.join(" ")}</span></td></tr>`;
    },
  );
  const name = escapeHtml(table.caption[context.lang]);
  return `<div class="table contradictions" role="region" aria-label="${name}" tabindex="0"><table><caption>${name}</caption><thead><tr>${cell("topic")}${cell("sides")}${cell("holds")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
};
