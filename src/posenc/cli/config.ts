// `posenc config`: what each layer of a model does with positions.
import { readFileSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { parseArgs } from "node:util";
import { scaledLayer } from "../js/config/engines.js";
import {
  type AttentionLayer,
  type ConfigReading,
  config,
  type Finding,
  type GridWindowPlan,
  type LayerPlan,
  type LayerPosition,
  type PositionPlan,
} from "../js/config.js";
import { output } from "./output.js";
import { UsageError } from "./usage.js";

const COMMAND = "config";

const HELP = `Usage: posenc config FILE [options]

Reads a model's config.json (or Mistral's params.json, or the header of a GGUF
file) and tells what each layer does with positions: heads, rotation, bias,
window. FILE - is standard input.

Options:
  --layer N          one layer in full, as JSON
  --json             plan and findings as JSON
  --engines          what engines make of its YaRN, LongRoPE or dynamic NTK
  --compare FILE     what differs from another model, layer by layer
  --lang en|zh       language of the findings; en unless given
  -o, --output FILE  write there; standard output unless given
  -h, --help         this text

Where engines leave the plan by more than 1 %, a note says so; it doesn't change
the exit code.

Exit codes: 0 the plan is whole, 1 there are warnings, errors or parts that no
plan holds (with --compare: or the models differ), 2 the command line or the
file is wrong, 3 the model type is not known here.

Example: posenc config config.json --layer 5
`;

/** Exit code when the type of the model is not known here. */
const UNKNOWN = 3;

const OPTIONS = {
  layer: { type: "string" },
  json: { type: "boolean" },
  compare: { type: "string" },
  engines: { type: "boolean" },
  lang: { type: "string" },
  output: { type: "string", short: "o" },
  help: { type: "boolean", short: "h" },
} as const;

function options(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: OPTIONS,
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(COMMAND, (error as Error).message);
  }
}

const isGguf = (start: Uint8Array): boolean =>
  ["GGUF", "FUGG"].includes(String.fromCharCode(...start.subarray(0, 4)));

/** The header of a GGUF file; undefined for another file. */
async function readHeader(file: string): Promise<object | undefined> {
  const handle = await open(file);
  const part = async (start: number, end: number) => {
    const bytes = new Uint8Array(end - start);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    return bytes.slice(0, bytesRead).buffer;
  };
  try {
    const { size } = await handle.stat();
    if (!isGguf(new Uint8Array(await part(0, 4)))) return undefined;
    const { readGguf } = await import("../js/gguf.js");
    return await readGguf({
      size,
      slice: (start, end) => ({ arrayBuffer: () => part(start, end) }),
    });
  } finally {
    await handle.close();
  }
}

/** The object in a file, or in standard input, which is read whole. */
export async function readConfig(
  command: string,
  file: string,
): Promise<object> {
  let bytes: Buffer;
  try {
    const header =
      file !== "-" &&
      statSync(file, { throwIfNoEntry: false })?.isFile() &&
      (await readHeader(file));
    if (header) return header;
    bytes = readFileSync(file === "-" ? 0 : file);
    if (isGguf(bytes)) {
      const { readGguf } = await import("../js/gguf.js");
      return await readGguf(new Blob([new Uint8Array(bytes)]));
    }
  } catch (error) {
    const { message } = error as Error;
    const [, refused] = /^readGguf: source (.*)$/s.exec(message) ?? [];
    throw new UsageError(
      command,
      refused ? `${file} ${refused}` : `cannot read ${file}: ${message}`,
    );
  }
  try {
    return config.parse(bytes);
  } catch (error) {
    const message = (error as Error).message.replace(/^config\.parse: /, "");
    const text = message.replace(/^source\b/, file);
    throw new UsageError(command, text);
  }
}

/** The layers of a plan, those of a decoder behind those of the encoder. */
export const layersOf = (plan: PositionPlan): readonly LayerPlan[] => [
  ...plan.layers,
  ...(plan.decoderLayers ?? []),
];

/** A number in as many digits as tell it from its neighbours. */
const short = (x: number): string => String(Number(x.toPrecision(6)));

function scalingText(position: LayerPosition): string {
  if (position.type !== "rotary" || !position.scaling) return "";
  const { type, ...fields } = position.scaling;
  const factor = "factor" in fields ? ` ${short(fields.factor ?? 1)}` : "";
  return `, ${type}${factor}`;
}

