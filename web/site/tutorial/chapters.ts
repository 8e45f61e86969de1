import type { Chapter } from "../pages/chapter.ts";
import type { Shelf } from "../pages/shelf.ts";
import { whyPosition } from "./01-why-position/index.ts";
import { ladder } from "./02-ladder/index.ts";
import { sinusoids } from "./03-sinusoids/index.ts";
import { waves } from "./04-waves/index.ts";
import { code } from "./05-code/index.ts";
import { learnedTables } from "./06-learned-tables/index.ts";
import { puttingIn } from "./07-putting-in/index.ts";
import { relativePositions } from "./08-relative-positions/index.ts";
import { rope } from "./09-rope-and-alibi/index.ts";
import { otherDesigns } from "./10-other-designs/index.ts";
import { longContext } from "./11-long-context/index.ts";
import { choosing } from "./12-choosing/index.ts";
import { questions } from "./13-questions/index.ts";
import { compared } from "./shelf-compared/index.ts";
import { inPractice } from "./shelf-in-practice/index.ts";

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
