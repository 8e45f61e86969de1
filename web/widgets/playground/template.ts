import {
  frame,
  labelled,
  type Poster,
  translated,
} from "../element/look/frame.ts";
import {
  attributeOf,
  controlsHtml,
  type Item,
  itemHtml,
  parted,
} from "../kit/controls.ts";
import { identifier } from "../words/quantity.ts";
import { escapeHtml, type Lang, parameter } from "../words/text.ts";
import { type State, table } from "./attributes.ts";
import { columnAt, pairCount, period } from "./columns.ts";
import { finding, strings } from "./strings.ts";

/** What can be set, in reading order. */
export const CONTROLS: readonly Item<State>[] = [
  { key: "seqLen" },
  { key: "dModel", step: 2 },
  { key: "base", logarithmic: true },
  { key: "layout" },
  { key: "pos", max: ({ seqLen }) => seqLen - 1 },
  { key: "dim", max: ({ dModel }) => dModel - 1 },
];

/** The sentence above the figure. */
export function findingHtml(state: State, lang: Lang): string {
  const last = pairCount(state.dModel) - 1;
  const [first, slowest] = [period(0, state), period(last, state)];
  return finding(state.layout, last, first, slowest)[lang];
}

/** The numbers of the formula by their place in it. */
export function formulaValues(
  state: State,
  value: string,
): Readonly<Record<string, string>> {
  const { pair, wave } = columnAt(state.dim, state);
  return {
    pos: parameter(state.pos),
    dim: parameter(state.dim),
    wave,
    base: parameter(state.base),
    pair: parameter(pair),
    dModel: parameter(state.dModel),
    value,
  };
}

/** The cell's arithmetic in one line: P(12, 6) = sin(12 / 10000^(6/64)) = … */
export function arithmetic(state: State, value: string): string {
  const { pos, dim, base, dModel } = state;
  const { pair, wave } = columnAt(dim, state);
  return `P(${pos}, ${dim}) = ${wave}(${pos} / ${base}^(${2 * pair}/${dModel})) = ${value}`;
}

function formula(state: State): string {
  const values = formulaValues(state, "…");
  const n = (key: string, link?: string): string =>
    `<mn data-v="${key}"${link ? ` data-link="${link}"` : ""}>${values[key]}</mn>`;
  const math = `<math displaystyle="true">${identifier("P")}<mo>(</mo>${n("pos", "pos")}<mo>,</mo>${n("dim", "dim")}<mo>)</mo><mo>=</mo><mi data-v="wave" data-link="dim">${values.wave}</mi><mo>(</mo>${n("pos", "pos")}<mo>/</mo><msup>${n("base", "base")}<mrow><mn>2</mn><mo>·</mo>${n("pair", "dim")}<mo>/</mo>${n("dModel", "dModel")}</mrow></msup><mo>)</mo><mo>=</mo>${n("value")}</math>`;
  return `<div class="formula" part="formula">${math}</div>`;
}

/** Everything inside the shadow root. */
export function markup(lang: Lang, state: State, poster?: Poster): string {
  const text = (key: keyof typeof strings): string =>
    translated(strings, key, lang);
  const controls = controlsHtml(
    parted(CONTROLS, ["base", "pos"]),
    (item) =>
      itemHtml(item, attributeOf(table, item.key), state, strings, lang),
    lang,
  );
  const keys = escapeHtml(strings.readCells[lang]);
  return frame(lang, strings, {
    finding: findingHtml(state, lang),
    poster,
    body: `${formula(state)}
<div class="hands-on"><div class="plots">
<div class="heat" part="plot"><p class="head">${text("heatTitle")}<span class="scale">−1<span class="bar"><canvas width="256" height="1" role="img" ${labelled(strings, "scaleName", lang)}></canvas></span>1</span></p>
<div class="plot slide" tabindex="0" role="application" aria-label="${keys}" data-t-label="readCells"><div class="window"><canvas class="cells" role="img" ${labelled(strings, "name", lang)}></canvas></div><svg class="marker" aria-hidden="true" preserveAspectRatio="none"><rect class="halo"/><rect class="halo"/><rect data-link="pos"/><rect data-link="dim"/></svg><svg class="axes" aria-hidden="true"></svg></div></div>
<div class="dials" part="plot"><p class="head"></p><div class="plot"><svg class="hands slide" role="img" ${labelled(strings, "name", lang)}></svg></div></div>
<div class="waves" part="plot"><p class="head">${text("wavesTitle")}<span class="legend"></span></p>
<div class="plot slide"><canvas class="curves" role="img" ${labelled(strings, "wavesTitle", lang)}></canvas><svg class="axes" aria-hidden="true"></svg></div></div>
</div>
${controls}</div>`,
  });
}
