import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { configOf, published } from "./fixtures/config-findings.js";
import { pe } from "./helpers.js";

const read = pe.config.fromHuggingFace;

/** Every number in a value. */
function* numbersIn(value) {
  if (typeof value === "number") yield value;
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) yield* numbersIn(inner);
}

test("whatever the JSON says, a reading is a plan of finite numbers or an error", () => {
  const odd = fc.oneof(
    fc.constantFrom(
      null,
      true,
      false,
      "",
      "2",
      -1,
      0,
      0.5,
      1,
      3,
      1e300,
      Number.NaN,
    ),
    fc.integer(),
    fc.double(),
    fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 4 }),
    fc.object({ maxDepth: 1 }),
  );
  const where = fc.record({
    name: fc.constantFrom(...Object.keys(published)),
    at: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    values: fc.array(odd, { minLength: 3, maxLength: 3 }),
    drop: fc.boolean(),
  });
  fc.assert(
    fc.property(where, ({ name, at, values, drop }) => {
      const json = configOf(name);
      for (const [i, pick] of at.entries()) {
        const holders = [
          json,
          json.text_config,
          json.rope_scaling,
          json.attn_config,
        ]
          .concat(
            json.text_config?.rope_scaling,
            json.text_config?.rope_parameters,
          )
          .filter((value) => typeof value === "object" && value !== null);
        const holder = holders[pick % holders.length];
        const keys = Object.keys(holder);
        const key = keys[pick % keys.length];
        if (drop && i === 0) delete holder[key];
        else if (key !== undefined) holder[key] = values[i];
      }
      const { plan, findings } = read(json);
      const failed = findings.some(({ level }) => level === "error");
      assert.equal(plan === null, failed, JSON.stringify(json));
      for (const x of numbersIn(plan)) assert.ok(Number.isFinite(x));
      for (const { message, where: path, values: filled } of findings) {
        assert.ok(message.length > 0);
        assert.equal(typeof path, "string");
        assert.ok(Array.isArray(filled));
      }
      const levels = findings.map(({ level }) => level);
      const order = ["error", "warning", "info"];
      const places = levels.map((level) => order.indexOf(level));
      assert.deepEqual(places, places.toSorted());
    }),
    { numRuns: 1500 },
  );
});
