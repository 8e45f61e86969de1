// Every figure's SVG in five states, and the checksums that were recorded of
// them: the default state, and four drawn by lot.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { importSource } from "./figure.js";
import { drawn, randomBytes } from "./random-attributes.js";

const FILE = inRoot("tests/web/pictures.json");

/** How the states look: both languages in both themes, and a narrow sheet. */
const LOOKS = [
  { lang: "en", theme: "light" },
  { lang: "zh", theme: "dark" },
  { lang: "zh", theme: "light", width: 360 },
  { lang: "en", theme: "dark" },
  { lang: "en", theme: "light" },
];

/** Attributes that are not drawn, where a picture would depend on the machine. */
const HELD = {
  // In float64 it shows how the engine rounds its own `**`: each does so in
  // another way, and another version too.
  "pe-log-space": { format: "float32" },
};

/**
 * The states of all figures, by tag: `state` names one, `attributes` and `look`
 * are what `renderSVG` takes.
 */
export async function states() {
  const { drawable, drawableTags } = await importSource("widgets/draw.ts");
  const all = {};
  for (const tag of drawableTags) {
    const { table } = await drawable(tag);
    all[tag] = LOOKS.map((look, k) => {
      // Each has randomBytes of its own: no attribute moves those of others.
      const values = Object.entries(table).map(([name, attribute]) => [
        name,
        HELD[tag]?.[name] ??
          attribute.write(drawn(attribute, randomBytes(`${k} ${tag} ${name}`))),
      ]);
      const attributes = k === 0 ? {} : Object.fromEntries(values);
      const state = `${Object.values(look).join(" ")}: ${new URLSearchParams(attributes)}`;
      return { state, attributes, look };
    });
  }
  return all;
}

const sha256 = (text) => createHash("sha256").update(text).digest();

/** An element to a line. */
const linesOf = (svg) => svg.replaceAll("><", ">\n<").split("\n");

/** Two characters for each line: enough to find the first one that differs. */
const marksOf = (lines) =>
  lines.map((line) => sha256(line).toString("base64url").slice(0, 2));

/** What is recorded of a picture. */
export const recordOf = (svg) => ({
  sha256: sha256(svg).toString("hex"),
  lines: marksOf(linesOf(svg)).join(""),
});

/** The first line of a picture that is not the recorded one, if any. */
export function differenceOf(svg, recorded) {
  if (recordOf(svg).sha256 === recorded.sha256) return undefined;
  const lines = linesOf(svg);
  const marks = marksOf(lines);
  const at = marks.findIndex((it, k) => it !== recorded.lines.substr(2 * k, 2));
  const line = at < 0 ? "the end is missing" : lines[at];
  const count = `of ${lines.length}, ${recorded.lines.length / 2} recorded`;
  return `line ${at < 0 ? lines.length + 1 : at + 1} (${count}): ${line.slice(0, 300)}`;
}

/** What is recorded, by tag and state. */
export const recorded = () => JSON.parse(readFileSync(FILE, "utf8"));

/** Draws all states anew, by the package's entry, and records them. */
export async function record() {
  const { renderSVG } = await import("posenc-widgets/render");
  const all = {};
  for (const [tag, wanted] of Object.entries(await states())) {
    all[tag] = {};
    for (const { state, attributes, look } of wanted) {
      all[tag][state] = recordOf(await renderSVG(tag, attributes, look));
    }
  }
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
  return all;
}
