import { bounded, LENGTH, SEED, WIDTH, whole } from "./bounds.js";
import { pe } from "./helpers.js";

const EPSILON = {
  allowed: "a finite number of at least 0",
  taken: [0, Number.MAX_VALUE],
  refused: [-Number.MIN_VALUE],
};
const SMALL = { layers: 1, dModel: 2, numHeads: 1, dFeedForward: 1 };

bounded("transformer.layerNorm", { epsilon: EPSILON }, (it) =>
  pe.transformer.layerNorm({ data: [1, 2], shape: [1, 2] }, it),
);

for (const name of /** @type {const} */ (["encoder", "decoder"])) {
  bounded(
    `transformer.${name}`,
    {
      layers: whole(1, 1024),
      dFeedForward: whole(1, 2 ** 20),
      maxLen: LENGTH,
      epsilon: EPSILON,
      seed: SEED,
    },
    (it) => pe.transformer[name]({ ...SMALL, ...it }),
  );
}

bounded("transformer.encoder", { vocabularySize: whole(1, 2 ** 24) }, (it) =>
  pe.transformer.encoder({ ...SMALL, dModel: 1, ...it }),
);

bounded("transformer.encoder", { dModel: WIDTH }, (it) =>
  pe.transformer.encoder({ ...SMALL, ...it }),
);
bounded("transformer.encoder", { numHeads: WIDTH }, (it) =>
  pe.transformer.encoder({
    ...SMALL,
    dModel: Math.min(it.numHeads || 1, 65536),
    ...it,
  }),
);

const decoder = pe.transformer.decoder(SMALL);
bounded("transformer.decoder.start", { batch: whole(1, 2 ** 20) }, (it) =>
  decoder.start(it),
);
