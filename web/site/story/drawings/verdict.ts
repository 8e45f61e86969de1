// "Who bites?": what a model answers, as a bar from both ends; where the
// sentence slides, with what it has answered at each place.
import { clamp } from "../../../widgets/plots/easing.ts";
import { type Mark, segment } from "../../../widgets/plots/marks.ts";
import type { Answer, ModelName } from "../model-answers.ts";
import { STEP } from "../moments.ts";
import {
  isSwap,
  mix,
  mixed,
  numberIn,
  presence,
  type StageState,
  sentenceIn,
  stepNow,
} from "../stage-state.ts";
import { onStage, percent, whoOf, wordOf } from "../stage-words.ts";
import { placeOn, rulerAt, rulerOf } from "./ruler.ts";
import { faded, rounded, said } from "./shapes.ts";
import { rowsY, rowWidth } from "./tiles.ts";

interface Pose {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly opacity: number;
  readonly first: number;
  readonly second: number;
  readonly known: number;
  readonly swapped: number;
  readonly [name: string]: number;
}

/** The models that are asked, by step: a bar each. */
const MODELS: Readonly<Record<number, readonly ModelName[]>> = {
  [STEP.news]: ["none", "none"],
  [STEP.sinusoids]: ["sinusoidal"],
  [STEP.own]: ["learned", "sinusoidal"],
  [STEP.models]: ["learned", "sinusoidal", "rope"],
};

/** As many as a step has at most. */
const BARS = [0, 1, 2] as const;

export const modelsIn = (step: number): readonly ModelName[] =>
  MODELS[step] ?? [];

/** Where the sentence slides, rows of the stage have a bar and a trail each. */
const SLIDING = [STEP.own, STEP.models] as const;

const slides = (step: number): boolean =>
  (SLIDING as readonly number[]).includes(step);

/** How far a model is asked. */
function asked(stage: StageState, bar: number, step: number) {
  const value = numberIn(stage, step);
  const swap = isSwap(step) ? value : 0;
  return {
    swapped: step === STEP.news && bar === 1 ? 1 - swap : swap,
    place: isSwap(step) ? 0 : value,
  };
}

/** What a bar's model says in a step; between two while words change places. */
export function answerOf(
  stage: StageState,
  bar: number,
  step: number,
): Answer | undefined {
  const model = modelsIn(step)[bar];
  if (!model) return undefined;
  const { swapped, place } = asked(stage, bar, step);
  const sentence = sentenceIn(stage, step);
  const at = (it: boolean) => stage.answers.ask(model, sentence, it, place);
  if (swapped === 0 || swapped === 1) return at(swapped === 1);
  const [before, after] = [at(false), at(true)];
  if (!before || !after) return before ?? after;
  const share = clamp((swapped - 0.25) * 2);
  return [0, 1].map(
    (k) =>
      (before[k] as number) +
      ((after[k] as number) - (before[k] as number)) * share,
  ) as unknown as Answer;
}

const TALL = 16;
/** The lines of a row: its name, the bar, what stands below, the trail. */
const ROW = { name: -18, words: 30, trail: 50, height: 100 } as const;
/** Above the rows: the question, and what the colours mean. */
const HEAD = 26;

/** The bar of a row. */
function rowY(stage: StageState, bar: number, step: number): number {
  const room = stage.frame.height - 172 - HEAD - 12;
  const pitch = Math.min(150, room / Math.max(2, modelsIn(step).length));
  return HEAD + 20 + (pitch - ROW.height) / 2 + bar * pitch - ROW.name;
}

function poseOf(stage: StageState, bar: number, step: number): Pose {
  const { width: W, height: H } = stage.frame;
  const rows = rowsY(stage);
  const line = rulerAt(stage, step);
  const y =
    step <= STEP.inside
      ? (bar === 0 ? rows.first : rows.second) + 88
      : step <= STEP.sinusoids
        ? H / 2 + 90
        : rowY(stage, bar, step);
  const answer = answerOf(stage, bar, step);
  return {
    x: W / 2,
    y,
    width: step <= STEP.sinusoids ? rowWidth(stage) : line.right - line.left,
    opacity: modelsIn(step)[bar] ? 1 : 0,
    first: answer?.[0] ?? 0,
    second: answer?.[1] ?? 0,
    known: answer ? 1 : 0,
    swapped: asked(stage, bar, step).swapped,
  };
}

/** An answer counts from here on; below, the model does not know. */
const SURE = 0.7;

/** The colour of an end: right, wrong, or nobody's. */
function shade(share: number, isAgent: boolean) {
  if (share < SURE) return "ink3";
  return isAgent ? "accent" : "warm";
}

/** What goes to neither word is told if it is 1% or more. */
const TOLD = 0.005;

