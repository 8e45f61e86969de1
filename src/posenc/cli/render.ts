import { extname } from "node:path";
import { parseArgs } from "node:util";
import { nearest } from "../js/errors.js";
import { joinNegative, kebab, refuseUnknown, toNumber } from "./args.js";
import { output } from "./output.js";
import { toPng } from "./png.js";
import { renderHelp, shortName, widgetHelp } from "./render-help.js";
import {
  loadRenderer,
  type Renderer,
  type WidgetDescription,
} from "./renderer.js";
import { UsageError } from "./usage.js";

const OPTIONS = {
  output: { type: "string", short: "o" },
  format: { type: "string" },
  theme: { type: "string" },
  lang: { type: "string" },
  width: { type: "string" },
  background: { type: "string" },
  "font-family": { type: "string" },
  scale: { type: "string" },
  font: { type: "string", multiple: true },
  set: { type: "string", multiple: true },
  help: { type: "boolean", short: "h" },
} as const;
const RESERVED: ReadonlySet<string> = new Set(Object.keys(OPTIONS));

const SCALE = { usual: 2, min: 0.1, max: 4 } as const;

/** A command line that has been read. */
interface Wanted {
  readonly attributes: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly fonts: readonly string[];
  readonly help: boolean;
}

/** Runs `posenc render …`. */
export async function runRender(args: readonly string[]): Promise<void> {
  const [name, ...rest] = args;
  const renderer = await loadRenderer();
  const widgets = await renderer.describe();
  if (name === undefined) {
    process.stderr.write(renderHelp(widgets));
    process.exitCode = 2;
    return;
  }
  if (name === "-h" || name === "--help") {
    return output(renderHelp(widgets));
  }
  const widget = find(name, widgets, renderer);
  const call = `render ${shortName(widget)}`;
  const wanted = read(call, widget, rest);
  if (wanted.help) return output(widgetHelp(widget, RESERVED));
  const format = formatOf(call, widget, wanted.values);
  const scale = scaleOf(call, widget, wanted, format);
  const svg = await draw(call, widget, wanted, renderer);
  const { output: file } = wanted.values;
  if (format === "svg") return output(`${svg}\n`, file);
  const png = await toPng(svg, {
    scale,
    fonts: wanted.fonts,
    chinese: wanted.values.lang === "zh",
  });
  if (png.missing !== "") {
    process.stderr.write(
      `posenc: ${call}: no font here has ${png.missing} — give one that has with --font FILE\n`,
    );
  }
  return output(png.file, file);
}

function find(
  name: string,
  widgets: readonly WidgetDescription[],
  { undrawn }: Renderer,
): WidgetDescription {
  if (name.startsWith("-")) {
    throw new UsageError("render", `the widget comes first, got ${name}`);
  }
  const tag = name.startsWith("pe-") ? name : `pe-${name}`;
  const found = widgets.find((it) => it.tag === tag);
  if (found !== undefined) return found;
  const names = widgets.map(shortName);
  const can = `(can be rendered: ${names.join(", ")})`;
  if (undrawn.includes(tag)) {
    throw new UsageError(
      "render",
      `<${tag}> consists of HTML and has no picture ${can}`,
    );
  }
  const meant = nearest(name, names);
  throw new UsageError(
    "render",
    `unknown widget ${JSON.stringify(name)}${meant ? `, did you mean ${meant}?` : ""} ${can}`,
  );
}

/** Switches without a value are on, as in HTML. */
function withValues(
  args: readonly string[],
  { attributes }: WidgetDescription,
): string[] {
  const switches = new Set(
    attributes
      .filter(({ type }) => type === "boolean")
      .map((it) => `--${it.name}`),
  );
  return args.map((arg, k) => {
    const next = args[k + 1] ?? "-";
    return switches.has(arg) && next.startsWith("-") ? `${arg}=true` : arg;
  });
}

