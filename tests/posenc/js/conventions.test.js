// docs/conventions.json says of each point in which references disagree which
// option gives what, and what holds without it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { conventionsPage } from "../../../tools/lib/conventions-page.mjs";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { evaluated } from "./sources.js";

const { rows, alike } = JSON.parse(
  readFileSync(inRoot("docs", "conventions.json"), "utf8"),
);

const SCALING = /^rotary\.frequencies\.scaling\.(\w+)$/;

test("each row's options are those of its call, with these defaults and words", async (t) => {
  const all = await evaluated(t);
  for (const { topic, call, defaults, sides, ours } of rows) {
    const scaling = SCALING.exec(call)?.[1];
    const fields = scaling
      ? { YARN: all.YARN, LONGROPE: all.LONGROPE }[scaling.toUpperCase()]
      : all.tables.find((it) => it.call === call)?.fields;
    assert.ok(fields, `${topic}: no call ${call}`);
    for (const [name, value] of Object.entries(defaults)) {
      assert.ok(fields[name], `${topic}: ${call} has no ${name}`);
      assert.equal(fields[name].default, value, `${topic}: ${name}`);
    }
    const names = sides.flatMap(({ set }) => Object.keys(set ?? {}));
    assert.ok(names.length > 0 || ours, `${topic}: no option, and no word why`);
    for (const { set = {} } of sides) {
      for (const [name, value] of Object.entries(set)) {
        const field = fields[name];
        assert.ok(field, `${topic}: ${call} has no ${name}`);
        if (value === null) continue;
        const kinds = { choice: "string", flag: "boolean" };
        assert.equal(typeof value, kinds[field.kind] ?? "number", topic);
        assert.ok(!field.words || field.words.includes(value), topic);
      }
    }
  }
});

test("each note beside the numbers of references is a row, or says no difference", () => {
  const said = [...rows.flatMap(({ golden }) => golden), ...Object.keys(alike)];
  const folder = inRoot("tests", "across", "golden");
  const found = new Set(
    readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .flatMap((name) =>
        JSON.parse(
          readFileSync(inRoot("tests", "across", "golden", name), "utf8"),
        )
          .cases.filter(({ note }) => note)
          .map(({ kind }) => `${name.replace(".json", "")} ${kind}`),
      ),
  );
  assert.deepEqual([...said].sort(), [...found].sort());
});

test("the page has each row, and no cell that breaks the table", () => {
  const page = conventionsPage();
  for (const { topic } of rows) assert.ok(page.includes(`## ${topic}\n`));
  for (const line of page.split("\n")) {
    if (!line.startsWith("|")) continue;
    const cells = line.replaceAll("\\|", "").split("|");
    assert.equal(cells.length, 6, line);
  }
});
