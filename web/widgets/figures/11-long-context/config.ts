// <pe-config>: a model's config.json, what it does to positions, and what in it
// is worth a second look.

import { scaleLinear } from "d3-scale";
import type {
  ConfigReading,
  Coverage,
  Finding,
  PositionPlan,
  RotaryScaling,
} from "posenc";
import * as pe from "posenc";
import { findingText } from "posenc/catalog";
import { choice, type StateOf, words } from "../../element/state/attributes.ts";
import { AXES, axes } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { integerTicks } from "../../plots/axes.ts";
import type { Mark } from "../../plots/marks.ts";
import {
  decimals,
  escapeHtml,
  type Lang,
  plural,
  quantity,
} from "../../words/text.ts";
import { lengthBefore, planRows } from "./config-plan.ts";
import { MODEL_IDS, type ModelId, published } from "./published-configs.ts";

/** A configuration with the mistakes that people make; theirs takes its place. */
const EXAMPLE = `{
  "model_type": "qwen2",
  "hidden_size": 3584,
  "num_attention_heads": 28,
  "num_key_value_heads": 4,
  "num_hidden_layers": 28,
  "max_position_embeddings": 131072,
  "rope_theta": 1000000.0,
  "rope_scaling": {
    "type": "yarn",
    "factor": 8.0,
    "original_max_position_embeddings": 32768,
    "beta_fasst": 32
  }
}`;

/** The object behind a text. Undefined: no JSON object. */
function readJson(text: string): object | undefined {
  try {
    return pe.configParse(text);
  } catch {
    return undefined;
  }
}

const table = {
  model: choice(["own", ...MODEL_IDS] as const, "own"),
  config: words({
    default: EXAMPLE,
    max: 200_000,
    allowed: { en: "a JSON object, { … }", zh: "一个 JSON 对象 { … }" },
    check: (text) => readJson(text) !== undefined,
  }),
} as const;

type State = StateOf<typeof table>;

interface Met {
  readonly coverage: Coverage;
  readonly trainLen: number;
  readonly testLen: number;
}

interface Model {
  readonly reading: ConfigReading;
  /** The plan in both languages. */
  readonly rows: Readonly<Record<Lang, readonly (readonly [string, string])[]>>;
  /** Rotary plans with a length: the angles they bring, with and without. */
  readonly scaled: Met | undefined;
  readonly plain: Met | undefined;
}

const strings = {
  name: { en: "What a config.json does", zh: "config.json 会做什么" },
  caption: {
    en: "Paste the config.json of a model, or choose a published one. The columns show by how many degrees each pair goes beyond the angles of training at full length: outlined without the rescaling, filled with it.",
    zh: "粘贴某个模型的 config.json，或选一个公开的模型。柱子表示各对在最大长度时超出训练范围的角度：空心是不缩放，实心是缩放之后。",
  },
  model: { en: "Model", zh: "模型" },
  own: { en: "the text below", zh: "下面的文本" },
  config: { en: "config.json", zh: "config.json" },
  axisPair: { en: "pair i", zh: "第 i 对" },
  axisUnseen: { en: "new angles", zh: "新角度" },
  ...Object.fromEntries(
    MODEL_IDS.map((id) => {
      const { name } = published(id);
      return [id, { en: name, zh: name }];
    }),
  ),
} as const;

type Here = Shown<State, Model>;

/** Angles of a rotary plan at the length it is made for. */
function meet(plan: PositionPlan | null, scaled: boolean): Met | undefined {
  if (plan?.kind !== "rotary" || plan.maxPositions === null) return undefined;
  const { rotaryDim, base, scaling } = plan.rotary;
  const trainLen = Math.min(
    plan.maxPositions,
    lengthBefore(scaling, plan.maxPositions) ?? 1,
  );
  const testLen = plan.maxPositions;
  const given = { headDim: rotaryDim, base, trainLen, testLen };
  const withScaling: { readonly scaling?: RotaryScaling } =
    scaled && scaling ? { scaling } : {};
  const coverage = pe.analysisCoverage({ ...given, ...withScaling });
  return { coverage, trainLen, testLen };
}

const configOf = ({ model, config }: Readonly<State>): object =>
  model === "own"
    ? (readJson(config) ?? {})
    : published(model as ModelId).config;

const degrees = (angle: number): number => (angle * 180) / Math.PI;

