// How long a frame takes while a slider of a figure is dragged, on every page of
// the built site: from one animation frame to the next, layout and painting
// included. 16.7 ms is the screen's own pace.
//
//   node tests/bench/figures.mjs [--page sinusoids/] [--frames N] [--slow 4] [--json]
//
// Sliders run from end to end and back, so the largest sizes are among them.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launch, serveSite, slowDown } from "../../tools/browser/site.mjs";

const { values } = parseArgs({
  options: {
    page: { type: "string" },
    frames: { type: "string", default: "60" },
    slow: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  },
});

const SITE = fileURLToPath(new URL("../../web/dist/en/", import.meta.url));

function pagesBelow(folder = "") {
  return readdirSync(join(SITE, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(SITE, path)).isDirectory()) return pagesBelow(path);
    return name === "index.html" ? [folder && `${folder}/`] : [];
  });
}

/** Runs in the page: drags every slider of every figure. */
async function dragAll(frames) {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const results = [];
  for (const figure of document.querySelectorAll("[url-state]")) {
    figure.scrollIntoView({ block: "center", behavior: "instant" });
    for (let k = 0; k < 40; k += 1) await frame();
    const sliders = [...(figure.shadowRoot?.querySelectorAll(".slider") ?? [])];
    for (const slider of sliders) {
      if (slider.closest("[hidden]")) continue;
      const [low, high] = [Number(slider.min), Number(slider.max)];
      const times = [];
      let last = await frame();
      for (let k = 0; k < frames; k += 1) {
        const share = 1 - Math.abs((2 * k) / frames - 1);
        slider.value = String(low + share * (high - low));
        slider.dispatchEvent(new Event("input"));
        const now = await frame();
        times.push(now - last);
        last = now;
      }
      results.push({
        figure: figure.localName,
        id: figure.id,
        slider: slider.getAttribute("aria-label"),
        times,
      });
      figure.reset?.();
      await frame();
    }
  }
  return results;
}

const quantile = (times, q) => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
};

const server = await serveSite();
const browser = await launch();
const all = [];
try {
  for (const path of values.page ? [values.page] : pagesBelow()) {
    const page = await browser.newPage({
      viewport: { width: 1360, height: 900 },
    });
    await page.goto(new URL(`en/${path}`, server.url).href);
    await slowDown(page, Number(values.slow));
    const rows = await page.evaluate(dragAll, Number(values.frames));
    for (const { times, ...row } of rows) {
      const [median, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
      all.push({ page: path, ...row, median, p95 });
      if (values.json) continue;
      // One frame, and one that is missed: 16.7 and 33.4 ms at 60 Hz.
      const slow = median > 17 || p95 > 33.5 ? "  slow" : "";
      console.log(
        `${path.padEnd(20)} ${row.figure.padEnd(18)} ${(row.slider ?? "").padEnd(26)} median ${median.toFixed(1).padStart(6)}  p95 ${p95.toFixed(1).padStart(6)} ms${slow}`,
      );
    }
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
if (values.json) console.log(JSON.stringify(all, null, 2));
