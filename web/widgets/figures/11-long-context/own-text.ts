// <pe-own-text>: small models learn a text, character by character, and go on
// writing it past the length that they were trained at.
import {
  choice,
  integer,
  type StateOf,
} from "../../element/state/attributes.ts";
import { AXES } from "../../kit/pieces/labelled-axes.ts";
import { type Box, figure, type Shown } from "../../kit/spec.ts";
import { TEXT_INPUT_LOOK } from "../../kit/text-input.ts";
import type { Mark } from "../../plots/marks.ts";
import {
  EXAMPLE_NAMES,
  type ExampleName,
  exampleText,
} from "../../trained/example-texts.ts";
import { SCHEME_NAMES } from "../../trained/run-results.ts";
import { SCHEME_WORDS } from "../../trained/run-words.ts";
import { MULTIPLES, type SchemeName } from "../../trained/runs.ts";
import {
  MAX_BYTES,
  readBrought,
  readingOf,
  type TextReading,
} from "../../trained/text-reading.ts";
import {
  lengthsIn,
  shippedText,
  TEXT_LENGTH,
  TEXT_STEPS,
  type TextResult,
  textOptions,
} from "../../trained/text-runs.ts";
import type { RunPlan, TrainingRun } from "../../trained/training-run.ts";
import { decimals, group, type Lang } from "../../words/text.ts";
import {
  OWN_CONTROLS,
  OWN_STRINGS,
  OWN_TABLE,
  ownRuns,
  ringsKey,
  trainingWork,
} from "../shared/own-training.ts";
import {
  BY_LENGTH,
  CURVE_STRINGS,
  lengthMarks,
  lookOf,
  lossMarks,
} from "../shared/run-curves.ts";
import { writtenHtml, writtenLines } from "./written-text.ts";

const TEXTS = [...EXAMPLE_NAMES, "own"] as const;

const table = {
  text: choice(TEXTS, "english", "chinese"),
  scheme: choice(SCHEME_NAMES, "sinusoidal"),
  "test-at": integer({
    default: MULTIPLES.length - 1,
    min: 0,
    max: MULTIPLES.length - 1,
  }),
  ...OWN_TABLE,
  "train-steps": { ...OWN_TABLE["train-steps"], default: TEXT_STEPS },
} as const;

type State = StateOf<typeof table>;

interface Model {
  /** Of a text that we offer. */
  readonly example: TextReading | undefined;
  /** Shipped runs of it, with seed 0. */
  readonly shipped: readonly TextResult[];
  /** That of the chosen scheme, with these settings. */
  readonly same: TextResult | undefined;
}

type Here = Shown<State, Model>;

const strings = {
  ...OWN_STRINGS,
  ...CURVE_STRINGS,
  ...SCHEME_WORDS,
  name: { en: "Train on a text of your own", zh: "用你的文本训练" },
  caption: {
    en: `Models of two layers learn the text in the box, character by character, ${TEXT_LENGTH} at a time. The curves say how many bits a character of its last tenth, which they never saw, costs them: few where they guess well. The dashed line is the trained length, the dotted one what it costs to know only how often each character occurs. Then the chosen model goes on writing; what stands beyond the trained length is marked.`,
    zh: `两层的小模型逐字符地学习框里的文本，每次 ${TEXT_LENGTH} 个字符。曲线是文本最后十分之一（模型没有见过）里每个字符要花的比特数，猜得准就少。竖虚线是训练长度；横点线是只知道各字符出现频率时的代价。随后由选中的模型续写，超出训练长度的部分有标记。`,
  },
  text: { en: "Text", zh: "文本" },
  english: { en: "English tales", zh: "英文小故事" },
  chinese: { en: "Chinese tales", zh: "中文小故事" },
  own: { en: "your own", zh: "你自己的" },
  scheme: { en: "Positions", zh: "位置方案" },
  keys: {
    en: "Bits for a character by length; arrow keys choose a length.",
    zh: "各长度下每个字符的比特数；方向键选择长度。",
  },
  axisBits: { en: "bits for a character", zh: "每个字符的比特数" },
} as const;

