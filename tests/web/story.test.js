// The home page's story: 16 steps on one stage.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { load } from "posenc";
import { load as loadTraining } from "posenc-training";
import { inRoot } from "../../tools/lib/paths.mjs";
import { findings } from "./axe.js";
import { settle, useSite } from "./browser.js";
import { importSource } from "./figure.js";

const site = useSite();
const LAST = 15;

/** Opens the home page and waits until its stage lives. */
async function open(t, path, options) {
  const opened = await site.open(t, path, options);
  await opened.page.waitForSelector(".story[data-step]");
  return { ...opened, story: opened.page.locator(".story") };
}

const step = async (page) => {
  await settle(page);
  return Number(await page.locator(".story").getAttribute("data-step"));
};

const reaches = (page, wanted) =>
  page.waitForSelector(`.story[data-step="${wanted}"]`, { timeout: 10_000 });

/** Waits for what the stage says, which names the trained model's answer. */
const says = (page, pattern) =>
  page.waitForFunction(
    ([source, flags]) =>
      new RegExp(source, flags).test(
        document.querySelector(".story .said").textContent,
      ),
    [pattern.source, pattern.flags],
    { timeout: 20_000 },
  );

/** What the cards say in both languages, as it is read. */
function cards() {
  const [en, zh] = ["en", "zh"].map((lang) => {
    const path = inRoot("web", "dist", lang, "index.html");
    const items = readFileSync(path, "utf8").split('<div class="card">');
    const said = (html, pattern) =>
      pattern
        .exec(html)?.[1]
        .replace(/<button.*?<\/button>|<[^>]*>/g, "")
        .trim()
        .replaceAll("\u00a0", " ");
    return items.slice(1).map((html) => ({
      text: said(html, /<\/h[12]><p>(.*?)<\/p>/),
      found: said(html, /<p class="found">(.*?)<\/p>/),
    }));
  });
  return en.map((card, k) => ({
    text: { en: card.text, zh: zh[k].text },
    ...(card.found && { found: { en: card.found, zh: zh[k].found } }),
  }));
}

const NARROW = { width: 573, height: 680 };

let exact;
/** The answers of the trained models, all at once. */
async function exactAnswers() {
  const models = await importSource("site/story/models.ts");
  exact ??= models.exactAnswers();
  return exact;
}

/** A step at rest, with what a reader has set by step. */
async function takeOf(at, set = {}, frame = { width: 620, height: 590 }) {
  const { PLAYED, UNTOUCHED } = await importSource(
    "site/story/step-gestures.ts",
  );
  const { DOG_BITES_MAN } = await importSource("site/story/stage-words.ts");
  return {
    frame,
    lang: "en",
    moment: { step: at, play: 1, morph: 0 },
    touched: UNTOUCHED.map((_, k) => set[k]),
    seen: PLAYED,
    sentence: DOG_BITES_MAN,
    answers: await exactAnswers(),
  };
}

const flat = (marks) =>
  marks.flatMap((it) => (it.kind === "group" ? flat(it.marks) : [it]));

/** All marks of such a step. */
async function drawn(...of) {
  const { scene } = await importSource("site/story/scene.ts");
  return flat(scene(await takeOf(...of)));
}

const textsOf = (marks) =>
  marks.filter(({ kind }) => kind === "text").map(({ text }) => text);

const { STEP } = await importSource("site/story/moments.ts");

