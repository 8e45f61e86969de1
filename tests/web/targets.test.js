// What a finger takes in every figure is 44 px each way, and what has the focus
// shows it, in both themes.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importSource } from "../../tools/lib/web-source.mjs";
import { settle, useSite } from "./browser.js";
import { describeFigure } from "./spec.js";

const [{ chapters }, { figures }, { heightOf, marginOf }] = await Promise.all(
  ["tutorial/chapters.ts", "figures/list.ts", "kit/panel.ts"].map((path) =>
    importSource(path),
  ),
);
const site = useSite();

const TELEPHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};
const FINGER = 44;
/** px of the figure's own on that telephone. */
const COLUMN = 358;

/**
 * Runs in the page: what can be pressed in figures and is smaller than a
 * finger, or lies below something else. A link in a sentence is as high as its
 * line, as WCAG 2.5.8 has it; the others are not in sentences.
 */
function small(finger) {
  const faults = [];
  let seen = 0;
  for (const figure of document.querySelectorAll("[url-state]")) {
    const root = figure.shadowRoot;
    const all = root.querySelectorAll(
      "a[href], button, input, select, textarea, summary, .plot[tabindex]",
    );
    for (const at of all) {
      if (at.getClientRects().length === 0 || at.closest(".sr")) continue;
      const around = /** @type {HTMLElement} */ (at.closest("label") ?? at);
      const box = around.getBoundingClientRect();
      const name = `${figure.localName}: ${around.localName}.${around.className} ${around.textContent.trim().slice(0, 20)}`;
      seen += 1;
      if (Math.min(box.width, box.height) < finger - 0.5) {
        faults.push(
          `${name}, ${Math.round(box.width)} × ${Math.round(box.height)}`,
        );
        continue;
      }
      // Below the picture, which stays while further controls are unfolded.
      around.scrollIntoView({ block: "end", inline: "nearest" });
      const { left, top, width, height } = around.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const hit = root.elementFromPoint(x, y);
      const taken =
        hit !== null && (around.contains(hit) || hit.contains(around));
      if (!taken && y > 0 && y < innerHeight) faults.push(`${name} is covered`);
    }
  }
  return { seen, faults };
}

/**
 * Runs in the page: what takes the focus by keys and does not show it: by a
 * line of 2 px with a contrast of 3 : 1 to what it stands on, whole.
 */