const bitsOf = (nats: number): number => nats / Math.LN2;
const nameOf = (scheme: string, lang: Lang): string =>
  strings[scheme as SchemeName][lang];

const readings = new Map<ExampleName, TextReading>();

function exampleReading(name: ExampleName): TextReading {
  const reading = readings.get(name) ?? readingOf(name, exampleText(name));
  readings.set(name, reading);
  return reading;
}

/** The text of a state, if it can be learned. */
const readingIn = (
  { text }: Readonly<State>,
  inputText: unknown,
): TextReading | undefined =>
  text === "own"
    ? (inputText as TextReading | undefined)
    : exampleReading(text);

const idOf = (
  reading: TextReading,
  scheme: SchemeName,
  { seed, trainSteps }: Readonly<State>,
): string => `${reading.id}-${scheme}-${seed}-${trainSteps}`;

function plansOf(
  state: Readonly<State>,
  inputText: unknown,
): readonly RunPlan[] {
  const reading = readingIn(state, inputText);
  if (reading === undefined) return [];
  const { seed, trainSteps } = state;
  const { data, characters, writes } = reading;
  const schemes = state.run === "all" ? SCHEME_NAMES : [state.scheme];
  return schemes.map((scheme) => ({
    id: idOf(reading, scheme, state),
    options: textOptions(data, scheme, seed, trainSteps),
    lengths: lengthsIn(characters),
    writes,
  }));
}

/** The reader's runs of the present text, by scheme; the latest last. */
function ownOf(shown: Here): readonly (readonly [SchemeName, TrainingRun])[] {
  const reading = readingIn(shown.state, shown.inputText);
  return ownRuns(shown).flatMap((run) => {
    const scheme = SCHEME_NAMES.find((name) =>
      run.plan.id.startsWith(`${reading?.id}-${name}-`),
    );
    return scheme === undefined ? [] : [[scheme, run] as const];
  });
}

/** The reader's run of the state, as far as it is made. */
function chosenRun(shown: Here): TrainingRun | undefined {
  const { state } = shown;
  const reading = readingIn(state, shown.inputText);
  const id = reading && idOf(reading, state.scheme, state);
  return ownRuns(shown).find(({ plan }) => plan.id === id);
}

/** The number of the chosen length, or of the longest that the text has. */
function testOf({ state, inputText }: Here): number {
  const reading = readingIn(state, inputText);
  const all = reading ? lengthsIn(reading.characters).length : MULTIPLES.length;
  return Math.min(state.testAt, all - 1);
}

/** Bits at each length: the reader's latest run of a scheme, or the shipped. */
function bitsAt(scheme: SchemeName, shown: Here): readonly number[] {
  const own = ownOf(shown).findLast(
    ([name, run]) => name === scheme && run.testLoss.length > 0,
  );
  const run =
    own?.[1] ?? shown.model.shipped.find((it) => it.scheme === scheme);
  return run?.testLoss.map(bitsOf) ?? [];
}

const single = (values: readonly number[]) => ({
  mean: values,
  low: values,
  high: values,
});

function curvesOf(
  shown: Here,
  what: (run: TrainingRun | TextResult) => number[],
) {
  const { state, model } = shown;
  return {
    shipped: model.shipped.map((run) => ({
      ...lookOf(run.scheme),
      chosen: run.scheme === state.scheme,
      band: single(what(run)),
    })),
    own: ownOf(shown).map(([scheme, run]) => ({
      ...lookOf(scheme),
      chosen: run === chosenRun(shown),
      values: what(run),
    })),
  };
}

function lengths(shown: Here, box: Box): readonly Mark[] {
  const { state, lang } = shown;
  const curves = curvesOf(shown, (run) => run.testLoss.map(bitsOf));
  const guess = readingIn(state, shown.inputText)?.bits;
  const values = [
    ...curves.shipped.flatMap(({ band }) => band.high),
    ...curves.own.flatMap((curve) => curve.values),
  ];
  const most = 1.05 * Math.max(1, guess ?? 0, ...values);
  return lengthMarks(
    curves,
    {
      of: { label: strings.axisBits, most, times: 1 },
      guess,
      testAt: testOf(shown),
      lang,
    },
    box,
  );
}

