import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { importSource } from "./figure.js";

let attributes;
let text;
let url;
before(async () => {
  attributes = await importSource("widgets/element/state/attributes.ts");
  text = await importSource("widgets/words/text.ts");
  url = await importSource("widgets/element/state/url-state.ts");
});

describe("numbers as people type them", () => {
  test("spaces, commas, powers, full-width digits and the real minus are read", () => {
    const { readNumber } = attributes;
    for (const [typed, value] of /** @type {const} */ ([
      ["10000", 10000],
      ["10 000", 10000],
      ["10\u202f000", 10000],
      ["1,000,000", 1e6],
      ["1e4", 10000],
      [" 12.5 ", 12.5],
      [".5", 0.5],
      ["１２８", 128],
      ["\u22123", -3],
      ["+7", 7],
    ])) {
      assert.equal(readNumber(typed), value, typed);
    }
  });

  test("anything else is no number", () => {
    for (const typed of ["", "abc", "1,5", "1 5", "0x10", "1e", "--1", "∞"]) {
      assert.ok(Number.isNaN(attributes.readNumber(typed)), typed);
    }
  });

  test("an integer attribute refuses fractions and what is out of range", () => {
    const length = attributes.integer({ default: 1, min: 1, max: 9 });
    assert.equal(length.read("9"), 9);
    for (const bad of ["0", "10", "1.5", "", null, undefined, {}, Number.NaN]) {
      assert.equal(length.read(bad), undefined);
    }
    assert.equal(length.allowed.en, "a whole number from 1 to 9");
    assert.equal(length.allowed.zh, "1 到 9 的整数");
  });
});

describe("numbers as the page shows them", () => {
  test("quantities have three digits and groups of thousands", () => {
    const { quantity } = text;
    assert.equal(quantity(2 * Math.PI), "6.28");
    assert.equal(quantity(47116.97), "47\u202f117");
    assert.equal(quantity(1234.5), "1235");
    assert.equal(quantity(60), "60");
    assert.equal(quantity(6.062e9), "6.06\u00a0×\u00a010⁹");
  });

  test("short equations stay whole; between Chinese words a line may end", () => {
    const { unbroken } = text;
    assert.equal(unbroken("k = 10"), "k\u00a0=\u00a010");
    assert.equal(unbroken("斜率 × 距离"), "斜率\u00a0× 距离");
  });

  test("cells have four decimals, small ones powers of ten, no minus zero", () => {
    const { cellValue, scientific } = text;
    assert.equal(scientific(1e-7, 1), "10⁻⁷");
    assert.equal(scientific(-1e-7, 1), "\u221210⁻⁷");
    assert.equal(scientific(-1.4e-7, 2), "\u22121.4\u00a0×\u00a010⁻⁷");
    assert.equal(cellValue(-0.94006), "\u22120.9401");
    assert.equal(cellValue(1), "1.0000");
    assert.equal(cellValue(0), "0.0000");
    assert.equal(cellValue(-0), "0.0000");
    assert.equal(cellValue(0.000133352), "1.33\u00a0×\u00a010⁻⁴");
    assert.equal(cellValue(-0.000133352), "\u22121.33\u00a0×\u00a010⁻⁴");
  });
});

describe("the state in an address", () => {
  test("one figure's values stand bare, the others' under their id", () => {
    const hash = "#triptych?seq-len=100&layout=halves&shift.offset=3";
    const link = url.parseHash(hash);
    assert.equal(link.anchor, "triptych");
    assert.deepEqual(
      { ...link.figures.get("triptych") },
      {
        "seq-len": "100",
        layout: "halves",
      },
    );
    assert.deepEqual({ ...link.figures.get("shift") }, { offset: "3" });
    assert.equal(url.formatHash(link), hash);
  });

  test("garbage is read as nothing, and never throws", () => {
    for (const hash of [
      "",
      "#",
      "#?",
      "#?a=1",
      "#x?",
      "#%",
      "#x?=1&.=2",
      "#x?%%%=%",
    ]) {
      const { figures } = url.parseHash(hash);
      assert.equal([...figures.keys()].filter((id) => id !== "x").length, 0);
    }
  });

  test("a key that objects own is a value like any other", () => {
    const { figures } = url.parseHash("#x?__proto__=1&constructor=2");
    assert.equal(figures.get("x").constructor, "2");
    assert.equal({}.constructor, Object);
  });
});
