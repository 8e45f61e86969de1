// How much script a frame costs while a reader drags, at 1024 × 512.
//
//   node tests/bench/drag.mjs [--frames N] [--runs N]
//
// With several runs the quietest one of each is shown: on a machine that does
// other things too, it is the one that tells about the code.
//
// Real mouse moves on the built site; times from the browser's own trace: all
// event handlers since the last frame plus its animation callbacks. The same
// table in plain JavaScript, painted the same way, is measured for comparison.
import { parseArgs } from "node:util";
import { launch, serveSite } from "../../tools/browser/site.mjs";
import { traced } from "./trace.mjs";

const { values } = parseArgs({
  options: {
    frames: { type: "string", default: "240" },
    runs: { type: "string", default: "1" },
  },
});
const CATEGORIES = { includedCategories: ["devtools.timeline"] };
const FRAMES = Number(values.frames);
const RUNS = Number(values.runs);
const STATE = "#triptych?seq-len=1024&d-model=512&pos=300&dim=100";

const sorted = (times) => [...times].sort((a, b) => a - b);
const quantile = (times, q) =>
  sorted(times)[Math.min(times.length - 1, Math.floor(q * times.length))];
const ms = (time) => time.toFixed(2).padStart(7);

const middle = (times) =>
  quantile(
    times.map(({ wall }) => wall),
    0.5,
  );

/** The run with the lowest median. */
async function quietest(measure) {
  let best;
  for (let run = 0; run < RUNS; run += 1) {
    const times = await measure();
    if (best === undefined || middle(times) < middle(best)) best = times;
  }
  return best;
}

/** On a busy machine the CPU time is the one to believe. */
function print(name, times) {
  const show = (key) => {
    const list = times.map((time) => time[key]).filter(Number.isFinite);
    if (list.length === 0) return "";
    return `${key} median ${ms(quantile(list, 0.5))} p95 ${ms(quantile(list, 0.95))} ms   `;
  };
  console.log(
    `${name.padEnd(32)} ${show("wall")}${show("cpu")}${times.length} frames`,
  );
}

/** Script time of every frame that changed the figure, from a trace. */
function scriptPerFrame(events) {
  const of = (name) =>
    events
      .filter((event) => event.name === name && event.ph === "X")
      .sort((a, b) => a.ts - b.ts);
  const frames = of("FireAnimationFrame");
  const handlers = of("EventDispatch");
  const changes = handlers.filter(({ args }) => args.data.type === "pe-change");
  let last = Number.NEGATIVE_INFINITY;
  const times = [];
  for (const frame of frames) {
    const end = frame.ts + frame.dur;
    const inside = (event) => event.ts >= frame.ts && event.ts < end;
    const before = handlers.filter(({ ts }) => ts >= last && ts < frame.ts);
    last = end;
    if (!changes.some(inside)) continue;
    // Handlers that run inside another are counted with it.
    const outer = before.filter(
      (a) =>
        !before.some((b) => b !== a && b.ts <= a.ts && b.ts + b.dur > a.ts),
    );
    const sum = (key) =>
      outer.reduce((total, event) => total + event[key], frame[key]) / 1000;
    times.push({ wall: sum("dur"), cpu: sum("tdur") });
  }
  return times;
}

/** Moves the mouse between two points and back, one step a frame. */
async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const nextFrame = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  for (let k = 1; k <= FRAMES; k += 1) {
    const turn = (1 - Math.cos((k / FRAMES) * 2 * Math.PI)) / 2;
    await page.mouse.move(
      from.x + (to.x - from.x) * turn,
      from.y + (to.y - from.y) * turn,
    );
    await nextFrame();
  }
  await page.mouse.up();
}

async function openFigure(browser, url) {
  const page = await browser.newPage({
    viewport: { width: 1360, height: 1000 },
  });
  await page.goto(`${url}en/what-waves-can-do/${STATE}`);
  await page.waitForFunction(
    () => document.querySelector("pe-playground")?.state?.seqLen === 1024,
  );
  await page.waitForTimeout(500);
  return page;
}

async function measureSlider(page, name, control, from, to) {
  const slider = page.locator(`[data-control="${control}"] .slider`);
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  const at = (share) => ({
    x: box.x + 8 + share * (box.width - 16),
    y: box.y + box.height / 2,
  });
  print(
    name,
    await quietest(async () =>
      scriptPerFrame(
        await traced(page, CATEGORIES, () => drag(page, at(from), at(to))),
      ),
    ),
  );
}

async function measureHeatmap(page) {
  const cells = page.locator("pe-playground .window");
  await cells.scrollIntoViewIfNeeded();
  const box = await cells.boundingBox();
  const at = (x, y) => ({
    x: box.x + x * box.width,
    y: box.y + y * box.height,
  });
  const once = () => drag(page, at(0.1, 0.1), at(0.9, 0.9));
  print(
    "drag across the heatmap",
    await quietest(async () =>
      scriptPerFrame(await traced(page, CATEGORIES, once)),
    ),
  );
}

/** The same picture by Math.sin and Math.cos, frequencies hoisted. */
function plainJavaScript(frames) {
  const [rows, columns] = [1024, 512];
  const canvas = document.createElement("canvas");
  canvas.width = columns;
  canvas.height = rows;
  const context = canvas.getContext("2d", { alpha: false });
  const image = context.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const table = Uint32Array.from({ length: 256 }, (_, k) => 0xff000000 | k);
  const data = new Float32Array(rows * columns);
  const frequency = new Float64Array(columns / 2);
  const draw = (base) => {
    for (let i = 0; i < columns / 2; i += 1) {
      frequency[i] = base ** ((-2 * i) / columns);
    }
    for (let p = 0, k = 0; p < rows; p += 1) {
      for (let i = 0; i < columns / 2; i += 1, k += 2) {
        const angle = p * frequency[i];
        data[k] = Math.sin(angle);
        data[k + 1] = Math.cos(angle);
      }
    }
    for (let k = 0; k < data.length; k += 1) {
      pixels[k] = table[(data[k] * 127.5 + 128) | 0];
    }
    context.putImageData(image, 0, 0);
  };
  return new Promise((done) => {
    const times = [];
    const step = () => {
      const start = performance.now();
      draw(1000 + 50 * times.length);
      times.push({ wall: performance.now() - start });
      if (times.length < frames) requestAnimationFrame(step);
      else done(times);
    };
    requestAnimationFrame(step);
  });
}

const server = await serveSite();
const browser = await launch();
try {
  const page = await openFigure(browser, server.url);
  console.log(`Script per frame at 1024 × 512, ${FRAMES} moves each`);
  await measureSlider(page, "drag base", "base", 0.2, 0.8);
  await measureHeatmap(page);
  await measureSlider(page, "drag position", "pos", 0.2, 0.8);
  await measureSlider(page, "drag positions near 1024", "seqLen", 1, 0.9);
  await page.goto("about:blank");
  const wide = await openFigure(browser, server.url);
  await measureSlider(wide, "drag width near 512", "dModel", 1, 0.9);
  print(
    "table and heatmap in JavaScript",
    await quietest(() => wide.evaluate(plainJavaScript, FRAMES)),
  );
} finally {
  await browser.close();
  await server.close();
}
