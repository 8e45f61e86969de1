// The markup of a code panel: pure text, for the page build and the element.
import {
  kinds,
  LANGUAGES,
  type Language,
  type Line,
  type Listing,
  listings,
} from "../../code/index.ts";
import { escapeHtml, type Lang } from "../../words/text.ts";
import { labelled, translated } from "../look/frame.ts";
import { readValues, type State } from "./attributes.ts";
import { listingName, strings } from "./strings.ts";

const linksOf = ({ link }: Line): string =>
  link === undefined ? "" : typeof link === "string" ? link : link.join(" ");

const COMMENT: Readonly<Record<Language, RegExp>> = {
  pytorch: /(^|\s)# /,
  numpy: /(^|\s)# /,
  java: /(^|\s)\/\/ /,
  cpp: /(^|\s)\/\/ /,
  javascript: /(^|\s)\/\/ /,
};

/** A line with its values marked and its comment set back. */
function lineHtml(line: Line, language: Language): string {
  const { text, values = [] } = line;
  const found = COMMENT[language].exec(text);
  const comment = found ? found.index : text.length;
  let html = "";
  let at = 0;
  for (const { from, to, link } of values) {
    html += escapeHtml(text.slice(at, from));
    html += `<span class="value" data-links="${link}">${escapeHtml(text.slice(from, to))}</span>`;
    at = to;
  }
  const code = at > comment ? "" : escapeHtml(text.slice(at, comment));
  const rest = escapeHtml(text.slice(Math.max(at, comment)));
  html +=
    code + (found && rest ? `<span class="comment">${rest}</span>` : rest);
  const links = linksOf(line);
  return `<span class="line"${links ? ` data-links="${links}"` : ""}>${html}\n</span>`;
}

/** The program itself. */
export const programHtml = ({ lines, language }: Listing): string =>
  lines.map((line) => lineHtml(line, language)).join("");

function tab(name: string, language: Language, chosen: boolean): string {
  return `<button type="button" role="tab" id="tab-${language}" data-language="${language}" aria-controls="panel" aria-selected="${chosen}" tabindex="${chosen ? 0 : -1}">${name}</button>`;
}

/** Everything inside the shadow root. */
export function markup(lang: Lang, state: State): string {
  const all = listings(state.kind, readValues(state.values), lang);
  const shown = all[state.language];
  const tabs = LANGUAGES.map((language) =>
    tab(all[language].name[lang], language, language === state.language),
  );
  const label = escapeHtml(
    listingName(kinds[state.kind].name, shown.name[lang], shown.lines.length)[
      lang
    ],
  );
  const act = (name: "copy" | "run"): string =>
    `<button type="button" data-act="${name}">${translated(strings, name, lang)}</button>`;
  return `<div class="root" part="code">
<div class="tabs" role="tablist" part="tabs" ${labelled(strings, "languages", lang)}>${tabs.join("")}</div>
<div class="faults" role="status"></div>
<div class="editor" part="editor" role="group" ${labelled(strings, "editor", lang)} hidden></div>
<div class="listing" role="tabpanel" id="panel" aria-labelledby="tab-${state.language}">
<p class="on-paper">${shown.name[lang]}</p>
<div class="scroll" tabindex="0" role="group" aria-label="${label}"><pre><code lang="en" translate="no">${programHtml(shown)}</code></pre></div>
</div>
<div class="foot"><code class="command" lang="en" translate="no">${escapeHtml(shown.run)}</code><span class="acts">${act("run")}${act("copy")}</span></div>
<p class="notice" role="status"></p>
<div class="output" hidden><p class="prints"></p><div class="scroll" tabindex="0" role="group" ${labelled(strings, "output", lang)}><pre class="numbers"></pre></div><p class="truth"></p></div>
<p class="sr" aria-live="polite"></p>
</div>`;
}