/** How positions enter a layer, in a few words. */
export function positionText(position: LayerPosition): string {
  switch (position.type) {
    case "rotary": {
      const { rotaryDim, headDim, startIndex = 0, base, layout } = position;
      const from = startIndex > 0 ? ` from ${startIndex}` : "";
      const back = position.inverse ? ", backwards" : "";
      const out = position.outputTurnedBack ? ", output turned back" : "";
      const axes = position.multimodal
        ? `, axes ${position.multimodal.sections.join("+")}${position.multimodal.interleaved ? " woven" : ""}`
        : "";
      return `rotary ${rotaryDim} of ${headDim}${from}, ${layout}, base ${short(base)}${scalingText(position)}${axes}${back}${out}`;
    }
    case "axial": {
      const { axes, headDim, layout } = position;
      const widths = axes.map(({ rotaryDim }) => rotaryDim).join("+");
      return `axial ${widths} of ${headDim}, ${layout}, base ${short(axes[0]?.base ?? 0)}`;
    }
    case "axialHeads":
      return `axial over all heads, ${position.axes} axes, interleaved, base ${short(position.base)}`;
    case "alibi":
      return `alibi${position.symmetric ? ", symmetric" : ""}${position.biasScale ? `, bias × ${short(position.biasScale)}` : ""}`;
    case "t5":
      return `t5, ${position.numBuckets} buckets to ${position.maxDistance}${position.bidirectional ? ", both ways" : ""}, table of layer ${position.tableOfLayer}`;
    case "deberta":
      return `deberta ${position.terms.join("+")}, span ${position.span}`;
    case "transformerXL":
      return "transformerXL";
    case "none":
      return "none";
  }
}

/** Blocks of a grid, and to what size zeros fill it. */
function gridText({ size, grid }: GridWindowPlan): string {
  const full = grid.map((cells, axis) => {
    const side = size[axis] as number;
    return Math.ceil(cells / side) * side;
  });
  const filled =
    full.join() === grid.join() ? "" : ` filled to ${full.join("×")}`;
  return `window ${size.join("×")} of ${grid.join("×")}${filled}`;
}

/** What bounds or bends the scores of a layer. */
function scoresText(layer: AttentionLayer): string {
  const parts = [
    layer.causal ? "" : "both ways",
    layer.window === undefined ? "" : `window ${layer.window}`,
    layer.chunk === undefined ? "" : `chunk ${layer.chunk}`,
    layer.gridWindow ? gridText(layer.gridWindow) : "",
    layer.compression ? `every ${layer.compression.ratio} keys compressed` : "",
    layer.sinks ? "sinks" : "",
    layer.softcap === undefined ? "" : `softcap ${layer.softcap}`,
    layer.temperature?.type === "floor"
      ? `temperature 1+${layer.temperature.coefficient}·ln(1+⌊${layer.temperature.shift ? "(p+1)" : "p"}/${layer.temperature.length}⌋)`
      : "",
    layer.temperature?.type === "log"
      ? `temperature ln(p+1)/ln ${layer.temperature.length}`
      : "",
    layer.latent
      ? `latent ${layer.latent.nopeDim}+${layer.latent.ropeDim}, 1 turned key head`
      : "",
  ];
  return parts.filter(Boolean).join(", ");
}

function row(layer: LayerPlan): readonly string[] {
  if (layer.kind === "other") return [layer.layerType, "", "", "–", "", ""];
  const { numHeads, numKeyValueHeads, headDim } = layer;
  return [
    layer.layerType,
    numHeads === numKeyValueHeads
      ? String(numHeads)
      : `${numHeads}/${numKeyValueHeads}`,
    String(headDim),
    positionText(layer.position),
    short(layer.scale),
    scoresText(layer),
  ];
}

const TITLES = ["layer", "type", "heads", "width", "position", "scale", ""];

