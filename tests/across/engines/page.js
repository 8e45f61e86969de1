// What a reader and a test do with a page, the same in every engine.
//
// A place is named by selectors through the shadow trees: "pe-clock >> .hands".
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MS = 30_000;
const POLL_MS = 25;

/** Runs in the page: the element at a place, or null. */
function seek(place) {
  /** @type {any} */
  let found = document;
  for (const selector of place.split(" >> ")) {
    found = (found.shadowRoot ?? found).querySelector(selector);
    if (found === null) return null;
  }
  return found;
}

/** A function for the page that may call `seek`. */
const withSeek = (script) =>
  `(...args) => { ${seek}; return (${script})(...args); }`;

/** Runs in the page: brings a place to the middle and says where it is. */
async function boxOf(place) {
  const element = seek(place);
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  let box = element.getBoundingClientRect();
  for (let still = 0; still < 2; ) {
    await frame();
    const next = element.getBoundingClientRect();
    still = next.x === box.x && next.y === box.y ? still + 1 : 0;
    box = next;
  }
  const { x, y, width, height } = box;
  return { x, y, width, height };
}

export class Page {
  #tab;
  #server;

  constructor(tab, server) {
    this.#tab = tab;
    this.#server = server;
  }

  /** Address of the site's root. */
  get url() {
    return this.#server.url;
  }

  goto(path) {
    return this.#tab.goto(new URL(path, this.url).href);
  }

  /** Nothing answers any more. */
  goOffline() {
    return this.#server.close();
  }

  /** Calls a function in the page; it may call `seek`. */
  call(act, ...args) {
    return this.#tab.call(withSeek(act), args);
  }

  /** The same in a frame of the page. */
  callIn(frame, act, ...args) {
    return this.#tab.callIn(frame, withSeek(act), args);
  }

  /** Waits until a function of the page gives something true, and gives it. */
  until(act, ...args) {
    return this.#patiently(() => this.call(act, ...args), act);
  }

  /** The same in a frame of the page. */
  untilIn(frame, act, ...args) {
    return this.#patiently(() => this.callIn(frame, act, ...args), act);
  }

  /** Waits until there is such a place. */
  async find(place) {
    await this.until((it) => seek(it) !== null, place);
  }

  async text(place) {
    await this.find(place);
    return this.call((it) => seek(it).textContent.trim(), place);
  }

  /** Lets what waits for the next frame happen. */
  atRest() {
    return this.call(async () => {
      for (let frame = 0; frame < 2; frame += 1) {
        await new Promise((done) => requestAnimationFrame(done));
      }
    });
  }

  /** Where a place is on the screen, scrolled there. */
  async box(place) {
    await this.find(place);
    return this.call(boxOf, place);
  }

  /** A point of a place, by shares of its width and height. */
  async point(place, [x, y] = [0.5, 0.5]) {
    const box = await this.box(place);
    return [
      Math.round(box.x + x * box.width),
      Math.round(box.y + y * box.height),
    ];
  }

  async click(place, share) {
    await this.#tab.move(...(await this.point(place, share)));
    await this.#tab.down();
    await this.#tab.up();
  }

  /** Whether this engine can be driven by fingers. */
  get hasTouch() {
    return this.#tab.tap !== undefined;
  }

  async tap(place, share) {
    await this.#tab.tap(...(await this.point(place, share)));
  }

  /** Drags through points of a place, given by shares of its size. */
  async drag(place, ...shares) {
    const box = await this.box(place);
    for (const [i, [x, y]] of shares.entries()) {
      await this.#tab.move(
        Math.round(box.x + x * box.width),
        Math.round(box.y + y * box.height),
      );
      if (i === 0) await this.#tab.down();
    }
    await this.#tab.up();
  }

  press(key) {
    return this.#tab.press(key);
  }

  type(text) {
    return this.#tab.type(text);
  }

  screenshot() {
    return this.#tab.screenshot();
  }

  /** The page on paper. */
  pdf() {
    return this.#tab.pdf();
  }

  /** Nothing went wrong, and nobody but the site's server was asked. */
  async isClean(allowed = []) {
    assert.deepEqual(await this.#tab.problems(), []);
    const own = [this.url, ...allowed, "data:", "blob:", "about:"];
    const foreign = (await this.#tab.requests()).filter(
      (url) => !own.some((start) => url.startsWith(start)),
    );
    assert.deepEqual(foreign, [], "requests to others");
  }

  /** Asks until the answer is true; a page that is being left has none. */
  async #patiently(ask, question) {
    const end = Date.now() + PATIENCE_MS;
    let last;
    while (Date.now() < end) {
      try {
        last = await ask();
        if (last) return last;
      } catch (/** @type {any} */ error) {
        last = error.message;
      }
      await sleep(POLL_MS);
    }
    const problems = await this.#tab.problems().catch(() => []);
    throw new Error(
      [`waited ${PATIENCE_MS / 1000} s for ${question}: ${last}`]
        .concat(problems)
        .join("\n"),
    );
  }
}
