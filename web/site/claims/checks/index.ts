// All checks, by the id of their claim.
import type { Text } from "../../../widgets/words/text.ts";
import type { Trained } from "../trainings.ts";
import type { Verdict } from "../types.ts";
import { bias } from "./bias.ts";
import { cost } from "./cost.ts";
import { distances } from "./distance.ts";
import { frequency } from "./frequency.ts";
import { type Checks, type Finding, judge } from "./kit.ts";
import { lengths } from "./length.ts";
import { model } from "./model.ts";
import { order } from "./order.ts";
import { printed } from "./printed.ts";
import { relative } from "./relative.ts";
import { rotary } from "./rotary.ts";
import { shift } from "./shift.ts";
import { trained } from "./trained-runs.ts";
import { wave } from "./wave.ts";

export const checks: Checks = {
  ...bias,
  ...cost,
  ...distances,
  ...frequency,
  ...lengths,
  ...model,
  ...order,
  ...printed,
  ...relative,
  ...rotary,
  ...shift,
  ...trained,
  ...wave,
};

/** What a check found, and the verdict that follows. */
export interface Result extends Finding {
  readonly verdict: Verdict;
  /** All comparisons in one text. */
  readonly detail: Text;
}

/**
 * Runs the check of a claim; claims without one throw.
 *
 * @param own what the reader has trained for it
 */
export function runCheck(id: string, own?: readonly Trained[]): Result {
  const check = checks[id];
  if (!check) throw new Error(`claim ${id} has no check`);
  const finding = check(own);
  const { parts } = finding;
  const detail = {
    en: parts.map(({ text }) => `${text.en}.`).join(" "),
    zh: parts.map(({ text }) => `${text.zh}。`).join(""),
  };
  return { ...finding, verdict: judge(parts), detail };
}
