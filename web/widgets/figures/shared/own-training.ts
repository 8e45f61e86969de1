// "Train it yourself": what figures of trained models have in common that let
// the reader make their runs again, or new ones.

import type { TrainerOptions } from "posenc-training";
import type { RemoteTrainer } from "posenc-training/worker";
import { choice, integer } from "../../element/state/attributes.ts";
import type { Key } from "../../kit/panel.ts";
import type { Shown } from "../../kit/spec.ts";
import type { Phase, Work, WorkSpec } from "../../kit/work.ts";
import { WORK_LOOK } from "../../kit/work-markup.ts";
import { written } from "../../trained/run-results.ts";
import {
  LEAST_STEPS,
  POINT,
  type RunResult,
  STEPS,
} from "../../trained/runs.ts";
import type { RunPlan, TrainingRun } from "../../trained/training-run.ts";
import type { PlansOf, TrainingRuns } from "../../trained/training-runs.ts";
import type { Strings } from "../../words/strings.ts";
import {
  decimals,
  group,
  type Lang,
  quantity,
  type Text,
} from "../../words/text.ts";

/** What is trained here: nothing, what is chosen, or all that is shown. */
const RUNS = ["off", "one", "all"] as const;

/** Attributes of a run: a link with them makes it again. */
export const OWN_TABLE = {
  run: choice(RUNS),
  seed: integer({ default: 0, min: 0, max: 9999 }),
  "train-steps": integer({ default: STEPS, min: LEAST_STEPS, max: 4000 }),
} as const;

/** Their state. */
export interface OwnState {
  readonly run: (typeof RUNS)[number];
  readonly seed: number;
  readonly trainSteps: number;
}

export const OWN_STRINGS = {
  run: { en: "Train here", zh: "在本机训练" },
  off: { en: "nothing", zh: "不训练" },
  one: { en: "Train it yourself", zh: "亲自训练一次" },
  all: { en: "Train all schemes", zh: "训练全部方案" },
  again: { en: "Another seed", zh: "换个种子" },
  seed: { en: "Seed", zh: "随机种子" },
  trainSteps: { en: "Steps of training", zh: "训练步数" },
  yours: { en: "yours", zh: "你训练的" },
  saveRun: { en: "Save the run", zh: "保存这次训练" },
  openRun: { en: "Open a saved run", zh: "打开已保存的训练" },
  rings: { en: "rings: yours", zh: "圆圈：你训练的" },
} as const satisfies Strings;

export const OWN_CONTROLS = [
  { key: "seed", max: () => 9 },
  { key: "trainSteps", max: () => 2 * STEPS, step: POINT },
] as const;

/** How programs that train begin. */
export const programStart = (options: TrainerOptions): string =>
  `import { load } from "posenc-training";

const training = await load();
const options = ${written(options)};
`;

/**
 * A program that begins a run and says how it would end.
 *
 * @param same - the shipped run with these options, whose loss it then prints
 */
export const trainingProgram = (
  options: TrainerOptions & { readonly steps: number },
  lengths: readonly number[],
  same: object | undefined,
): string => `${programStart(options)}const trainer = training.trainer(options);
// The first steps, as the curve of this run begins.
const { step, loss } = trainer.step(${POINT});
console.log(step);
${same ? "console.log(loss.toFixed(4));" : "// No run is shipped with these settings: its loss is yours to see."}
// The rest of it takes a minute or so:
// trainer.step(${options.steps} - step);
// trainer.evaluate({ lengths: [${lengths.join(", ")}] });
`;

/** What it prints. */
export const programStates = (same: Pick<RunResult, "loss"> | undefined) => [
  POINT,
  ...(same ? [decimals(same.loss[0] as number, 4)] : []),
];

const NONE: readonly TrainingRun[] = [];

/** All runs that the reader has made in a figure. */
export const ownRuns = ({ own }: { readonly own?: unknown }) =>
  (own as readonly TrainingRun[] | undefined) ?? NONE;

/** What the legend says of the reader's runs, once there are some. */
export const ringsKey = (shown: {
  readonly own?: unknown;
  readonly lang: Lang;
}): readonly Key[] =>
  ownRuns(shown).length === 0
    ? []
    : [{ ink: "ink3", text: OWN_STRINGS.rings[shown.lang] }];

