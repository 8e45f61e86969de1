// What a reader does on the home page and in three chapters.
import assert from "node:assert/strict";
import { useEngine } from "../engine.js";

const engine = useEngine();

const stateOf = (page, id) =>
  page.call((name) => document.getElementById(name).state, id);

/** Scrolls to a figure and waits until it lives. */
async function come(page, id) {
  await page.box(`#${id}`);
  await page.until(
    (name) => document.getElementById(name).hasAttribute("data-live"),
    id,
  );
}

/** Does something and waits until the figure's state is another. */
async function changes(page, id, act) {
  // A drag before may still be at work.
  await page.atRest();
  const before = await stateOf(page, id);
  await act();
  await page.until(
    (name, old) => JSON.stringify(document.getElementById(name).state) !== old,
    id,
    JSON.stringify(before),
  );
}

/** The other language, by its link: the page changes in place. */
async function turnsChinese(page, id) {
  const finding = `#${id} >> .finding`;
  assert.doesNotMatch(await page.text(finding), /[\u4e00-\u9fff]/);
  const state = await stateOf(page, id);
  await page.click('[data-language="zh"]');
  await page.until(() => document.documentElement.lang === "zh-CN");
  // The other language is of another length: the figure may be out of sight.
  await come(page, id);
  await page.until(
    (place) => /[\u4e00-\u9fff]/.test(seek(place).textContent),
    finding,
  );
  assert.match(await page.call(() => location.pathname), /\/zh\//);
  assert.match(await page.text("main"), /[\u4e00-\u9fff]/);
  // A sentence to begin with is one of the page's language.
  const { words } = state;
  const now = await stateOf(page, id);
  if (words) assert.match(now.words, /[\u4e00-\u9fff]/);
  assert.deepEqual({ ...now, ...(words && { words }) }, state);
}

/** The dark theme, by its menu and keys. */
async function turnsDark(page, id) {
  const ground = () => getComputedStyle(document.body).backgroundColor;
  const light = await page.call(ground);
  await page.call(() => seek("#theme").focus());
  await page.type("d");
  await page.press("Enter");
  await page.until(() => document.documentElement.dataset.theme === "dark");
  await page.until(
    (name) => seek(`#${name} >> .root`).dataset.theme === "dark",
    id,
  );
  await page.until(
    (old) => getComputedStyle(document.body).backgroundColor !== old,
    light,
  );
}

/** Scrolls to a question and waits until it answers. */
async function ask(page, quiz) {
  await page.box(`#${quiz}`);
  await page.find(`#${quiz}:defined`);
}

/** @type {{ path: string, id: string, place: string, drag: number[][], quiz?: string, fold?: string }[]} */
const visits = [
  {
    path: "what-waves-can-do/",
    id: "triptych",
    place: ".window",
    drag: [
      [0.1, 0.1],
      [0.4, 0.5],
      [0.7, 0.8],
    ],
  },
  {
    path: "why-position/",
    id: "permute",
    place: ".plot.slide",
    drag: [
      [0.2, 0.3],
      [0.5, 0.5],
      [0.8, 0.7],
    ],
    fold: "equivariance-check",
    quiz: "which-one",
  },
  {
    path: "sinusoids/",
    id: "clock",
    place: ".plot.slide",
    drag: [
      [0.125, 0.06],
      [0.15, 0.1],
      [0.19, 0.2],
    ],
  },
  {
    path: "rope/",
    id: "rope",
    place: ".plot.hold",
    drag: [
      [0.2, 0.9],
      [0.3, 0.9],
      [0.4, 0.9],
    ],
  },
];

for (const visit of visits) {
  const { path, id, place, drag, quiz, fold } = visit;
  engine.test(`en/${path} lives, and answers a hand and keys`, async (t) => {
    const page = await engine.visit(t, `en/${path}`, { mount: "/notes/" });
    await come(page, id);
    await changes(page, id, () => page.drag(`#${id} >> ${place}`, ...drag));
    await changes(page, id, () => page.press("ArrowLeft"));
    await page.isClean();
  });

  engine.test(`en/${path} turns dark and Chinese, and back`, async (t) => {
    const page = await engine.visit(t, `en/${path}`);
    await come(page, id);
    await turnsDark(page, id);
    await turnsChinese(page, id);
    // What was chosen is kept for the next page.
    await page.goto(`en/${path}`);
    await page.until(() => document.documentElement.dataset.theme === "dark");
    await page.isClean();
  });

  if (quiz === undefined) continue;
  engine.test(`a question of en/${path} is answered`, async (t) => {
    const page = await engine.visit(t, `en/${path}`);
    if (fold) await page.click(`#${fold} > summary`);
    await ask(page, quiz);
    await page.click(`#${quiz} summary`);
    await page.until(
      (name) => document.getElementById(name).dataset.answer === "A",
      quiz,
    );
    assert.ok((await page.text(`#${quiz} [open] .why`)).length > 20);
    await page.click(`#${quiz} .again`);
    await page.until((it) => seek(`#${it} [open]`) === null, quiz);
    await page.isClean();
  });
}

engine.test(
  "a number is guessed, and compared with the library's",
  async (t) => {
    const page = await engine.visit(t, "en/relative-positions/");
    await ask(page, "last-bucket");
    await page.click("#last-bucket input");
    await page.type("12");
    await page.press("Enter");
    await page.until(() => seek("#last-bucket details").open);
    assert.match(await page.text("#last-bucket .outcome"), /12/);
    await page.isClean();
  },
);

engine.test("the search finds a page and leads there by keys", async (t) => {
  const page = await engine.visit(t, "en/");
  await page.until(() => document.readyState === "complete");
  await page.press("/");
  await page.find(".search [type=search]");
  await page.until(
    () => document.activeElement?.getAttribute("type") === "search",
  );
  await page.type("ALiBi slopes");
  await page.find(".search [role=option]");
  await page.press("ArrowDown");
  await page.press("Enter");
  await page.until(() => !/\/en\/$/.test(location.pathname));
  await page.isClean();
});
