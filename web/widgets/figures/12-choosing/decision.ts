// <pe-decision>: a tree of a few questions, and what stands at the end of the
// reader's way through it, with the reasons and the papers.
import * as pe from "posenc";
import { catalog } from "posenc/catalog";
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { rect } from "../../kit/highlights.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { circle, type Mark, type Pen, textMark } from "../../plots/marks.ts";
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
    en: "Where do you stand? Drag down the tree to the case that is yours, or set your lengths. The rules are few, and each says what it rests on; none of them replaces a measurement on your task.",
    zh: "你属于哪种情况？在树上拖到符合你情况的那个叶子，或者填入两个长度。规则不多，每条都附有依据；哪一条都代替不了在你的任务上实测。",
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
  keys: {
    en: "A tree of questions; up and down arrows go from one end to the next.",
    zh: "由几个问题构成的树；上下方向键从一个末端走到下一个。",
  },
} as const;

/** One end of the tree: the answers that lead there. */
interface End {
  readonly start: State["start"];
  readonly longer: boolean;
  /** The last question, where there is one. */
  readonly last?: Partial<Pick<State, "tuning" | "far">>;
  readonly when: Text;
}

const SAME = { en: "no longer than in training", zh: "不超过训练长度" };

const ENDS: readonly End[] = [
  { start: "new", longer: false, when: SAME },
  {
    start: "new",
    longer: true,
    last: { far: "far" },
    when: { en: "longer, far tokens matter too", zh: "更长，远处词元也重要" },
  },
  {
    start: "new",
    longer: true,
    last: { far: "near" },
    when: { en: "longer, near tokens decide", zh: "更长，近处词元起决定作用" },
  },
  { start: "rope", longer: false, when: SAME },
  {
    start: "rope",
    longer: true,
    last: { tuning: "some" },
    when: { en: "longer, some further training", zh: "更长，可以继续训练" },
  },
  {
    start: "rope",
    longer: true,
    last: { tuning: "none" },
    when: { en: "longer, no further training", zh: "更长，不能继续训练" },
  },
  { start: "learned", longer: false, when: SAME },
  {
    start: "learned",
    longer: true,
    when: { en: "longer than in training", zh: "比训练时更长" },
  },
];

const isLonger = ({ trainLen, testLen }: Readonly<State>): boolean =>
  testLen > trainLen;

/** Whether the answers of a state lead to an end. */
const leadsTo = (
  state: Readonly<State>,
  { start, longer, last = {} }: End,
): boolean =>
  start === state.start &&
  longer === isLonger(state) &&
  Object.entries(last).every(([key, value]) => state[key as "far"] === value);

