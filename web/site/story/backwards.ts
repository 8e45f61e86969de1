// The second task, which breaks RoPE too: to say a text backwards. Its results
// are those of the chapter on long texts, and come with them.
import { cellsOf } from "../../widgets/trained/run-results.ts";
import { TASKS, TEST_TEXTS, testLengths } from "../../widgets/trained/runs.ts";
import { DESIGNS, type Task } from "./reach-curves.ts";
import { onStage } from "./stage-words.ts";

const TASK = "reverse";

/** The task with its curves. */
export function backwards(): Task {
  const lengths = testLengths(TASK);
  const cells = cellsOf(TASK);
  return {
    name: onStage.backwards,
    trained: TASKS[TASK].trainLen,
    runs: Math.min(...cells.map(({ seeds }) => seeds.length)),
    texts: TEST_TEXTS,
    curves: DESIGNS.map(({ design, color }) => {
      const { accuracy } = cells.find(({ scheme }) => scheme === design) ?? {
        accuracy: { mean: [], low: [], high: [] },
      };
      return {
        name: onStage[design],
        color,
        points: accuracy.mean.map((mean, k) => ({
          at: lengths[k] as number,
          mean,
          low: accuracy.low[k] as number,
          high: accuracy.high[k] as number,
        })),
      };
    }),
  };
}
