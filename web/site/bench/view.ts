// The page's benchmark as HTML, from its state.
import { labelled, translated } from "../../widgets/element/look/frame.ts";
import { escapeHtml, type Lang, type Text } from "../../widgets/words/text.ts";
import { cases } from "./kernels/index.ts";
import type { Machine } from "./machine.ts";
import { median } from "./measure.ts";
import { MEMORY } from "./memory.ts";
import { rate, share, time } from "./report.ts";
import { finished, type State } from "./run.ts";
import { groups, strings } from "./strings.ts";
import type { Group, Result } from "./types.ts";

/** Names of peers in the table, in its order. */
const COLUMNS = {
  "plain JS": "plain",
  "no position": "noPosition",
  [MEMORY]: "memory",
} as const;

const PLAIN = "plain JS";

/** A text with what its capitals stand for. */
export function filled(
  text: Text,
  lang: Lang,
  values: Readonly<Record<string, string | number>>,
): string {
  return text[lang].replace(/\b[A-Z]+\b/g, (word) =>
    String(values[word] ?? word),
  );
}

const isSlow = (group: string): boolean => group === "long";

function choice(group: Group, lang: Lang): string {
  const checked = isSlow(group) ? "" : " checked";
  const text = escapeHtml(groups[group][lang]);
  return `<label class="group"><input type="checkbox" name="group" value="${group}"${checked}> <span data-t="${group}">${text}</span></label>`;
}

/** All of it, before anything is measured. */
export function markup(lang: Lang): string {
  const t = (key: keyof typeof strings): string =>
    translated(strings, key, lang);
  const names = Object.keys(groups) as Group[];
  return `<section class="root" ${labelled(strings, "name", lang)}>
<p class="finding" role="status"></p>
<form>
<fieldset><legend>${t("kernels")}</legend>${names.map((name) => choice(name, lang)).join("")}</fieldset>
<p class="buttons"><button type="submit" class="start"></button><button type="button" class="cancel" hidden>${t("cancel")}</button></p>
</form>
<div class="running" hidden><progress max="1" value="0" ${labelled(strings, "progress", lang)}></progress><p class="now"></p></div>
<div class="message" role="status"></div>
<div class="results" hidden></div>
<p class="tools" hidden><button type="button" data-copy="json">${t("copyJson")}</button><button type="button" data-copy="csv">${t("copyCsv")}</button><span class="notice" role="status"></span></p>
<div class="by-hand" hidden></div>
<h2>${t("machine")}</h2>
<dl class="machine"></dl>
</section>`;
}

/** Which kernel runs, n of m. */
export function nowText(state: State, lang: Lang): string {
  const it = cases.find(({ id }) => id === state.current);
  if (!it) return strings.starting[lang];
  return filled(strings.measuring, lang, {
    KERNEL: it.kernel[lang],
    SHAPE: it.shape,
    N: finished(state) + 1,
    M: state.ids.length,
  });
}

/** Share of the whole run that is done. */
export const progressOf = (state: State): number =>
  state.ids.length === 0
    ? 0
    : Math.min(1, (finished(state) + state.share) / state.ids.length);

/** The finding, with the numbers of this run. */
export function findingText(state: State, lang: Lang): string {
  const ratios = state.results
    .map(({ peers }) => peers[PLAIN]?.ratio)
    .filter((ratio) => ratio !== undefined);
  if (ratios.length === 0) return "";
  return filled(strings.finding, lang, {
    LOW: share(Math.min(...ratios)),
    HIGH: share(Math.max(...ratios)),
    MIDDLE: share(median(ratios)),
    N: ratios.length,
  });
}

/** Peers of this run in the order of the table: none has an empty column. */
const peersOf = (state: State): (keyof typeof COLUMNS)[] =>
  (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).filter((name) =>
    state.results.some(({ peers }) => name in peers),
  );

// Ratios first: they are what is to be compared, and what a phone shows.
function line(
  result: Result,
  peers: readonly (keyof typeof COLUMNS)[],
  lang: Lang,
): string {
  const it = cases.find(({ id }) => id === result.id);
  const { value, unit } = rate(result.work, result.ms);
  const cells = [
    ...peers.map((name) => {
      const peer = result.peers[name];
      return peer ? share(peer.ratio) : "–";
    }),
    ...[result.ms, result.min, result.max].map(time),
    `${value.toFixed(1)} ${unit}`,
    result.shape,
  ].map((cell) => `<td>${escapeHtml(cell)}</td>`);
  const name = escapeHtml(it?.kernel[lang] ?? result.kernel);
  return `<tr><th scope="row">${name}</th>${cells.join("")}</tr>`;
}

function troubles(state: State, lang: Lang): string {
  const nameOf = (id: string): string => {
    const it = cases.find((one) => one.id === id);
    return it ? `${it.kernel[lang]}, ${it.shape}` : id;
  };
  const colon = lang === "zh" ? "：" : ": ";
  const lines = [
    ...Object.entries(state.skipped).map(
      ([id, why]) => `${nameOf(id)}${colon}${strings.skipped[lang]} ${why}`,
    ),
    ...state.results.flatMap(({ id, failures }) =>
      Object.entries(failures).map(
        ([PEER, why]) =>
          `${nameOf(id)}${colon}${filled(strings.peerFailed, lang, { PEER })} ${why}`,
      ),
    ),
  ];
  if (lines.length === 0) return "";
  const items = lines.map((text) => `<li>${escapeHtml(text)}</li>`);
  return `<ul class="troubles">${items.join("")}</ul>`;
}

/** The table of what was measured; "" before. */
export function resultsHtml(state: State, lang: Lang): string {
  if (finished(state) === 0) return "";
  const peers = peersOf(state);
  const columns = [
    "kernel",
    ...peers.map((name) => COLUMNS[name]),
    ...(["median", "min", "max", "rate", "shape"] as const),
  ] as const;
  const head = columns.map(
    (key) => `<th scope="col">${escapeHtml(strings[key][lang])}</th>`,
  );
  const legend = escapeHtml(strings.caption[lang]);
  const body = state.results.map((result) => line(result, peers, lang));
  return `<p class="legend" id="legend">${legend}</p><div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(strings.results[lang])}"><table aria-describedby="legend"><thead><tr>${head.join("")}</tr></thead><tbody>${body.join("")}</tbody></table></div>${troubles(state, lang)}`;
}

/** What the browser tells, as terms and values. */
export function machineHtml(
  machine: Machine,
  state: State,
  lang: Lang,
): string {
  const unknown = strings.unknown[lang];
  const { clockMs, version } = state;
  const facts = [
    [strings.browser, machine.browser],
    [strings.processors, String(machine.processors ?? unknown)],
    ...(clockMs === undefined
      ? []
      : [[strings.clock, `${clockMs.toPrecision(2)} ms`] as const]),
    ...(version === undefined ? [] : [[strings.version, version] as const]),
  ] as const;
  return facts
    .map(
      ([name, value]) =>
        `<dt>${escapeHtml(name[lang])}</dt><dd>${escapeHtml(value)}</dd>`,
    )
    .join("");
}
