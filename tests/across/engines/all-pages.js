// All files of pages/ in one process, and so in one browser of the engine.
import { readdirSync } from "node:fs";

const folder = new URL("pages/", import.meta.url);
for (const name of readdirSync(folder).sort()) {
  await import(new URL(name, folder).href);
}
