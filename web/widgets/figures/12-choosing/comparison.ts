// <pe-comparison>: all encodings of the library's catalog in one table that can
// be sorted and narrowed.
import { type CatalogEntry, catalog } from "posenc/catalog";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { figure, type Shown } from "../../kit/spec.ts";
import { labelHtml } from "../../words/quantity.ts";
import { escapeHtml, type Lang } from "../../words/text.ts";

const PLACES = ["all", "embedding", "rotary", "bias", "relative"] as const;
const ORDERS = ["year", "name", "models"] as const;
const BEYOND = ["any", "yes", "partly", "no"] as const;

const table = {
  enters: choice(PLACES),
  extrapolates: choice(BEYOND),
  order: choice(ORDERS),
  row: integer({ default: 0, min: 0, max: catalog.length - 1 }),
} as const;

type State = StateOf<typeof table>;

interface Model {
  readonly entries: readonly CatalogEntry[];
  readonly untrained: number;
}

const strings = {
  name: { en: "All encodings, compared", zh: "全部编码对照" },
  caption: {
    en: "The library’s own catalog. Narrow it by the place where a position enters and by what happens past the trained length (perplexity, for most; other tasks can fail all the same); sort it; press a name for its formula and source.",
    zh: "数据来自本库的目录。可按位置的进入方式、超出训练长度后的表现筛选（多数以困惑度衡量，换个任务仍可能失灵），也可排序；点按名称，可看公式与出处。",
  },
  enters: { en: "Position enters", zh: "位置的进入方式" },
  all: { en: "anywhere", zh: "不限" },
  embedding: { en: "with the embeddings", zh: "随嵌入" },
  rotary: { en: "by rotation", zh: "靠旋转" },
  bias: { en: "as a bias", zh: "作为偏置" },
  relative: { en: "with the content", zh: "与内容相乘" },
  extrapolates: { en: "Past the trained length", zh: "超出训练长度" },
  any: { en: "any", zh: "不限" },
  yes: { en: "mostly holds", zh: "大多能保持" },
  partly: { en: "in part", zh: "部分能保持" },
  no: { en: "mostly fails", zh: "大多失效" },
  order: { en: "Order", zh: "排序" },
  year: { en: "by year", zh: "按年份" },
  models: { en: "by number of models", zh: "按模型数" },
  row: { en: "Row", zh: "行" },
} as const;

const ORDER_LABELS = { name: { en: "by name", zh: "按名称" } } as const;

type Here = Shown<State, Model>;

function entriesOf({ enters, extrapolates, order }: Readonly<State>) {
  const kept = catalog.filter(
    (it) =>
      (enters === "all" || it.enters === enters) &&
      (extrapolates === "any" || it.extrapolates === extrapolates),
  );
  const by: Record<
    State["order"],
    (a: CatalogEntry, b: CatalogEntry) => number
  > = {
    year: (a, b) => (a.year ?? 9999) - (b.year ?? 9999),
    name: (a, b) => a.id.localeCompare(b.id),
    models: (a, b) => b.models.length - a.models.length,
  };
  return [...kept].sort(by[order]);
}

const cellsOf = (it: CatalogEntry, lang: Lang): string[] => [
  it.year === null ? "—" : String(it.year),
  strings[it.enters][lang],
  it.parameters,
  strings[it.extrapolates][lang],
  it.models.map(({ name }) => name).join(lang === "zh" ? "、" : ", ") || "—",
];

const COLUMNS = {
  en: ["year", "enters", "learned numbers", "past training", "models"],
  zh: ["年份", "进入方式", "可学习参数", "超出训练长度", "模型"],
} as const;
/** The column that has formulas. */
const LEARNED = 2;

const addressOf = ({ paper }: CatalogEntry): string | undefined =>
  paper?.arxiv ? `https://arxiv.org/abs/${paper.arxiv}` : paper?.url;

const current = ({ state, model }: Here): CatalogEntry | undefined =>
  model.entries[Math.min(state.row, model.entries.length - 1)];

function found({ model, lang }: Here): string {
  const { entries, untrained } = model;
  const count = `<b>${entries.length}</b>`;
  const all = entries.length === catalog.length;
  const which = all
    ? { en: `All ${count} encodings`, zh: `显示全部 ${count} 种编码` }
    : {
        en: `${count} of ${catalog.length} encodings`,
        zh: `${catalog.length} 种编码中的 ${count} 种`,
      };
  return {
    en: `${which.en}; <b>${untrained}</b> of them have nothing to learn.`,
    zh: `${which.zh}，其中 <b>${untrained}</b> 种没有可学习参数。`,
  }[lang];
}

function say(shown: Here): string {
  const it = current(shown);
  const { lang } = shown;
  if (!it)
    return lang === "zh"
      ? "没有符合条件的编码，共 0 种。"
      : "No encoding fits: 0.";
  const [name, text] = [it.name[lang], it.summary[lang]];
  return lang === "zh" ? `${name}：${text}` : `${name}: ${text}`;
}

