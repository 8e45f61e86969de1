import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { catalog } from "posenc/catalog";
import { pe } from "./helpers.js";

const ROOMS = ["embedding", "rotary", "bias", "relative"];
/** Calls that help with encodings but are none themselves. */
const HELPERS = new Set(
  [
    "embedding.lookup embedding.update embedding.paddedPositions",
    "embedding.packedPositions embedding.batchedPositions",
    "embedding.resize embedding.resize2d embedding.weightNorm",
    "embedding.add embedding.multiply embedding.concat embedding.fit",
    "rotary.tables rotary.applyInPlace rotary.shift rotary.prepare bias.prepare",
    "rotary.attentionScale rotary.multimodalPositions",
    "bias.relativePositionIndex bias.maskPositions",
    "relative.shawIndices relative.shawValues relative.logBuckets",
    "relative.distances relative.shift relative.unshift",
  ]
    .join(" ")
    .split(" "),
);
/** Every text of an entry with its path. */
function* textsIn(value, path = "") {
  if (typeof value === "string") yield [path, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield* textsIn(inner, `${path}.${key}`);
  }
}

test("the catalog's entries have names of their own, in the order of their places", () => {
  const ids = catalog.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual([...new Set(catalog.map(({ enters }) => enters))], ROOMS);
  assert.ok(Object.isFrozen(catalog));
});

test("every encoding call of the library has an entry", () => {
  const named = new Set(catalog.flatMap(({ calls }) => calls));
  const calls = ROOMS.flatMap((room) =>
    Object.keys(pe[room]).map((name) => `${room}.${name}`),
  );
  assert.ok(calls.length > 50, `${calls.length}`);
  for (const call of calls) {
    assert.ok(
      named.has(call) || HELPERS.has(call),
      `src/posenc/js/catalog: add an entry with calls: ["${call}"]`,
    );
  }
});

test("every call that an entry names exists and is of its room", () => {
  for (const { id, calls, enters } of catalog) {
    assert.ok(calls.length > 0, id);
    for (const call of calls) {
      const [room, name] = call.split(".");
      assert.equal(room, enters, id);
      assert.equal(
        typeof pe[room]?.[name],
        "function",
        `src/posenc/js/${room}: add the call ${name}(options), or take ${call} from the catalog's entry ${id}`,
      );
    }
  }
});

test("every entry is whole, in English and in Chinese", () => {
  const names = { en: new Set(), zh: new Set() };
  for (const entry of catalog) {
    const { id, name, summary, formula, parameters, paper, year } = entry;
    assert.match(name.en, /^[\x20-\x7e]+$/, id);
    assert.match(summary.en, /^[A-Z].*\.$/, id);
    assert.doesNotMatch(summary.en, /\p{Script=Han}/u, id);
    assert.match(summary.zh, /\p{Script=Han}.*。$/u, id);
    assert.doesNotMatch(summary.zh, /\p{Script=Han}[,;:!?()]/u, id);
    assert.ok(formula.latex.length > 0 && formula.text.length > 0, id);
    assert.doesNotMatch(formula.text, /[\\{}]/, id);
    // Read in both languages: letters and signs, no words.
    assert.match(parameters, /^(?:[\d·+/()² ]|\b[A-Za-z]\b)+$/u, id);
    assert.equal(typeof entry.trainable, "boolean", id);
    assert.match(entry.extrapolates, /^(yes|partly|no)$/, id);
    assert.equal(parameters === "0", !entry.trainable && id !== "longrope", id);
    assert.equal(year === null, paper === null, id);
    for (const language of ["en", "zh"]) {
      assert.ok(!names[language].has(name[language]), name[language]);
      names[language].add(name[language]);
    }
  }
});

test("papers and models carry sources of a known form, and years that fit", () => {
  for (const { id, paper, year, models } of catalog) {
    if (paper !== null) {
      assert.ok(paper.title.length > 5, id);
      const { arxiv, url } = paper;
      if (arxiv === null) assert.match(url, /^https:\/\/\S+$/, id);
      else assert.match(arxiv, /^\d{4}\.\d{5}$/, id);
      // An arXiv number begins with the year.
      if (arxiv) assert.equal(2000 + Number(arxiv.slice(0, 2)), year, id);
    }
    const years = models.map((model) => model.year);
    assert.deepEqual(years, years.toSorted(), id);
    for (const model of models) {
      assert.ok(Number.isInteger(model.year) && model.year >= 2017, model.name);
      const { source = "https://none" } = model;
      assert.match(source, /^(arXiv:\d{4}\.\d{5}|https:\/\/\S+)$/, model.name);
    }
    assert.equal(new Set(models.map(({ name }) => name)).size, models.length);
  }
});

test("LaTeX formulas have balanced braces", () => {
  for (const { id, formula } of catalog) {
    let depth = 0;
    for (const c of formula.latex.replaceAll(/\\[{}]/g, "")) {
      if (c === "{") depth += 1;
      if (c === "}") depth -= 1;
      assert.ok(depth >= 0, id);
    }
    assert.equal(depth, 0, id);
  }
});

test("no text of the catalog is empty or unfinished", () => {
  for (const entry of catalog) {
    for (const [path, text] of textsIn(entry)) {
      assert.ok(text.trim() === text && text !== "", `${entry.id}${path}`);
      assert.doesNotMatch(text, /TODO|TBD|\?\?|…$/, `${entry.id}${path}`);
    }
  }
});

test("the catalog needs no WebAssembly", async () => {
  const text = await readFile(
    new URL("../../../src/posenc/dist/catalog.js", import.meta.url),
    "utf8",
  );
  assert.doesNotMatch(text, /WebAssembly|deflatedBase64/);
  for (const [, file] of text.matchAll(/from "\.\/(chunk-[^"]+)"/g)) {
    const chunk = await readFile(
      new URL(`../../../src/posenc/dist/${file}`, import.meta.url),
      "utf8",
    );
    assert.doesNotMatch(chunk, /WebAssembly|deflatedBase64/);
  }
});