function bars({ model, lang }: Here, box: Box): readonly Mark[] {
  const { scaled, plain } = model;
  if (!scaled || !plain) return [];
  const count = plain.coverage.pairs.length;
  const x = scaleLinear()
    .domain([-0.5, count - 0.5])
    .range([0, box.width]);
  const y = scaleLinear().domain([0, 360]).range([box.height, 0]);
  const width = box.width / count;
  const gap = width > 5 ? 1 : 0;
  const paint = (
    { pairs }: Coverage,
    style: { fill?: "accent"; stroke?: "ink3" },
  ): Mark => ({
    kind: "path",
    draw(pen) {
      pairs.forEach(({ unseenAngle }, k) => {
        if (unseenAngle <= 0) return;
        const top = y(degrees(unseenAngle));
        const left = x(k) - width / 2;
        pen.rect(left, top, Math.max(1, width - gap), box.height - top);
      });
    },
    ...style,
  });
  return [
    ...axes(
      {
        x: {
          scale: x,
          ticks: integerTicks(0, count - 1, box.width, 72),
          label: strings.axisPair[lang],
        },
        y: {
          scale: y,
          ticks: [0, 90, 180, 270, 360],
          format: (v) => `${v}°`,
          label: strings.axisUnseen[lang],
        },
      },
      box,
    ),
    paint(scaled.coverage, { fill: "accent" }),
    paint(plain.coverage, { stroke: "ink3" }),
  ];
}

function anglesText({ model, lang }: Here): string {
  const { scaled, plain } = model;
  if (!scaled || !plain) {
    return {
      en: "No angles to show: nothing turns in this model, or its length is not said.",
      zh: "没有角度可画：这个模型不用旋转，或者没有给出长度。",
    }[lang];
  }
  const [a, b] = [plain, scaled].map(({ coverage }) =>
    decimals(degrees(coverage.maxUnseenAngle), 1),
  );
  const [from, to] = [quantity(scaled.trainLen), quantity(scaled.testLen)];
  const left = scaled.coverage.unseen;
  const after =
    left > 0
      ? { en: `${left}, up to ${b}°`, zh: `缩放后 ${left} 对，最多 ${b}°` }
      : { en: "none", zh: "缩放后一对也没有" };
  return {
    en: `From ${from} to ${to} positions, without rescaling ${plain.coverage.unseen} of ${plain.coverage.pairs.length} pairs meet new angles, up to ${a}°; with it ${after.en}.`,
    zh: `从 ${from} 到 ${to} 个位置：不缩放时 ${plain.coverage.pairs.length} 对中有 ${plain.coverage.unseen} 对遇到新角度，最多 ${a}°；${after.zh}。`,
  }[lang];
}

const nameOf = ({ state, lang }: Here): string =>
  state.model === "own"
    ? lang === "zh"
      ? "这份配置"
      : "This configuration"
    : published(state.model as ModelId).name;

const LEVEL = {
  error: { en: "error", zh: "错误" },
  warning: { en: "warning", zh: "警告" },
  info: { en: "note", zh: "说明" },
} as const;

function found(shown: Here): string {
  const { model, lang } = shown;
  const { plan, findings } = model.reading;
  const count = (level: Finding["level"]): number =>
    findings.filter((it) => it.level === level).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const name = escapeHtml(nameOf(shown));
  if (!plan) {
    return {
      en: `${name} cannot be used as it stands: <b>${errors}</b> ${plural(errors, "error")}, ${warnings} ${plural(warnings, "warning")}.`,
      zh: `${name}不能直接使用：<b>${errors}</b> 个错误，${warnings} 个警告。`,
    }[lang];
  }
  const tail = model.scaled ? anglesText(shown) : "";
  return {
    en: `${name}: <b>${warnings}</b> ${plural(warnings, "warning")}, <b>${findings.length - warnings}</b> ${plural(findings.length - warnings, "note")}.${tail && ` ${tail}`}`,
    zh: `${name}：<b>${warnings}</b> 个警告，<b>${findings.length - warnings}</b> 条说明。${tail}`,
  }[lang];
}

const NO_PLAN = {
  en: "Nothing, until the errors above are mended.",
  zh: "改正上面的错误之后才有含义。",
} as const;

function findingsHtml({ model, lang }: Here): string {
  const { findings } = model.reading;
  if (findings.length === 0) {
    const nothing = lang === "zh" ? "没有可疑之处。" : "Nothing to remark.";
    return `<p class="dim">${nothing}</p>`;
  }
  const items = findings.map((it) => {
    const tone = it.level === "info" ? "dim" : "bad";
    return `<li><span class="${tone}">${LEVEL[it.level][lang]}</span> ${escapeHtml(findingText(it, lang))}</li>`;
  });
  return `<ul class="findings">${items.join("")}</ul>`;
}

