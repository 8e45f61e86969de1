// SVG → PNG by resvg, which is no dependency of the package: who wants PNG
// installs it.
import { open } from "node:fs/promises";
import type { Resvg, ResvgRenderOptions } from "@resvg/resvg-js";
import { UsageError } from "./usage.js";

/** How a picture becomes pixels. */
export interface PngOptions {
  /** Pixels per px. */
  readonly scale: number;
  /** Font files to be looked into before those of the system. */
  readonly fonts: readonly string[];
  /** Whether most of the text is Chinese. */
  readonly chinese: boolean;
}

/** A PNG file, and the characters that no font has. */
export interface Png {
  readonly file: Uint8Array;
  readonly missing: string;
}

const LIBRARY = "@resvg/resvg-js";
const MISSING_LIBRARY = `render: PNG needs ${LIBRARY}; install it beside posenc: npm install ${LIBRARY}
  (without installing: npx -p posenc -p ${LIBRARY} posenc render ...)`;

/** What stands for the system's own font, which resvg cannot look up. */
const SANS =
  "Segoe UI,Helvetica Neue,Arial,Liberation Sans,Noto Sans,DejaVu Sans";

async function loadResvg(): Promise<typeof Resvg> {
  try {
    const { Resvg } = await import("@resvg/resvg-js");
    return Resvg;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error(MISSING_LIBRARY);
  }
}

/** The first bytes of what fonts may be. */
const FONT_FILES = ["\0\x01\0\0", "true", "OTTO", "ttcf"];

/** Refuses what resvg would pass over in silence. */
async function checkFont(path: string): Promise<void> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
  await file.close();
  if (!FONT_FILES.includes(buffer.toString("latin1"))) {
    throw new UsageError(
      "render",
      `--font must be a TrueType or OpenType file (.ttf, .otf, .ttc), got ${JSON.stringify(path)}`,
    );
  }
}

/**
 * The same SVG in the words that resvg knows. It writes a text in the first of
 * its fonts that there is, so Latin text must not name Chinese ones first.
 */
function forResvg(svg: string, chinese: boolean): string {
  const generic = chinese ? "sans-serif" : "system-ui";
  return svg
    .replaceAll(
      'image-rendering="pixelated"',
      'image-rendering="optimizeSpeed"',
    )
    .replace(/font-family="([^"]*)"/, (_, list: string) => {
      // It takes a quotation mark after a space for a part of the name.
      const names = list
        .split(",")
        .map((it) => it.replace(/&quot;|'/g, "").trim())
        .map((it) => (it === generic ? SANS : it));
      return `font-family="${names.join(",")}"`;
    });
}

const CELL = 24;
/** No font has it: what is drawn in its place is what a missing one looks like. */
const NOWHERE = "\u{10ffff}";
const PRINTED = /[^\p{ASCII}\s\p{C}\p{M}]/u;
const ESCAPED = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

/**
 * The characters of the texts that fonts may lack, and a letter that all have.
 * Those of ASCII are left out: resvg takes 10 ms for each.
 */
function charactersOf(svg: string): string[] {
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)];
  const all = texts
    .map(([, text = ""]) => text)
    .join("")
    .replace(/&\w+;/g, (it) => ESCAPED[it as keyof typeof ESCAPED] ?? it);
  return [...new Set(`A${all}`)].filter((c, k) => k === 0 || PRINTED.test(c));
}

/**
 * The characters of a picture that no font has, found by drawing each of them
 * alone: resvg itself leaves them out without a word.
 */
function missingIn(
  svg: string,
  Renderer: typeof Resvg,
  font: ResvgRenderOptions["font"],
): string {
  const characters = [NOWHERE, ...charactersOf(svg)];
  const [family = ""] = /font-family="[^"]*"/.exec(svg) ?? [];
  const texts = characters.map(
    (c, k) => `<text x="4" y="${k * CELL + 18}">&#${c.codePointAt(0)};</text>`,
  );
  const height = characters.length * CELL;
  const { pixels } = new Renderer(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CELL}" height="${height}" font-size="14" ${family}>${texts.join("")}</svg>`,
    { ...(font && { font }) },
  ).render();
  const size = CELL * CELL * 4;
  const cells = characters.map((_, k) =>
    pixels.subarray(k * size, (k + 1) * size),
  );
  const none = cells[0] as Buffer;
  return characters
    .filter((_, k) => {
      const cell = cells[k] as Buffer;
      return k > 0 && (cell.equals(none) || cell.every((byte) => byte === 0));
    })
    .join("");
}

/** An SVG document as a PNG file. */
export async function toPng(
  svg: string,
  { scale, fonts, chinese }: PngOptions,
): Promise<Png> {
  const Renderer = await loadResvg();
  for (const path of fonts) await checkFont(path);
  const font = { fontFiles: [...fonts], loadSystemFonts: true };
  const text = forResvg(svg, chinese);
  const fitTo = { mode: "zoom", value: scale } as const;
  const image = new Renderer(text, { fitTo, font }).render();
  return { file: image.asPng(), missing: missingIn(text, Renderer, font) };
}
