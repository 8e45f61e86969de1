// Every figure in states that nobody has thought of.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { drawnState } from "./drawn-states.js";
import { importSource } from "./figure.js";
import { randomBytes } from "./random-attributes.js";
import { MANY, NONSENSE } from "./wording.js";

const [{ figures }, { camel }, { csvOf }, { BufferCache }, { tracked }] =
  await Promise.all([
    importSource("widgets/figures/list.ts"),
    importSource("widgets/element/state/attributes.ts"),
    importSource("widgets/kit/csv.ts"),
    importSource("widgets/kit/buffer-cache.ts"),
    importSource("widgets/kit/tracked.ts"),
  ]);

test("whoever bundles figures one by one finds all of the list", async () => {
  const { addressesIn, LIST } = await importSource(
    "widgets/figures/addresses.ts",
  );
  const list = readFileSync(inRoot("web", LIST), "utf8");
  const addresses = addressesIn(list);
  assert.deepEqual([...addresses.keys()], Object.keys(figures));
  for (const { file, exported } of addresses.values()) {
    const source = readFileSync(inRoot("web", file), "utf8");
    assert.match(source, new RegExp(`export const ${exported}\\b`), file);
  }
  const last = /\n};\s*$/;
  const other = '\n  "pe-other": load("./01-why-position/other.ts"),\n};';
  assert.throws(() => addressesIn(list.replace(last, other)), {
    message: `widgets/figures/list.ts: ${addresses.size + 1} figures, ${addresses.size} read`,
  });
});

const STATES = 16;

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

const BOX = { width: 412, height: 233 };

/** What hovering shows must need no new numbers, or nothing would be shown. */
function canBeHovered(spec, shown, read) {
  for (const { id, pointing } of spec.panels) {
    for (const share of [0, 0.3, 0.5, 0.9]) {
      const at = { x: share * BOX.width, y: share * BOX.height };
      const values = pointing?.hover?.(shown, at, BOX) ?? {};
      for (const key of Object.keys(values)) {
        assert.ok(!read.has(key), `${id}: ${key} is read by compute`);
      }
    }
    // Keys are the figure's only where it says what they do.
    if (pointing?.key) assert.ok(pointing.keys, `${id} does not name its keys`);
  }
}

for (const [tag, open] of Object.entries(figures)) {
  test(`${tag} makes sense in any state`, async () => {
    const spec = await open();
    const settle = spec.settle ?? ((state) => state);
    const lot = randomBytes(tag);
    for (let k = 0; k < STATES; k++) {
      const state = settle(drawnState(spec.table, lot));
      const where = JSON.stringify(state);
      // What was brought into agreement is allowed, and stays as it is.
      for (const [name, attribute] of Object.entries(spec.table)) {
        const value = state[camel(name)];
        assert.notEqual(attribute.read(value), undefined, `${name} ${where}`);
      }
      assert.deepEqual(settle({ ...state }), state);
      const keep = new BufferCache();
      const { state: watched, read } = tracked(state);
      const model = spec.compute(watched, keep);
      canBeHovered(spec, { state, model, lang: "en" }, read);
      for (const lang of ["en", "zh"]) {
        const shown = { state, model, lang, theme: "light", link: null };
        for (const [part, text] of said(spec, shown)) {
          const at = `${part}, ${lang}, ${where}`;
          assert.doesNotMatch(text, NONSENSE, at);
          if (lang === "en") assert.doesNotMatch(text, MANY, at);
        }
        assert.doesNotMatch(csvOf(spec.tableData(shown)), /\d(\u202f|\s×\s10)/);
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