/** Rows in columns, each as wide as its widest cell. */
function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, c) =>
    Math.max(...rows.map((cells) => cells[c]?.length ?? 0)),
  );
  return rows
    .map((cells) =>
      cells
        .map((cell, c) => cell.padEnd(widths[c] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Names of the layers of both stacks: 0, 1, … and, of a decoder, d0, d1, … */
function names(plan: PositionPlan): string[] {
  const own = plan.layers.map((_, i) => String(i));
  return [...own, ...(plan.decoderLayers ?? []).map((_, i) => `d${i}`)];
}

/** What the model adds before its first layer. */
function inputText(plan: PositionPlan): string {
  if (plan.kind === "learned") {
    const { maxLen, dModel } = plan.embedding;
    const { resized, tiled } = plan;
    const grid = resized
      ? `, ${resized.from.join("×")} resized to ${resized.to.join("×")} (${resized.method})`
      : "";
    const second = tiled ? `, plus ${tiled.join("×")} rows tiled` : "";
    return `input: learned rows ${maxLen} × ${dModel}, position 0 in row ${plan.offset}${grid}${second}\n`;
  }
  if (plan.kind === "sinusoidal") {
    const { dModel, layout, spacing, offset } = plan.embedding;
    const decoder = plan.decoderEmbedding
      ? `; decoder: learned rows ${plan.decoderEmbedding.maxLen} × ${plan.decoderEmbedding.dModel}`
      : "";
    return `input: sinusoids of width ${dModel}, ${layout}, spacing ${spacing}, first position ${offset}${decoder}\n`;
  }
  return "";
}

function planText(plan: PositionPlan): string {
  const labels = names(plan);
  const rows = layersOf(plan).map((layer, i) => [
    labels[i] as string,
    ...row(layer),
  ]);
  const length = plan.maxPositions ?? "not said";
  return `${plan.modelType}: ${plan.kind}, positions: ${length}\n${inputText(plan)}${columns([TITLES, ...rows])}\n`;
}

async function findingsText(
  findings: readonly Finding[],
  lang: string,
): Promise<string> {
  if (findings.length === 0) return "";
  const { findingText } = await import("../js/config/zh.js");
  const lines = findings.map((found) => {
    const text = findingText(found, lang === "zh" ? "zh" : "en");
    return `${found.level} ${found.code}: ${text}`;
  });
  return `${lines.join("\n")}\n`;
}

/** Findings that leave the plan as it is. */
const isQuiet = ({ level, code }: Finding): boolean =>
  level === "info" && code !== "not-in-plan";

/** 0 right, 1 findings, 3 not known. */
export function exitCode({ findings }: ConfigReading): number {
  if (findings.some(({ code }) => /^model-type-/.test(code))) return UNKNOWN;
  return findings.every(isQuiet) ? 0 : 1;
}

/** What engines make of a plan's scaling, a line each. */
function enginesText(plan: PositionPlan, asJson: boolean): string {
  const rows = config.engines(plan);
  if (asJson) return `${JSON.stringify(rows, null, 1)}\n`;
  const scaling = scaledLayer(plan)?.position.scaling;
  if (rows.length === 0 || !scaling) {
    return "no YaRN, LongRoPE or dynamic NTK: engines read it alike\n";
  }
  const dynamic = scaling.type === "dynamic";
  const cells = rows.map((it) => [
    it.engine,
    short(it.factor),
    ...(dynamic
      ? (it.bases?.map(short) ?? ["–", "–"])
      : [short(it.attentionFactor), short(it.scores), it.ramp ?? "–"]),
    `${it.rule} (${it.commit ? `${it.file} ${it.commit}` : `${it.repository}, ${it.file}`}, ${it.date})`,
  ]);
  const length = dynamic ? scaling.originalMaxSeqLen : 0;
  const titles = [
    "engine",
    "s",
    ...(dynamic
      ? [length, length * (scaling.factor ?? 1)].map((n) => `base at ${n}`)
      : ["on cos, sin", "q·k", "ramp"]),
    "rule",
  ];
  return `${columns([titles, ...cells])}\n`;
}

/** A note below the plan for each way in which engines leave it. */
async function notesText(plan: PositionPlan, lang: "en" | "zh") {
  const { engineNotes } = await import("../js/config/engine-notes.js");
  const lines = engineNotes(plan, lang).map((line) => `note engines: ${line}`);
  const hint = {
    en: "--engines lists the rule of each",
    zh: "--engines 列出各引擎的算法",
  };
  if (lines.length > 0) lines.push(`note engines: ${hint[lang]}`);
  return lines.map((line) => `${line}\n`).join("");
}

/** Lines for what differs between two plans. */
function differences(a: PositionPlan, b: PositionPlan): string[] {
  const lines: string[] = [];
  const same = (x: unknown, y: unknown) =>
    JSON.stringify(x) === JSON.stringify(y);
  if (a.kind !== b.kind) lines.push(`kind: ${a.kind} → ${b.kind}`);
  if (a.maxPositions !== b.maxPositions)
    lines.push(`positions: ${a.maxPositions} → ${b.maxPositions}`);
  if (inputText(a) !== inputText(b))
    lines.push(`${inputText(a).trim() || "–"} → ${inputText(b).trim() || "–"}`);
  const [left, right] = [layersOf(a), layersOf(b)];
  if (left.length !== right.length)
    lines.push(`layers: ${left.length} → ${right.length}`);
  const labels = left.length < right.length ? names(b) : names(a);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x, y] = [left[i] as LayerPlan, right[i] as LayerPlan];
    if (same(x, y)) continue;
    const keys = new Set([...Object.keys(x), ...Object.keys(y)]);
    for (const key of keys) {
      const [p, q] = [x, y].map(
        (layer) => (layer as unknown as Record<string, unknown>)[key],
      );
      if (same(p, q)) continue;
      const shown = [p, q].map((value) =>
        key === "position" && value
          ? positionText(value as LayerPosition)
          : (JSON.stringify(value) ?? "–"),
      );
      const [before, after] =
        shown[0] === shown[1]
          ? [p, q].map((value) => JSON.stringify(value))
          : shown;
      lines.push(`layer ${labels[i]} ${key}: ${before} → ${after}`);
    }
  }
  return lines;
}

/** Layer N of a plan, with d before the number for a decoder's. */
export function layerOf(
  command: string,
  plan: PositionPlan,
  name: string,
): LayerPlan {
  const found = layersOf(plan)[names(plan).indexOf(name)];
  if (found) return found;
  const known = names(plan);
  const range =
    known.length > 1 ? `${known[0]} … ${known.at(-1)}` : String(known[0]);
  throw new UsageError(
    command,
    `--layer must be one of ${range}, got ${JSON.stringify(name)}`,
  );
}

/** Runs `posenc config …`. */
export async function runConfig(args: readonly string[]): Promise<void> {
  const { values, positionals } = options(args);
  if (values.help) return output(HELP);
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) {
    throw new UsageError(
      COMMAND,
      file === undefined
        ? "needs a file, or - for standard input"
        : `takes one file, got ${positionals.length}`,
    );
  }
  const { lang = "en", compare, layer } = values;
  if (lang !== "en" && lang !== "zh") {
    throw new UsageError(
      COMMAND,
      `--lang must be one of en, zh, got ${JSON.stringify(lang)}`,
    );
  }
  const ways = [layer, compare, values.engines];
  if (ways.filter((value) => value !== undefined).length > 1) {
    throw new UsageError(COMMAND, "takes one of --layer, --compare, --engines");
  }
  const reading = config.fromHuggingFace(await readConfig(COMMAND, file));
  const { plan, findings } = reading;
  let code = exitCode(reading);
  let text = "";
  if (compare !== undefined) {
    const other = config.fromHuggingFace(await readConfig(COMMAND, compare));
    code = Math.max(code, exitCode(other));
    if (plan && other.plan) {
      const lines = differences(plan, other.plan);
      if (lines.length > 0) code = Math.max(code, 1);
      text = values.json
        ? `${JSON.stringify({ differences: lines }, null, 1)}\n`
        : `${lines.join("\n") || "no difference"}\n`;
    } else {
      text = `${await findingsText(findings, lang)}${await findingsText(other.findings, lang)}`;
    }
  } else if (plan && values.engines) {
    text = enginesText(plan, values.json ?? false);
  } else if (values.json) {
    const shown =
      plan && layer !== undefined
        ? layerOf(COMMAND, plan, layer)
        : { plan, findings };
    text = `${JSON.stringify(shown, null, 1)}\n`;
  } else if (plan && layer !== undefined) {
    text = `${JSON.stringify(layerOf(COMMAND, plan, layer), null, 1)}\n`;
  } else {
    text = plan ? `${planText(plan)}\n` : "";
    text += await findingsText(findings, lang);
    if (plan) text += await notesText(plan, lang);
  }
  process.exitCode = code;
  return output(text, values.output);
}
