import { bounded, FAR, whole } from "./bounds.js";
import { pe } from "./helpers.js";

const { relative } = pe;
const LENGTH = whole(1, 2 ** 24);
const CLIP = whole(0, 2 ** 20);

bounded(
  "relative.shawIndices",
  { queryLen: LENGTH, keyLen: LENGTH, clip: CLIP, offset: whole(-FAR, FAR) },
  (it) => relative.shawIndices({ queryLen: 1, keyLen: 1, clip: 1, ...it }),
);
bounded("relative.shawValues", { offset: whole(-FAR, FAR) }, (it) =>
  relative.shawValues(
    { data: [1], shape: [1, 1] },
    { clip: 0, valueTable: { data: [1], shape: [1, 1] }, ...it },
  ),
);
bounded(
  "relative.logBuckets",
  { buckets: whole(4, 65536), maxPosition: whole(4, FAR - 1) },
  (it) => relative.logBuckets([5], { buckets: 4, maxPosition: FAR - 1, ...it }),
);
bounded("relative.logBuckets", { maxPosition: whole(4, FAR - 1) }, (it) =>
  relative.logBuckets([5], { buckets: 5, ...it }),
);
bounded("relative.distances", { queryLen: LENGTH, keyLen: LENGTH }, (it) =>
  relative.distances({ queryLen: 1, keyLen: 1, ...it }),
);

const ROWS = 2 ** 20;
const zeros = (...shape) => ({
  data: new Float32Array(shape.reduce((a, b) => a * b, 1)),
  shape,
});
const sides = { q: zeros(1, 1, 1), k: zeros(1, 1, 1) };

bounded("relative.shaw", { clip: CLIP }, ({ clip }) =>
  relative.shaw({
    ...sides,
    clip,
    keyTable: zeros(2 * Math.max(clip, 0) + 1, 1),
  }),
);
bounded("relative.transformerXL", { firstDistance: whole(-ROWS, ROWS) }, (it) =>
  relative.transformerXL({
    ...sides,
    ...it,
    // The only distance is the last of the rows, or the first.
    offset: it.firstDistance > 0 ? 0 : -ROWS,
    r: zeros(it.firstDistance > 0 ? ROWS + 1 : 1, 1, 1),
  }),
);
bounded("relative.deberta", { span: whole(1, ROWS) }, ({ span }) =>
  relative.deberta({
    ...sides,
    span,
    terms: ["c2p"],
    relK: zeros(2 * Math.max(span, 1), 1, 1),
  }),
);
bounded(
  "relative.deberta",
  { buckets: whole(4, 65536), maxPosition: whole(4, FAR - 1) },
  (it) =>
    relative.deberta({
      ...sides,
      span: 1,
      terms: ["p2c"],
      relQ: zeros(2, 1, 1),
      buckets: 4,
      maxPosition: FAR - 1,
      ...it,
    }),
);
bounded("relative.tupe: relative", { maxDistance: whole(2, FAR - 1) }, (it) =>
  relative.tupe({
    positionQuery: zeros(1, 1, 1),
    positionKey: zeros(1, 1, 1),
    relative: { table: zeros(4, 1), numBuckets: 4, ...it },
  }),
);