/** What runs are compared with. */
type Shipped = Pick<RunResult, "loss" | "accuracy" | "whole">;

/** Whether a run of the reader's gave the very numbers that are shipped. */
export function isSame(own: TrainingRun, shipped: Shipped): boolean {
  const pairs = [
    [own.loss, shipped.loss],
    [own.accuracy, shipped.accuracy],
    [own.whole, shipped.whole],
  ] as const;
  return pairs.every(
    ([mine, theirs]) =>
      mine.length === theirs.length &&
      // What was made before it was opened is not known.
      mine.every((value, n) => Number.isNaN(value) || value === theirs[n]),
  );
}

/** A number of steps, and how long they take at least in a figure's text. */
const timeLeft = (seconds: number): Text => {
  const whole = Math.max(1, Math.round(seconds));
  return { en: `${whole} s left`, zh: `还需约 ${whole} 秒` };
};

function trainingText({ step, plan, ...run }: TrainingRun): Text {
  const { steps } = plan.options;
  const loss = run.loss.at(-1);
  if (loss === undefined) {
    return { en: "the first steps …", zh: "正在走最初几步……" };
  }
  if (Number.isNaN(loss)) {
    return {
      en: `opened at step ${step} of ${steps}`,
      zh: `已打开，从第 ${step} / ${steps} 步接着训练`,
    };
  }
  const rate = group(String(Math.round(run.tokensPerSecond / 100) * 100));
  const left = timeLeft(run.secondsLeft);
  return {
    en: `step ${step} of ${steps}, loss ${quantity(loss)}, ${rate} tokens/s, ${left.en}`,
    zh: `第 ${step} / ${steps} 步，损失 ${quantity(loss)}，每秒 ${rate} 个词元，${left.zh}`,
  };
}

function doneText(run: TrainingRun, shipped: Shipped | undefined): Text {
  if (shipped === undefined) {
    return {
      en: "a run of your own; none is shipped with these settings",
      zh: "这是你自己的一次训练；随网站发布的结果中没有同样设置的",
    };
  }
  return isSame(run, shipped)
    ? {
        en: "same as the shipped run to the last digit",
        zh: "与随网站发布的结果逐位相同",
      }
    : {
        en: "not the same numbers as the shipped run",
        zh: "与随网站发布的结果不完全一致",
      };
}

/** How a run stands, behind its name: in parts. */
function standing(
  run: TrainingRun,
  shipped: Shipped | undefined,
): readonly Text[] {
  const { phase, plan, step } = run;
  // Browsers end some of their reasons as sentences, others not.
  const fault = run.fault.replace(/\.$/, "");
  switch (phase) {
    case "starting":
      return [{ en: "starting a thread …", zh: "正在启动线程……" }];
    case "training":
      return [trainingText(run)];
    case "testing": {
      const length = plan.lengths[run.accuracy.length] ?? plan.lengths.at(-1);
      return [
        { en: `testing at length ${length}`, zh: `正在测试长度 ${length}` },
      ];
    }
    case "done":
      return [doneText(run, shipped)];
    case "diverged":
      return [
        {
          en: `diverged at step ${step}: loss or gradient was no number any more`,
          zh: `第 ${step} 步发散：损失或梯度不再是数`,
        },
      ];
    case "stopped":
      return [{ en: `stopped at step ${step}`, zh: `已停在第 ${step} 步` }];
    default:
      return [
        { en: "training does not work here: ", zh: "此处无法训练：" },
        { en: fault, zh: fault },
        {
          en: ". The shipped results stay.",
          zh: "。随网站发布的结果不受影响。",
        },
      ];
  }
}

/** The run that a state is about. */
interface Chosen {
  /** The reader's, as far as it is made. */
  readonly chosen: TrainingRun | undefined;
  readonly name: string;
  /** What is shipped with the same settings. */
  readonly shipped: Shipped | undefined;
}

