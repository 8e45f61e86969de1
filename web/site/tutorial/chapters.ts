import type { Chapter } from "../pages/chapter.ts";
import type { Shelf } from "../pages/shelf.ts";
import { whyPosition } from "./1-why-position/index.ts";
import { ladder } from "./2-ladder/index.ts";
import { sinusoids } from "./3-sinusoids/index.ts";
import { learnedTables } from "./4-learned-tables/index.ts";
import { relativePositions } from "./5-relative-positions/index.ts";
import { rope } from "./6-rope/index.ts";
import { longContext } from "./7-long-context/index.ts";
import { choosing } from "./8-choosing/index.ts";
import { code } from "./shelf-code/index.ts";
import { compared } from "./shelf-compared/index.ts";
import { inPractice } from "./shelf-in-practice/index.ts";
import { otherDesigns } from "./shelf-other-designs/index.ts";
import { puttingIn } from "./shelf-putting-in/index.ts";
import { questions } from "./shelf-questions/index.ts";
import { waves } from "./shelf-waves/index.ts";

/** The chapters, in reading order. */
export const chapters: readonly Chapter[] = [
  whyPosition,
  ladder,
  sinusoids,
  learnedTables,
  relativePositions,
  rope,
  longContext,
  choosing,
];

/** Pages of reference beside them. */
export const shelves: readonly Shelf[] = [
  waves,
  puttingIn,
  otherDesigns,
  inPractice,
  compared,
  code,
  questions,
];
