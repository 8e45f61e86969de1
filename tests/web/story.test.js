// The home page's story: 13 steps on one stage.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "../../dist/index.js";
import { findings } from "./axe.js";
import { settle, useSite } from "./browser.js";
import { importSource } from "./figure.js";

const site = useSite();
const LAST = 12;

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

describe("the model of the story", () => {
  test("hands and stripes are those of the library's table", async () => {
    const hands = await importSource("story/story-numbers.ts");
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

  test("the wedge of query and key is the same everywhere", async () => {
    const { arrowsAt } = await importSource("story/story-numbers.ts");
    const first = arrowsAt(0);
    for (const place of [1, 17, 60.5]) {
      const { query, between } = arrowsAt(place);
      assert.ok(Math.abs(between - first.between) < 1e-12);
      assert.notEqual(query, first.query);
    }
  });

  test("from 7 to 8 all four switches flip, from 6 to 7 one", async () => {
    const { flipsTo } = await importSource("story/story-numbers.ts");
    assert.deepEqual([7, 8, 9, 10].map(flipsTo), [1, 4, 1, 2]);
  });

  test("step 4 begins, ends and stands still at the change from 7 to 8", async () => {
    const { momentAt, stillOf } = await importSource("story/moments.ts");
    const { numberOf, otherEnd, UNTOUCHED } = await importSource(
      "story/step-gestures.ts",
    );
    const at = (/** @type {object} */ moment) => numberOf(4, moment, UNTOUCHED);
    for (const moment of [momentAt(4.1), momentAt(4.66), stillOf(4)]) {
      assert.equal(at(moment), 8);
    }
    assert.ok(at(momentAt(4.42)) < 4.5, "between them it goes along");
    assert.deepEqual(
      [8, 5, 4].map((it) => otherEnd(4, it)),
      [4, 8, 8],
    );
  });

  test("the time says step, play and change, and can go back", async () => {
    const { momentAt, stepInHash } = await importSource("story/moments.ts");
    const { step: at, play, morph } = momentAt(3.1);
    assert.deepEqual([at, play, morph], [3, 0, 0]);
    assert.equal(momentAt(2.66).play, 1);
    assert.ok(momentAt(2.85).morph > 0.3 && momentAt(2.85).morph < 0.7);
    assert.equal(momentAt(12.99).morph, 0);
    assert.equal(momentAt(5.5, true).play, 0);
    assert.equal(stepInHash("#story-9"), 9);
    assert.equal(stepInHash("#story-13"), undefined);
    assert.equal(stepInHash("#triptych?pos=3"), undefined);
  });

  test("who stops scrolling is shown a picture in which nothing is on its way", async (t) => {
    const { momentAt } = await importSource("story/moments.ts");
    const { Settle } = await importSource("story/settle.ts");
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
    const { CARDS } = await importSource("story/story-cards.ts");
    assert.equal(CARDS.length, LAST + 1);
    for (const { text } of CARDS) {
      const plain = text.en.replace(/\]\([^)]*\)/g, "]");
      assert.ok(plain.split(/\s+/).length <= 35, text.en);
      assert.ok(text.zh.length > 4);
    }
  });

  test("nothing on the stage is lost between two steps", async () => {
    const { scene } = await importSource("story/scene.ts");
    const { NO_ANSWERS } = await importSource("story/model-answers.ts");
    const { UNTOUCHED } = await importSource("story/step-gestures.ts");
    const { momentAt } = await importSource("story/moments.ts");
    for (const frame of [
      { width: 640, height: 580 },
      { width: 470, height: 440 },
    ]) {
      for (let time = 0; time < LAST + 1; time += 0.05) {
        const moment = momentAt(time);
        const marks = scene({
          ...{ frame, moment, lang: "en", touched: UNTOUCHED },
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
    const before = await numbers();
    await page.locator(".touch button").first().focus();
    await page.keyboard.press("Enter");
    await says(page, /man bites dog/);
    assert.equal(await numbers(), before);
    await page.locator(".go").click();
    await reaches(page, 1);
    await says(page, /of its attention/);
    const weights = await numbers();
    await page.locator(".touch button:visible").first().click();
    await says(page, /bites dog man/);
    assert.equal(await numbers(), weights, "no weight changes");
    await page.locator("body").press("ArrowRight");
    await reaches(page, 2);
    await page.locator(".touch button:visible").first().click();
    await says(page, /9 words/);
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
    const { LANDING } = await importSource("story/moments.ts");
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

  test("RoPE answers the same wherever the sentence stands", async (t) => {
    const { page } = await open(t, "en/#story-10");
    await reaches(page, 10);
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
    await says(page, /dog bites man.*of its attention/);
  });

  test("the sign of what to touch grows around it", async (t) => {
    const { page } = await open(t, "en/#story-10");
    await reaches(page, 10);
    const off = await page.waitForFunction(() => {
      const [pulse] = document.getAnimations();
      const mark = document.querySelector(".touch .mark");
      if (!pulse || mark.hidden) return undefined;
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
    const card = await page.locator("#story-5 .card").boundingBox();
    assert.ok(card.y >= stage.height - 2, "the card is below the stage");
  });

  test("the address opens a step and follows the reader; others keep working", async (t) => {
    const { page } = await open(t, "en/#story-9");
    assert.equal(await step(page), 9);
    assert.ok(await page.locator("#story-9 math").isVisible());
    await page.locator("[data-go='1']").click();
    await reaches(page, 10);
    assert.match(page.url(), /#story-10$/);
    for (const id of ["learn", "chapters", "documents", "here", "code"]) {
      assert.equal(await page.locator(`#${id}`).count(), 1, id);
    }
    assert.ok((await page.locator("#chapters .chapters li").count()) >= 13);
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
    test(`axe finds nothing in steps 0, 5 and 12, ${colorScheme}`, async (t) => {
      const { page } = await open(t, "en/", { colorScheme });
      for (const at of [0, 5, 12]) {
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

  test("without scripts, and on paper, it is 13 cards with 12 pictures", async (t) => {
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
});