/** One line on the reader's runs. */
function told(
  asked: readonly TrainingRun[],
  { chosen, name, shipped }: Chosen,
  phase: Phase,
  lang: Lang,
): readonly string[] {
  if (chosen === undefined) {
    const text =
      phase === "going"
        ? { en: "Loading …", zh: "正在加载……" }
        : {
            en: "In your browser; nothing is sent.",
            zh: "在你的浏览器里训练，不上传任何内容。",
          };
    return [text[lang]];
  }
  const done = asked.filter((run) => run.phase === "done").length;
  const many =
    asked.length > 1
      ? {
          en: `${done} of ${asked.length} done. `,
          zh: `已完成 ${done} / ${asked.length}。`,
        }[lang]
      : "";
  const seed = chosen.plan.options.seed ?? 0;
  const whose = { en: `, seed ${seed}: `, zh: `，种子 ${seed}：` }[lang];
  const parts = standing(chosen, shipped).map((it) => it[lang]);
  return [many, name, whose, ...parts];
}

/** What the reader may start in a state. */
export function offers(state: OwnState, phase: Phase) {
  const start = { text: "one", set: { run: "one" } } as const;
  const all = { text: "all", set: { run: "all" } } as const;
  const again = { text: "again", set: { seed: (state.seed + 1) % 10_000 } };
  if (state.run === "off") return [start];
  const rest = state.run === "one" ? [all] : [];
  return phase === "done" ? [...rest, again] : phase === "failed" ? [] : rest;
}

/** What a figure says of runs that are saved and opened again. */
interface Keeps<S> {
  /** What files are called, without what tells runs apart. */
  readonly name: string;
  /** What a state says of a run with these options, but seed and steps. */
  readonly stateOf: (
    options: RemoteTrainer["options"],
  ) => Partial<S> | undefined;
}

/** Its files: what a state has made, and the state of what was saved. */
const filing = <S extends OwnState>(
  plansOf: (state: Readonly<S>) => readonly RunPlan[],
  { name, stateOf }: Keeps<S>,
  runs: TrainingRuns<S>,
): Work<S> => {
  const chosen = (state: Readonly<S>): RunPlan | undefined =>
    plansOf({ ...state, run: "one" })[0];
  const written = (options: object) =>
    JSON.stringify(Object.entries(options).sort());
  return Object.assign(runs, {
    async save(state: Readonly<S>) {
      const saved = await runs.bytesOf(chosen(state)?.id);
      if (!saved) return undefined;
      const { seed } = state;
      return {
        bytes: saved.bytes as Uint8Array<ArrayBuffer>,
        name: `${name}-seed-${seed}-step-${saved.step}.posenc`,
      };
    },
    async open(bytes: Uint8Array) {
      let state: S | undefined;
      const begun = await runs.restore(bytes, (options) => {
        const rest = stateOf(options);
        const seed = OWN_TABLE.seed.read(options.seed);
        const trainSteps = OWN_TABLE["train-steps"].read(options.steps);
        if (!rest || seed === undefined || trainSteps === undefined) {
          return undefined;
        }
        state = { ...rest, run: "one", seed, trainSteps } as unknown as S;
        const plan = chosen(state);
        // Every option counts: its curves stand beside others.
        return plan && written(plan.options) === written(options)
          ? plan
          : undefined;
      });
      return begun && state;
    },
  });
};

/** The work of a figure whose runs are told from its state. */
export const trainingWork = <S extends OwnState, M>(
  plansOf: PlansOf<S>,
  chosenIn: (shown: Shown<S, M>) => Chosen,
  keeps?: Keeps<S>,
): WorkSpec<S, M> => ({
  look: WORK_LOOK,
  asks: (state, brought) =>
    state.run === "off"
      ? undefined
      : plansOf(state, brought)
          .map(({ id }) => id)
          .join(" ") || undefined,
  stop: { run: "off" } as Partial<S>,
  make: (Runs, told) => {
    const runs = new Runs(plansOf, told);
    return keeps ? filing(plansOf, keeps, runs) : runs;
  },
  ...(keeps && { files: { save: "saveRun", open: "openRun" } }),
  offers: (state, phase, brought) =>
    // What cannot be trained is not offered.
    (plansOf({ ...state, run: "one" }, brought).length > 0
      ? offers(state, phase)
      : []) as never,
  say(shown, phase) {
    const asked = plansOf(shown.state, shown.inputText).map(({ id }) => id);
    const runs = ownRuns(shown).filter(({ plan }) => asked.includes(plan.id));
    return told(runs, chosenIn(shown), phase, shown.lang);
  },
});
