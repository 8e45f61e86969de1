// Every program is really run, and prints what the package computes.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { importSource } from "../web/figure.js";
import {
  hasJava,
  numbersIn,
  runCpp,
  runJava,
  runJavaScript,
  runPython,
} from "./run.js";
import { states } from "./states.js";

// The programs compute in float64, the package rounds to float32 once.
const RELATIVE = 1e-6;
const ABSOLUTE = 2e-7;
// A whole model of the package rounds after each of its layers.
const MODELS = new Set(["encoder", "decoder"]);
const IN_MODELS = 2e-6;

const only = process.env.POSENC_KINDS?.split(",").filter(Boolean);
const cases = Object.entries(states)
  .filter(([id]) => !only?.length || only.includes(id))
  .flatMap(([id, list]) => list.map((state) => ({ id, state })));

let code;
before(async () => {
  code = await importSource("widgets/code/index.ts");
});

const programs = (language) =>
  cases.map(({ id, state }) => code.textOf(code.listings(id, state)[language]));

function near(actual, expected, absolute) {
  assert.equal(actual.length, expected.length, "how many numbers");
  for (let k = 0; k < expected.length; k += 1) {
    const [a, b] = [actual[k], expected[k]];
    const close =
      a === b || Math.abs(a - b) <= absolute + RELATIVE * Math.abs(b);
    assert.ok(close, `number ${k} is ${a}, not ${b}`);
  }
}

function check(results, language) {
  const texts = programs(language);
  const faults = results.flatMap(({ output, error }, k) => {
    const { id, state } = cases[k];
    const label = `${id} ${JSON.stringify(state)}`;
    const expected = code.runKind(id, state).flatMap((row) => [...row]);
    try {
      assert.equal(error, null, error?.last);
      assert.ok(expected.length > 0, "nothing is printed");
      near(numbersIn(output), expected, MODELS.has(id) ? IN_MODELS : ABSOLUTE);
      return [];
    } catch (/** @type {any} */ fault) {
      return `${label}: ${fault.message}\n${texts[k]}`;
    }
  });
  assert.ok(faults.length === 0, faults.join("\n"));
}

describe("the programs of every state print what the package computes", () => {
  test("in JavaScript", async () => {
    check(await runJavaScript(programs("javascript")), "javascript");
  });

  test("in NumPy", async () => {
    check(await runPython(programs("numpy")), "numpy");
  });

  test("in PyTorch", async () => {
    check(await runPython(programs("pytorch")), "pytorch");
  });

  test("in C++, without a warning", async (t) => {
    const results = await runCpp(programs("cpp"));
    const kept = results.filter(({ isKept }) => isKept).length;
    t.diagnostic(`${kept} of ${results.length} taken from the cache`);
    check(results, "cpp");
  });

  const skip = !hasJava() && "there is no javac";
  test("in Java, without a warning", { skip }, async () => {
    check(await runJava(programs("java")), "java");
  });
});

describe("a listing", () => {
  test("exists for every kind, and every kind is tried", () => {
    assert.deepEqual(
      Object.keys(states).sort(),
      Object.keys(code.kinds).sort(),
    );
  });

  test("marks each present value where it stands", () => {
    for (const { id, state } of cases) {
      for (const { lines } of Object.values(code.listings(id, state))) {
        for (const { text, values = [] } of lines) {
          for (const { from, to, link } of values) {
            assert.ok(from < to && to <= text.length, `${id}: ${text}`);
            // A mark covers a whole value, not a part of one or its neighbour.
            const [before, after] = [text[from - 1] ?? " ", text[to] ?? " "];
            assert.doesNotMatch(before, /[\w.]/, `${id}: ${text}`);
            assert.doesNotMatch(after, /[a-zA-Z_]/, `${id}: ${text}`);
            assert.match(link, /^\w+$/);
          }
        }
      }
    }
  });

  test("marks each number of its state in some state that is tried", () => {
    for (const [id, list] of Object.entries(states)) {
      const marks = list.flatMap((state) =>
        Object.values(code.listings(id, state)).flatMap(({ lines }) =>
          lines.flatMap(({ values = [] }) => values.map(({ link }) => link)),
        ),
      );
      for (const [name, like] of Object.entries(code.kinds[id].defaults)) {
        if (typeof like === "string" || typeof like === "boolean") continue;
        assert.ok(marks.includes(name), `${id}: ${name}`);
      }
    }
  });

  test("has no line wider than a page, nor one with trailing space", () => {
    const wide = [];
    for (const id of Object.keys(code.kinds)) {
      for (const [language, { lines }] of Object.entries(
        code.listings(id, {}),
      )) {
        for (const { text } of lines) {
          if (text.length > 92) wide.push(`${id}, ${language}: ${text}`);
          assert.equal(text, text.trimEnd());
        }
      }
    }
    assert.deepEqual(wide, []);
  });

  test("names the quantities of its lines", () => {
    for (const id of Object.keys(code.kinds)) {
      for (const [language, { lines }] of Object.entries(
        code.listings(id, {}),
      )) {
        const linked = lines.filter(({ link }) => link !== undefined);
        assert.ok(linked.length > 0, `${id}, ${language}`);
      }
    }
  });

  test("has its comments in the language asked for, and the same code", () => {
    const said = { python: /\s*(#.*|""".*""")$/, braces: /\s*\/\/.*$/ };
    let translated = 0;
    for (const { id, state } of cases) {
      const [en, zh] = ["en", "zh"].map((lang) =>
        code.listings(id, state, lang),
      );
      for (const [language, { lines }] of Object.entries(en)) {
        const comment =
          language === "pytorch" || language === "numpy"
            ? said.python
            : said.braces;
        lines.forEach(({ text }, k) => {
          const other = zh[language].lines[k].text;
          assert.equal(
            text.replace(comment, ""),
            other.replace(comment, ""),
            `${id}, ${language}`,
          );
          assert.doesNotMatch(text, /[\p{Script=Han}\ue000-\ue007]/u, text);
          const words = /[a-z]{2,} [a-z]{2,} [a-z]{2,}/;
          const own = comment.exec(other)?.[0] ?? "";
          assert.doesNotMatch(own, words, `${id}, ${language}: ${other}`);
          if (text !== other) translated += 1;
        });
      }
    }
    assert.ok(translated > 0);
  });

  test("refuses a value of another kind by name", () => {
    assert.throws(() => code.listings("sinusoidal", { dModel: "wide" }), {
      name: "TypeError",
      message: "sinusoidal: dModel must be a number",
    });
    assert.throws(() => code.listings("sinusoidal", { layout: 3 }), {
      name: "TypeError",
      message: "sinusoidal: layout must be a string",
    });
    assert.throws(() => code.listings("sinusoidal", { layout: "sideways" }), {
      name: "TypeError",
      message:
        'sinusoidal: layout must be "interleaved" or "halves", got "sideways"',
    });
  });

  test("refuses a number out of range, with the range", () => {
    assert.throws(() => code.listings("sinusoidal", { dModel: 2.5 }), {
      name: "RangeError",
      message: "sinusoidal: dModel must be an integer from 1 to 65536, got 2.5",
    });
    assert.throws(() => code.listings("hierarchical", { alpha: 1 }), {
      name: "RangeError",
      message:
        "hierarchical: alpha must be a number above 0 and below 1, got 1",
    });
  });

  test("is the same from text as from numbers", () => {
    assert.deepEqual(
      code.listings("sinusoidal", { pos: "3", dModel: "8" }),
      code.listings("sinusoidal", { pos: 3, dModel: 8 }),
    );
  });
});
