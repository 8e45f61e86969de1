// posenc-widgets/render as npm publishes it: every figure as SVG, and refusals.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Resvg } from "@resvg/resvg-js";
import { declarations, install, NO_FONTS, sizeOfSvg } from "./rendering.js";

let place;
before(async () => {
  place = await install();
});
after(() => place?.remove());

describe("renderSVG", () => {
  test("draws every widget of the package, well-formed and alike each time", async () => {
    const tags = declarations(place.bare).map(({ tagName }) => tagName);
    const described = await place.api.describe();
    assert.deepEqual(
      described.map(({ tag }) => tag),
      tags,
    );
    for (const [k, tag] of tags.entries()) {
      const options = {
        lang: k % 2 ? "zh" : "en",
        theme: k % 4 > 1 ? "dark" : "light",
        width: [960, 360, 640][k % 3],
      };
      const svg = await place.api.renderSVG(tag, {}, options);
      assert.equal(svg, await place.api.renderSVG(tag, {}, options), tag);
      assert.doesNotMatch(svg, /NaN|Infinity|undefined|\[object|var\(/, tag);
      assert.match(svg, /<title>[^<]+<\/title>/, tag);
      // The parser of resvg refuses what is not well-formed.
      const { width } = new Resvg(svg, NO_FONTS);
      assert.equal(width, options.width, tag);
    }
  });

  test("needs no DOM, and importing it changes nothing", () => {
    writeFileSync(
      join(place.bare, "globals.js"),
      `const before = Reflect.ownKeys(globalThis).length;
      const { renderSVG } = await import("posenc-widgets/render");
      const grown = Reflect.ownKeys(globalThis).length - before;
      const svg = await renderSVG("heatmap", { dModel: 8, "seq-len": "6" });
      const answer = { grown, dom: typeof document, svg: svg.slice(0, 5) };
      console.log(JSON.stringify(answer));`,
    );
    const { stdout } = spawnSync(process.execPath, ["globals.js"], {
      cwd: place.bare,
      encoding: "utf8",
    });
    const wanted = { grown: 0, dom: "undefined", svg: "<svg " };
    assert.deepEqual(JSON.parse(stdout), wanted);
  });

  test("takes attributes in any order, as text or as values", async () => {
    const one = await place.api.renderSVG("pe-playground", {
      pos: "90",
      "seq-len": "100",
    });
    const two = await place.api.renderSVG("playground", {
      seqLen: 100,
      pos: 90,
    });
    assert.equal(one, two);
    assert.match(one, /<title>P\(90, 6\) = /);
  });

  test("theme, language, fonts and paper are what was asked for", async () => {
    const draw = (options) => place.api.renderSVG("clock", {}, options);
    const usual = await draw({});
    assert.match(usual, /<rect width="100%" height="100%" fill="#fcfbf8"\/>/);
    assert.match(await draw({ theme: "dark" }), /fill="#151617"/);
    assert.match(await draw({ lang: "zh" }), /[\u4e00-\u9fff]/);
    assert.doesNotMatch(usual, /[\u4e00-\u9fff]/);
    assert.match(
      await draw({ fontFamily: 'Inter, "Noto Sans SC"' }),
      /font-family="Inter, &quot;Noto Sans SC&quot;, &quot;Source Sans 3&quot;, system-ui/,
    );
    const white = await draw({ background: "white" });
    assert.match(white, /height="100%" fill="white"/);
    assert.doesNotMatch(white, /#fcfbf8/);
    assert.doesNotMatch(await draw({ background: "transparent" }), /100%/);
  });

  test("a narrow sheet has its panels one below the other", async () => {
    const heights = [];
    for (const width of [960, 400]) {
      const svg = await place.api.renderSVG("shaw", {}, { width });
      heights.push(sizeOfSvg(svg)[1]);
    }
    assert.ok(heights[1] > 1.5 * heights[0], String(heights));
  });

  test("refuses what it cannot draw, naming what is allowed", async () => {
    /** @type {[args: any[], kind: ErrorConstructor, message: RegExp][]} */
    const cases = [
      [
        ["hetmap"],
        TypeError,
        /^renderSVG: there is no widget "hetmap"; .*heat/,
      ],
      [
        ["quiz"],
        TypeError,
        /^renderSVG: <pe-quiz> consists of HTML and has no/,
      ],
      [
        ["heatmap", { "d-model": 1 }],
        RangeError,
        /^renderSVG: d-model of <pe-heatmap> must be a whole number from 2 to 512, got 1$/,
      ],
      [
        ["heatmap", { depth: 1 }],
        TypeError,
        /^renderSVG: <pe-heatmap> has no attribute "depth" \(known: seq-len, /,
      ],
      [
        ["heatmap", {}, { width: 359 }],
        RangeError,
        /^renderSVG: width must be a whole number from 360 to 2400, got 359$/,
      ],
      [
        ["heatmap", {}, { theme: "auto" }],
        RangeError,
        /^renderSVG: theme must be light or dark, got "auto"$/,
      ],
      [
        ["heatmap", {}, { background: 'red"/>' }],
        RangeError,
        /^renderSVG: background must be #rgb, #rrggbb, /,
      ],
      [
        ["heatmap", {}, { size: 3 }],
        TypeError,
        /^renderSVG: unknown option "size" \(known: lang, theme, width, /,
      ],
    ];
    for (const [args, kind, message] of cases) {
      await assert.rejects(
        () => place.api.renderSVG(...args),
        (/** @type {any} */ error) =>
          error instanceof kind && message.test(error.message),
        JSON.stringify(args),
      );
    }
  });
});
