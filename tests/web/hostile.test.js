// Live widgets, and what the page, its address, other widgets and scripts tell
// them with no good in mind: nothing throws, nothing is taken for markup, and
// every value stays what its attribute allows.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TAGS, useEveryWidget } from "./every-widget.js";
import { importSource } from "./figure.js";
import { json, TEXTS, text } from "./hostile-values.js";

/** Rounds of each test: in each, every widget is told so many things. */
const ROUNDS = 8;
const THINGS = 2;
const SEED = 11;

/** Texts that would be seen if anything took them for markup. */
const MARKED = [
  "<x-evil>1</x-evil>",
  '"><x-evil x-evil>',
  '" x-evil="1',
  "' x-evil='1",
  "</title></style></script><x-evil onload=1>",
  "<svg><x-evil/></svg>",
  "the <x-evil>dog</x-evil> . it",
  "&lt;x-evil&gt; &#60;x-evil&#62;",
];
const said = fc.oneof(fc.constantFrom(...MARKED), text, json);
/** What travels into a page as it is. */
const value = fc.oneof(
  { weight: 3, arbitrary: said },
  fc.constantFrom(
    null,
    true,
    false,
    Number.NaN,
    Infinity,
    -Infinity,
    -0,
    0,
    1,
    -1,
    0.5,
    2 ** 53,
    1e308,
    7n,
    undefined,
  ),
  fc.array(said, { maxLength: 2 }),
  fc.record({ toString: said, length: said }),
);

const site = useEveryWidget();

/** Runs in the page: mounts all widgets, and keeps what must not happen. */
async function begin(tags) {
  globalThis.wrong = [];
  const keep = (event) =>
    globalThis.wrong.push(
      `${event.type}: ${event.message ?? event.reason?.stack ?? event.violatedDirective}`,
    );
  for (const type of ["error", "unhandledrejection"]) {
    addEventListener(type, keep);
  }
  document.addEventListener("securitypolicyviolation", keep);
  const main = document.querySelector("main");
  for (const tag of tags) {
    const widget = document.createElement(tag);
    widget.id = tag;
    for (const name of ["url-state", "sync", "loading"]) {
      widget.setAttribute(name, { sync: "all", loading: "eager" }[name] ?? "");
    }
    main.append(widget);
    await new Promise((done) =>
      widget.addEventListener("pe-ready", done, { once: true }),
    );
  }
}

/** Runs in the page: waits until all is drawn; what is wrong with a widget. */
async function faults() {
  await new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(done)),
  );
  const found = globalThis.wrong.splice(0);
  for (const widget of document.querySelector("main").children) {
    const { localName: tag, shadowRoot: root, state } = widget;
    const { table } = /** @type {any} */ (customElements.get(tag));
    for (const [name, attribute] of Object.entries(table)) {
      const key = name.replace(/-(\w)/g, (_, it) => it.toUpperCase());
      const now = state[key];
      if (!Object.is(attribute.read(now), now)) {
        found.push(`${tag}: ${name} is ${String(now)}`);
      }
    }
    for (const at of root.querySelectorAll("*")) {
      if (/^(x-evil|script|iframe|object|embed|base)$/i.test(at.localName)) {
        found.push(`${tag}: <${at.localName}>`);
      }
      for (const { name, value } of at.attributes) {
        const isLink = name === "href" || name === "src";
        const isGood =
          !isLink || /^(https?:|data:image|blob:|#|\.|\/)/.test(value);
        if (/^(on|x-evil)/.test(name) || !isGood) {
          found.push(`${tag}: <${at.localName} ${name}="${value}">`);
        }
      }
    }
  }
  return found;
}

/** Runs in the page: all widgets are as they were mounted. */
function beginAgain() {
  history.replaceState(null, "", location.pathname);
  for (const widget of /** @type {any[]} */ ([
    ...document.querySelector("main").children,
  ])) {
    for (const name of widget.getAttributeNames()) {
      if (!["id", "url-state", "sync", "loading"].includes(name)) {
        widget.removeAttribute(name);
      }
    }
    widget.setAttribute("sync", "all");
    widget.setAttribute("loading", "eager");
    widget.reset();
  }
}

let opened;

/** The page with all widgets: one for all tests, as mounting them takes long. */
async function open(t) {
  t.diagnostic(`${TAGS.length} widgets, ${ROUNDS} rounds`);
  if (!opened) {
    // Closed with the browser.
    const { page, problems } = await site.open({ after() {} });
    // A language that has no words is told to whoever chose it.
    const others = () =>
      problems.filter((it) => !/ there are no texts of <[a-z-]+> /.test(it));
    opened = { page, others };
    await page.evaluate(begin, TAGS);
  }
  await opened.page.evaluate(beginAgain);
  assert.deepEqual(await opened.page.evaluate(faults), []);
  return opened;
}