describe("the model of the story", () => {
  test("hands and stripes are those of the library's table", async () => {
    const hands = await importSource("site/story/story-numbers.ts");
    const pe = await load();
    const { dModel, base } = hands.TABLE;
    const positions = [0, 1, 7, 29, 61];
    const { data } = pe.embedding.sinusoidal({ positions, dModel, base });
    for (const [k, position] of positions.entries()) {
      for (let column = 0; column < dModel; column += 1) {
        const cell = hands.cellOf(column, position);
        assert.ok(Math.abs(data[k * dModel + column] - cell) < 1e-6);
      }
    }
  });

  test("both hands of a clock turn clockwise from twelve, and the wedge stays", async () => {
    const { angleOf, CLOSE, HANDS, wedgeOf } = await importSource(
      "site/story/story-numbers.ts",
    );
    /** Degrees clockwise from the top, of the hands in a colour. */
    const handsAt = async (step, place, ink) => {
      const marks = await drawn(step, { [step]: place });
      return marks
        .filter(
          ({ kind, stroke, width }) =>
            kind === "path" && stroke === ink && width >= 3.5,
        )
        .map(({ draw }) => {
          const points = [];
          const put = (x, y) => points.push([x, y]);
          draw({ moveTo: put, lineTo: put });
          const [[x, y], [x2, y2]] = points;
          return ((Math.atan2(x2 - x, y - y2) * 180) / Math.PI + 360) % 360;
        });
    };
    const near = (a, b) =>
      assert.ok(
        Math.abs(((((a - b) % 360) + 540) % 360) - 180) < 1e-6,
        `${a}, not ${b}`,
      );
    const degrees = (pair, position) =>
      (angleOf(pair, position) * 180) / Math.PI;
    for (const place of [0, 1, 2, 17]) {
      const first = await handsAt(STEP.look, place, "ink2");
      const second = await handsAt(STEP.look, place, "accent");
      assert.deepEqual([first.length, second.length], [4, 4]);
      const drawnOrder = [...HANDS.filter((_, k) => k !== CLOSE), HANDS[CLOSE]];
      for (const [k, pair] of drawnOrder.entries()) {
        near(first[k], degrees(pair, place));
        near(second[k], degrees(pair, place + 2));
        near(second[k] - first[k], wedgeOf(pair));
      }
      // The word itself is turned by the hand that was looked at.
      const turned = await handsAt(STEP.turn, place, "accent");
      near(turned.at(-1), degrees(HANDS[CLOSE], place + 2));
    }
  });

  test("the wedge is shown to those who have slid the sentence, not before", async () => {
    const { scene } = await importSource("site/story/scene.ts");
    const { spoken } = await importSource("site/story/spoken.ts");
    const stage = await takeOf(STEP.look);
    const angles = (seen) =>
      textsOf(
        flat(scene({ ...stage, seen })).filter(({ opacity }) => opacity !== 0),
      );
    const at = (range) =>
      stage.seen.map((it, k) => (k === STEP.look ? range : it));
    assert.ok(!angles(at(undefined)).some((it) => it.includes("°")));
    assert.ok(!angles(at([4, 6])).some((it) => it.includes("°")));
    assert.ok(angles(at([4, 10])).includes("36°"));
    assert.doesNotMatch(
      spoken({ ...stage, seen: at([4, 6]) }, STEP.look).en,
      /°/,
    );
    assert.match(spoken(stage, STEP.look).en, /36°/);
  });

  test("with the hand added the angle depends on the place; with the word turned, on the distance alone", async () => {
    const { addedAngle, TURN } = await importSource(
      "site/story/story-numbers.ts",
    );
    const added = Array.from({ length: 22 }, (_, place) => addedAngle(place));
    assert.ok(Math.max(...added) > 3 * Math.min(...added), `${added}`);
    for (const place of [0, 5, 21]) {
      const said = textsOf(await drawn(STEP.turn, { [STEP.turn]: place }));
      assert.ok(said.includes(`${Math.round(2 * TURN)}°`), `${said}`);
      assert.ok(said.includes(`${Math.round(addedAngle(place))}°`), `${said}`);
    }
    for (const apart of [2, 8]) {
      const said = textsOf(
        await drawn(STEP.formula, { [STEP.formula]: apart }),
      );
      const text = `${apart} places apart: ${Math.round(apart * TURN)}°`;
      assert.ok(said.includes(text), `${said}`);
    }
  });

  test("RoPE has every sentence right up to the word that its card names", async () => {
    const CARDS = cards();
    const { NOUNS, VERBS } = await importSource(
      "widgets/trained/known-words.ts",
    );
    const answers = await exactAnswers();
    const [, word] = /word (\d+)/.exec(CARDS[STEP.models].found.en);
    assert.match(CARDS[STEP.models].found.zh, new RegExp(` ${word} `));
    for (let first = 0; first < NOUNS.length; first += 1) {
      for (let second = 0; second < NOUNS.length; second += 1) {
        const verb = NOUNS.length + ((first + second) % VERBS.length);
        const sentence = [first, verb, second];
        for (const last of first === second
          ? []
          : [3, 20, 45, 70, Number(word)]) {
          const [right] = answers.ask("rope", sentence, false, last - 3);
          assert.ok(right > 0.7, `${sentence} up to ${last}: ${right}`);
        }
      }
    }
  });

  test("the other two lose the story's sentence past the trained words", async () => {
    const { DOG_BITES_MAN } = await importSource("site/story/stage-words.ts");
    const { GESTURES, TRAINED } = await importSource(
      "site/story/step-gestures.ts",
    );
    const answers = await exactAnswers();
    const right = (name, place) =>
      answers.ask(name, DOG_BITES_MAN, false, place)[0];
    for (const name of ["learned", "sinusoidal"]) {
      for (let place = 0; place <= TRAINED - 3; place += 1) {
        assert.ok(right(name, place) > 0.7, `${name} ${place}`);
      }
      const [, end] = GESTURES[STEP.models].ends;
      assert.ok(right(name, end) < 0.1, "what the demonstration ends with");
      assert.ok(right("rope", end) > 0.9);
    }
  });

  test("the results of five runs are those of the models that are shipped", async () => {
    const { default: results } = await importSource(
      "widgets/trained/reach-results.json",
    );
    const { REACH, rightAt } = await importSource("widgets/trained/reach.ts");
    const { restore } = await importSource("widgets/trained/kept-weights.ts");
    const training = await loadTraining();
    assert.deepEqual(results.lengths, REACH.lengths);
    assert.equal(results.runs.length, 5 * REACH.designs.length);
    for (const design of REACH.designs) {
      const { default: file } = await importSource(
        `widgets/trained/models/${design}.json`,
      );
      const weights = Object.fromEntries(
        Object.entries(file.weights).map(([name, kept]) => [
          name,
          restore(kept),
        ]),
      );
      const { right } = results.runs.find(
        (run) => run.design === design && run.seed === file.seed,
      );
      for (const k of [2, 7, 20, 39]) {
        const share = rightAt(
          training,
          design,
          file.seed,
          weights,
          REACH.lengths[k],
        );
        assert.equal(share, right[k], `${design}, ${REACH.lengths[k]} words`);
      }
    }
  });

  test("the cards of the charts say no more than the curves show", async () => {
    const CARDS = cards();
    const { TRAINED } = await importSource("site/story/step-gestures.ts");
    const { whoDidIt } = await importSource("site/story/reach-curves.ts");
    const { backwards } = await exactAnswers();
    assert.ok(whoDidIt.texts >= 300 && whoDidIt.runs >= 5);
    assert.ok(backwards.texts * backwards.runs >= 300);
    const [learned, sinusoids, rope] = whoDidIt.curves.map(
      ({ points }) => points,
    );
    for (const text of Object.values(CARDS[STEP.reach].text)) {
      assert.match(text, new RegExp(` ${whoDidIt.texts} .* ${TRAINED}\\b`));
    }
    for (const text of Object.values(CARDS[STEP.reach].found)) {
      const [, share] = /(\d+)%/.exec(text);
      const [, words] = /(\d+) (?:words|个词)/.exec(text);
      for (const { at, mean } of rope) {
        if (at <= Number(words)) {
          assert.ok(Math.round(100 * mean) >= Number(share), `${at}: ${mean}`);
        }
      }
      const beyond = rope.filter(({ at }) => at > Number(words));
      assert.ok(
        beyond.every(({ mean }) => Math.round(100 * mean) < Number(share)),
      );
      assert.ok(
        beyond.some(({ low }) => low < 0.8),
        "weaker models slip",
      );
    }
    for (const points of [learned, sinusoids]) {
      for (const { at, mean } of points) {
        if (at <= TRAINED) assert.ok(mean > 0.98, `${at}`);
      }
      const rights = points
        .filter(({ at }) => at > TRAINED)
        .map(({ mean }) => mean);
      const turns = rights.filter(
        (it, k) => (it - rights[k - 1]) * (rights[k + 1] - it) < 0,
      );
      assert.ok(Math.min(...rights) < 0.5 && Math.max(...rights) > 0.8);
      assert.ok(turns.length > 5, "up and down");
    }
    // RoPE breaks too, soon after what it was trained on.
    assert.match(
      CARDS[STEP.task].text.en,
      new RegExp(` ${backwards.trained} `),
    );
    for (const { points } of backwards.curves) {
      for (const { at, mean } of points) {
        if (at === backwards.trained) assert.ok(mean > 0.98);
        if (at >= 2 * backwards.trained)
          assert.ok(mean < 0.5, `${at}: ${mean}`);
      }
    }
  });

  test("a chart says how many runs and texts it is of, and its band is around its curve", async () => {
    const { whoDidIt } = await importSource("site/story/reach-curves.ts");
    const { backwards } = await exactAnswers();
    for (const [at, task] of [
      [STEP.reach, whoDidIt],
      [STEP.task, backwards],
    ]) {
      const said = textsOf(await drawn(at));
      for (const tick of ["0", "50%", "100%"]) assert.ok(said.includes(tick));
      const n = new RegExp(`${task.runs} models, ${task.texts} texts`);
      assert.ok(
        said.some((it) => n.test(it)),
        `${said}`,
      );
      for (const { low, mean, high } of task.curves.flatMap(
        ({ points }) => points,
      )) {
        assert.ok(low <= mean + 1e-9 && mean <= high + 1e-9);
      }
    }
  });

  test("the second task shows no curve before it is asked for", async () => {
    const names = async (value) =>
      textsOf(await drawn(STEP.task, { [STEP.task]: value })).filter((it) =>
        /[a-z] \d+%$/i.test(it),
      );
    assert.deepEqual(await names(0), []);
    assert.equal((await names(1)).length, 3);
  });

  test("a demonstration of lengths goes as far as the axis", async () => {
    const { GESTURES } = await importSource("site/story/step-gestures.ts");
    const { ends, min, max } = GESTURES[STEP.reach];
    assert.deepEqual(ends, [min, max]);
  });

  test("the names of the chart's curves stand beside them, apart and on the stage", async () => {
    for (const reached of [3, 22, 29, 60, 113, 120]) {
      const marks = await drawn(STEP.reach, { [STEP.reach]: reached }, NARROW);
      const names = marks.filter(
        ({ kind, text }) => kind === "text" && /[a-z] \d+%$/i.test(text),
      );
      assert.equal(names.length, 3);
      const knob = Math.max(...names.map(({ x }) => x));
      for (const { x, text, size } of names) {
        assert.equal(x, knob);
        assert.ok(x + text.length * size * 0.6 < NARROW.width, text);
      }
      const heights = names.map(({ y }) => y).sort((a, b) => a - b);
      for (const k of [1, 2]) assert.ok(heights[k] - heights[k - 1] > 27);
      assert.ok(heights[2] < NARROW.height - 110, "above the knob");
    }
  });

  test("the shares on the stage add up to 100%", async () => {
    const first = textsOf(await drawn(0));
    const whole = first
      .slice(0, 5)
      .map((it) => Number(/(\d+)%/.exec(it)?.[1] ?? 0));
    assert.ok(first.some((it) => /^neither 1%$/.test(it)));
    assert.equal(
      whole.reduce((sum, it) => sum + it, 0),
      100,
      `${first}`,
    );
    const texts = textsOf(await drawn(1));
    const shares = texts
      .filter((it) => /^\d+%$/.test(it))
      .map(Number.parseFloat);
    const own = texts.find((it) => it.startsWith("to itself"));
    const all = [...shares, ...[...own.matchAll(/\d+/g)].map(Number)];
    assert.equal(all.length, 9);
    assert.equal(
      all.reduce((sum, it) => sum + it, 0),
      300,
    );
  });

  test("one press makes the text as long as its card says, the next begins again", async () => {
    const { Motion } = await importSource("site/story/motion.ts");
    const CARDS = cards();
    const motion = new Motion();
    motion.tap(2, 3, 0);
    const passed = [];
    for (let now = 0; motion.move(now); now += 100) {
      passed.push(motion.shown[2]);
    }
    assert.ok(passed.length > 10, "in no hurry");
    assert.ok(passed.every((it, k) => k === 0 || it > passed[k - 1]));
    assert.match(CARDS[2].text.en, new RegExp(` ${motion.shown[2] - 1} `));
    motion.tap(2, motion.shown[2], 9000);
    motion.move(9000);
    assert.equal(motion.shown[2], 3);
    motion.move(20_000);
    assert.equal(motion.shown[2], 200);
    // At once, for who wants less motion: there and back.
    const still = new Motion();
    still.tap(2, 3);
    assert.equal(still.shown[2], 200);
    still.tap(2, 200);
    assert.equal(still.shown[2], 3);
  });

  test("bars that go on below the stage end with it", async () => {
    const ends = [];
    for (const { draw } of await drawn(2, {}, NARROW)) {
      draw?.({
        rect: (_x, y, _width, height) => ends.push(y + height),
        moveTo() {},
        lineTo() {},
        arc() {},
        closePath() {},
      });
    }
    const beyond = Math.max(...ends) - NARROW.height;
    assert.ok(beyond >= 0 && beyond <= 2, `${beyond}`);
  });

  test("what makes the text longer stays off the edge of a phone", async () => {
    const { plusBox } = await importSource(
      "site/story/drawings/number-columns.ts",
    );
    for (const count of [3, 12, 200]) {
      const { x, width } = plusBox(await takeOf(2, { 2: count }, NARROW));
      assert.ok(x + width / 2 <= NARROW.width - 20, `${x}`);
    }
  });

  test("from 7 to 8 all four switches flip, from 6 to 7 one", async () => {
    const { flipsTo } = await importSource("site/story/story-numbers.ts");
    assert.deepEqual([7, 8, 9, 10].map(flipsTo), [1, 4, 1, 2]);
  });

  test("step 4 begins, ends and stands still at the change from 7 to 8", async () => {
    const { momentAt, stillOf } = await importSource("site/story/moments.ts");
    const { numberOf, otherEnd, UNTOUCHED } = await importSource(
      "site/story/step-gestures.ts",
    );
    const at = (/** @type {object} */ moment) => numberOf(4, moment, UNTOUCHED);
    for (const moment of [momentAt(4.1), momentAt(4.66), stillOf(4)]) {
      assert.equal(at(moment), 8);
    }
    assert.ok(at(momentAt(4.39)) < 4.5, "between them it goes along");
    assert.deepEqual(
      [8, 5, 4].map((it) => otherEnd(4, it)),
      [4, 8, 8],
    );
  });

  test("the time says step, play and change, and can go back", async () => {
    const { momentAt, stepInHash } = await importSource(
      "site/story/moments.ts",
    );
    const { step: at, play, morph } = momentAt(3.1);
    assert.deepEqual([at, play, morph], [3, 0, 0]);
    assert.equal(momentAt(2.66).play, 1);
    assert.ok(momentAt(2.85).morph > 0.3 && momentAt(2.85).morph < 0.7);
    assert.equal(momentAt(15.99).morph, 0);
    assert.equal(momentAt(5.5, true).play, 0);
    assert.equal(stepInHash("#story-9"), 9);
    assert.equal(stepInHash("#story-16"), undefined);
    assert.equal(stepInHash("#three-models"), STEP.models);
    assert.equal(stepInHash("#triptych?pos=3"), undefined);
  });

  test("who stops scrolling is shown a picture in which nothing is on its way", async (t) => {
    const { momentAt } = await importSource("site/story/moments.ts");
    const { Settle } = await importSource("site/story/settle.ts");
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const clock = t.mock.method(performance, "now", () => 0);
    let calls = 0;
    const picture = new Settle(() => {
      calls += 1;
    });
    let now = 0;
    const pass = (/** @type {number} */ ms) => {
      now += ms;
      clock.mock.mockImplementation(() => now);
      t.mock.timers.tick(ms);
    };
    for (let time = 0; time <= LAST; time += 0.023) {
      picture.follow(time, now);
      assert.ok(Math.abs(picture.at(now) - time) < 0.25, `${time}`);
      pass(300);
      pass(1000);
      assert.ok(!picture.isMoving(now));
      const { play, morph } = momentAt(picture.at(now));
      assert.ok(Math.abs(play - Math.round(play)) < 1e-9, `${time}: ${play}`);
      assert.ok(morph < 1e-9, `${time}: ${morph}`);
      // The scroll goes on, and the picture is with it again.
      picture.follow(time + 0.01, now);
      pass(200);
      assert.ok(Math.abs(picture.at(now) - time - 0.01) < 1e-9);
    }
    assert.ok(calls > 100);
  });

  test("a card has 35 words at most, and says something in both languages", async () => {
    const CARDS = cards();
    assert.equal(CARDS.length, LAST + 1);
    for (const { text, found = text } of CARDS) {
      assert.ok(found.en.split(/\s+/).length <= 35 && found.zh.length > 4);
      assert.ok(text.en.split(/\s+/).length <= 35, text.en);
      assert.ok(text.zh.length > 4);
    }
  });

  test("nothing on the stage is lost between two steps", async () => {
    const { scene } = await importSource("site/story/scene.ts");
    const { NO_ANSWERS } = await importSource("site/story/model-answers.ts");
    const { PLAYED, UNTOUCHED } = await importSource(
      "site/story/step-gestures.ts",
    );
    const { DOG_BITES_MAN } = await importSource("site/story/stage-words.ts");
    const { momentAt } = await importSource("site/story/moments.ts");
    for (const frame of [
      { width: 640, height: 580 },
      { width: 470, height: 440 },
    ]) {
      for (let time = 0; time < LAST + 1; time += 0.05) {
        const moment = momentAt(time);
        const marks = scene({
          frame,
          moment,
          lang: "en",
          touched: UNTOUCHED,
          seen: PLAYED,
          sentence: DOG_BITES_MAN,
          answers: NO_ANSWERS,
        });
        assert.ok(marks.length > 0, `${time}`);
        assert.doesNotMatch(JSON.stringify(marks), /null/, `${time}`);
      }
    }
  });
});

