// The package as npm publishes it, copied into fresh folders, for the tests of
// what draws figures without a page.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { placeOf, unpack } from "./notes.js";

const LIBRARIES = fileURLToPath(
  new URL("../../../node_modules/@resvg", import.meta.url),
);

/** For resvg, where a test asks for no text: the quick way. */
export const NO_FONTS = { font: { loadSystemFonts: false } };

/**
 * Folders with the packages: `bare` has nothing else, `whole` the library for
 * PNG too, `alone` no figures. `api` is posenc-widgets/render, `remove` takes them away.
 */
export async function install() {
  await unpack();
  const [alone, bare, whole] = ["alone", "bare", "whole"].map((name) => {
    const folder = mkdtempSync(join(tmpdir(), `posenc-${name}-`));
    mkdirSync(join(folder, "node_modules"));
    // A copy: a link would find the libraries of this repository.
    const packages = [
      "posenc",
      ...(name === "alone" ? [] : ["posenc-widgets"]),
    ];
    for (const it of packages) {
      const target = join(folder, "node_modules", it);
      cpSync(placeOf(it), target, { recursive: true });
    }
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    return folder;
  });
  symlinkSync(LIBRARIES, join(whole, "node_modules", "@resvg"), "dir");
  const entry = join(bare, "node_modules/posenc-widgets/dist/render.js");
  return {
    alone,
    bare,
    whole,
    api: await import(pathToFileURL(entry).href),
    remove() {
      for (const folder of [alone, bare, whole])
        rmSync(folder, { recursive: true });
    },
  };
}

/** Runs the command in a folder. */
export function run(folder, ...args) {
  const cli = join(folder, "node_modules/posenc/dist/cli/posenc.js");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, "render", ...args],
    { cwd: folder, maxBuffer: 1 << 26 },
  );
  return { status, stdout, text: String(stdout), stderr: String(stderr) };
}

/** Width and height in the head of an SVG document. */
export const sizeOfSvg = (svg) =>
  /^<svg [^>]*width="(\d+)" height="(\d+)"/.exec(svg).slice(1).map(Number);

/** What the package's manifest says of its widgets. */
export function declarations(folder) {
  const file = "node_modules/posenc-widgets/dist/custom-elements.json";
  const { modules } = JSON.parse(readFileSync(join(folder, file), "utf8"));
  return modules[0].declarations;
}
