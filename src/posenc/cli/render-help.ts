// Help of `posenc render`, made from the tables of the widgets.
import { entries, entry } from "./layout.js";
import type { AttributeDescription, WidgetDescription } from "./renderer.js";

/** Options of every picture: name to what `--help` says. */
const OPTIONS: readonly (readonly [string, string])[] = [
  [
    "-o, --output FILE",
    "file to write; without it, or with -, standard output",
  ],
  ["--format NAME", "svg or png; else by the ending of FILE, else svg"],
  ["--theme NAME", "light (default) or dark"],
  ["--lang NAME", "en (default) or zh"],
  [
    "--width N",
    "width in px, 360 to 2400 (default 960); where it is narrow, panels stand one below the other",
  ],
  [
    "--background COLOR",
    "colour of the paper: #rgb, #rrggbb, a name, transparent",
  ],
  ["--font-family LIST", "font families that go before the usual ones"],
  ["--scale N", "PNG: pixels per px, 0.1 to 4 (default 2)"],
  ["--font FILE", "PNG: a .ttf, .otf or .ttc file; may be repeated"],
  ["--set NAME=VALUE", "an attribute, also one that is called like an option"],
  ["-h, --help", "this text"],
];

const FONTS = `Fonts: SVG names fonts, and whoever shows it brings them. PNG takes the first
family of --font-family, or else of the usual ones, that a file of --font or the
system has; what it lacks comes from other fonts, those of --font first.
Characters that none of them has stay blank or become boxes; a warning on
standard error names them.

PNG needs @resvg/resvg-js beside posenc: npm install @resvg/resvg-js
`;

const options = (): string => entries(OPTIONS);

/** "pe-heatmap" → "heatmap" */
export const shortName = ({ tag }: WidgetDescription): string =>
  tag.replace(/^pe-/, "");

/** `posenc render --help` */
export function renderHelp(widgets: readonly WidgetDescription[]): string {
  const list = widgets.map((it) => entry(shortName(it), it.name.en));
  return `Usage: posenc render WIDGET [--ATTRIBUTE VALUE ...] [options]

Writes a figure of the tutorial as a picture, without a browser.

Widgets:
${list.join("\n")}

Options:
${options()}

${FONTS}
Attributes of a widget: posenc render WIDGET --help

Example:
  posenc render heatmap --d-model 64 --theme dark -o heatmap.png
`;
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  number: " N",
  boolean: "",
  string: " TEXT",
};

/** A value on one line; those of a few words are whole. */
function brief(value: string): string {
  const line = value.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

function attribute(it: AttributeDescription, clash: boolean): string {
  const { name, type, allowed, label } = it;
  const word = PLACEHOLDERS[type] ?? " NAME";
  const head = clash ? `--set ${name}=${word.trim()}` : `--${name}${word}`;
  return entry(
    head,
    `${label.en}: ${allowed.en} (default ${brief(it.default)})`,
  );
}

/** `posenc render WIDGET --help` */
export function widgetHelp(
  widget: WidgetDescription,
  reserved: ReadonlySet<string>,
): string {
  const name = shortName(widget);
  const attributes = widget.attributes.map((it) =>
    attribute(it, reserved.has(it.name)),
  );
  return `Usage: posenc render ${name} [--ATTRIBUTE VALUE ...] [options]

${widget.name.en}

Attributes:
${attributes.join("\n")}

Options:
${options()}

${FONTS}`;
}
