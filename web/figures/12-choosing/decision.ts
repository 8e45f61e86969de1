// <pe-decision>: a few questions, and the schemes that fit the answers, with the
// reasons and the papers.
import { catalog } from "posenc/catalog";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { figure, type Shown } from "../../kit/spec.ts";
import { escapeHtml, quantity, type Text } from "../../words/text.ts";

/** Of the plain RoPE that the finding speaks of. */
const BASE = 10_000;

const table = {
  start: choice(["new", "rope", "learned"]),
  tuning: choice(["some", "none"]),
  "train-len": integer({ default: 4096, min: 64, max: 131_072 }),
  "test-len": integer({ default: 16_384, min: 64, max: 1_048_576 }),
  far: choice(["near", "far"], "far"),
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Rotary pairs with new angles, and all. */
  readonly unseen: number;
  readonly pairs: number;
}

const strings = {
  name: { en: "Which encoding?", zh: "选哪一种？" },
  caption: {
    en: "Answer from your own case. The rules are few and stated with each result; none of them replaces a measurement on your task.",
    zh: "按自己的情况回答。规则不多，依据写在每条结果旁边；哪一条都代替不了在你的任务上实测。",
  },
  start: { en: "You start from", zh: "起点" },
  new: { en: "a new model", zh: "从头训练" },
  rope: { en: "a model with RoPE", zh: "已有 RoPE 模型" },
  learned: { en: "a model with a learned table", zh: "已有可学习位置表的模型" },
  tuning: { en: "Further training", zh: "能否继续训练" },
  some: { en: "some", zh: "可以" },
  none: { en: "none", zh: "不能" },
  trainLen: { en: "Length in training", zh: "训练长度" },
  testLen: { en: "Length in use", zh: "使用长度" },
  far: { en: "What decides", zh: "起决定作用的是" },
  near: { en: "near tokens", zh: "近处词元" },
} as const;

const FAR = { en: "far tokens too", zh: "远处词元也重要" } as const;

type Here = Shown<State, Model>;

interface Advice {
  readonly id: string;
  readonly why: Text;
}

const advice = (id: string, en: string, zh: string): Advice => ({
  id,
  why: { en, zh },
});

/** What fits, best first. */
function advise({ state }: Pick<Here, "state">): readonly Advice[] {
  const longer = state.testLen > state.trainLen;
  if (state.start === "learned") {
    return longer
      ? [
          advice(
            "hierarchical",
            "keeps the trained rows and reaches the square of their number; some training is needed for the new ones",
            "保留训练好的行，长度可达行数的平方；新的行需要少量训练",
          ),
          advice(
            "learned",
            "resize the table by interpolation and train a little, or cut the text: beyond the table there is no row",
            "把表插值拉长后再训练一阵，或者截断文本：表外没有行",
          ),
        ]
      : [
          advice(
            "learned",
            "the length fits the table: change nothing",
            "长度没有超出表，不必改动",
          ),
        ];
  }
  if (state.start === "rope") {
    if (!longer) {
      return [
        advice("rope", "no new angles: change nothing", "没有新角度，不必改动"),
      ];
    }
    return state.tuning === "none"
      ? [
          advice(
            "dynamic",
            "texts up to the trained length stay exactly as they were; made for use without training",
            "训练长度以内的文本原样不变；本来就是为免训练设计的",
          ),
          advice(
            "yarn",
            "leaves the fast pairs alone and slows in full those that meet new angles",
            "高频维度不动；会遇到新角度的对，转速降为 1/s；中间过渡",
          ),
        ]
      : [
          advice(
            "yarn",
            "leaves the fast pairs alone and slows in full those that meet new angles; needs the least training of those compared in its paper",
            "高频维度不动；会遇到新角度的对，转速降为 1/s；中间过渡；据论文比较，所需训练最少",
          ),
          advice(
            "llama3",
            "the same idea without a temperature; runtimes agree on it",
            "思路相同但不调温度，各运行时的理解一致",
          ),
          advice(
            "linear",
            "simplest, and blurs neighbours; needs training",
            "最简单，但会模糊相邻词元，需要训练",
          ),
        ];
  }
  if (longer && state.far === "near") {
    return [
      advice(
        "alibi",
        "stable far beyond training, because far tokens are hardly seen",
        "远超训练长度仍稳定，因为远处词元几乎看不见",
      ),
      advice(
        "kerple",
        "a logarithm in place of the line: keeps more of the far text",
        "以对数代替直线，能多留一些远处的内容",
      ),
      advice(
        "t5",
        "learned; all far distances alike",
        "可学习；远处距离不再区分",
      ),
    ];
  }
  return [
    advice(
      "rope",
      longer
        ? "train short, rescale and train a little at full length, as most published long-context models do"
        : "no parameters, every runtime has it, and it can be lengthened later",
      longer
        ? "先用短文本训练，再缩放并用全长训练一阵：多数公开的长上下文模型都是这么做的"
        : "没有参数，各运行时都支持，日后还可加长",
    ),
    ...(longer
      ? [
          advice(
            "fire",
            "its input stays between 0 and 1 at every length",
            "输入在任何长度下都在 0 与 1 之间",
          ),
        ]
      : [
          advice(
            "learned",
            "as good at one fixed length, and never longer",
            "固定长度下同样好，但永远不能更长",
          ),
        ]),
  ];
}