/** Tells all widgets something in rounds, and looks after each. */
async function tell(page, arbitrary, act) {
  const all = fc.sample(arbitrary, {
    numRuns: ROUNDS * THINGS * TAGS.length,
    seed: SEED,
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    const count = THINGS * TAGS.length;
    const told = all.slice(round * count, (round + 1) * count);
    await page.evaluate(act, told);
    const found = await page.evaluate(faults);
    assert.deepEqual(found, [], `round ${round}: ${found.join("\n")}`);
  }
}

/** A value for an attribute of a widget, which is the k-th of its table. */
const turn = fc.record({ at: fc.nat(20), value: said });

test("attributes", async (t) => {
  const { page, others } = await open(t);
  await tell(page, turn, (told) => {
    const widgets = [...document.querySelector("main").children];
    for (const [n, { at, value }] of told.entries()) {
      const k = n % widgets.length;
      const names = Object.keys(
        /** @type {any} */ (customElements.get(widgets[k].localName)).table,
      );
      const common = ["controls", "hide", "lock", "sync", "lang", "theme"];
      const name = [...names, ...common][at % (names.length + common.length)];
      widgets[k].setAttribute(name, value);
    }
  });
  const files = await page.evaluate(() =>
    [...document.querySelector("main").children].map((it) => [
      it.localName,
      it.exportSVG(),
    ]),
  );
  const broken = await page.evaluate(
    (all) =>
      all.filter(([, svg]) => {
        const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
        return parsed.querySelector("parsererror, x-evil, script") !== null;
      }),
    files,
  );
  assert.deepEqual(broken, []);
  assert.deepEqual(others(), []);
});

test("setState and properties", async (t) => {
  const { page, others } = await open(t);
  const told = fc.record({
    at: fc.nat(20),
    value,
    name: fc.constantFrom("", "__proto__", "constructor", "tag", "toString"),
  });
  await tell(page, told, (all) => {
    const widgets = [...document.querySelector("main").children];
    for (const [n, { at, value, name }] of all.entries()) {
      const k = n % widgets.length;
      const keys = Object.keys(widgets[k].state);
      const key = name || keys[at % keys.length];
      widgets[k].setState({ [key]: value });
      if (name === "") widgets[k][key] = value;
      if (at === 0) widgets[k].setState(value);
      if (at === 1 && typeof value === "string") widgets[k].link = value;
    }
  });
  assert.deepEqual(others(), []);
});

test("messages of a group", async (t) => {
  const { page, others } = await open(t);
  const record = fc.dictionary(
    fc.constantFrom("pos", "seqLen", "text", "words", "config", "__proto__"),
    value,
  );
  const any = fc.oneof(record, value);
  const message = fc.oneof(
    { weight: 1, arbitrary: value },
    {
      weight: 6,
      arbitrary: fc.record(
        { values: any, hover: any, ask: value, from: value, to: value },
        { requiredKeys: [] },
      ),
    },
  );
  await tell(page, message, (all) => {
    for (const told of all) {
      const detail =
        typeof told === "object" && told !== null && !Array.isArray(told)
          ? { group: "all", ...told }
          : told;
      document.dispatchEvent(new CustomEvent("posenc-sync", { detail }));
    }
  });
  assert.deepEqual(others(), []);
});

test("the address", async (t) => {
  const { page, others } = await open(t);
  const told = fc.record({ at: fc.nat(20), value: said, raw: fc.boolean() });
  await tell(page, told, async (all) => {
    const widgets = [...document.querySelector("main").children];
    const pairs = all.map(({ at, value, raw }, n) => {
      const k = n % widgets.length;
      const names = Object.keys(
        /** @type {any} */ (customElements.get(widgets[k].localName)).table,
      );
      const name = names[at % names.length];
      let written = value;
      try {
        if (!raw) written = encodeURIComponent(value);
      } catch {
        // Half a pair cannot be encoded.
      }
      return `${widgets[k].id}.${name}=${written}`;
    });
    location.hash = `#pe-clock?${pairs.join("&")}`;
    await new Promise((done) => setTimeout(done, 50));
  });
  // What is written by itself after a rest, and links to copy.
  await page.evaluate(
    async (texts) => {
      const widgets = [...document.querySelector("main").children];
      for (const it of texts) {
        for (const widget of widgets) {
          for (const key of Object.keys(widget.state)) {
            widget.setState({ [key]: it });
          }
        }
        await new Promise((done) => setTimeout(done, 400));
      }
    },
    TEXTS.filter((it) => /\p{Cs}/u.test(it)),
  );
  assert.deepEqual(await page.evaluate(faults), []);
  assert.deepEqual(others(), []);
});

test("what is written into an address is read again", async () => {
  const { formatHash, parseHash } = await importSource(
    "widgets/element/state/url-state.ts",
  );
  const id = fc.oneof(
    fc.constantFrom("a", "a.b", "__proto__", "x?y", "a&b=c", "1+1", "%", "图"),
    text.map((it) => it.replace(/\p{Cs}/gu, "")).filter((it) => it !== ""),
  );
  const name = fc.stringMatching(/^[a-z]{1,4}(-[a-z]{1,4})?$/);
  const well = text.map((it) => it.replace(/\p{Cs}/gu, ""));
  const values = fc.dictionary(name, well, { minKeys: 1, maxKeys: 3 });
  const plain = (link) => [
    link.anchor,
    [...link.figures]
      .map(([key, it]) => [key, Object.entries(it).sort()])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ];
  fc.assert(
    fc.property(
      id,
      fc.array(fc.tuple(id, values), { maxLength: 3 }),
      (anchor, all) => {
        const link = { anchor, figures: new Map(all) };
        assert.deepEqual(plain(parseHash(formatHash(link))), plain(link));
      },
    ),
    { numRuns: 1500, seed: SEED },
  );
  fc.assert(
    fc.property(text, (hash) => {
      const link = parseHash(hash);
      const again = parseHash(formatHash(link));
      assert.deepEqual(plain(parseHash(formatHash(again))), plain(again));
    }),
    { numRuns: 1500, seed: SEED },
  );
});
