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
bounded("relative.distances", { queryLen: LENGTH, keyLen: LENGTH }, (it) =>
  relative.distances({ queryLen: 1, keyLen: 1, ...it }),
);
