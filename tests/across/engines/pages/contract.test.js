// What the package promises of its elements, tried on every one of them: the
// description that editors read says which there are and what they take.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { inDist, ONE_FILE } from "../../../../tools/lib/paths.mjs";
import { useEngine } from "../engine.js";

const MANIFEST = inDist("widgets", "custom-elements.json");
const { declarations } = JSON.parse(readFileSync(MANIFEST, "utf8")).modules[0];

const page = (body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notes</title><link rel="icon" href="data:,"><script defer src="one-file.js"></script></head><body>${body}</body></html>`;
const engine = useEngine({
  folder: inDist("widgets"),
  files: {
    "one-file.js": readFileSync(ONE_FILE, "utf8"),
    "none.html": page(""),
    "four.html": page(
      '<pe-heatmap sync="a" lock="base"></pe-heatmap><pe-waves sync="a"></pe-waves><pe-clock pos="90"></pe-clock><pe-buckets></pe-buckets>',
    ),
  },
});

/** Attributes with values of their own, and a value that is not the default. */
function changes({ attributes }) {
  return attributes.flatMap(
    ({ name, type, fieldName, default: usual, ...it }) => {
      if (fieldName === undefined || usual === undefined) return [];
      const field = fieldName;
      if (type.text === "boolean") {
        return [{ name, field, value: usual !== "true" }];
      }
      if (type.text === "number") {
        const range = /from ([-\d.]+) to ([-\d.]+)/.exec(it.description);
        const [, least, most] = (range ?? [0, -Infinity, Infinity]).map(Number);
        const value =
          Number(usual) + 1 > most ? Number(usual) - 1 : Number(usual) + 1;
        return value >= least ? [{ name, field, value }] : [];
      }
      const choices = type.text.match(/(?<=")[^"]+(?=")/g) ?? [];
      return choices
        .filter((choice) => choice !== usual)
        .map((value) => ({ name, field, value }));
    },
  );
}

/** Runs in the page: all that an element should do; resolves with its faults. */
async function tryElement(tag, ways, painted) {
  const faults = [];
  const check = (holds, text) => holds || faults.push(text);
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  /** The next event of this kind; it has to come to the document. */
  const next = (type) =>
    new Promise((done) => {
      const tell = (event) => {
        clearTimeout(late);
        document.removeEventListener(type, tell);
        done(event);
      };
      const late = setTimeout(tell, 10_000);
      document.addEventListener(type, tell);
    });
  const element = document.createElement(tag);
  check(customElements.get(tag), "is not defined");
  element.lang = "en";
  element.loading = "eager";
  const ready = next("pe-ready");
  document.body.append(element);
  if ((await ready)?.target !== element) return ["no pe-ready"];
  check(element.hasAttribute("data-live"), "data-live is missing");
  const initial = element.state;
  for (const [field, value] of Object.entries(initial)) {
    check(same(element[field], value), `${field} is not in the state`);
  }

  // Some values follow others; one that stands on its own changes.
  const way = ways.find(({ field, value }) => {
    element.setState({ [field]: value });
    const takes = element.state[field] === value;
    element.reset();
    return takes;
  });
  if (way === undefined) return [...faults, "nothing can be changed"];
  const { name, field, value } = way;
  /** @type {[how: string, act: () => void][]} */
  const acts = [
    ["setState", () => element.setState({ [field]: value })],
    [
      "the property",
      () => {
        element[field] = value;
      },
    ],
    ["the attribute", () => element.setAttribute(name, String(value))],
  ];
  for (const [how, act] of acts) {
    const changed = next("pe-change");
    act();
    const event = await changed;
    check(event?.target === element, `${how}: no pe-change`);
    check(
      same(event?.detail, element.state),
      `${how}: detail is not the state`,
    );
    check(element.state[field] === value, `${how}: not taken`);
    check(element[field] === value, `${how}: the property differs`);
    const back = next("pe-change");
    element.removeAttribute(name);
    element.reset();
    await back;
    check(same(element.state, initial), `${how}: reset does not lead back`);
  }
  const before = element.state;
  element.setState({ [field]: {} });
  check(same(element.state, before), "an object is taken for a value");
  const said = element.shadowRoot.querySelector(".faults").textContent;
  check(said.includes(name), `a refusal does not name ${name}: ${said}`);

  const svg = element.exportSVG();
  const file = new DOMParser().parseFromString(svg, "image/svg+xml");
  check(file.documentElement.localName === "svg", "exportSVG is no SVG");
  check(!/NaN|undefined/.test(svg), "exportSVG has what is no number");
  check(element.exportCSV().split("\n").length > 1, "exportCSV has no lines");
  if (painted) {
    const { type, size } = await element.exportPNG();
    check(type === "image/png" && size > 1000, "exportPNG is no picture");
  }
  element.remove();
  return faults;
}

engine.test("every element does what its description says", async (t) => {
  const page = await engine.visit(t, "none.html");
  assert.ok(declarations.length > 50);
  const faults = [];
  for (const [i, declaration] of declarations.entries()) {
    const { tagName } = declaration;
    // Where nothing draws pictures fast, all of them would take a minute.
    const painted = i % 9 === 0;
    const ways = changes(declaration);
    const found = await page.call(tryElement, tagName, ways, painted);
    faults.push(...found.map((fault) => `${tagName}: ${fault}`));
  }
  assert.deepEqual(faults, []);
  await page.isClean();
});

const live = () => document.querySelectorAll("[data-live]").length === 4;
const state = (page, tag) => page.call((it) => seek(it).state, tag);

engine.test("a pointer, keys and a slider lead to pe-change", async (t) => {
  const page = await engine.visit(t, "four.html");
  for (const tag of ["pe-heatmap", "pe-waves", "pe-clock", "pe-buckets"]) {
    await page.box(tag);
  }
  await page.until(live);
  await page.call(() => {
    globalThis.told = [];
    addEventListener("pe-change", (/** @type {any} */ { target, detail }) =>
      globalThis.told.push([target.localName, detail]),
    );
  });
  for (const tag of ["pe-heatmap", "pe-waves", "pe-buckets"]) {
    for (const act of [
      () => page.drag(`${tag} >> .plot`, [0.3, 0.3], [0.5, 0.5], [0.8, 0.6]),
      () => page.press("ArrowLeft"),
    ]) {
      await page.atRest();
      const before = JSON.stringify(await state(page, tag));
      await act();
      // The last event tells of the new state.
      await page.until(
        (it, old) => {
          const now = JSON.stringify(seek(it).state);
          const last = globalThis.told.findLast(([from]) => from === it);
          return now !== old && JSON.stringify(last?.[1]) === now;
        },
        tag,
        before,
      );
    }
  }
  await page.click("pe-clock >> [data-control=pos] input[type=range]");
  const { pos } = await state(page, "pe-clock");
  await page.press("ArrowRight");
  await page.until((it) => seek("pe-clock").state.pos > it, pos);
  await page.isClean();
});

engine.test(
  "figures of a group go together, and what is locked stays",
  async (t) => {
    const page = await engine.visit(t, "four.html");
    await page.box("pe-waves");
    await page.box("pe-heatmap");
    await page.until(() => seek("pe-waves").hasAttribute("data-live"));
    await page.until(() => seek("pe-heatmap").hasAttribute("data-live"));
    await page.call(() => seek("pe-heatmap").setState({ pos: 31 }));
    await page.until(() => seek("pe-waves").state.pos === 31);
    const locked = await page.call(
      () => seek("pe-heatmap >> [data-control=base] input").disabled,
    );
    assert.equal(locked, true);
    await page.isClean();
  },
);

engine.test("a finger that taps takes what it taps on", async (t) => {
  const page = await engine.visit(t, "four.html");
  // WebKitWebDriver makes a mouse of every pointer.
  if (!page.hasTouch) return t.skip("this engine's driver has no fingers");
  await page.box("pe-heatmap");
  await page.until(() => seek("pe-heatmap").hasAttribute("data-live"));
  const before = await state(page, "pe-heatmap");
  await page.tap("pe-heatmap >> .plot", [0.8, 0.8]);
  await page.until((it) => seek("pe-heatmap").state.pos !== it, before.pos);
});