/** What is known at the chosen length, scheme by scheme, the best first. */
function ranking(shown: Here): readonly (readonly [SchemeName, number])[] {
  return SCHEME_NAMES.flatMap((scheme) => {
    const bits = bitsAt(scheme, shown)[testOf(shown)];
    return bits === undefined ? [] : [[scheme, bits] as const];
  }).sort(([, a], [, b]) => a - b);
}

function found(shown: Here): string {
  const { state, lang } = shown;
  const reading = readingIn(state, shown.inputText);
  if (reading === undefined) {
    return {
      en: "Bring a text of your own: a link does not carry it, and it goes nowhere.",
      zh: "请放入你自己的文本：链接不带文本，文本也不会发往任何地方。",
    }[lang];
  }
  const [best, ...rest] = ranking(shown);
  const worst = rest.at(-1);
  const multiple = String(MULTIPLES[testOf(shown)]);
  if (best === undefined) {
    return {
      en: `Nothing has learned this text yet. Knowing only how often each character occurs, one needs <b>${decimals(reading.bits, 2)} bits</b> for each.`,
      zh: `还没有模型学过这段文本。只知道各字符出现的频率，每个字符要花 <b>${decimals(reading.bits, 2)} 比特</b>。`,
    }[lang];
  }
  const costs = ([scheme, bits]: readonly [SchemeName, number]) => ({
    en: `<b>${nameOf(scheme, "en")}</b> <b>${decimals(bits, 2)} bits</b>`,
    zh: `<b>${nameOf(scheme, "zh")}</b> <b>${decimals(bits, 2)} 比特</b>`,
  });
  const [first, last] = [costs(best), worst && costs(worst)];
  return {
    en: `At ${multiple} times the trained length a character costs ${first.en}${last ? `, ${last.en}` : ""}.`,
    zh: `测试长度为训练长度的 ${multiple} 倍时，每个字符的代价：${first.zh}${last ? `，${last.zh}` : ""}。`,
  }[lang];
}

const say = (shown: Here): string => found(shown).replace(/<[^>]*>/g, "");

/** What the chosen model has written; "" where there is none. */
const writtenBy = (shown: Here): string =>
  chosenRun(shown)?.written ||
  (shown.model.shipped.find(({ scheme }) => scheme === shown.state.scheme)
    ?.written ??
    "");

const partsOf = (shown: Here) => ({
  written: writtenBy(shown),
  prompt: readingIn(shown.state, shown.inputText)?.writes.prompt ?? "",
  trained: TEXT_LENGTH,
});

/** Characters of an example that stand in its program. */
const EXCERPT = 240;
function excerptOf({ state, inputText }: Here): string {
  const data = readingIn(state, inputText)?.data ?? exampleText("english");
  const text =
    typeof data === "string"
      ? data
      : new TextDecoder().decode(data.slice(0, 4 * EXCERPT));
  return [...text.slice(0, 2 * EXCERPT)].slice(0, EXCERPT).join("");
}

