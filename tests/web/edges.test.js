// What figures say at the ends of their sliders, where a phrase that holds
// elsewhere would not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeFigure } from "./spec.js";

/** Figure, state, part, what it must say, and what it may not say. */
/** @type {[name: string, state: object, part: string, wanted: RegExp, unwanted?: RegExp][]} */
const EDGES = [
  [
    "stretch-table",
    { method: "hierarchical", seqLen: 64, newLen: 127, pos: 100 },
    "sentence",
    /old rows 1 and 36, since 100 = 1·64 \+ 36/,
    /lies at/,
  ],
  ["buckets", { maxDistance: 9 }, "finding", /begins at the maximum/, /, not/],
  [
    "deberta",
    { seqLen: 2, same: false },
    "finding",
    /whole score 0\.50\.$/,
    /near 1/,
  ],
  [
    "overflow",
    { seqLen: 15, maxLen: 12, way: "clamp" },
    "finding",
    /: 4 can no longer/,
  ],
  [
    "overflow",
    { seqLen: 15, maxLen: 12, way: "wrap" },
    "finding",
    /: 6 can no longer/,
  ],
  ["scalings", { factor: 1 }, "finding", /at the trained length/, /slowed/],
  ["similarity", { weight: "shift", by: 1 }, "finding", /1 position back/],
  ["similarity", { weight: "shift", by: 0 }, "finding", /with themselves/],
  ["rotary-layout", { port: "wrong", rotaryDim: 2 }, "finding", /One pair is/],
  ["lookup", { rows: "printed" }, "finding", /stands at|different words, each/],
  ["too-long", { maxLen: 2 }, "finding", /\(99\.\d+%\)/, /\(100%\)/],
  ["alibi-reach", { distance: 1 }, "finding", /at least 0\.0039/, /0\.0;/],
  [
    "document-ruler",
    { sentences: "8 8" },
    "finding",
    /have cosine \S+ within a paragraph\. /,
  ],
  ["document-ruler", { sentences: "1" }, "finding", /No two tokens are 3/],
  ["circle", { seqLen: 2, pair: 255 }, "finding", /nothing\.$/, /NaN/],
  ["fusion", { position: "1" }, "finding", /would add the one number/],
];

for (const [name, state, part, wanted, unwanted] of EDGES) {
  test(`${name} at ${JSON.stringify(state)}`, async () => {
    const said = (await describeFigure(name, state))[part];
    assert.match(said, wanted);
    if (unwanted) assert.doesNotMatch(said, unwanted);
  });
}