function read(
  call: string,
  widget: WidgetDescription,
  args: readonly string[],
): Wanted {
  const own = widget.attributes
    .map((it) => it.name)
    .filter((name) => !RESERVED.has(name));
  const known = [...own, ...RESERVED];
  refuseUnknown(call, args, known, `attributes: ${own.join(", ")}`);
  try {
    const { values } = parseArgs({
      args: joinNegative(withValues(args, widget)),
      options: {
        ...Object.fromEntries(own.map((n) => [n, { type: "string" } as const])),
        ...OPTIONS,
      },
    });
    const { font, set, help, ...texts } = values;
    const given = texts as Wanted["values"];
    const attributes = own.flatMap((name) =>
      given[name] === undefined ? [] : [[name, given[name]] as const],
    );
    return {
      attributes: Object.fromEntries([
        ...attributes,
        ...(set ?? []).map((pair) => assignment(call, pair)),
      ]),
      values: given,
      fonts: font ?? [],
      help: help ?? false,
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(call, (error as Error).message);
  }
}

function assignment(call: string, pair: string): readonly [string, string] {
  const cut = pair.indexOf("=");
  if (cut > 0) return [pair.slice(0, cut), pair.slice(cut + 1)];
  throw new UsageError(
    call,
    `--set must be NAME=VALUE, got ${JSON.stringify(pair)}`,
  );
}

/** What to do when an option has the name of an attribute that was meant. */
function hint({ attributes }: WidgetDescription, name: string): string {
  return attributes.some((it) => it.name === name)
    ? `; for the attribute of this name: --set ${name}=VALUE`
    : "";
}

function formatOf(
  call: string,
  widget: WidgetDescription,
  { format, output: file = "-" }: Wanted["values"],
): "svg" | "png" {
  const ending = extname(file).slice(1).toLowerCase();
  const found = format ?? (file === "-" ? "svg" : ending);
  if (found === "png" && file === "-" && process.stdout.isTTY) {
    throw new UsageError(call, `PNG is nothing to read; name a file with -o`);
  }
  if (found === "svg" || found === "png") return found;
  throw new UsageError(
    call,
    format === undefined
      ? `-o must end in .svg or .png, or say --format, got ${JSON.stringify(file)}`
      : `--format must be svg or png, got ${JSON.stringify(format)}${hint(widget, "format")}`,
  );
}

function scaleOf(
  call: string,
  widget: WidgetDescription,
  { values, fonts }: Wanted,
  format: "svg" | "png",
): number {
  const { scale } = values;
  if (format === "svg" && (scale !== undefined || fonts.length > 0)) {
    const name = scale === undefined ? "font" : "scale";
    throw new UsageError(
      call,
      `--${name} is for PNG only${hint(widget, name)}`,
    );
  }
  const value = scale === undefined ? SCALE.usual : toNumber(scale);
  if (typeof value === "number" && value >= SCALE.min && value <= SCALE.max) {
    return value;
  }
  throw new UsageError(
    call,
    `--scale must be a number from ${SCALE.min} to ${SCALE.max}, got ${JSON.stringify(scale)}${hint(widget, "scale")}`,
  );
}

async function draw(
  call: string,
  widget: WidgetDescription,
  { attributes, values }: Wanted,
  renderer: Renderer,
): Promise<string> {
  const { theme, lang, width, background } = values;
  try {
    return await renderer.renderSVG(widget.tag, attributes, {
      theme,
      lang,
      background,
      width: width === undefined ? undefined : toNumber(width),
      fontFamily: values["font-family"],
    });
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) {
      throw error;
    }
    throw new UsageError(call, asOption(error.message, widget));
  }
}

/** A fault of the entry in the words of the command line. */
function asOption(message: string, widget: WidgetDescription): string {
  const [, name, attribute, fault] =
    /^renderSVG: ([\w-]+)( of <[^>]+>)? (must be .*)$/s.exec(message) ?? [];
  if (name === undefined) return message.replace(/^renderSVG: /, "");
  const option = kebab(name);
  if (!RESERVED.has(option)) return `--${option} ${fault}`;
  return attribute
    ? `--set ${option} ${fault}`
    : `--${option} ${fault}${hint(widget, option)}`;
}
