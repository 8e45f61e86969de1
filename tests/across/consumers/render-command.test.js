// `posenc render` as npm publishes it: SVG, PNG with and without its library,
// help and refusals.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Resvg } from "@resvg/resvg-js";
import {
  declarations,
  install,
  NO_FONTS,
  run,
  sizeOfSvg,
} from "./rendering.js";

let place;
before(async () => {
  place = await install();
});
after(() => place?.remove());

/** Width and height in the head of a PNG file. */
const sizeOf = (png) => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe("posenc render", () => {
  test("writes the SVG of the attributes to standard output or a file", async () => {
    const args = ["heatmap", "--d-model=16", "--seq-len", "12", "--lang", "zh"];
    const { status, text, stderr } = run(place.bare, ...args);
    assert.deepEqual([status, stderr], [0, ""]);
    const attributes = { "d-model": 16, "seq-len": 12 };
    const svg = await place.api.renderSVG("heatmap", attributes, {
      lang: "zh",
    });
    assert.equal(text, `${svg}\n`);
    const saved = run(place.bare, ...args, "-o", "map.svg");
    assert.deepEqual([saved.status, saved.text, saved.stderr], [0, "", ""]);
    assert.equal(readFileSync(join(place.bare, "map.svg"), "utf8"), text);
  });

  test("without the figures' package it says what to install", () => {
    const folder = place.alone;
    const { status, text, stderr } = run(folder, "heatmap");
    assert.deepEqual([status, text], [1, ""]);
    assert.match(
      stderr,
      /^posenc: render: figures are in posenc-widgets; install it beside posenc: npm install posenc-widgets\n/,
    );
  });

  test("a switch alone is on, and a name of an option goes through --set", async () => {
    const all = await place.api.describe();
    const found = all
      .flatMap(({ tag, attributes }) =>
        attributes.map((it) => ({ tag, ...it })),
      )
      .find(
        ({ type, default: value }) => type === "boolean" && value === "false",
      );
    const on = run(place.bare, found.tag, `--${found.name}`, "--theme", "dark");
    assert.equal(on.stderr, "");
    const drawn = await place.api.renderSVG(
      found.tag,
      { [found.name]: true },
      { theme: "dark" },
    );
    assert.equal(on.text, `${drawn}\n`);
    const set = run(place.bare, "cliff", "--set", "width=64", "--width", "400");
    assert.equal(set.stderr, "");
    assert.equal(
      set.text,
      `${await place.api.renderSVG("cliff", { width: "64" }, { width: 400 })}\n`,
    );
  });

  test("help lists all widgets, and all attributes of one", () => {
    const list = run(place.bare, "--help");
    assert.deepEqual([list.status, list.stderr], [0, ""]);
    for (const { tagName, attributes } of declarations(place.bare)) {
      assert.match(list.text, new RegExp(`^  ${tagName.slice(3)}\\s`, "m"));
      if (tagName !== "pe-clock") continue;
      const { status, text } = run(place.bare, "clock", "--help");
      assert.equal(status, 0);
      const own = attributes.filter((it) => it.fieldName);
      assert.ok(own.length > 2);
      for (const { name, default: value } of own) {
        const line = new RegExp(`--${name} [^-]*default ${value}\\)`, "s");
        assert.match(text, line);
      }
    }
    const longest = Math.max(
      ...list.text.split("\n").map((line) => line.length),
    );
    assert.ok(longest <= 80, `${longest} columns`);
  });

  test("an attribute that is called like an option is listed with --set", () => {
    const { text } = run(place.bare, "cliff", "--help");
    assert.match(text, /^ {2}--set width=NAME\b/m);
    assert.doesNotMatch(text, /^ {2}--width NAME\b/m);
    const { stderr } = run(place.bare, "cliff", "--width", "64");
    assert.match(
      stderr,
      /--width must be a whole number from 360 to 2400, got 64; for the attribute of this name: --set width=VALUE\n/,
    );
    const other = run(place.bare, "cliff", "--set", "width=65");
    assert.match(
      other.stderr,
      /^posenc: render cliff: --set width must be 32 or 64 or 128, got "65"\n/,
    );
  });

  test("PNG has the size asked for, and is a picture", () => {
    for (const [scale, theme] of /** @type {const} */ ([
      ["1", "light"],
      ["2.5", "dark"],
    ])) {
      const args = ["playground", "--theme", theme, "--width", "640"];
      const svg = run(place.whole, ...args);
      const png = run(place.whole, ...args, "--scale", scale, "-o", "p.png");
      assert.equal(png.status, 0, png.stderr);
      const file = readFileSync(join(place.whole, "p.png"));
      assert.equal(file.subarray(1, 4).toString("latin1"), "PNG");
      const wanted = sizeOfSvg(svg.text).map((it) =>
        Math.round(it * Number(scale)),
      );
      assert.deepEqual(sizeOf(file), wanted);
      // Read back by drawing it: cells, curves and paper are many colours.
      const [width, height] = wanted;
      const { pixels } = new Resvg(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${file.toString("base64")}"/></svg>`,
        NO_FONTS,
      ).render();
      const colors = new Set(new Uint32Array(new Uint8Array(pixels).buffer));
      assert.ok(colors.size > 100, `${colors.size} colours`);
    }
  });

  test("PNG goes to standard output with --format, and without paper is clear", () => {
    const args = ["clock", "--format", "png", "--scale", "1", "-o", "-"];
    const { status, stdout } = run(place.whole, ...args);
    assert.equal(status, 0);
    assert.equal(sizeOf(stdout)[0], 960);
    const clear = run(place.whole, ...args, "--background", "transparent");
    assert.notDeepEqual(clear.stdout, stdout);
  });

  test("PNG warns of characters that no font has, and of no others", () => {
    // Old Uyghur: in hardly any font, and surely not in all that a text needs.
    const args = ["--format", "png", "--scale", "0.1"];
    const odd = run(
      place.whole,
      "lookup",
      "--text",
      "the cat \u{10f70}",
      ...args,
    );
    assert.equal(odd.status, 0);
    assert.equal(
      odd.stderr,
      "posenc: render lookup: no font here has \u{10f70} — give one that has with --font FILE\n",
    );
    const usual = run(place.whole, "lookup", "--text", "the cat", ...args);
    assert.deepEqual([usual.status, usual.stderr], [0, ""]);
  });

  test("without the library PNG says how to install it", () => {
    const { status, stdout, stderr } = run(
      place.bare,
      "clock",
      "-o",
      "clock.png",
    );
    assert.equal(status, 1);
    assert.equal(stdout.length, 0);
    assert.match(
      stderr,
      /^posenc: render: PNG needs @resvg\/resvg-js; .*: npm install @resvg\/resvg-js\n/,
    );
  });

  test("a wrong command line is told on standard error with exit code 2", () => {
    const cases = /** @type {const} */ ([
      [[], /^Usage: posenc render WIDGET/],
      [
        ["heatmap", "--background", "bleu"],
        /^posenc: render heatmap: --background must be #rgb, #rrggbb, the name of a colour or transparent, got "bleu"/,
      ],
      [
        ["hetmap"],
        /^posenc: render: unknown widget "hetmap", did you mean heatmap\? \(can be rendered: addition, /,
      ],
      [
        ["quiz"],
        /^posenc: render: <pe-quiz> consists of HTML and has no picture \(can be rendered: addition, .*waves\)/,
      ],
      [
        ["--theme", "dark"],
        /^posenc: render: the widget comes first, got --theme/,
      ],
      [
        ["heatmap", "--d-model", "1"],
        /^posenc: render heatmap: --d-model must be a whole number from 2 to 512, got "1"\n/,
      ],
      [
        ["heatmap", "--base", "-5"],
        /^posenc: render heatmap: --base must be a number from 2 to 1\s000\s000\s000, got "-5"/,
      ],
      [
        ["heatmap", "--layout", "half"],
        /^posenc: render heatmap: --layout must be interleaved or halves, got "half"/,
      ],
      [
        ["heatmap", "--d-modle", "8"],
        /^posenc: render heatmap: unknown option --d-modle, did you mean --d-model\?/,
      ],
      [["heatmap", "--pos"], /^posenc: render heatmap: .*--pos/],
      [
        ["heatmap", "more"],
        /^posenc: render heatmap: Unexpected argument 'more'/,
      ],
      [
        ["heatmap", "--width", "9"],
        /^posenc: render heatmap: --width must be a whole number from 360 to 2400, got 9\n/,
      ],
      [
        ["heatmap", "--theme", "dim"],
        /^posenc: render heatmap: --theme must be light or dark, got "dim"/,
      ],
      [
        ["heatmap", "--set", "depth=2"],
        /^posenc: render heatmap: <pe-heatmap> has no attribute "depth"/,
      ],
      [
        ["heatmap", "--set", "depth"],
        /^posenc: render heatmap: --set must be NAME=VALUE, got "depth"/,
      ],
      [
        ["heatmap", "-o", "map.gif"],
        /^posenc: render heatmap: -o must end in \.svg or \.png, or say --format, got "map\.gif"/,
      ],
      [
        ["heatmap", "--format", "gif"],
        /^posenc: render heatmap: --format must be svg or png, got "gif"/,
      ],
      [
        ["heatmap", "--scale", "2"],
        /^posenc: render heatmap: --scale is for PNG only/,
      ],
      [
        ["heatmap", "--scale", "9", "-o", "m.png"],
        /^posenc: render heatmap: --scale must be a number from 0\.1 to 4, got "9"/,
      ],
      [
        ["heatmap", "--font", "package.json", "-o", "m.png"],
        /^posenc: render: --font must be a TrueType or OpenType file/,
      ],
    ]);
    for (const [args, message] of cases) {
      const { status, text, stderr } = run(place.whole, ...args);
      assert.match(stderr, message, args.join(" "));
      assert.equal(status, 2, args.join(" "));
      assert.equal(text, "");
    }
  });

  test("files that are not there fail with exit code 1", () => {
    for (const args of [
      ["-o", "/nowhere/at/all.svg"],
      ["--font", "none.ttf", "-o", "map.png"],
    ]) {
      const { status, stderr } = run(place.whole, "clock", ...args);
      assert.equal(status, 1);
      assert.match(stderr, /^posenc: ENOENT/);
    }
  });
});
