import type { Field, Fields } from "posenc/internal";
import { allowedText, defaultText } from "posenc/internal";
import { POSITIONS, type PositionType, turns } from "./position.js";
import { TASKS, type TaskType } from "./tasks.js";

/** An option, for those who make a form of it. */
export interface OptionInfo {
  readonly name: string;
  /** "integer", "real" or "flag". */
  readonly kind: string;
  readonly min?: number;
  readonly max?: number;
  /** Where there is one. */
  readonly default?: number | boolean;
  /** What is allowed, in words. */
  readonly allowed: string;
  /** What holds where it is left out, in words. */
  readonly instead: string;
}

/** A task that models can learn. */
export interface TaskInfo {
  readonly type: TaskType;
  readonly options: readonly OptionInfo[];
  /** What a model gets that makes no mistake. */
  readonly perfect: 1;
}

/** A way for positions to enter. */
export interface SchemeInfo {
  readonly type: PositionType;
  readonly options: readonly OptionInfo[];
  /** Whether `positionAtTest` can stretch it. */
  readonly stretches: boolean;
  /** Whether it is for decoders alone. */
  readonly causalOnly: boolean;
}

const limit = (it: unknown) => (typeof it === "number" ? it : undefined);

function optionInfo(name: string, field: Field): OptionInfo {
  const [min, max] = [limit(field.limits?.min), limit(field.limits?.max)];
  const { default: own } = field;
  return {
    name,
    kind: field.kind,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(typeof own === "number" || typeof own === "boolean"
      ? { default: own }
      : {}),
    allowed: allowedText(field),
    instead: defaultText(field),
  };
}

const optionsOf = (fields: Fields) =>
  Object.entries(fields).map(([name, field]) => optionInfo(name, field));

/** All tasks. */
export const tasks: readonly TaskInfo[] = Object.entries(TASKS).map(
  ([type, fields]) => ({
    type: type as TaskType,
    options: optionsOf(fields),
    perfect: 1,
  }),
);

/** All ways for positions to enter. */
export const schemes: readonly SchemeInfo[] = Object.entries(POSITIONS).map(
  ([name, fields]) => {
    const type = name as PositionType;
    return {
      type,
      options: optionsOf(fields),
      stretches: turns({ type }),
      causalOnly: type === "forgetting",
    };
  },
);