const textOf = (it: Finding, lang: Lang): string =>
  `${LEVEL[it.level][lang]}: ${findingText(it, lang)}`;

export const spec = figure<typeof table, Model>({
  tag: "pe-config",
  table,
  strings,
  controls: [
    { key: "model", menu: true },
    { key: "config", lines: 6, when: ({ model }) => model === "own" },
  ],
  main: ["model", "config"],
  compute(state) {
    const reading = pe.configFromHuggingFace(configOf(state));
    const { plan } = reading;
    const rows = (lang: Lang) =>
      plan ? planRows(plan, lang).map(([n, v]) => [n[lang], v] as const) : [];
    return {
      reading,
      rows: { en: rows("en"), zh: rows("zh") },
      scaled: meet(plan, true),
      plain: meet(plan, false),
    };
  },
  finding: found,
  rows: [[["findings", 1]], [["angles", 1]], [["plan", 1]]],
  panels: [
    {
      kind: "html",
      id: "findings",
      tall: [99, 162],
      title: ({ lang }) => (lang === "zh" ? "值得留意之处" : "findings"),
      label: found,
      html: findingsHtml,
      lines: ({ model, lang }) =>
        model.reading.findings.map((it) => textOf(it, lang)),
    },
    {
      kind: "html",
      id: "plan",
      title: ({ lang }) => (lang === "zh" ? "它的含义" : "what it means"),
      label: found,
      html({ state, model, lang }) {
        if (!model.reading.plan) {
          return `<p class="dim">${NO_PLAN[lang]}</p>`;
        }
        const body = model.rows[lang].map(
          ([name, value]) =>
            `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
        );
        const source =
          state.model === "own"
            ? ""
            : `<p class="dim" lang="en">${escapeHtml(published(state.model as ModelId).source)}</p>`;
        return `<div class="wide" tabindex="0" role="region" aria-label="${strings.name[lang]}"><table><tbody>${body.join("")}</tbody></table></div>${source}`;
      },
      lines: ({ model, lang }) =>
        model.rows[lang].map(([name, value]) => `${name}: ${value}`),
    },
    {
      kind: "plot",
      id: "angles",
      height: [190, 170],
      margin: AXES,
      legend: ({ lang }) => [
        { ink: "ink3", text: lang === "zh" ? "不缩放" : "without rescaling" },
        { ink: "accent", text: lang === "zh" ? "缩放后" : "with it" },
      ],
      label: anglesText,
      marks: bars,
    },
  ],
  styles:
    ".findings { margin: 0; padding-left: 1.25em; } .findings li { margin: 4px 0; } .html p { margin: 8px 0 0; } .html td { overflow-wrap: anywhere; }",
  below: ["plan"],
  sentence: anglesText,
  tableData({ model, lang }) {
    const zh = lang === "zh";
    const { findings } = model.reading;
    return {
      caption: strings.name[lang],
      corner: zh ? "项目" : "item",
      columns: [zh ? "值" : "value"],
      rows: [
        ...model.rows[lang].map(([head, value]) => ({ head, cells: [value] })),
        ...findings.map((it) => ({
          head: `${LEVEL[it.level][lang]} (${it.where})`,
          cells: [findingText(it, lang)],
        })),
      ],
    };
  },
  code: ({ state, model: { plain } }) => `import { load } from "posenc";

const pe = await load();
const config = ${JSON.stringify(configOf(state), null, 2)};
const { plan, findings } = pe.config.fromHuggingFace(config);
for (const { level, where, message } of findings) console.log(level, where, message);
console.log(JSON.stringify(plan, null, 2));
${
  plain
    ? `// Pairs with angles that training has not met, and the largest one: as the
// configuration scales them, and without.
const { rotaryDim: headDim, base, scaling } = plan.rotary;
const given = { headDim, base, trainLen: ${plain.trainLen}, testLen: ${plain.testLen} };
for (const rope of [scaling ? { ...given, scaling } : given, given]) {
  const { unseen, maxUnseenAngle } = pe.analysis.coverage(rope);
  console.log(unseen, maxUnseenAngle);
}
`
    : ""
}`,
  states({ model: { reading, scaled, plain } }) {
    const { findings, plan } = reading;
    return [
      ...findings.map(({ level, where, message }) => [level, where, message]),
      JSON.stringify(plan, null, 2),
      ...[scaled, plain].flatMap((met) =>
        met ? [met.coverage.unseen, met.coverage.maxUnseenAngle] : [],
      ),
    ];
  },
});
