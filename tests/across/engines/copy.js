// A copy of a built site, changed as a test needs it.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { namesBelow } from "../../../tools/lib/paths.mjs";

const WATCH = fileURLToPath(new URL("watch.js", import.meta.url));

/** Has every page load watch.js first. */
function watchPages(folder) {
  cpSync(WATCH, join(folder, "watch.js"));
  for (const name of namesBelow(folder)) {
    if (!name.endsWith(".html")) continue;
    const file = join(folder, name);
    const up = "../".repeat(name.split(sep).length - 1);
    const script = `<script src="${up}watch.js"></script>`;
    const html = readFileSync(file, "utf8");
    writeFileSync(file, html.replace(/<head[^>]*>/, `$&${script}`));
  }
}

/**
 * Copies a site into a folder of its own.
 *
 * @param {string} site
 * @param {object} options
 * @param {Record<string, string>} options.files more files of it, their texts
 *   by name
 * @param {boolean} [options.keeps] whether its service worker keeps it; otherwise one
 *   stands in that does nothing, since keeping takes time
 * @param {boolean} [options.watched] whether its pages collect what goes wrong in them
 */
export function copySite(site, { files, keeps, watched }) {
  const folder = mkdtempSync(join(tmpdir(), "posenc-engine-"));
  cpSync(site, folder, { recursive: true });
  const worker = join(folder, "sw.js");
  if (!keeps && existsSync(worker)) writeFileSync(worker, "// Keeps nothing.");
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  if (watched) watchPages(folder);
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
