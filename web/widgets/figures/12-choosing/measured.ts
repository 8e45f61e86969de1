// <pe-measured>: what each encoding for text guarantees before anything is
// trained, found by experiment: the same words elsewhere, twice the length.
import type { CatalogEntry } from "posenc/catalog";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import type { CellsPanel } from "../../kit/panel.ts";
import { figure, type Shown } from "../../kit/spec.ts";
import type { Strings } from "../../words/strings.ts";
import { decimals, escapeHtml, type Lang, quantity } from "../../words/text.ts";
import { MEASURED, type Measured } from "./experiments.ts";
import { learnedNumbers } from "./learned-numbers.ts";
import { NOTHING, type Results, resultsOf } from "./results.ts";
import { TRIALS, WIDTH } from "./trials.ts";

const IDS = MEASURED.map(({ id }) => id);
const LENGTHS = ["32", "64", "128"] as const;

const table = {
  encoding: choice(IDS, "sinusoidal"),
  length: choice(LENGTHS, "64"),
  seed: integer({ default: 1, min: 0, max: 9999 }),
  "d-model": integer({ default: 768, min: 8, max: 16_384 }),
  heads: integer({ default: 12, min: 1, max: 128 }),
  "max-len": integer({ default: 512, min: 16, max: 131_072 }),
} as const;

type State = StateOf<typeof table>;

const ownNames: Strings = Object.fromEntries(
  MEASURED.map(({ id, name }) => [id, name]),
);

const strings = {
  ...ownNames,
  name: { en: "Measured, not stated", zh: "实测，不靠陈述" },
  caption: {
    en: "A passage of random tokens stands twice in one text. The first picture shows how it attends to itself at the start, the second once it has been moved on. Press a name. Nothing is trained, so this is what an encoding guarantees, not all that a model can learn; the lists of LongRoPE and what is made for images, audio or layouts are left out.",
    zh: "一段随机词元在文中出现两次。第一张图是它首次出现时段内的注意力，第二张是再次出现时。点按名称切换。这里没有训练，所以量到的是编码本身的保证，不是模型能学到的全部。LongRoPE 的因子表，以及为图像、音频、版面设计的编码不在其内。",
  },
  encoding: { en: "Encoding", zh: "编码" },
  length: { en: "Length in training", zh: "训练长度" },
  "32": { en: "32", zh: "32" },
  "64": { en: "64", zh: "64" },
  "128": { en: "128", zh: "128" },
  seed: { en: "Seed", zh: "随机种子" },
  dModel: { en: "For the cost: width D", zh: "计参数用：宽度 D" },
  heads: { en: "Heads H", zh: "头数 H" },
  maxLen: { en: "Longest text L", zh: "最长文本 L" },
  refused: { en: "refused", zh: "拒绝" },
  none: { en: "0", zh: "0" },
};

type Here = Shown<State, Results>;

const COLUMNS = {
  en: [
    "learned numbers",
    "attention moved",
    "at twice the length: new numbers",
    "old places changed",
  ],
  zh: [
    "可学习参数",
    "移到别处的注意力",
    "长度加倍后的新数值",
    "旧位置改变的比例",
  ],
} as const;

const entryOf = (id: string): CatalogEntry =>
  MEASURED.find((it) => it.id === id) as CatalogEntry;

const nameOf = (id: string, lang: Lang): string => entryOf(id).name[lang];

const share = (value: number): string =>
  value < NOTHING ? "0%" : `${decimals(100 * value, value < 0.1 ? 1 : 0)}%`;

function learned({ state }: Here, id: string): number {
  const { dModel: D, heads: H, maxLen: L } = state;
  return learnedNumbers(entryOf(id).parameters, {
    D,
    H,
    L,
    d: Math.ceil(D / H),
    // As published: T5's 32 buckets, Shaw's clip at 16, DeBERTa's span of 512,
    // 32 hidden units in FIRE, a kernel of 3, a quarter of the columns learned.
    B: 32,
    k: id === "shaw" ? 16 : 512,
    M: 32,
    K: 3,
    C: D / 4,
  });
}