/** The answers that lead to an end; lengths stay where they already do. */
function answers(
  state: Readonly<State>,
  { start, longer, last }: End,
): Partial<State> {
  const { trainLen, testLen } = state;
  if (longer === isLonger(state)) return { start, ...last, testLen };
  // Four times, when only "longer" is said.
  return { start, ...last, testLen: (longer ? 4 : 1) * trainLen };
}

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
  const longer = isLonger(state);
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
            "高频维度不动；会遇到新角度的维度对，转速降为 1/s；中间过渡",
          ),
        ]
      : [
          advice(
            "yarn",
            "leaves the fast pairs alone and slows in full those that meet new angles; needs less training than the methods before it, by its paper",
            "高频维度不动；会遇到新角度的维度对，转速降为 1/s；中间过渡；据 YaRN 论文，所需训练比此前的方法少",
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
        "perplexity holds far beyond training, because far tokens are hardly seen",
        "远超训练长度困惑度仍能保持，因为远处词元几乎看不见",
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
        ? "train short, rescale and train a little at full length, as DeepSeek-V3 did, with YaRN"
        : "no parameters, every runtime has it, and it can be lengthened later",
      longer
        ? "先用短文本训练，再缩放并用全长训练一阵：DeepSeek-V3 就是这样用 YaRN 的"
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

/** The name of what fits best. */
const firstOf = (state: Readonly<State>, lang: Here["lang"]): string => {
  const [{ id } = { id: "" }] = advise({ state });
  return entryOf(id)?.name[lang] ?? id;
};

const STARTS = ["new", "rope", "learned"] as const;

/** px: where the branches are, and from where on an end has a single line. */
const BRANCH = { root: 6, start: 22, end: 40, text: 52, wide: 480 } as const;

/** Heights of the ends and of the line above each start, as shares of one line. */
function lines({ width, height }: Box) {
  const of = { start: 1.2, end: width < BRANCH.wide ? 1.7 : 1.05 };
  const unit = height / (STARTS.length * of.start + ENDS.length * of.end);
  let top = 0;
  return STARTS.map((start) => {
    const head = top + (of.start * unit) / 2;
    top += of.start * unit;
    const ends = ENDS.filter((end) => end.start === start).map((end) => {
      const at = {
        end,
        top,
        high: of.end * unit,
        y: top + (of.end * unit) / 2,
      };
      top += at.high;
      return at;
    });
    return { start, head, ends };
  });
}

/** Lines of the tree from a point down, then to the right. */
const elbow =
  (x: number, y: number, to: readonly (readonly [number, number])[]) =>
  (pen: Pen): void => {
    for (const [right, down] of to) {
      pen.moveTo(x, y);
      pen.lineTo(x, down);
      pen.lineTo(right, down);
    }
  };

/** The tree, with the reader's way through it. */
function tree({ state, lang }: Here, box: Box): readonly Mark[] {
  const { root, start: x, end: tip, text } = BRANCH;
  const narrow = box.width < BRANCH.wide;
  const all = lines(box);
  const way = { stroke: "accent", width: 2.5 } as const;
  const marks: Mark[] = [
    {
      kind: "path",
      draw: elbow(
        root,
        0,
        all.map(({ head }) => [x, head] as const),
      ),
      stroke: "ink3",
    },
  ];
  const lit: Mark[] = [];
  for (const { start, head, ends } of all) {
    const here = start === state.start;
    marks.push(
      {
        kind: "path",
        draw: elbow(
          x,
          head,
          ends.map(({ y }) => [tip, y] as const),
        ),
        stroke: "ink3",
      },
      circle(x, head, 4, { fill: here ? "accent" : "ink3" }),
      textMark(x + 10, head + 4, strings[start][lang], here ? "ink" : "ink2", {
        bold: here,
      }),
    );
    for (const { end, top, high, y } of ends) {
      const mine = leadsTo(state, end);
      if (mine) {
        const band = [tip + 4, top + 1, box.width - tip - 4, high - 2] as const;
        marks.unshift(rect(band, { fill: "soft" }));
        lit.push(
          { kind: "path", draw: elbow(root, 0, [[x, head]]), ...way },
          { kind: "path", draw: elbow(x, head, [[tip, y]]), ...way },
        );
      }
      const best = firstOf({ ...state, ...answers(state, end) }, lang);
      const half = narrow ? 8 : 0;
      const name = narrow ? text : box.width / 2;
      marks.push(
        textMark(text, y + 4 - half, end.when[lang], "ink2"),
        textMark(name, y + 4 + half, best, mine ? "accent" : "ink", {
          bold: true,
        }),
        circle(tip, y, 3, { fill: mine ? "accent" : "ink3" }),
      );
    }
  }
  return [...marks, ...lit];
}

/** The end of the tree at a height. */
function endAt(y: number, box: Box): End {
  const ends = lines(box).flatMap((it) => it.ends);
  const far = (it: (typeof ends)[number]): number => Math.abs(it.y - y);
  return ends.reduce((a, b) => (far(b) < far(a) ? b : a)).end;
}

/** The next end in a direction. */
function nextEnd(
  state: Readonly<State>,
  key: string,
): Partial<State> | undefined {
  const way = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (way === undefined) return undefined;
  const now = ENDS.findIndex((end) => leadsTo(state, end));
  const end = ENDS[Math.max(0, Math.min(ENDS.length - 1, now + way))] as End;
  return answers(state, end);
}

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
    { key: "trainLen", logarithmic: true },
    { key: "testLen", logarithmic: true },
    { key: "start", menu: true },
    { key: "tuning", when: ({ start }) => start === "rope" },
  ],
  main: ["trainLen", "testLen"],
  compute({ trainLen, testLen }) {
    const { unseen, pairs } = pe.analysisCoverage({
      headDim: 128,
      base: BASE,
      trainLen,
      testLen: Math.max(trainLen, testLen),
    });
    return { unseen, pairs: pairs.length };
  },
  finding({ state, model, lang }) {
    const name = escapeHtml(firstOf(state, lang));
    return {
      en: `First choice here: <b>${name}</b>. With plain RoPE (base ${quantity(BASE)}) <b>${model.unseen}</b> of ${model.pairs} pairs would meet new angles.`,
      zh: `这里首选：<b>${name}</b>。若用不缩放的 RoPE（底数 ${quantity(BASE)}），${model.pairs} 对中有 <b>${model.unseen}</b> 对会遇到新角度。`,
    }[lang];
  },
  panels: [
    {
      kind: "plot",
      id: "tree",
      height: [270, 360],
      margin: { left: 4, right: 4, top: 4, bottom: 4 },
      title: ({ lang }) => strings.start[lang],
      label: say,
      marks: tree,
      pointing: {
        vertical: true,
        drag: ({ state }, { y }, box) => answers(state, endAt(y, box)),
        key: ({ state }, { key }) => nextEnd(state, key),
      },
    },
    {
      kind: "html",
      id: "advice",
      label: say,
      html({ state, lang }) {
        const items = advise({ state }).map(({ id, why }) => {
          const it = entryOf(id);
          const address = it?.paper?.arxiv
            ? `https://arxiv.org/abs/${it.paper.arxiv}`
            : it?.paper?.url;
          const source = address
            ? ` <a href="${escapeHtml(address)}" lang="en">${escapeHtml(it?.paper?.title ?? "")}</a>${it?.year ? `${lang === "zh" ? "，" : ", "}${it.year}` : ""}`
            : "";
          const [colon, stop] = lang === "zh" ? ["：", "。"] : [": ", "."];
          return `<li><b>${escapeHtml(it?.name[lang] ?? id)}</b>${colon}${escapeHtml(why[lang])}${stop}${source}</li>`;
        });
        return `<ol>${items.join("")}</ol>`;
      },
      lines: ({ state, lang }) =>
        advise({ state }).map(
          ({ id, why }, k) =>
            `${k + 1}. ${entryOf(id)?.name[lang] ?? id}: ${why[lang]}`,
        ),
    },
  ],
  below: ["advice"],
  styles:
    ".html ol { margin: 8px 0; padding-left: 1.5em; } .html li { margin: 8px 0; } .html a { color: var(--_accent); }",
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