describe("a reader's journey", () => {
  test("in English by buttons and keys: swap, shuffle, lengthen, and both answers", async (t) => {
    const { page, story, problems } = await open(t, "en/");
    const begin = await page.locator(".go").boundingBox();
    assert.ok(begin.y + begin.height < 720, "a call to begin is in view");
    // The same answer to both sentences: the model has no positions.
    await says(page, /dog bites man.* dog (\d+)%, man (\d+)%/);
    const said = page.locator(".story .said");
    const numbers = async () =>
      (await said.textContent()).replace(/^[^.]*\./, "");
    assert.equal(page.workers().length, 1, "models are asked in a thread");
    const before = await numbers();
    await page.locator(".touch button").first().focus();
    await page.keyboard.press("Enter");
    await says(page, /man bites dog/);
    assert.equal(await numbers(), before);
    await page.locator(".go").click();
    await reaches(page, 1);
    await says(page, /bites man dog.*of its attention/);
    const weights = await numbers();
    await page.locator("#story-1 .about summary").click();
    const about = await page.locator("#story-1 .about div").textContent();
    assert.match(about, /1 layer, 4 heads, 32 numbers .* 44 words/);
    await page.locator(".touch button:visible").first().click();
    await says(page, /man bites dog/);
    assert.equal(await numbers(), weights, "no weight changes");
    await page.locator("body").press("ArrowRight");
    await reaches(page, 2);
    await page.locator(".touch button:visible").first().click();
    await says(page, /^200 words, numbered to 199/);
    await page.locator("[data-go='1']").click();
    await reaches(page, 3);
    await page.locator("body").press("ArrowLeft");
    await reaches(page, 2);
    await page.goto(`${site.url}en/#story-7`);
    await reaches(page, 7);
    await says(page, /dog bites man.* dog 100%/);
    await page.locator(".touch button:visible").first().click();
    await says(page, /man bites dog.* man 100%/);
    assert.equal(await story.locator(".cards > li").count(), LAST + 1);
    assert.deepEqual(problems, []);
  });

  test("an address that is called while the page glides is where it ends", async (t) => {
    const { page } = await open(t, "en/");
    await page.evaluate(() => {
      location.hash = "#story-7";
      // As the next step does that it glides past.
      history.replaceState(null, "", "#story-2");
    });
    await reaches(page, 7);
    assert.equal(new URL(page.url()).hash, "#story-7");
  });

  test("an address that is called in a glide is where the page lands", async (t) => {
    const { LANDING } = await importSource("site/story/moments.ts");
    const { page } = await open(t, "en/");
    // Each time elsewhere in the glide.
    for (const wait of [40, 80, 120, 200]) {
      await page.goto(`${site.url}en/#story-1`);
      await reaches(page, 1);
      await page.locator("body").press("ArrowRight");
      await page.waitForTimeout(wait);
      await page.goto(`${site.url}en/#story-7`);
      await reaches(page, 7);
      for (let pair = 0; pair < 3; pair += 1) await settle(page);
      const part = await page.evaluate(() => {
        const now = document.querySelector(".story [data-now]");
        const { top, height } = now.getBoundingClientRect();
        const { top: line } = getComputedStyle(now.firstElementChild);
        return (Number.parseFloat(line) - top) / height;
      });
      assert.ok(Math.abs(part - LANDING) < 0.004, `${wait} ms: at ${part}`);
    }
  });

  test("in Chinese by the wheel, and a drag that loses the answer", async (t) => {
    const { page, problems } = await open(t, "zh/");
    await page.mouse.move(640, 400);
    for (let k = 0; k < 40 && (await step(page)) < 2; k += 1) {
      await page.mouse.wheel(0, 120);
    }
    assert.equal(await step(page), 2);
    await page.goto(`${site.url}zh/#story-8`);
    await reaches(page, 8);
    await says(page, /可学习的表）的回答：狗 100/);
    const slider = page.locator(".touch .slide");
    const box = await slider.boundingBox();
    const y = box.y + box.height - 20;
    await page.mouse.move(box.x + 60, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, y, { steps: 8 });
    await page.mouse.up();
    const place = Number(await slider.getAttribute("aria-valuenow"));
    assert.ok(place > 45, `${place}`);
    // The hand has arrived: what it did last would be done after the key.
    await says(page, new RegExp(`位置 ${place} 到 ${place + 2}`));
    await slider.press("Home");
    await says(page, /位置 0 到 2/);
    await slider.press("ArrowRight");
    await says(page, /位置 1 到 3/);
    assert.deepEqual(problems, []);
  });

  test("arrows go on in the story after a drag, and move what Tab has reached", async (t) => {
    const { page } = await open(t, "en/#three-models");
    await reaches(page, 12);
    const slider = page.locator(".touch .slide");
    const box = await slider.boundingBox();
    const y = box.y + box.height - 20;
    await page.mouse.move(box.x + 60, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, y, { steps: 4 });
    await page.mouse.up();
    const place = Number(await slider.getAttribute("aria-valuenow"));
    assert.ok(place > 20, `${place}`);
    await page.keyboard.press("ArrowLeft");
    await reaches(page, 11);
    await page.keyboard.press("ArrowRight");
    await reaches(page, 12);
    // It is not there while the step before still changes into its own.
    await slider.waitFor();
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await says(page, new RegExp(`positions ${Math.round(place) + 1} to`));
    assert.equal(await step(page), 12);
  });

  test("RoPE answers the same wherever the sentence stands", async (t) => {
    const { page } = await open(t, "en/#three-models");
    await reaches(page, 12);
    await says(page, /RoPE\) says dog 100/);
    await page.locator(".touch .slide").press("End");
    await says(page, /positions 117 to 119.*RoPE\) says dog (100|9\d)/);
  });

  test("what to do is done for those who press its words", async (t) => {
    const { page } = await open(t, "en/#story-8");
    await reaches(page, 8);
    await says(page, /positions 0 to 2/);
    const press = (/** @type {number} */ step) =>
      page.locator(`#story-${step}`).getByRole("button").click();
    await press(8);
    await says(page, /positions 50 to 52.*man 25%/);
    await page.goto(`${site.url}en/#story-0`);
    await reaches(page, 0);
    await press(0);
    await says(page, /man bites dog/);
    // The next card's words lead to its own step.
    await page.evaluate(() => {
      document.querySelector("#story-1 .hint").click();
    });
    await reaches(page, 1);
    // And it is played there.
    await says(page, /bites man dog.*of its attention/);
  });

  test("an arrow key plays a step to its point, as scrolling does", async (t) => {
    const { page } = await open(t, "en/#story-7");
    await reaches(page, 7);
    await page.locator("body").press("ArrowRight");
    await reaches(page, 8);
    await says(page, /positions 50 to 52/);
    assert.ok(await page.locator("#story-8 .found").isVisible());
    await page.locator("body").press("ArrowRight");
    await says(page, /36°/);
    await page.locator("body").press("ArrowLeft");
    await reaches(page, 8);
  });

  test("what is found is told once it has been, in both languages", async (t) => {
    const { page } = await open(t, "en/#story-9");
    await reaches(page, 9);
    const found = page.locator("#story-9 .found");
    assert.equal(await found.isVisible(), false);
    await page.locator("#story-9 .hint").click();
    await says(page, /36°/);
    assert.ok(await found.isVisible());
    await page.evaluate(() =>
      document.querySelector('a[data-language="zh"]').click(),
    );
    await says(page, /夹角/);
    assert.match(await found.textContent(), /夹角/);
    assert.ok(await found.isVisible());
  });

  test("the models read the sentence that is picked, of two nouns that differ", async (t) => {
    const { page, problems } = await open(t, "en/#story-8");
    await reaches(page, 8);
    const pick = (/** @type {number} */ word, /** @type {string} */ label) =>
      page.locator(`[data-word="${word}"]`).selectOption({ label });
    await pick(0, "cat");
    await pick(1, "sees");
    await pick(2, "fish");
    await says(
      page,
      /“cat sees fish”.*Who sees\?.*table\) says cat 100%, fish 0%/,
    );
    // Who picks the other noun has the two change places.
    await pick(0, "fish");
    await says(page, /“fish sees cat”.*says fish 100%, cat 0%/);
    await page.goto(`${site.url}en/#three-models`);
    await reaches(page, 12);
    await page.locator(".touch .slide").press("End");
    await says(page, /“fish sees cat”.*RoPE\) says fish \d+%/);
    await page.goto(`${site.url}en/#story-7`);
    await reaches(page, 7);
    await says(page, /dog bites man/);
    assert.deepEqual(problems, []);
  });

  test("the sign of what to touch grows around it", async (t) => {
    const { page } = await open(t, "en/#story-10");
    await reaches(page, 10);
    const off = await page.waitForFunction(() => {
      const mark = document.querySelector(".touch .mark");
      if (mark.hidden) return undefined;
      // Begins it again: it may have ended before this is asked.
      mark.replaceWith(mark);
      const [pulse] = mark.getAnimations();
      const middle = () => {
        const { x, y, width, height } = mark.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      };
      const places = [420, 1350].map((ms) => {
        pulse.pause();
        pulse.currentTime = ms;
        return middle();
      });
      const [[x0, y0], [x1, y1]] = places;
      return { far: Math.hypot(x1 - x0, y1 - y0) };
    });
    const { far } = await off.jsonValue();
    assert.ok(far < 1, `it moves by ${far} px`);
  });

  test("by touch on a phone: the stage stays in the upper part", async (t) => {
    const { page } = await open(t, "en/#story-5", {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await reaches(page, 5);
    const stage = await page.locator(".story .stage").boundingBox();
    assert.ok(Math.abs(stage.y) < 2 && stage.height <= 0.56 * 844);
    const slider = page.locator(".touch .slide");
    const box = await slider.boundingBox();
    await page.touchscreen.tap(
      box.x + box.width * 0.8,
      box.y + box.height * 0.9,
    );
    await says(page, /position (8|9|1\d)\b/);
    const value = Number(await slider.getAttribute("aria-valuenow"));
    assert.ok(value > 8, `${value}`);
    // Words pass behind a strip, not behind buttons.
    const strip = await page.locator(".moves").boundingBox();
    assert.deepEqual([strip.x, strip.width], [0, 390]);
    assert.ok(Math.abs(strip.y + strip.height - 844) < 1);
    const card = await page.locator("#story-5 .card").boundingBox();
    assert.ok(card.y >= stage.height - 2, "the card is below the stage");
  });

  test("the address opens a step and follows the reader; others keep working", async (t) => {
    const { page } = await open(t, "en/#story-11");
    assert.equal(await step(page), 11);
    assert.ok(await page.locator("#story-11 math").isVisible());
    await page.locator("[data-go='1']").click();
    await reaches(page, 12);
    // What people share has a name, which stays when steps are added.
    assert.match(page.url(), /#three-models$/);
    // Below it stand the chapters, and no second introduction.
    const after = page.locator("main > .story ~ section");
    assert.deepEqual(
      await after.evaluateAll((all) => all.map(({ id }) => id)),
      ["chapters"],
    );
    assert.ok((await page.locator("#chapters .chapters li").count()) >= 8);
  });

  test("the language changes in place: the stage stays and speaks it", async (t) => {
    const { page } = await open(t, "en/#story-5");
    await reaches(page, 5);
    // Playwright would scroll a header that stays in view.
    await page.evaluate(() =>
      document.querySelector('a[data-language="zh"]').click(),
    );
    await says(page, /四根指针/);
    assert.equal(await step(page), 5);
    assert.match(await page.locator("#story-5").textContent(), /指针/);
    assert.equal(
      await page.locator(".touch .slide").getAttribute("aria-label"),
      "拖动位置",
    );
  });
});

describe("every reader of the story", () => {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing in some steps, ${colorScheme}`, async (t) => {
      const { page } = await open(t, "en/", { colorScheme });
      for (const at of [0, 5, 8, LAST]) {
        await page.goto(`${site.url}en/#story-${at}`);
        await reaches(page, at);
        await settle(page);
        assert.deepEqual(await findings(page), [], `${at}`);
      }
    });
  }

  test("with less motion, steps fade and nothing plays or moves by itself", async (t) => {
    const { page } = await open(t, "en/", { reducedMotion: "reduce" });
    await page.locator(".go").click();
    await reaches(page, 1);
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    await page.locator(".touch button:visible").first().click();
    await settle(page);
    const tile = page.locator(".touch button").first();
    const before = await tile.boundingBox();
    await page.waitForTimeout(300);
    assert.deepEqual(await tile.boundingBox(), before);
  });

  test("without scripts, and on paper, it is 16 cards with 15 pictures", async (t) => {
    const { page } = await site.open(t, "en/", { javaScriptEnabled: false });
    const visible = async (selector) => {
      const all = await page.locator(selector).all();
      const seen = await Promise.all(all.map((at) => at.isVisible()));
      return seen.filter(Boolean).length;
    };
    assert.equal(await visible(".story .card"), LAST + 1);
    assert.equal(await visible(".story .still"), LAST);
    assert.equal(await visible(".story .stage"), 0);
    const names = await page
      .locator(".story .still")
      .evaluateAll((all) => all.map((it) => it.getAttribute("aria-label")));
    assert.match(names[0], /dog \d+.%, man \d+.%/);
    const live = await open(t, "zh/");
    await live.page.emulateMedia({ media: "print" });
    assert.ok(await live.page.locator(".still").nth(9).isVisible());
    assert.equal(await live.page.locator(".stage").isVisible(), false);
  });

  test("scrolling costs a frame less than 16.7 ms of script at the median, 33 at 95 %", async (t) => {
    const { page } = await open(t, "en/");
    await says(page, /man \d+.%/);
    const costs = await page.evaluate(async () => {
      const frame = globalThis.requestAnimationFrame;
      const all = [];
      globalThis.requestAnimationFrame = (act) =>
        frame((now) => {
          const begun = performance.now();
          act(now);
          all.push(performance.now() - begun);
        });
      const cards = document.querySelector(".cards");
      const end = cards.getBoundingClientRect().bottom - innerHeight;
      await new Promise((done) => {
        const go = () => {
          scrollBy(0, 60);
          if (scrollY < end) frame(go);
          else done();
        };
        frame(go);
      });
      globalThis.requestAnimationFrame = frame;
      return all.sort((a, b) => a - b);
    });
    const at = (share) => costs[Math.floor(share * (costs.length - 1))];
    t.diagnostic(
      `${costs.length} frames, median ${at(0.5).toFixed(1)} ms, 95 % ${at(0.95).toFixed(1)} ms, longest ${at(1).toFixed(1)} ms`,
    );
    assert.ok(costs.length > 100, `${costs.length}`);
    assert.ok(at(0.5) < 16.7, `${at(0.5)}`);
    assert.ok(at(0.95) < 33, `${at(0.95)}`);
  });

  test("the view of three models can be saved as a loop of six seconds, or not", async (t) => {
    const { page, problems } = await open(t, "en/#three-models");
    await page.locator("#three-models .hint").click();
    const button = page.locator("#three-models [data-loop]");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      button.click(),
    ]);
    const bytes = readFileSync(await file.path());
    assert.equal(bytes.subarray(0, 6).toString("latin1"), "GIF89a");
    // Each frame has its time, in hundredths of a second.
    const times = [];
    const next = (from) => bytes.indexOf("21f904", from, "hex");
    for (let at = next(0); at >= 0; at = next(at + 1)) {
      times.push(bytes.readUInt16LE(at + 4));
    }
    assert.equal(times.length, 60);
    assert.ok(times.every((it) => it === 10));
    assert.ok(bytes.length < 1e6, `${bytes.length} bytes`);
    assert.equal(await button.textContent(), "Save as a loop");
    // Pressed again while it works, it stops, and saves nothing.
    await button.click();
    await page.waitForFunction(
      (it) => /^Stop/.test(it.textContent),
      await button.elementHandle(),
    );
    await button.click();
    await page.waitForFunction(
      (it) => it.textContent === "Save as a loop",
      await button.elementHandle(),
    );
    assert.deepEqual(problems, []);
  });
});
