// Every mistake is really made, and what happens is what is said.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { importSource } from "../web/figure.js";
import { hasJava, runJava, runPython } from "./run.js";

let mistakes;
before(async () => {
  ({ mistakes } = await importSource("widgets/code/mistakes.ts"));
});

const ofLanguages = (...languages) =>
  mistakes.filter(({ language }) => languages.includes(language));

function checkOutcome({ id, outcome }, { output, error }) {
  if ("prints" in outcome) {
    assert.equal(error, null, `${id}: ${error?.last}`);
    assert.equal(output.trim(), outcome.prints, id);
    return;
  }
  assert.ok(error, `${id} does not fail, it prints ${output}`);
  assert.ok(error.last.startsWith(`${outcome.error}:`), error.last);
  assert.ok(error.last.includes(outcome.says), `${id}: ${error.last}`);
}

function checkRepair({ id, prints }, { output, error }) {
  assert.equal(error, null, `${id}: ${error?.last}`);
  assert.equal(output.trim(), prints, id);
}

async function checkAll(list, run) {
  assert.ok(list.length > 0);
  // With the comments that are harder to read; the English ones are compared below.
  const results = await run(
    list.flatMap(({ wrong, right }) => [wrong.zh, right.zh]),
  );
  list.forEach((mistake, k) => {
    checkOutcome(mistake, results[2 * k]);
    checkRepair(mistake, results[2 * k + 1]);
  });
}

describe("the mistakes of code", () => {
  test("happen in Python as they are told, and are gone when mended", () =>
    checkAll(ofLanguages("pytorch", "numpy"), runPython));

  const skip = !hasJava() && "there is no javac";
  test(
    "happen in Java as they are told, and are gone when mended",
    {
      skip,
    },
    () => checkAll(ofLanguages("java"), runJava),
  );

  test("have names of their own and differ from their repair", () => {
    assert.equal(new Set(mistakes.map(({ id }) => id)).size, mistakes.length);
    for (const { id, wrong, right } of mistakes) {
      assert.notEqual(wrong.en, right.en, id);
      for (const line of [wrong.en, wrong.zh, right.en, right.zh].flatMap(
        (it) => it.split("\n"),
      )) {
        assert.ok(line.length <= 100, `${id}: ${line}`);
      }
    }
  });

  test("have their comments in the language of the page, and nothing else", () => {
    const bare = (text) => text.replace(/ {2}# .*$/gm, "");
    const comments = (text) => text.match(/ # .*$/gm) ?? [];
    let count = 0;
    for (const { id, wrong, right } of mistakes) {
      for (const { en, zh } of [wrong, right]) {
        assert.equal(bare(zh), bare(en), id);
        assert.doesNotMatch(en, /\p{sc=Han}/u, id);
        for (const comment of comments(zh)) {
          assert.match(comment, /\p{sc=Han}/u, id);
          count += 1;
        }
      }
    }
    assert.ok(count >= 10, `${count} comments`);
  });

  test("name claims that are in the ledger", async () => {
    const { claims } = await importSource("site/claims/index.ts");
    const ids = new Set(claims.map(({ id }) => id));
    for (const { id, about } of mistakes) {
      assert.ok(about.length > 0, id);
      for (const name of about.filter((it) => /^\d/.test(it))) {
        assert.ok(ids.has(name), `${id}: ${name}`);
      }
      for (const name of about.filter((it) => !/^\d/.test(it))) {
        assert.match(name, /^S\d-\d\d$/);
      }
    }
  });
});
