// How long a training takes until nearly all is right, within the trained length:
// recipes with the API's own defaults, but for what they name.

/** Share of right answers at which the clock stops. */
const GOAL = 0.99;
/** Steps from one test to the next; tests are not timed. */
const EVERY = 25;
const TEXTS = 128;

const MODEL = { layers: 2, dModel: 64, numHeads: 4, batch: 32, seed: 0 };
const back = { task: { type: "back", back: 3 }, trainLen: 40 };
const copy = { task: "copy", trainLen: 20 };

/** Name, seconds that it may take, options. */
export const RECIPES = /** @type {const} */ ([
  ["token 3 back, RoPE", 5, { ...back, position: "rotary", steps: 800 }],
  ["copy, RoPE", 25, { ...copy, position: "rotary", steps: 800 }],
  ["copy, ALiBi", 25, { ...copy, position: "alibi", steps: 1000 }],
]);

/** Steps and seconds of this thread until the goal; infinite without it. */
export function timeTo(training, options) {
  const trainer = training.trainer({ ...MODEL, ...options });
  let seconds = 0;
  try {
    for (let step = 0; step < options.steps; step += EVERY) {
      const begin = process.cpuUsage().user;
      const { step: made } = trainer.step(EVERY);
      seconds += (process.cpuUsage().user - begin) / 1e6;
      const lengths = [options.trainLen];
      const [score] = trainer.evaluate({ lengths, texts: TEXTS });
      if (score.accuracy >= GOAL) return { steps: made, seconds };
    }
    return { steps: Infinity, seconds };
  } finally {
    trainer.dispose();
  }
}

/** Prints them. */
export async function showTimes() {
  const { load } = await import("posenc-training");
  const training = await load();
  for (const [name, most, options] of RECIPES) {
    const { steps, seconds } = timeTo(training, options);
    const reached = `${100 * GOAL} % after ${steps} steps`;
    console.log(
      `${name.padEnd(20)}${reached.padEnd(24)}${seconds.toFixed(1)} s (at most ${most})`,
    );
  }
}