function cellsFor(
  shown: Here,
  id: string,
  result: Measured = shown.model.of(id),
): readonly string[] {
  const { lang } = shown;
  const { moved, beyond } = result;
  const no = beyond.refusal !== null;
  return [
    quantity(Math.round(learned(shown, id))),
    share(moved),
    no ? strings.refused[lang] : share(beyond.fresh),
    no ? "—" : share(beyond.changed),
  ];
}

function say(shown: Here): string {
  const { state, model, lang } = shown;
  const { moved, beyond } = model.of(state.encoding);
  const name = nameOf(state.encoding, lang);
  const [there, half] = [share(moved), Number(state.length) / 2];
  const end = {
    en:
      beyond.refusal === null
        ? `at twice the length ${share(beyond.fresh)} of its numbers are outside the range of training, and ${share(beyond.changed)} of the old places have other numbers`
        : "at twice the length the library refuses it",
    zh:
      beyond.refusal === null
        ? `长度加倍后，${share(beyond.fresh)} 的数超出训练时的范围，${share(beyond.changed)} 的旧位置换了数`
        : "长度加倍后库拒绝计算",
  }[lang];
  return {
    en: `${name}: moved by ${half} places, a passage attends differently by ${there}; ${end}.`,
    zh: `${name}：段落后移 ${half} 位，段内注意力有 ${there} 移到别处；${end}。`,
  }[lang];
}

function found({ state, model, lang }: Here): string {
  const { moved, beyond } = model.of(state.encoding);
  const name = escapeHtml(nameOf(state.encoding, lang));
  const [there, half] = [share(moved), Number(state.length) / 2];
  const count = MEASURED.length;
  const fresh = share(beyond.fresh);
  const no = beyond.refusal !== null;
  return {
    en: `${name}: move a passage by ${half} places, and <b>${there}</b> of its inner attention goes elsewhere; at twice the length ${no ? "there is <b>no number</b> at all" : `<b>${fresh}</b> of its numbers are new`}. ${model.still} of ${count} encodings do not notice the move.`,
    zh: `${name}：段落后移 ${half} 位，段内注意力有 <b>${there}</b> 移到别处；长度加倍后${no ? "<b>根本没有数可用</b>" : `有 <b>${fresh}</b> 的数是新的`}。${count} 种编码中有 ${model.still} 种完全不受移动影响。`,
  }[lang];
}

const square = (
  id: "first" | "second",
  en: string,
  zh: string,
): CellsPanel<State, Results> => ({
  kind: "cells",
  id,
  height: [250, 230],
  aspect: 1,
  margin: { left: 8, right: 8, top: 6, bottom: 8 },
  title: ({ lang }) => ({ en, zh })[lang],
  label: say,
  matrix({ state, model }) {
    const { size, weights } = model.of(state.encoding)[id];
    return {
      values: weights,
      rows: size,
      columns: size,
      domain: [0, 0.5],
      map: "sequential",
    };
  },
});

