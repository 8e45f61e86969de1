// Runs of posenc-training whose bytes every engine has to agree on. Pages and
// Node import this file alike.
import { fingerprint } from "./results.js";

const SHAPE = { layers: 1, dModel: 32, numHeads: 2, batch: 4, trainLen: 10 };

/** Options of each run. */
export const runs = {
  "back, rotary": { task: "back", position: "rope" },
  "copy, T5, drawn positions, dropout": {
    task: "copy",
    position: { type: "t5", randomized: true },
    dropout: 0.2,
    minLen: 4,
  },
  "text, CoPE": {
    data: "Der Hund beißt den Mann. 狗咬人。".repeat(9),
    position: "cope",
  },
  "sort, a bias of one's own": {
    task: "sort",
    position: { type: "custom", bias: "-log(1 + abs(i-j)) * 2^(-h)" },
  },
  "ends, frequencies of one's own": {
    task: "ends",
    position: { type: "custom", frequencies: "exp(-9.2 * i / d)" },
  },
};

const STEPS = 12;

/** FNV-1a of what each run saves, by name. */
export const expectedRuns = {
  "back, rotary": "9fb77ad76396e518",
  "copy, T5, drawn positions, dropout": "7dd99b46bf982b99",
  "text, CoPE": "aba869688946732a",
  "sort, a bias of one's own": "b3def25b675fd30d",
  "ends, frequencies of one's own": "ea6dec53a2081224",
};

const optionsOf = (name) => ({ ...SHAPE, seed: 5, ...runs[name] });

/** The same in the engine at hand. */
export const trained = (training) =>
  Object.fromEntries(
    Object.keys(runs).map((name) => {
      const trainer = training.trainer(optionsOf(name));
      trainer.step(STEPS);
      const { hash } = fingerprint(trainer.save());
      trainer.dispose();
      return [name, hash];
    }),
  );

/** And in its threads. */
export async function trainedInThreads(pool) {
  const found = await Promise.all(
    Object.keys(runs).map(async (name) => {
      const trainer = await pool.trainer(optionsOf(name));
      await trainer.run({ steps: STEPS });
      return [name, fingerprint(await trainer.save()).hash];
    }),
  );
  pool.close();
  return Object.fromEntries(found);
}
