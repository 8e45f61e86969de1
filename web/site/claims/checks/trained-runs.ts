// Claims that only trained models decide: checks read the shipped runs of
// web/widgets/trained/results.json, all their seeds, which `npm run experiments -- grid`
// makes again and a reader can repeat one by one.

import {
  cellsOf,
  SEED_COUNTS,
  TASK_NAMES,
} from "../../../widgets/trained/run-results.ts";
import {
  SCHEME_WORDS,
  TASK_WORDS,
} from "../../../widgets/trained/run-words.ts";
import {
  MULTIPLES,
  type SchemeName,
  type TaskName,
} from "../../../widgets/trained/runs.ts";
import type { Text } from "../../../widgets/words/text.ts";
import { STEPS_NOW, type Trained } from "../trainings.ts";
import {
  always,
  type Checks,
  core,
  mean,
  num,
  type Part,
  type Role,
} from "./kit.ts";

const TRAINED = MULTIPLES.indexOf(1);
const TWICE = MULTIPLES.indexOf(2);
/** Points within which two schemes count as alike. */
const ALIKE = 2;
/** Share of what was right that has to be left. */
const HOLDS = 0.9;

/** Models that a check reads. */
interface Models {
  readonly tasks: readonly TaskName[];
  /** Percent right, at a place of `MULTIPLES`. */
  readonly right: (task: TaskName, scheme: SchemeName, at: number) => number;
  /** What they are, of a scheme or of two. */
  readonly told: (schemes: Text) => Text;
}

const SHIPPED: Models = {
  tasks: TASK_NAMES,
  right: (task, scheme, at) =>
    100 *
    (cellsOf(task).find((cell) => cell.scheme === scheme)?.accuracy.mean[at] ??
      Number.NaN),
  told: ({ en, zh }) => ({
    en: `small models that we trained with ${en}, ${SEED_COUNTS[0]} seeds a task`,
    zh: `我们训练的小模型（${zh}，每项任务 ${SEED_COUNTS[0]} 个种子）`,
  }),
};

/** The models that a reader has just trained. */
const modelsOf = (own: readonly Trained[]): Models => ({
  tasks: [...new Set(own.map(({ task }) => task))],
  right: (task, scheme, at) => {
    const made = own.find((it) => it.task === task && it.scheme === scheme);
    return 100 * ((at === TRAINED ? made?.near : made?.far) ?? Number.NaN);
  },
  told: ({ en, zh }) => ({
    en: `small models that you have just trained with ${en}, ${STEPS_NOW} steps each`,
    zh: `你刚刚训练的小模型（${zh}，各 ${STEPS_NOW} 步）`,
  }),
});

const { right } = SHIPPED;
const over = (of: (task: TaskName) => number): number[] => TASK_NAMES.map(of);

const holds = (models: Models, task: TaskName, scheme: SchemeName): boolean =>
  models.right(task, scheme, TWICE) >=
  HOLDS * models.right(task, scheme, TRAINED);

/** "copy 100 → 6.4": from the trained length to twice it, task by task. */
const falls = (scheme: SchemeName, lang: "en" | "zh", models = SHIPPED) =>
  models.tasks
    .map(
      (task) =>
        `${TASK_WORDS[task][lang]} ${num(models.right(task, scheme, TRAINED), 3)} → ${num(models.right(task, scheme, TWICE), 3)}`,
    )
    .join(lang === "zh" ? "，" : ", ");

/** Whether models with a scheme hold at twice the trained length, in all tasks. */
export function holding(
  role: Role,
  scheme: SchemeName,
  own?: readonly Trained[],
): Part {
  const models = own ? modelsOf(own) : SHIPPED;
  const { tasks, told } = models;
  const count = tasks.filter((task) => holds(models, task, scheme)).length;
  const { en, zh } = told(SCHEME_WORDS[scheme]);
  return {
    role,
    passed: count === tasks.length,
    text: {
      en: `${en}, percent right at the trained length and at twice it: ${falls(scheme, "en", models)}; nine tenths are left in ${count} of ${tasks.length} ${tasks.length === 1 ? "task" : "tasks"}`,
      zh: `${zh}，训练长度与两倍长度上的正确率（%）：${falls(scheme, "zh", models)}；${tasks.length} 项任务中${count === 0 ? "没有一项" : `有 ${count} 项`}保住九成`,
    },
  };
}

/** Whether sinusoids lose on average what a cliff would take. */
export function cliff(): readonly Part[] {
  const left = over(
    (task) =>
      right(task, "sinusoidal", TWICE) / right(task, "sinusoidal", TRAINED),
  );
  const half = left.filter((share) => share < 0.5).length;
  return [
    core(
      mean(left) < 0.5,
      `small models that we trained with sinusoids keep ${num(100 * mean(left), 3)}% of their right answers at twice the length, a mean of ${left.length} tasks`,
      `我们用正弦训练的小模型，到两倍长度时平均只剩 ${num(100 * mean(left), 3)}% 的正确回答（${left.length} 项任务）`,
    ),
    always(
      half === left.length,
      `in ${half} of ${left.length} tasks less than half is left: ${falls("sinusoidal", "en")}`,
      `${left.length} 项任务中有 ${half} 项剩下不到一半：${falls("sinusoidal", "zh")}`,
    ),
  ];
}

/** Points between a learned table and sinusoids, task by task. */
const apart = ({ tasks, right }: Models, at: number): number[] =>
  tasks.map((task) =>
    Math.abs(right(task, "learned", at) - right(task, "sinusoidal", at)),
  );

const BOTH = {
  en: "a learned table and with sinusoids",
  zh: "可学习的表与正弦",
} as const;

export const trained: Checks = {
  "004-12": (own) => {
    const models = own ? modelsOf(own) : SHIPPED;
    const [within, beyond] = [apart(models, TRAINED), apart(models, TWICE)];
    const [near, far] = [Math.max(...within), Math.max(...beyond)];
    const widest = models.tasks[beyond.indexOf(far)] as TaskName;
    const side = (scheme: SchemeName) =>
      num(models.right(widest, scheme, TWICE), 3);
    const told = models.told(BOTH);
    return {
      expected: {
        en: `at most ${ALIKE} points apart`,
        zh: `相差不超过 ${ALIKE} 个百分点`,
      },
      found: {
        en: `${num(near, 2)} points at the trained length, ${num(far, 2)} at twice it`,
        zh: `训练长度上差 ${num(near, 2)} 个百分点，两倍长度上差 ${num(far, 2)} 个`,
      },
      parts: [
        core(
          near <= ALIKE,
          `${told.en}: at the trained length they are at most ${num(near, 2)} points apart`,
          `${told.zh}在训练长度上最多相差 ${num(near, 2)} 个百分点`,
        ),
        always(
          far <= ALIKE,
          `at twice the length both fail, each in its own way: “${TASK_WORDS[widest].en}” ${side("learned")}% and ${side("sinusoidal")}%`,
          `两倍长度上两者都失效，方式不同：“${TASK_WORDS[widest].zh}”分别为 ${side("learned")}% 和 ${side("sinusoidal")}%`,
        ),
      ],
    };
  },
};
