import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "posenc-training";
import { expectedRuns, trained } from "../training.js";

test("runs leave the bytes that all engines agree on, in Node", async () => {
  assert.deepEqual(trained(await load()), expectedRuns);
});
