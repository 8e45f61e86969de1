// The tables of options, the help of the command line, what the reference says
// (options.json) and the checks themselves: all say the same.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inDist } from "../../../tools/lib/paths.mjs";
import { beside } from "./bounds.js";
import { posencHere } from "./cli-helpers.js";
import { evaluated } from "./sources.js";

const REFERENCE = JSON.parse(
  readFileSync(inDist("posenc", "cli", "options.json"), "utf8"),
);

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** "2³¹ − 1" as a message has it: digits. */
const inDigits = (text) =>
  text
    .replace(/2([⁰¹²³⁴⁵⁶⁷⁸⁹]+)( − 1)?/g, (_, power, less) => {
      const digits = [...power].map((it) => RAISED.indexOf(it)).join("");
      return String(2 ** Number(digits) - (less ? 1 : 0));
    })
    .replace(/−\((\d+)\)/g, "-$1")
    .replace(/−(?=\d)/g, "-")
    .replace(/\d+e\d+/g, (it) => String(Number(it)));

const NUMERIC = ["integer", "real", "numbers", "integers"];
const isList = ({ kind }) => kind === "numbers" || kind === "integers";

/** Values at the ends of a range and the next ones past them. */
function* endsOf(field) {
  const { kind, limits = {}, even } = field;
  const whole = kind === "integer" || kind === "integers";
  for (const [end, bound] of Object.entries(limits)) {
    if (typeof bound !== "number" || end === "length") continue;
    const up = end === "max" || end === "below";
    const step = (x, out) => {
      if (!whole) return beside(x, out === up);
      const one = Math.abs(x) >= 2 ** 53 ? 2 : even ? 2 : 1;
      return x + (out === up ? one : -one);
    };
    const isIn = end === "min" || end === "max";
    yield isIn
      ? { taken: bound, refused: step(bound, true) }
      : { taken: step(bound, false), refused: bound };
  }
}

/** A value where the option wants it: in a list as long as it has to be. */
const placed = (field, value) =>
  isList(field)
    ? [value, ...Array((field.limits?.length ?? 1) - 1).fill(value)]
    : value;

/** Whether other options decide on what is allowed here. */
const dependent = (field) =>
  [field.default, ...Object.values(field.limits ?? {})].some(
    (it) => typeof it === "object",
  );

/** Reads one option alone at each end of its range, and past it. */
function checkEnds(name, field, told, Reading) {
  const read = (value) =>
    new Reading(
      "call",
      { [name]: field },
      { [name]: placed(field, value) },
    ).read(name);
  const range = inDigits(told.allowedText(field))
    .replace(/^.*each/, "")
    .replace("even ", "");
  let count = 0;
  for (const { taken, refused } of endsOf(field)) {
    read(taken);
    assert.throws(
      () => read(refused),
      ({ message }) => message.includes(range),
      `${name}: ${refused}`,
    );
    count += 1;
  }
  return count;
}

test("checks, reference and help agree on every option of every call", async (t) => {
  const { tables, allowedText, defaultText, SCALINGS, Reading, GROUPS } =
    await evaluated(t);
  const told = { allowedText, defaultText };
  const calls = new Set(tables.map(({ call }) => call));
  assert.ok(calls.size > 55, `${calls.size} calls`);
  let ends = 0;
  for (const { call, fields } of tables) {
    for (const [name, field] of Object.entries(fields)) {
      if (call !== "rotary.axial2d" && REFERENCE[call]) {
        const { allowed, instead, prose } = REFERENCE[call][name];
        assert.equal(allowed, allowedText(field), `${call} ${name}`);
        assert.equal(instead, defaultText(field), `${call} ${name}`);
        assert.notEqual(prose, "", `${call} ${name}`);
      }
      if (NUMERIC.includes(field.kind) && !dependent(field)) {
        ends += checkEnds(name, field, told, Reading);
      }
    }
  }
  for (const fields of Object.values(SCALINGS)) {
    for (const [name, field] of Object.entries(fields)) {
      assert.ok(REFERENCE["rotary.frequencies.scaling"][name].prose, name);
      if (NUMERIC.includes(field.kind)) {
        ends += checkEnds(name, field, told, Reading);
      }
    }
  }
  assert.ok(ends > 250, `${ends} ends of ranges`);

  for (const { word, commands } of Object.values(GROUPS)) {
    for (const [name, command] of Object.entries(
      Object.assign({}, ...Object.values(commands)),
    )) {
      await checkHelp(word, name, command, told);
    }
  }
});

/** A page of help: on standard output, 80 columns wide, and without marks. */
async function helpOf(...page) {
  const { stdout, stderr, status } = await posencHere([...page, "--help"]);
  assert.equal(status, 0);
  assert.equal(stderr, "");
  assert.match(stdout, /^Usage: posenc/);
  assert.doesNotMatch(stdout, /`|\{@|\[object|undefined|[^.]\.\.$/m);
  for (const line of stdout.split("\n")) {
    assert.ok([...line].length <= 80, `${page.join(" ")}: ${line}`);
  }
  return { stdout };
}

const kebab = (name) =>
  name.replace(/(?!^)[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const words = (text) =>
  text.replace(/\s+/g, " ").replace(/`(\w+)`/g, (_, it) => `--${kebab(it)}`);

/** Help has each option once, with what its table says. */
async function checkHelp(word, name, { options, more }, told) {
  const { stdout } = await helpOf(word, name);
  const entries = stdout.split(/^ {2}(?=-)/m);
  for (const [option, { field }] of Object.entries({
    ...options,
    ...more?.options,
  })) {
    const own = entries.filter((it) =>
      new RegExp(`^--${kebab(option)}(?=\\s)`).test(it),
    );
    assert.equal(own.length, 1, `${word} ${name} --${kebab(option)}`);
    const text = words(own[0]);
    const range = words(told.allowedText(field));
    const sentence = range && `${range[0].toUpperCase()}${range.slice(1)}`;
    assert.ok(text.includes(sentence), `${text} lacks ${sentence}`);
    for (const it of field.words ?? []) assert.ok(text.includes(it), it);
    const { default: fallback } = field;
    if (field.optional && fallback !== undefined) {
      const plain = words(told.defaultText(field)).replaceAll(/["`]/g, "");
      assert.ok(text.includes(`efault ${plain}`), text);
    }
  }
}

test("help without a name is on standard error, with exit code 2", async () => {
  for (const word of ["table", "freqs"]) {
    const { stdout, stderr, status } = await posencHere([word]);
    assert.equal(status, 2);
    assert.equal(stdout, "");
    assert.equal(stderr, (await helpOf(word)).stdout);
  }
});
