// Every figure in states that nobody has thought of: drawn by lot, the same
// ones in every run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "posenc";
import { importSource } from "./figure.js";
import { MANY, NONSENSE } from "./wording.js";

const [{ figures }, { camel, defaults }, { csvOf }, { Keep }, pe] =
  await Promise.all([
    importSource("widgets/figures.ts"),
    importSource("widgets/attributes.ts"),
    importSource("widgets/kit/csv.ts"),
    importSource("widgets/kit/keep.ts"),
    load(),
  ]);

const STATES = 16;
/** Numbers of more than this only take time. */
const LARGE = 4096;
/** Short and odd texts; a figure takes those that it allows. */
const TEXTS = ["a", "0", "1", "1 1", "a b", "0.5 -0.5", "猫", "人咬狗", "👍 b"];

/** Numbers from 0 to 1 that look random. */
function lots(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A value of an attribute: its ends and its default more often than others. */
function drawn(attribute, lot) {
  const { default: usual, kind } = attribute;
  const one = (of) => of[Math.floor(lot() * of.length)];
  if (kind === "choice") return one(attribute.names);
  if (kind === "switch") return lot() < 0.5;
  if (kind === "words") {
    return one([
      usual,
      ...TEXTS.filter((it) => attribute.read(it) !== undefined),
    ]);
  }
  if (attribute.min === undefined) return usual;
  const { min, integer } = attribute;
  const max = Math.min(attribute.max, Math.max(LARGE, 2 * usual));
  const wide = min > 0 && max > 50 * min;
  const share = lot();
  const between = wide ? min * (max / min) ** share : min + (max - min) * share;
  return one([min, max, usual, integer ? Math.round(between) : between]);
}

/** Everything that a figure says, part by part. */
function said(spec, shown) {
  const table = spec.tableData(shown);
  const parts = {
    finding: spec.finding(shown),
    sentence: spec.sentence(shown),
    table: [
      table.caption,
      ...table.columns,
      ...table.rows.flatMap(({ head, cells }) => [head, ...cells]),
    ].join("\n"),
    csv: spec.csv?.(shown),
    formula: Object.values(spec.formula?.values(shown) ?? {}).join("\n"),
  };
  for (const { id, html, lines, label, title } of spec.panels) {
    parts[`${id}, html`] = html?.(shown);
    parts[`${id}, lines`] = lines?.(shown).join("\n");
    for (const [name, text] of Object.entries({ label, title })) {
      parts[`${id}, ${name}`] =
        typeof text === "function" ? text(shown) : undefined;
    }
  }
  return Object.entries(parts).flatMap(([name, text]) =>
    typeof text === "string" ? [[name, text.replace(/<[^>]*>/g, "")]] : [],
  );
}

for (const [tag, open] of Object.entries(figures)) {
  test(`${tag} makes sense in any state`, async () => {
    const spec = await open();
    const settle = spec.settle ?? ((state) => state);
    const lot = lots(
      [...tag].reduce((sum, it) => sum * 31 + it.charCodeAt(0), 7),
    );
    for (let k = 0; k < STATES; k++) {
      const wanted = defaults(spec.table);
      for (const [name, attribute] of Object.entries(spec.table)) {
        wanted[camel(name)] = drawn(attribute, lot);
      }
      const state = settle(wanted);
      const where = JSON.stringify(state);
      // What was brought into agreement is allowed, and stays as it is.
      for (const [name, attribute] of Object.entries(spec.table)) {
        const value = state[camel(name)];
        assert.notEqual(attribute.read(value), undefined, `${name} ${where}`);
      }
      assert.deepEqual(settle({ ...state }), state);
      // A figure is computed anew when its inputs change, and only then.
      const read = new Set();
      const watched = new Proxy(state, {
        get(target, key) {
          read.add(key);
          return target[key];
        },
      });
      const keep = new Keep();
      const model = spec.compute(pe, watched, keep);
      const inputs = spec.inputs ?? Object.keys(state);
      for (const key of Object.keys(state)) {
        if (read.has(key)) assert.ok(inputs.includes(key), `${key} is read`);
      }
      for (const lang of ["en", "zh"]) {
        const shown = { state, model, lang, theme: "light", link: null };
        for (const [part, text] of said(spec, shown)) {
          const at = `${part}, ${lang}, ${where}`;
          assert.doesNotMatch(text, NONSENSE, at);
          if (lang === "en") assert.doesNotMatch(text, MANY, at);
        }
        assert.doesNotMatch(csvOf(spec.tableData(shown)), /\d(\u202f| × 10)/);
        const { rows, columns, marked } = spec.tableData(shown);
        for (const { cells } of rows) {
          assert.equal(cells.length, columns.length, where);
        }
        if (marked) {
          assert.ok(marked.row < rows.length, where);
          assert.ok(marked.column < columns.length, where);
        }
      }
      keep.release();
    }
  });
}
