// posenc-widgets/render: widgets as SVG files, without a page and without DOM.
import { color } from "d3-color";
import { type Drawable, drawable, drawableTags, svgOf } from "../draw.ts";
import { core } from "../element/library/core.ts";
import { camel, defaults, kebab } from "../element/state/attributes.ts";
import type { Theme } from "../plots/color.ts";
import type { Lang } from "../words/text.ts";

export { describe } from "./describe.ts";

/** How a picture is to look. */
export interface RenderOptions {
  readonly lang?: Lang;
  readonly theme?: Theme;
  /** Width of the sheet in px; panels stand one below the other where narrow. */
  readonly width?: number;
  /** CSS font families that go before the usual ones. */
  readonly fontFamily?: string;
  /** Colour of the paper, or "transparent". */
  readonly background?: string;
}

const CALL = "renderSVG";
const WIDTH = { usual: 960, min: 360, max: 2400 } as const;
const COLOR = /^(#([0-9a-f]{3}|[0-9a-f]{6})|[a-z]+)$/i;

/** Widgets that consist of HTML and have no picture, by tag. */
export const undrawn: readonly string[] = [
  "pe-bench",
  "pe-code",
  "pe-ledger",
  "pe-models",
  "pe-quiz",
];

type Check = readonly [good: (value: unknown) => boolean, allowed: string];

const CHECKS: Readonly<Record<keyof RenderOptions, Check>> = {
  lang: [(it) => it === "en" || it === "zh", "en or zh"],
  theme: [(it) => it === "light" || it === "dark", "light or dark"],
  width: [
    (it) =>
      Number.isInteger(it) &&
      Number(it) >= WIDTH.min &&
      Number(it) <= WIDTH.max,
    `a whole number from ${WIDTH.min} to ${WIDTH.max}`,
  ],
  fontFamily: [
    (it) => typeof it === "string" && it.trim() !== "",
    "a list of font families, as in CSS",
  ],
  background: [
    (it) => typeof it === "string" && COLOR.test(it) && color(it) !== null,
    "#rgb, #rrggbb, the name of a colour or transparent",
  ],
};

/** A value in a message, whatever it is: nothing of its own is called. */
function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value === "function") return "a function";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "bigint" ? `${value}n` : String(value);
}

/** What an argument names, by name. */
function entriesOf(argument: string, given: unknown) {
  if (typeof given === "object" && given !== null) return Object.entries(given);
  throw new TypeError(
    `${CALL}: ${argument} must be an object, got ${shown(given)}`,
  );
}

function checkOptions(options: RenderOptions): void {
  for (const [name, value] of entriesOf("options", options)) {
    if (!Object.hasOwn(CHECKS, name)) {
      const known = Object.keys(CHECKS).join(", ");
      throw new TypeError(
        `${CALL}: unknown option ${shown(name)} (known: ${known})`,
      );
    }
    const [good, allowed] = CHECKS[name as keyof RenderOptions];
    if (value !== undefined && !good(value)) {
      throw new RangeError(
        `${CALL}: ${name} must be ${allowed}, got ${shown(value)}`,
      );
    }
  }
}

/** What can be rendered, by tag, with or without "pe-". */
async function find(widget: string): Promise<readonly [string, Drawable]> {
  const name = typeof widget === "string" ? widget : "";
  const tag = name.startsWith("pe-") ? name : `pe-${name}`;
  const found = await drawable(tag);
  if (found !== undefined) return [tag, found];
  const why = undrawn.includes(tag)
    ? `<${tag}> consists of HTML and has no picture`
    : `there is no widget ${shown(widget)}`;
  throw new TypeError(
    `${CALL}: ${why}; what can be rendered: ${drawableTags.join(", ")}`,
  );
}

/** The state that attributes say, read as the element reads them. */
function stateOf(
  tag: string,
  { table, settle }: Drawable,
  attributes: Readonly<Record<string, unknown>>,
  lang: Lang,
) {
  const values: Record<string, unknown> = defaults(table, lang);
  for (const [given, input] of entriesOf("attributes", attributes)) {
    const name = kebab(given);
    const attribute = Object.hasOwn(table, name) ? table[name] : undefined;
    if (attribute === undefined) {
      const known = Object.keys(table).join(", ");
      throw new TypeError(
        `${CALL}: <${tag}> has no attribute ${shown(given)} (known: ${known})`,
      );
    }
    const value = attribute.read(input);
    if (value === undefined) {
      throw new RangeError(
        `${CALL}: ${name} of <${tag}> must be ${attribute.allowed.en}, got ${shown(input)}`,
      );
    }
    values[camel(name)] = value;
  }
  return settle(values as ReturnType<typeof settle>);
}

/**
 * A widget as an SVG document, the same that its `exportSVG()` gives in a page.
 *
 * @param widget - its tag, "pe-heatmap", or "heatmap"
 * @param attributes - as in HTML (`"d-model"`) or as properties (`dModel`)
 * @throws TypeError for an unknown widget, attribute or option, RangeError for
 *   a value that is not allowed
 */
export async function renderSVG(
  widget: string,
  attributes: Readonly<Record<string, unknown>> = {},
  options: RenderOptions = {},
): Promise<string> {
  checkOptions(options);
  const [tag, found] = await find(widget);
  const { lang = "en", theme = "light", width = WIDTH.usual } = options;
  const { fontFamily, background } = options;
  const state = stateOf(tag, found, attributes, lang);
  await core();
  return svgOf(
    found,
    state,
    { lang, theme, width },
    {
      ...(fontFamily !== undefined && { font: fontFamily }),
      ...(background !== undefined && { paper: background }),
    },
  );
}
