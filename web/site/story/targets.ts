// Where the thing to touch is in each step, and what a drag there means.
import { columnAt, columnsTop, plusBox } from "./drawings/number-columns.ts";
import { chartHeight, positionAt, rulerOf } from "./drawings/ruler.ts";
import type { Box } from "./drawings/shapes.ts";
import { tableOf } from "./drawings/stripes.ts";
import { tilePose } from "./drawings/tiles.ts";
import { STEP } from "./moments.ts";
import type { StageState } from "./stage-state.ts";
import { APART_FROM, ROWS, SWITCHES } from "./story-numbers.ts";

/** A part of the stage that is touched, around its middle. */
export interface Target {
  readonly boxes: readonly Box[];
  /** The number at a point of a box that is dragged. */
  readonly at?: (x: number, y: number) => number;
  /** Dragged up and down: the page does not scroll from there. */
  readonly upright?: boolean;
  /** What is marked when the step begins, if it is not all of the first box. */
  readonly mark?: Box;
}

/** Room for a finger around what is drawn. */
const roomy = (box: Box, by = 8): Box => ({
  x: box.x,
  y: box.y,
  width: Math.max(box.width + by, 48),
  height: Math.max(box.height + by, 48),
});

/** All that a sentence and its line take up. */
function band(stage: StageState): Box {
  const line = rulerOf(stage);
  const top = tilePose(stage, 0).y - 32;
  const bottom = line.y + 16;
  return {
    x: stage.frame.width / 2,
    y: (top + bottom) / 2,
    width: stage.frame.width - 8,
    height: bottom - top,
  };
}

const words = (stage: StageState, of: readonly number[]): Box[] =>
  of.map((word) => roomy(tilePose(stage, word)));

/** The three tiles together. */
function sentenceBox(stage: StageState): Box {
  const [first, last] = [tilePose(stage, 0), tilePose(stage, 2)];
  return {
    x: (first.x + last.x) / 2,
    y: (first.y + last.y) / 2,
    width: Math.abs(last.x - first.x) + first.width + 12,
    height: Math.abs(last.y - first.y) + first.height + 12,
  };
}

/** What is touched in a step; nothing in the last. */
export function targetOf(stage: StageState, step: number): Target {
  const { width, height } = stage.frame;
  switch (step) {
    case STEP.news:
    case STEP.sinusoids:
      return { boxes: words(stage, [0, 2]) };
    case STEP.inside:
      return { boxes: words(stage, [0, 1, 2]) };
    case STEP.count:
    case STEP.shares:
      return { boxes: [roomy(plusBox(stage))] };
    case STEP.switches: {
      const [first, second] = [columnAt(stage, 4, 0), columnAt(stage, 4, 1)];
      const top = columnsTop(stage, 4) - 40;
      const tall = 46 * SWITCHES + 110;
      return {
        boxes: [
          { x: width / 2, y: top + tall / 2, width: width - 8, height: tall },
        ],
        mark: {
          x: width / 2,
          y: top + tall / 2,
          width: 12 * (second.x - first.x),
          height: tall,
        },
        at: (x) => Math.round((x - first.x) / (second.x - first.x)),
      };
    }
    case STEP.hands: {
      const line = rulerOf(stage);
      return {
        boxes: [
          {
            x: width / 2,
            y: height / 2,
            width: width - 8,
            height: height - 40,
          },
        ],
        mark: {
          x: (line.left + line.right) / 2,
          y: line.y,
          width: line.right - line.left + 40,
          height: 56,
        },
        at: (x) => positionAt(line, x),
      };
    }
    case STEP.stripes: {
      const table = tableOf(stage.frame);
      return {
        boxes: [roomy(sentenceBox(stage), 12)],
        at: (_, y) => ((y - table.top) / table.height) * ROWS - 1.5,
        upright: true,
      };
    }
    case STEP.formula: {
      const line = rulerOf(stage);
      return {
        boxes: [band(stage)],
        mark: roomy(tilePose(stage, 2), 12),
        at: (x) => Math.round(positionAt(line, x) - APART_FROM),
      };
    }
    case STEP.own:
    case STEP.look:
    case STEP.turn:
    case STEP.models: {
      const line = rulerOf(stage);
      return {
        boxes: [band(stage)],
        mark: sentenceBox(stage),
        // No model was asked between two places, and no mark stands there.
        at: (x) => Math.round(positionAt(line, x) - 1),
      };
    }
    case STEP.reach: {
      const line = rulerOf(stage);
      const tall = chartHeight(stage) + 40;
      return {
        boxes: [
          {
            x: width / 2,
            y: line.y - tall / 2 + 28,
            width: width - 8,
            height: tall,
          },
        ],
        mark: {
          x: width / 2,
          y: line.y,
          width: line.right - line.left + 40,
          height: 48,
        },
        at: (x) => positionAt(line, x),
      };
    }
    case STEP.task: {
      const line = rulerOf(stage);
      const tall = chartHeight(stage);
      return {
        boxes: [
          {
            x: (line.left + line.right) / 2,
            y: line.y - tall / 2,
            width: line.right - line.left,
            height: tall,
          },
        ],
      };
    }
    default:
      return { boxes: [] };
  }
}
