import { checkInteger } from "posenc/internal";
import { type SchemeInfo, schemes, type TaskInfo, tasks } from "./lists.js";
import { Model } from "./model.js";
import type { Started } from "./module.js";
import type { ModelOptions, TrainerOptions } from "./options.js";
import { unpack } from "./saved.js";
import { MAX_TEXT, noLength, rawTask, readTask, type Task } from "./tasks.js";
import { Trainer } from "./trainer.js";

/** What `load` gives. */
export interface Training {
  /** Whether the fused module runs: see {@link LoadOptions.fused}. */
  isFused(): boolean;
  /** Begins a run. */
  trainer(options: TrainerOptions): Trainer;
  /** Goes on with a run, bit for bit, from the bytes that it saved. */
  restore(bytes: Uint8Array): Trainer;
  /** A model with given weights, which does all but learn. */
  model(options: ModelOptions): Model;
  /** What the best constant answer gets in a task at a length. */
  chance(task: Task, length: number): number;
  /** All tasks. */
  readonly tasks: readonly TaskInfo[];
  /** All ways for positions to enter. */
  readonly schemes: readonly SchemeInfo[];
}

/** @internal */
export const createTraining = ({ raw, isFused }: Started): Training =>
  Object.freeze<Training>({
    isFused: () => isFused,
    trainer: (options) => new Trainer(raw, options),
    restore(bytes) {
      const call = "training.restore";
      return Trainer.restore(raw, call, unpack(call, bytes));
    },
    model: (options) => new Model(raw, options),
    chance(task, length) {
      const call = "training.chance";
      const source = rawTask(readTask(call, task));
      checkInteger(call, "length", length, 1, MAX_TEXT);
      const { status, chance } = raw.task(source, length);
      if (status !== 0) throw noLength(call, "length", length);
      return chance;
    },
    tasks,
    schemes,
  });
