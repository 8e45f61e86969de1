// Configurations that are damaged at random: a run of MUTATIONS=100000 takes a
// minute.
import assert from "node:assert/strict";
import test from "node:test";
import { presets as models } from "../../presets.js";
import { pe } from "./helpers.js";

const COUNT = Number(process.env.MUTATIONS ?? 3000);
const bodies = Object.values(models);
const names = [
  ...new Set(
    bodies.flatMap((body) => [...Object.keys(body), "text_config", "yarn"]),
  ),
];
const types = bodies.map((body) => Reflect.get(body, "model_type"));
const odd = [
  null,
  true,
  false,
  "",
  "2",
  "nan",
  -1,
  0,
  0.5,
  1,
  2,
  3,
  7,
  65536,
  1e9,
  2 ** 53,
  1e300,
  -1e300,
  Number.NaN,
  Infinity,
  [],
  {},
  [[]],
  [null],
  { a: {} },
  [0, 1, 2],
  ["full_attention"],
  "\ufffd",
  "__proto__",
];

/** Numbers of a seed (Mulberry32). */
function generator(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const isObject = (value) => typeof value === "object" && value !== null;

function damaged(random) {
  const body = structuredClone(bodies[random(bodies.length)]);
  for (let i = random(4); i >= 0; i--) {
    let holder = /** @type {any} */ (body);
    while (random(3) === 0) {
      const inner = Object.values(holder).filter(isObject);
      if (inner.length === 0) break;
      holder = inner[random(inner.length)];
    }
    const own = Object.keys(holder);
    const key =
      random(3) === 0 ? names[random(names.length)] : own[random(own.length)];
    if (key === undefined || key === "__proto__") continue;
    const kind = random(5);
    if (kind === 0) delete holder[key];
    else if (kind === 1) holder[key] = holder[own[random(own.length)]];
    else if (kind === 2 && typeof holder[key] === "number") {
      holder[key] *= [0.5, 2, -1, 1.1, 1e6][random(5)];
    } else if (kind === 3) body.model_type = types[random(types.length)];
    else holder[key] = structuredClone(odd[random(odd.length)]);
  }
  return body;
}

test(`${COUNT} damaged configurations are read at once, or refused by name`, () => {
  const random = generator(1);
  let plans = 0;
  for (let i = 0; i < COUNT; i++) {
    const body = damaged(random);
    const start = process.cpuUsage();
    const { plan, findings } = pe.config.fromHuggingFace(body);
    const { user, system } = process.cpuUsage(start);
    // Microseconds; the garbage of earlier ones may be collected in between.
    assert.ok(user + system < 2e6, JSON.stringify(body));
    const failed = findings.some(({ level }) => level === "error");
    assert.equal(plan === null, failed);
    assert.ok(findings.length < 1000);
    if (!plan) continue;
    plans++;
    for (const layer of new Set(plan.layers)) {
      if (layer.kind === "other") continue;
      const { numHeads, numKeyValueHeads, headDim, scale } = layer;
      const numbers = [numHeads, numKeyValueHeads, headDim, scale];
      assert.ok(numbers.every(Number.isFinite), JSON.stringify(layer));
      assert.equal(numHeads % numKeyValueHeads, 0);
    }
  }
  assert.ok(plans > COUNT / 10, `${plans}`);
});

test("any text is an object or refused as a RangeError", () => {
  const random = generator(2);
  const texts = bodies.map((body) => JSON.stringify(body));
  for (let i = 0; i < COUNT; i++) {
    const text = texts[random(texts.length)] ?? "";
    const bytes = Buffer.from(text);
    for (let n = random(3); n >= 0; n--)
      bytes[random(bytes.length)] = random(256);
    const cut = bytes.subarray(random(9) === 0 ? random(bytes.length) : 0);
    try {
      const value = pe.config.parse(cut);
      assert.equal(typeof value, "object");
      pe.config.fromHuggingFace(value);
    } catch (error) {
      assert.ok(error instanceof RangeError, String(error));
    }
  }
});
