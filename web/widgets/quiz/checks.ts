// The numbers that readers are asked to guess, by name. Each chapter has a
// file of its own in checks/, listed here.
import type { Posenc } from "posenc";
import { checks as choosing } from "./checks/choosing.ts";
import { checks as code } from "./checks/code.ts";
import { checks as designs } from "./checks/designs.ts";
import { checks as ladder } from "./checks/ladder.ts";
import { checks as learned } from "./checks/learned.ts";
import { checks as long } from "./checks/long.ts";
import { checks as order } from "./checks/order.ts";
import { checks as putting } from "./checks/putting.ts";
import { checks as questions } from "./checks/questions.ts";
import { checks as relative } from "./checks/relative.ts";
import { checks as rotary } from "./checks/rotary.ts";
import { checks as sinusoids } from "./checks/sinusoids.ts";
import { checks as waves } from "./checks/waves.ts";

/** Computes a number through the library's public functions. */
export type Check = (pe: Posenc) => number;

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