/** The bar's two ends, and the words with their shares below. */
function shares(stage: StageState, pose: Pose, words: number): Mark[] {
  const { x, y, width, first, second } = pose;
  const { lang } = stage;
  const left = x - width / 2;
  const isFirst = pose.swapped < 0.5;
  const track = (from: number, share: number, is: boolean): Mark =>
    rounded(
      {
        x: from + (share * width) / 2,
        y,
        width: Math.max(share * width, 0.01),
        height: TALL,
      },
      TALL / 2,
      { fill: shade(share, is), opacity: pose.known },
    );
  const marks: Mark[] = [];
  // A gap in the middle, also when both have half.
  const gap = 2 / width;
  if (first > 0.01) marks.push(track(left, first - gap, isFirst));
  if (second > 0.01) {
    const from = left + (1 - second + gap) * width;
    marks.push(track(from, second - gap, !isFirst));
  }
  const sentence = sentenceIn(stage, stepNow(stage));
  for (const [token, share, anchor] of [
    [sentence[0], first, "start"],
    [sentence[2], second, "end"],
  ] as const) {
    marks.push(
      said(
        anchor === "start" ? left : left + width,
        y + words,
        `${wordOf(token)[lang]} ${percent(share)}`,
        share >= SURE ? "ink" : "ink2",
        { anchor, bold: share >= SURE, size: 19 },
      ),
    );
  }
  // Shares that do not add up to all would be a riddle.
  const rest = 1 - first - second;
  if (rest >= TOLD) {
    const text = `${onStage.neither[lang]} ${percent(rest)}`;
    marks.push(
      said(x, y + words, text, "ink3", { anchor: "middle", size: 16 }),
    );
  }
  return marks;
}

function bar(stage: StageState, index: number): Mark[] {
  const pose = mixed(stage, (step) => poseOf(stage, index, step));
  if (pose.opacity < 0.01) return [];
  const { x, y, width } = pose;
  const { lang } = stage;
  const now = stepNow(stage);
  const isRow = slides(now);
  const model = modelsIn(now)[index] ?? modelsIn(stage.moment.step)[index];
  const [left, right] = [x - width / 2, x + width / 2];
  const words = isRow ? ROW.words : 36;
  const marks: Mark[] = [
    rounded({ x, y, width, height: TALL }, TALL / 2, {
      fill: "rule",
      opacity: 0.5,
    }),
  ];
  if (!isRow) {
    const who = whoOf(sentenceIn(stage, now))[lang];
    marks.push(said(left, y - 20, who, "ink2", { size: 18 }));
  }
  if (model) {
    marks.push(
      isRow
        ? said(left, y + ROW.name, onStage[model][lang], "ink", {
            bold: true,
            size: 18,
          })
        : said(right, y - 20, onStage[model][lang], "ink2", {
            anchor: "end",
            size: 16,
          }),
    );
  }
  marks.push(
    ...(pose.known < 0.5
      ? [said(left, y + words, onStage.loading[lang], "ink3", { size: 16 })]
      : shares(stage, pose, words)),
    ...trail(stage, index, y + ROW.trail),
  );
  return [{ kind: "group", x: 0, y: 0, opacity: pose.opacity, marks }];
}

/** What a model has said so far: a cell for each place of the verb. */
function trail(stage: StageState, index: number, y: number): Mark[] {
  const now = stepNow(stage);
  const seen = stage.seen[now];
  const model = modelsIn(now)[index];
  if (!slides(now) || !seen || !model) return [];
  const line = rulerOf(stage);
  const sentence = sentenceIn(stage, now);
  const width = placeOn(line, 1) - line.left;
  const cells = new Map<"accent" | "warm" | "ink3", number[]>();
  for (
    let place = Math.ceil(seen[0] - 1e-6);
    place <= Math.floor(seen[1] + 1e-6);
    place += 1
  ) {
    const answer = stage.answers.ask(model, sentence, false, place);
    if (!answer) continue;
    const [right, wrong] = answer;
    const color = wrong >= SURE ? "warm" : shade(right, true);
    cells.set(color, [...(cells.get(color) ?? []), placeOn(line, place + 1)]);
  }
  return [...cells].map(([color, places]) => ({
    kind: "path",
    draw(pen) {
      for (const x of places) {
        pen.rect(x - width / 2 - 0.2, y - 5, width + 0.4, 10);
      }
    },
    fill: color,
    opacity: presence(stage, ...SLIDING) * (color === "ink3" ? 0.55 : 1),
  }));
}

/** The question, what the colours mean, and where the sentence stands. */
function head(stage: StageState): Mark[] {
  const shown = presence(stage, ...SLIDING);
  if (shown < 0.01) return [];
  const now = stepNow(stage);
  const line = rulerOf(stage);
  const { lang } = stage;
  const who = whoOf(sentenceIn(stage, now))[lang];
  const entries = [
    ["accent", onStage.right],
    ["warm", onStage.wrong],
    ["ink3", onStage.unsure],
  ] as const;
  const marks: Mark[] = [
    said(line.left, HEAD, who, "ink", { bold: true, size: 20 }),
  ];
  const wide = lang === "zh" ? 15 : 8.4;
  let right = line.right;
  for (const [color, name] of entries.toReversed()) {
    const text = name[lang];
    const long = text.length * wide;
    marks.push(
      said(right - long, HEAD, text, "ink2", { size: 16 }),
      rounded({ x: right - long - 13, y: HEAD - 5, width: 14, height: 10 }, 2, {
        fill: color,
      }),
    );
    right -= long + 40;
  }
  const place = mix(stage, (k) => (slides(k) ? numberIn(stage, k) : 0));
  const x = placeOn(line, place + 1);
  // Up to the lowest row: through the words of the others it would cross them out.
  const top = rowY(stage, modelsIn(now).length - 1, now);
  marks.push(
    segment(x, top + ROW.trail + 5, x, line.y - 84, {
      stroke: "ink3",
      width: 1.5,
    }),
  );
  return faded(shown, marks);
}

export const verdicts = (stage: StageState): Mark[] => [
  ...head(stage),
  ...BARS.flatMap((index) => bar(stage, index)),
];