function details(shown: Here): string {
  const it = current(shown);
  if (!it) return `<p class="dim">${say(shown)}</p>`;
  const address = addressOf(it);
  const source = address
    ? `<p><a href="${escapeHtml(address)}" lang="en">${escapeHtml(it.paper?.title ?? address)}</a></p>`
    : "";
  return `<p>${labelHtml(say(shown))}</p><p><code lang="en">${escapeHtml(it.formula.text)}</code></p>${source}`;
}

export const spec = figure<typeof table, Model>({
  tag: "pe-comparison",
  table,
  strings: { ...strings, name: strings.name },
  controls: [
    { key: "enters", menu: true },
    { key: "extrapolates", menu: true },
  ],
  callsNothing: true,
  compute(state) {
    const entries = entriesOf(state);
    return { entries, untrained: entries.filter((it) => !it.trainable).length };
  },
  finding: found,
  panels: [
    {
      kind: "html",
      id: "all",
      label: say,
      html(shown) {
        const { state, model, lang } = shown;
        const orders = ORDERS.map((order) => {
          const text = order === "name" ? ORDER_LABELS.name : strings[order];
          return `<button type="button" data-set="order=${order}" aria-pressed="${state.order === order}">${text[lang]}</button>`;
        });
        const now = current(shown);
        const rows = model.entries.map((it, row) => {
          const cells = cellsOf(it, lang).map((c, at) => {
            const html = at === LEARNED ? labelHtml(c) : escapeHtml(c);
            return `<td>${html}</td>`;
          });
          return `<tr><th scope="row"><button type="button" data-set="row=${row}" aria-pressed="${it === now}">${escapeHtml(it.name[lang])}</button></th>${cells.join("")}</tr>`;
        });
        const head = [lang === "zh" ? "编码" : "encoding", ...COLUMNS[lang]];
        return `<p class="presets">${orders.join(" ")}</p><div class="wide tall" tabindex="0" role="region" aria-label="${strings.name[lang]}"><table><thead><tr>${head.map((h) => `<th scope="col">${h}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
      },
      lines: ({ model, lang }) =>
        model.entries.map(
          (it) => `${it.name[lang]}: ${cellsOf(it, lang).join("; ")}`,
        ),
    },
    {
      kind: "html",
      id: "one",
      label: say,
      html: details,
      lines: (shown) => [say(shown)],
    },
  ],
  styles:
    ".presets { display: flex; flex-wrap: wrap; gap: 8px; margin: 4px 0 12px; } .tall { max-height: 420px; overflow: auto; } .html a { color: var(--_accent); } .html p { margin: 8px 0; } .html td { min-width: 72px; } .html td:last-child { min-width: 208px; } .html th button { display: inline-flex; text-align: left; } .html code { overflow-wrap: anywhere; }" +
    // On paper it is a table of several pages, begun where it stands.
    " @media print { .html .tall { max-height: none; } .html tr { break-inside: avoid; } .root:has(.tall), .row:has(.tall) { break-inside: auto; } }",
  sentence: say,
  tableData({ state, model, lang }) {
    return {
      caption: strings.name[lang],
      corner: lang === "zh" ? "编码" : "encoding",
      columns: [...COLUMNS[lang]],
      rows: model.entries.map((it) => ({
        head: it.name[lang],
        cells: cellsOf(it, lang),
      })),
      marked: { row: Math.min(state.row, model.entries.length - 1), column: 0 },
    };
  },
  code({ state }) {
    const { enters, extrapolates, order, row } = state;
    const kept = [
      ...(enters === "all" ? [] : [`it.enters === "${enters}"`]),
      ...(extrapolates === "any"
        ? []
        : [`it.extrapolates === "${extrapolates}"`]),
    ].join(" && ");
    const by = {
      year: "(a.year ?? 9999) - (b.year ?? 9999)",
      name: "a.id.localeCompare(b.id)",
      models: "b.models.length - a.models.length",
    }[order];
    return `import { load } from "posenc";
import { catalog } from "posenc/catalog";

const pe = await load();
const entries = ${kept ? `catalog.filter((it) => ${kept})` : "[...catalog]"};
entries.sort((a, b) => ${by});
console.log(entries.length, entries.filter((it) => !it.trainable).length);
console.log(entries.map((it) => it.year)); // in the order of the list
// The calls that compute the chosen one.
for (const call of entries[Math.min(${row}, entries.length - 1)]?.calls ?? []) {
  const [folder, name] = call.split(".");
  console.log(call, typeof pe[folder][name]);
}
`;
  },
  states: ({ model: { entries, untrained } }) => [
    entries.length,
    untrained,
    ...entries.flatMap(({ year }) => year ?? []),
  ],
});
