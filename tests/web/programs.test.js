// A figure's program is its figure: what it prints are numbers of the model.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnState } from "./drawn-states.js";
import { importSource } from "./figure.js";
import { drawn, randomBytes } from "./random-attributes.js";
import { numbersOf, printedBy } from "./run-program.js";

const [{ figures }, { camel, defaults }, { BufferCache }] = await Promise.all([
  importSource("widgets/figures/list.ts"),
  importSource("widgets/element/state/attributes.ts"),
  importSource("widgets/kit/buffer-cache.ts"),
]);

/** Drawn states of each figure, beside its default. */
const STATES = 5;
/** Other values of each input. */
const TRIES = 6;

const settled = (spec, wanted) => spec.settle?.(wanted) ?? wanted;

function modelOf(spec, state) {
  const keep = new BufferCache();
  const model = spec.compute(state, keep);
  return { state, model, lang: "en", theme: "light", link: null, keep };
}

/** All numbers of a model, however deep they lie. */
function fingerprint(value, seen = new Set()) {
  if (typeof value === "number") return Object.is(value, -0) ? "0" : `${value}`;
  if (typeof value !== "object" || value === null) return "";
  if (seen.has(value)) return "";
  seen.add(value);
  if (ArrayBuffer.isView(value)) return /** @type {any} */ (value).join(" ");
  return Object.entries(value)
    .map(([name, part]) => `${name} ${fingerprint(part, seen)}`)
    .join("\n");
}

const statedBy = (spec, shown) =>
  numbersOf(spec.states(shown)).map(({ value }) => value);

const agree = (printed, stated) =>
  Object.is(printed.value, stated) ||
  Math.abs(printed.value - stated) <= printed.error;

for (const [tag, open] of Object.entries(figures)) {
  test(`the program of ${tag} prints the numbers of its figure`, async () => {
    const spec = await open();
    const lot = randomBytes(`${tag} program`);
    const states = [
      defaults(spec.table),
      ...Array.from({ length: STATES }, () => drawnState(spec.table, lot)),
    ].map((it) => settled(spec, it));
    for (const state of states) {
      const shown = modelOf(spec, state);
      const text = spec.code(shown);
      const printed = await printedBy(text);
      const stated = statedBy(spec, shown);
      const where = () => `${JSON.stringify(state)}\n${text}`;
      assert.ok(stated.length > 0, where());
      assert.equal(printed.length, stated.length, where());
      stated.forEach((value, n) => {
        const number = printed[n];
        assert.ok(
          agree(number, value),
          `number ${n}: printed ${number.value}, stated ${value}; ${where()}`,
        );
      });
      shown.keep.release();
    }
  });

  test(`what changes ${tag} changes its program`, async () => {
    const spec = await open();
    const lot = randomBytes(`${tag} inputs`);
    const usual = settled(spec, defaults(spec.table));
    const looks = (state) => {
      const shown = modelOf(spec, state);
      const model = fingerprint(shown.model);
      const program = spec.code(shown);
      const stated = statedBy(spec, shown).join(" ");
      shown.keep.release();
      return { model, program, stated };
    };
    const before = looks(usual);
    for (const [name, attribute] of Object.entries(spec.table)) {
      let [changed, told] = [false, false];
      // Some values change what is drawn and no number that is printed.
      const goesOn = (k) => k < TRIES || (changed && !told && k < 10 * TRIES);
      for (let k = 0; goesOn(k); k += 1) {
        const value = drawn(attribute, lot);
        const after = looks(settled(spec, { ...usual, [camel(name)]: value }));
        if (after.model === before.model) continue;
        const what = `${name} = ${value} changes what compute() gives and not the program of code(): write it there, or read it outside compute()`;
        assert.notEqual(after.program, before.program, what);
        changed = true;
        told ||= after.stated !== before.stated;
      }
      assert.equal(told, changed, `no number that is printed follows ${name}`);
    }
  });
}
