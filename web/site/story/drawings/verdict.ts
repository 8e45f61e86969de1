// "Who bites?": what a model answers, as a bar from both ends.
import { clamp } from "../../../widgets/plots/easing.ts";
import type { Mark } from "../../../widgets/plots/marks.ts";
import type { Answer, ModelName } from "../model-answers.ts";
import { mixed, numberIn, presence, type StageState } from "../stage-state.ts";
import { onStage, percent, SENTENCE } from "../stage-words.ts";
import { faded, rounded, said } from "./shapes.ts";
import { rowsY, rowWidth } from "./tiles.ts";

interface Pose {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly opacity: number;
  readonly dog: number;
  readonly man: number;
  readonly known: number;
  readonly swapped: number;
  readonly [name: string]: number;
}

/** Two bars at most are on the stage. */
const BARS = [0, 1] as const;

/** The model that a bar asks, by step. */
const MODELS: readonly Readonly<Record<number, ModelName>>[] = [
  { 0: "none", 7: "sinusoidal", 8: "learned", 10: "rope" },
  { 0: "none", 8: "sinusoidal" },
];

/** How far a model is asked: the swaps of 0 and 7, and the places of 8 and 10. */
function asked(stage: StageState, bar: number, step: number) {
  const value = numberIn(stage, step);
  const isSwap = step === 0 || step === 7;
  const swap = isSwap ? value : 0;
  return {
    swapped: step === 0 && bar === 1 ? 1 - swap : swap,
    place: isSwap ? 0 : value,
  };
}

/** What a bar's model says in a step; between two while words change places. */
export function answerOf(
  stage: StageState,
  bar: number,
  step: number,
): Answer | undefined {
  const model = MODELS[bar]?.[step];
  if (!model) return undefined;
  const { swapped, place } = asked(stage, bar, step);
  const at = (it: boolean) => stage.answers.ask(model, it, place);
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

function poseOf(stage: StageState, bar: number, step: number): Pose {
  const { width: W, height: H } = stage.frame;
  const width = step <= 7 ? rowWidth(stage) : Math.min(450, W - 60);
  const rows = rowsY(stage);
  const there = MODELS[bar]?.[step] !== undefined;
  const y =
    step <= 1
      ? (bar === 0 ? rows.first : rows.second) + 88
      : step <= 7
        ? H / 2 + 90
        : step === 8
          ? H * 0.16 + bar * Math.min(118, H * 0.22)
          : H * 0.5;
  const answer = answerOf(stage, bar, step);
  return {
    x: W / 2,
    y,
    width,
    opacity: there ? 1 : 0,
    dog: answer?.[0] ?? 0,
    man: answer?.[1] ?? 0,
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

const TALL = 16;

/** What goes to neither word is told if it is 1% or more. */
const TOLD = 0.005;

function bar(stage: StageState, index: number): Mark[] {
  const pose = mixed(stage, (step) => poseOf(stage, index, step));
  if (pose.opacity < 0.01) return [];
  const { x, y, width, dog, man, known } = pose;
  const { step, morph } = stage.moment;
  const now = morph > 0.5 ? step + 1 : step;
  const model = MODELS[index]?.[now] ?? MODELS[index]?.[step];
  const left = x - width / 2;
  const dogBites = pose.swapped < 0.5;
  const track = (from: number, share: number, isDog: boolean): Mark =>
    rounded(
      {
        x: from + (share * width) / 2,
        y,
        width: Math.max(share * width, 0.01),
        height: TALL,
      },
      TALL / 2,
      { fill: shade(share, isDog === dogBites), opacity: known },
    );
  const [subject, , object] = SENTENCE;
  const lang = stage.lang;
  const marks: Mark[] = [
    said(left, y - 20, onStage.who[lang], "ink2", { size: 18 }),
    rounded({ x, y, width, height: TALL }, TALL / 2, {
      fill: "rule",
      opacity: 0.5,
    }),
  ];
  if (model) {
    marks.push(
      said(left + width, y - 20, onStage[model][lang], "ink2", {
        anchor: "end",
        size: 16,
      }),
    );
  }
  if (known < 0.5) {
    marks.push(said(left, y + 34, onStage.loading[lang], "ink3", { size: 16 }));
  } else {
    // A gap in the middle, also when both have half.
    const gap = 2 / width;
    if (dog > 0.01) marks.push(track(left, dog - gap, true));
    if (man > 0.01) {
      marks.push(track(left + (1 - man + gap) * width, man - gap, false));
    }
    const end = (isDog: boolean): Mark => {
      const [word, share] = isDog ? [subject, dog] : [object, man];
      return said(
        isDog ? left : left + width,
        y + 36,
        `${word[lang]} ${percent(share)}`,
        share >= SURE ? "ink" : "ink2",
        {
          anchor: isDog ? "start" : "end",
          bold: share >= SURE,
          size: 19,
        },
      );
    };
    marks.push(end(true), end(false));
    // Shares that do not add up to all would be a riddle.
    const rest = 1 - dog - man;
    if (rest >= TOLD) {
      const text = `${onStage.neither[lang]} ${percent(rest)}`;
      marks.push(said(x, y + 36, text, "ink3", { anchor: "middle", size: 16 }));
    }
  }
  return [{ kind: "group", x: 0, y: 0, opacity: pose.opacity, marks }];
}

/** What the colours of step 8's bars mean. */
function legend(stage: StageState): Mark[] {
  const shown = presence(stage, 8);
  if (shown < 0.01) return [];
  const { y } = poseOf(stage, 1, 8);
  const { width } = stage.frame;
  const entries = [
    ["accent", onStage.right],
    ["warm", onStage.wrong],
    ["ink3", onStage.unsure],
  ] as const;
  return faded(
    shown,
    entries.flatMap(([color, name], k) => {
      const x = width / 2 + (k - 1.25) * 104;
      const box = { x, y: y + 82, width: 16, height: 16 };
      return [
        rounded(box, 8, { fill: color }),
        said(x + 16, y + 88, name[stage.lang], "ink2", { size: 16 }),
      ];
    }),
  );
}

export const verdicts = (stage: StageState): Mark[] => [
  ...BARS.flatMap((index) => bar(stage, index)),
  ...legend(stage),
];

/** Whether step 8's bars still answer; for the words that are read out. */
export const isSure = (share: number): boolean => share >= SURE;