export const spec = figure<typeof table, Model>({
  tag: "pe-own-text",
  table,
  strings,
  controls: [
    { key: "text", menu: true },
    { key: "scheme", menu: true },
    { key: "testAt" },
    ...OWN_CONTROLS,
  ],
  callsNothing: true,
  compute: ({ text, scheme, seed, trainSteps }) => ({
    example: text === "own" ? undefined : exampleReading(text),
    shipped: SCHEME_NAMES.flatMap((name) => shippedText(text, name, 0) ?? []),
    same:
      trainSteps === TEXT_STEPS ? shippedText(text, scheme, seed) : undefined,
  }),
  textInput: {
    look: TEXT_INPUT_LOOK,
    given: ({ text }) => (text === "own" ? undefined : exampleText(text)),
    set: { text: "own", run: "off" },
    most: MAX_BYTES,
    read: readBrought,
    say(state, inputText, lang) {
      const reading = readingIn(state, inputText);
      if (reading === undefined) return undefined;
      const [all, different] = [reading.characters, reading.distinct].map((n) =>
        group(String(n)),
      );
      return {
        en: `${all} characters, ${different} different ones`,
        zh: `${all} 个字符，其中不同的 ${different} 个`,
      }[lang];
    },
  },
  work: trainingWork<State, Model>(plansOf, (shown) => ({
    chosen: chosenRun(shown),
    name: nameOf(shown.state.scheme, shown.lang),
    shipped: shown.model.same,
  })),
  finding: found,
  panels: [
    {
      kind: "plot",
      id: "lengths",
      height: [220, 170],
      margin: AXES,
      legend: (shown) => [
        ...SCHEME_NAMES.map((scheme) => ({
          ...lookOf(scheme),
          text: nameOf(scheme, shown.lang),
        })),
        ...ringsKey(shown),
      ],
      label: say,
      marks: lengths,
      pointing: BY_LENGTH,
    },
    {
      kind: "html",
      id: "written",
      tall: [116, 190],
      title: ({ state, lang }) =>
        ({
          en: `“${nameOf(state.scheme, lang)}” goes on writing`,
          zh: `由“${nameOf(state.scheme, lang)}”续写`,
        })[lang],
      label: say,
      html: (shown) => writtenHtml(partsOf(shown), shown.lang),
      lines: (shown) => writtenLines(partsOf(shown), shown.lang),
    },
    {
      kind: "plot",
      id: "losses",
      height: [100, 90],
      margin: AXES,
      label: say,
      marks: (shown, box) =>
        lossMarks(
          curvesOf(shown, (run) => [...run.loss]),
          {
            steps: Math.max(TEXT_STEPS, shown.state.trainSteps),
            lang: shown.lang,
          },
          box,
        ),
    },
  ],
  below: ["losses"],
  sentence: say,
  tableData: (shown) => ({
    caption: `${strings.name[shown.lang]}: ${strings[shown.state.text][shown.lang]}`,
    corner: strings.axisBits[shown.lang],
    columns: MULTIPLES.map(String),
    rows: SCHEME_NAMES.map((scheme) => {
      const bits = bitsAt(scheme, shown);
      return {
        head: nameOf(scheme, shown.lang),
        cells: MULTIPLES.map((_, n) =>
          bits[n] === undefined ? "–" : decimals(bits[n] as number, 2),
        ),
      };
    }),
    marked: {
      row: SCHEME_NAMES.indexOf(shown.state.scheme),
      column: testOf(shown),
    },
  }),
  code(shown) {
    const { state } = shown;
    const options = textOptions(
      excerptOf(shown),
      state.scheme,
      state.seed,
      state.trainSteps,
    );
    const { data, ...rest } = options;
    return `import { load } from "posenc-training";

const training = await load();
// ${state.text === "own" ? "The beginning of your text goes here; put all of it" : "Put a text of your own here"}: of a short one a model learns little.
const data = ${JSON.stringify(data)};
const options = ${JSON.stringify({ ...rest, trainLen: 16 }, null, 2).replace(/"(\w+)":/g, "$1:")};
const trainer = training.trainer({ ...options, data });
console.log(data.length, new Set(data).size);
console.log(trainer.step(20).step);
// The rest, and what it writes then:
// trainer.step(options.steps - 20);
// console.log(trainer.generate({ prompt: data.slice(0, 8), length: 40 }).text);
`;
  },
  states(shown) {
    const text = excerptOf(shown);
    return [text.length, new Set(text).size, 20];
  },
  styles: `
.writing {
  margin: 4px 0 0;
  font-family: ui-monospace, monospace;
  font-size: calc(13em / 14);
  line-height: 1.6;
  overflow-wrap: anywhere;
}
.writing mark {
  border-radius: 2px;
  background: var(--_soft);
  color: var(--_warm);
}
`,
});
