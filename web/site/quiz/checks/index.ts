// The numbers that readers are asked to guess, by name. Each chapter has a
// file of its own in checks/, listed here.
import { checks as choosing } from "./choosing.ts";
import { checks as code } from "./code.ts";
import { checks as designs } from "./designs.ts";
import { checks as ladder } from "./ladder.ts";
import { checks as learned } from "./learned.ts";
import { checks as long } from "./long.ts";
import { checks as order } from "./order.ts";
import { checks as putting } from "./putting.ts";
import { checks as questions } from "./questions.ts";
import { checks as relative } from "./relative.ts";
import { checks as rotary } from "./rotary.ts";
import { checks as sinusoids } from "./sinusoids.ts";
import { checks as waves } from "./waves.ts";

/** Computes a number through the library's public functions. */
export type Check = () => number;

/** Name → how the number is computed. */
export const checks: Readonly<Record<string, Check>> = {
  ...designs,
  ...choosing,
  ...code,
  ...learned,
  ...questions,
  ...long,
  ...relative,
  ...ladder,
  ...order,
  ...putting,
  ...rotary,
  ...sinusoids,
  ...waves,
};