function unseen() {
  /** @type {(color: string) => number[]} */
  const numbers = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = (color) => {
    const [r, g, b] = numbers(color).map((v) =>
      v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort(
      (a, b) => a - b,
    );
    return (light + 0.05) / (dark + 0.05);
  };
  const above = (at) =>
    at.parentElement ??
    /** @type {ShadowRoot} */ (at.getRootNode()).host ??
    null;
  const ground = (first) => {
    for (let at = first; at; at = above(at)) {
      const { backgroundColor } = getComputedStyle(at);
      const [, , , alpha = 1] = numbers(backgroundColor);
      if (alpha === 1) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };
  const faults = [];
  let seen = 0;
  for (const figure of document.querySelectorAll("[url-state]")) {
    const root = figure.shadowRoot;
    for (const at of /** @type {NodeListOf<HTMLInputElement>} */ (
      root.querySelectorAll(
        "a[href], button, input, select, textarea, summary, [tabindex]",
      )
    )) {
      const away = at.getClientRects().length === 0 || at.tabIndex < 0;
      if (away || at.disabled) continue;
      at.focus(/** @type {FocusOptions} */ ({ focusVisible: true }));
      seen += 1;
      // What is drawn by the text beside it.
      const isDrawn = getComputedStyle(at).opacity !== "0";
      const shown = isDrawn ? at : at.nextElementSibling;
      const style = getComputedStyle(shown);
      const name = `${figure.localName}: ${at.localName}.${at.className}`;
      const [width, offset] = [style.outlineWidth, style.outlineOffset].map(
        (length) => Number.parseFloat(length),
      );
      if (style.outlineStyle === "none" || width < 2) {
        faults.push(`${name} shows nothing`);
        continue;
      }
      const on = ground(offset < 0 ? shown : above(shown));
      if (contrast(style.outlineColor, on) < 3) {
        faults.push(`${name}: ${style.outlineColor} on ${on}`);
      }
      const out = Math.max(0, offset + width) - 0.6;
      const box = shown.getBoundingClientRect();
      for (let it = above(shown); it && it !== figure; it = above(it)) {
        const { overflowX, overflowY } = getComputedStyle(it);
        const frame = it.getBoundingClientRect();
        const cut =
          (overflowX !== "visible" && box.left - out < frame.left) ||
          (overflowY !== "visible" && box.top - out < frame.top);
        if (cut) faults.push(`${name} is cut off by .${it.className}`);
      }
    }
  }
  return { seen, faults };
}

/** Each fault once. */
const each = (faults) => [...new Set(faults)];

describe("every figure", () => {
  for (const { path } of chapters) {
    test(`of ${path} has targets for fingers`, async (t) => {
      const { page } = await site.open(t, `en/${path}`, {
        eager: true,
        ...TELEPHONE,
      });
      await settle(page);
      const { seen, faults } = await page.evaluate(small, FINGER);
      assert.ok(seen > 0);
      t.diagnostic(`${seen} targets`);
      assert.deepEqual(each(faults), []);
    });

    describe(`of ${path} shows the focus`, () => {
      const shared = site.share(`en/${path}`, {
        eager: true,
        reducedMotion: "reduce",
      });
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        test(`on ${colorScheme}`, async () => {
          const { page } = await shared();
          await page.emulateMedia({ colorScheme });
          await settle(page);
          await page.keyboard.press("Tab");
          const { seen, faults } = await page.evaluate(unseen);
          assert.ok(seen > 0);
          assert.deepEqual(each(faults), []);
        });
      }
    });
  }
});

/** px between the points that are asked. */
const GRID = 4;

/**
 * Sizes of the parts of a panel where a press takes something. It listens in
 * its margins, too.
 */
function partsOf(panel, shown, box) {
  const { left, right, top, bottom } = marginOf(panel);
  const [across, down] = [
    box.width + left + right,
    box.height + top + bottom,
  ].map((length) => Math.floor(length / GRID));
  const taken = Array.from({ length: across * down }, (_, k) => {
    const at = {
      x: ((k % across) + 0.5) * GRID - left,
      y: (Math.floor(k / across) + 0.5) * GRID - top,
    };
    const how = { from: at, first: true, memory: new Map() };
    return panel.pointing.drag(shown, at, box, how) !== undefined;
  });
  const parts = [];
  taken.forEach((is, first) => {
    if (!is) return;
    const [xs, ys] = [new Set(), new Set()];
    let aimedAt = false;
    const open = [first];
    taken[first] = false;
    while (open.length > 0) {
      const k = open.pop();
      const [x, y] = [k % across, Math.floor(k / across)];
      xs.add(x);
      ys.add(y);
      const [inX, inY] = [x * GRID - left, y * GRID - top];
      aimedAt ||= inX >= 0 && inY >= 0 && inX < box.width && inY < box.height;
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ]) {
        const near = k + dx + dy * across;
        const inside = x + dx >= 0 && x + dx < across && taken[near];
        if (!inside) continue;
        taken[near] = false;
        open.push(near);
      }
    }
    // Nobody aims at what is in the margin alone.
    if (aimedAt) parts.push({ width: GRID * xs.size, height: GRID * ys.size });
  });
  return parts;
}

describe("every picture that can be dragged", () => {
  for (const tag of Object.keys(figures)) {
    test(`${tag} is taken hold of by a finger`, async (t) => {
      const { spec, shown } = await describeFigure(tag.slice(3));
      const dragged = spec.panels.filter((it) => it.pointing?.drag);
      if (dragged.length === 0) return t.skip("nothing is dragged");
      for (const panel of dragged) {
        const { left, right } = marginOf(panel);
        const width = COLUMN - left - right;
        const box = { width, height: heightOf(panel, width, true) };
        const parts = partsOf(panel, shown, box);
        assert.ok(parts.length > 0, panel.id);
        for (const part of parts) {
          const least = Math.min(part.width, part.height);
          assert.ok(
            least >= FINGER,
            `${panel.id}: ${part.width} × ${part.height}`,
          );
        }
      }
    });
  }
});