function tableHtml(shown: Here): string {
  const { state, lang } = shown;
  const head = [strings.encoding[lang], ...COLUMNS[lang]].map(
    (text) => `<th scope="col">${text}</th>`,
  );
  const rows = IDS.map((id) => {
    const { result, stale } = shown.model.now(id);
    const cells = cellsFor(shown, id, result).map((text) => `<td>${text}</td>`);
    return `<tr${stale ? ' class="stale"' : ""}><th scope="row"><button type="button" data-set="encoding=${id}" aria-pressed="${id === state.encoding}">${escapeHtml(nameOf(id, lang))}</button></th>${cells.join("")}</tr>`;
  });
  const { refusal } = shown.model.of(state.encoding).beyond;
  const message = refusal
    ? `<p><code lang="en">RangeError: ${escapeHtml(refusal)}</code></p>`
    : "";
  return `${message}<div class="wide tall" tabindex="0" role="region" aria-label="${strings.name[lang]}"><table><thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

/** What the trial's expression gives, put where it belongs. */
function entering(id: string): string {
  const { rows, turn, source } = TRIALS[id] as (typeof TRIALS)[string];
  const project = (x: string) =>
    `let [q, k] = [1, 2].map((n) => pe.transformer.linear(${x}, random(dModel, dModel, seed + n, dModel ** -0.5)));`;
  const attend = (position: string) =>
    `const { weights } = pe.attention({ q, k, v: k, numHeads: 1, causal: true, returnWeights: true${position} });`;
  if (rows) {
    return `${project(`pe.embedding.add(tokens, ${source})`)}\n${attend("")}`;
  }
  if (turn) return `${project("tokens")}\n[q, k] = ${source};\n${attend("")}`;
  return `${project("tokens")}\n${attend(`, position: ${source}`)}`;
}

const HELPERS = {
  wide: "// A few columns, and zeros up to the width of the tokens.\nconst wide = ({ data, shape: [rows, columns] }) => ({\n  data: Float32Array.from({ length: rows * dModel }, (_, n) => n % dModel < columns ? data[Math.floor(n / dModel) * columns + (n % dModel)] : 0),\n  shape: [rows, dModel],\n});\n",
  heads:
    "const heads = ({ data }) => ({ data, shape: [data.length / dModel, 1, dModel] });\n",
} as const;

function program({ state }: Here): string {
  const { encoding: id, length, seed } = state;
  const body = entering(id);
  const helpers = Object.entries(HELPERS)
    .filter(([name]) => body.includes(`${name}(`))
    .map(([, text]) => text);
  return `import { load } from "posenc";

const pe = await load();
const [seqLen, dModel, seed] = [${length}, ${WIDTH}, ${seed}];
const random = (maxLen, columns, from, std = 1) =>
  pe.embedding.learned({ maxLen, dModel: columns, std, seed: from });
${helpers.join("")}const half = seqLen / 2;
// The same passage twice.
const places = Array.from({ length: seqLen }, (_, n) => n % half);
const tokens = pe.embedding.lookup(random(half, dModel, seed), places);
${body}
const row = (from, i) => {
  const at = (from + i) * seqLen + from;
  const part = weights.data.slice(at, at + i + 1);
  const sum = part.reduce((a, b) => a + b);
  return sum > 0 ? part.map((weight) => weight / sum) : part;
};
let sum = 0;
for (let i = 1; i < half; i += 1) {
  const later = row(half, i);
  // Where nothing is left inside, all of it has moved away.
  if (later.every((weight) => weight === 0)) sum += 2;
  else row(0, i).forEach((weight, j) => { sum += Math.abs(weight - later[j]); });
}
// The text of twice the length is left out here.
console.log(sum / 2 / (half - 1));
`;
}

export const spec = figure<typeof table, Results>({
  tag: "pe-measured",
  table,
  strings,
  controls: [
    { key: "encoding", menu: true },
    { key: "length" },
    { key: "seed" },
    { key: "dModel", logarithmic: true },
    { key: "heads", logarithmic: true },
    { key: "maxLen", logarithmic: true },
  ],
  compute: ({ length, seed }, keep) =>
    resultsOf({ trainLen: Number(length), seed }, keep),
  more: (results, { encoding }, until) => results.more(encoding, until),
  finding: found,
  rows: [
    [
      ["first", 1],
      ["second", 1],
    ],
    [["table", 1]],
  ],
  panels: [
    square("first", "the passage at the start", "开头那一遍"),
    square("second", "the same passage, moved on", "同一段落，后移之后"),
    {
      kind: "html",
      id: "table",
      label: say,
      html: tableHtml,
      lines: (shown) =>
        IDS.map(
          (id) =>
            `${nameOf(id, shown.lang)}: ${cellsFor(shown, id).join("; ")}`,
        ),
    },
  ],
  styles:
    ".stale td { color: var(--_ink3); } .tall { max-height: 380px; overflow: auto; } .html td { text-align: right; white-space: nowrap; } .html th { min-width: 4em; } .html th button { display: inline-flex; text-align: left; } .html p { margin: 0 0 8px; } .html code { overflow-wrap: anywhere; color: var(--_bad); }",
  below: ["table"],
  sentence: say,
  tableData(shown) {
    const { lang, state } = shown;
    return {
      caption: strings.name[lang],
      corner: strings.encoding[lang],
      columns: [...COLUMNS[lang]],
      rows: IDS.map((id) => ({
        head: nameOf(id, lang),
        cells: [...cellsFor(shown, id)],
      })),
      marked: { row: IDS.indexOf(state.encoding), column: 1 },
    };
  },
  code: program,
  states: ({ state, model }) => [model.of(state.encoding).moved],
});