const entryOf = (id: string) => catalog.find((it) => it.id === id);

function say({ state, model, lang }: Here): string {
  const best = advise({ state })
    .map(({ id }) => entryOf(id)?.name[lang] ?? id)
    .join(lang === "zh" ? "、" : ", ");
  const [a, b] = [quantity(state.trainLen), quantity(state.testLen)];
  return {
    en: `Trained on ${a}, used at ${b}: ${best}. Plain RoPE would bring new angles to ${model.unseen} of ${model.pairs} pairs.`,
    zh: `训练 ${a}，使用 ${b}：${best}。不缩放的 RoPE 会让 ${model.pairs} 对中的 ${model.unseen} 对遇到新角度。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-decision",
  table,
  strings,
  controls: [
    { key: "start", menu: true },
    { key: "tuning", when: ({ start }) => start === "rope" },
    { key: "trainLen", logarithmic: true },
    { key: "testLen", logarithmic: true },
  ],
  main: ["start", "tuning"],
  compute(pe, { trainLen, testLen }) {
    const { unseen, pairs } = pe.analysis.coverage({
      ...{ headDim: 128, base: BASE, trainLen },
      testLen: Math.max(trainLen, testLen),
    });
    return { unseen, pairs: pairs.length };
  },
  finding({ state, model, lang }) {
    const [first] = advise({ state });
    const name = escapeHtml(entryOf(first?.id ?? "")?.name[lang] ?? "");
    return {
      en: `First choice here: <b>${name}</b>. With plain RoPE (base ${quantity(BASE)}) <b>${model.unseen}</b> of ${model.pairs} pairs would meet new angles.`,
      zh: `这里首选：<b>${name}</b>。若用不缩放的 RoPE（底数 ${quantity(BASE)}），${model.pairs} 对中有 <b>${model.unseen}</b> 对会遇到新角度。`,
    }[lang];
  },
  panels: [
    {
      kind: "html",
      id: "advice",
      label: say,
      html({ state, lang }) {
        const far =
          state.start === "new"
            ? `<p class="presets"><span class="dim">${strings.far[lang]}</span> ${(["near", "far"] as const).map((it) => `<button type="button" data-set="far=${it}" aria-pressed="${state.far === it}">${(it === "far" ? FAR : strings.near)[lang]}</button>`).join(" ")}</p>`
            : "";
        const items = advise({ state }).map(({ id, why }) => {
          const it = entryOf(id);
          const address = it?.paper?.arxiv
            ? `https://arxiv.org/abs/${it.paper.arxiv}`
            : it?.paper?.url;
          const source = address
            ? ` <a href="${escapeHtml(address)}" lang="en">${escapeHtml(it?.paper?.title ?? "")}</a>${it?.year ? `, ${it.year}` : ""}`
            : "";
          return `<li><b>${escapeHtml(it?.name[lang] ?? id)}</b>${lang === "zh" ? "：" : ": "}${escapeHtml(why[lang])}.${source}</li>`;
        });
        return `${far}<ol>${items.join("")}</ol>`.replace(
          /([\u4e00-\u9fff])\./g,
          "$1。",
        );
      },
      lines: ({ state, lang }) =>
        advise({ state }).map(
          ({ id, why }, k) =>
            `${k + 1}. ${entryOf(id)?.name[lang] ?? id}: ${why[lang]}`,
        ),
    },
  ],
  styles:
    ".presets { display: flex; flex-wrap: wrap; align-items: baseline; gap: 8px; margin: 4px 0; } .html ol { margin: 8px 0; padding-left: 1.5em; } .html li { margin: 8px 0; } .html a { color: var(--_accent); }",
  sentence: say,
  tableData: ({ state, lang }) => ({
    caption: strings.name[lang],
    corner: lang === "zh" ? "编码" : "encoding",
    columns: [lang === "zh" ? "理由" : "why"],
    rows: advise({ state }).map(({ id, why }) => ({
      head: entryOf(id)?.name[lang] ?? id,
      cells: [why[lang]],
    })),
  }),
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const { unseen, pairs } = pe.analysis.coverage({
  headDim: 128,
  base: ${BASE},
  trainLen: ${state.trainLen},
  testLen: ${Math.max(state.trainLen, state.testLen)},
});
console.log(unseen, pairs.length);
`,
  states: ({ model: { unseen, pairs } }) => [unseen, pairs],
});
