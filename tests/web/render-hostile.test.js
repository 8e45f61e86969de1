// Figures drawn without a page from values that nobody means well with: each is
// refused by name, or drawn as a document that is well-formed and holds nothing
// but marks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Resvg } from "@resvg/resvg-js";
import fc from "fast-check";
import { describe, renderSVG } from "posenc-widgets/render";
import { untyped } from "../untyped.js";
import { json, THINGS, text } from "./hostile-values.js";

const widgets = await describe();
/** Cases for each attribute that is a text, and for each widget. */
const RUNS = { text: 120, widget: 20 };
const SEED = 7;
/** Numbers of more than this only take time. */
const LARGE = 20_000;

const ELEMENTS = /^(svg|title|rect|g|path|text|tspan|image)$/;
const ATTRIBUTES =
  /^(xmlns|width|height|viewBox|role|fill|stroke|d|class|opacity|x|y|transform|preserveAspectRatio|href|(font|image|stroke|text)-[a-z]+)$/;
/** What XML 1.0 has no place for; a half of a pair is among it. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Fails unless a document is well-formed and draws, and does nothing else. */
function assertHarmless(svg) {
  assert.doesNotMatch(svg, FORBIDDEN);
  // Its parser is strict: what is not well-formed is refused.
  new Resvg(svg, { font: { loadSystemFonts: false } });
  // In a well-formed document each "<" begins a tag.
  for (const [, tag, attributes] of svg.matchAll(/<([^\s/>]*)([^>]*)/g)) {
    if (tag === "") continue;
    assert.match(tag, ELEMENTS);
    for (const [, name, value] of attributes.matchAll(/([^\s=]+)="([^"]*)"/g)) {
      assert.match(name, ATTRIBUTES, tag);
      if (name === "href") assert.match(value, /^data:image\/png;base64,/);
      else if (name !== "font-family") assert.doesNotMatch(value, /url\(/i);
    }
  }
}

/** Draws, or is refused by name; whether it was drawn. */
async function drawn(tag, attributes, options = {}) {
  let svg;
  try {
    svg = await renderSVG(tag, attributes, options);
  } catch (/** @type {any} */ error) {
    const isRefusal = error instanceof RangeError || error instanceof TypeError;
    assert.ok(isRefusal, error.stack);
    assert.match(error.message, /^renderSVG: /, error.stack);
    return false;
  }
  assertHarmless(svg);
  return true;
}

test("what harms is found in a document", () => {
  const with_ = (inside) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4">${inside}</svg>`;
  assertHarmless(with_('<text x="1">a &lt;b&gt;</text>'));
  for (const inside of [
    "<script>1</script>",
    '<text onload="x">a</text>',
    '<image href="https://example.org/x.png"/>',
    '<rect fill="url(https://example.org/x)"/>',
    "<text>\u0001</text>",
    "<text>\ud800</text>",
    "<text>&</text>",
    "<text>",
    '<text x="1" x="2">a</text>',
  ]) {
    assert.throws(() => assertHarmless(with_(inside)), inside);
  }
});

for (const { tag, attributes } of widgets) {
  for (const { name, type, default: usual } of attributes) {
    if (type !== "string") continue;
    test(`${tag} takes any text for ${name}, and its file is well-formed`, async () => {
      const value = fc.oneof(
        { weight: 5, arbitrary: text },
        { weight: 1, arbitrary: json },
        // A good text with something hostile in it.
        fc
          .tuple(fc.nat(usual.length), text)
          .map(([at, it]) => usual.slice(0, at) + it + usual.slice(at)),
      );
      assert.ok(await drawn(tag, { [name]: usual }));
      let count = 0;
      await fc.assert(
        fc.asyncProperty(value, async (it) => {
          if (await drawn(tag, { [name]: it })) count += 1;
        }),
        { numRuns: RUNS.text, seed: SEED },
      );
      assert.ok(count > 0, "all were refused");
    });
  }
}

/**
 * A value of an attribute, allowed more often than not.
 *
 * @param {{ type: string, min?: number, max?: number, default: unknown }} attribute
 */
function saidOf({ type, min, max, default: usual }) {
  const hostile = fc.oneof(text, fc.constantFrom(...THINGS));
  const kind = type.includes("|") ? "choice" : type;
  const good = {
    choice: () =>
      fc.constantFrom(...type.split(" | ").map((it) => it.slice(1, -1))),
    boolean: () => fc.constantFrom(true, false, "", "off"),
    number: () => {
      const most = Math.min(max, Math.max(LARGE, Number(usual)));
      return fc.oneof(
        fc.constantFrom(min, most, String(min), usual),
        fc
          .tuple(fc.double({ min, max: most, noNaN: true }), fc.boolean())
          .map(([it, whole]) => (whole ? Math.round(it) : it)),
      );
    },
    string: () => text,
  }[kind]();
  return fc.oneof({ weight: 3, arbitrary: good }, hostile);
}

for (const { tag, attributes } of widgets) {
  test(`${tag} draws or refuses whatever its attributes say`, async () => {
    const fields = attributes.map((it) => [it.name, saidOf(it)]);
    const some = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
    const options = fc.record(
      {
        lang: fc.constantFrom("en", "zh"),
        theme: fc.constantFrom("light", "dark"),
        width: fc.constantFrom(360, 700, 960),
        fontFamily: text,
        background: fc.oneof(text, fc.constantFrom("red", "transparent")),
      },
      { requiredKeys: [] },
    );
    let count = 0;
    await fc.assert(
      fc.asyncProperty(some, options, async (values, look) => {
        // One at a time too, or one refusal would hide the others.
        const names = Object.keys(values);
        for (const one of names.slice(0, 1)) {
          if (await drawn(tag, { [one]: values[one] })) count += 1;
        }
        await drawn(tag, values, look);
      }),
      { numRuns: RUNS.widget, seed: SEED },
    );
    assert.ok(count > 0, "all were refused");
  });
}

test("names that no figure has are refused", async () => {
  for (const name of [
    "__proto__",
    "constructor",
    "onload",
    "href",
    "<b>",
    "",
  ]) {
    await assert.rejects(
      () => renderSVG("heatmap", { [name]: "1" }),
      (error) =>
        error instanceof TypeError &&
        /^renderSVG: <pe-heatmap> has no attribute "/.test(error.message),
      name,
    );
    await assert.rejects(() => renderSVG(name), TypeError, name);
    await assert.rejects(
      () => renderSVG("heatmap", {}, { [name]: 1 }),
      TypeError,
    );
  }
});

test("what is no name and no list of values is refused", async () => {
  for (const it of [null, 7n, Symbol("x"), () => 1, {}, [], Number.NaN]) {
    await assert.rejects(
      () => renderSVG(untyped(it)),
      /^TypeError: renderSVG: there is/,
    );
  }
  for (const it of [null, 7, "d-model=8", true]) {
    for (const args of [
      ["heatmap", it],
      ["heatmap", {}, it],
    ]) {
      await assert.rejects(
        () => untyped(renderSVG)(...args),
        /^TypeError: renderSVG: (attributes|options) must be an object, got /,
      );
    }
  }
});
