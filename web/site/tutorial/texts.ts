// Reads the texts of pages, which lie beside this file in Markdown.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "../blocks/markdown.ts";

/** A file below web/site/tutorial/, such as "documents/0.en.md". */
export const textFile = (name: string): Source => ({
  file: `web/site/tutorial/${name}`,
  text: readFileSync(join(import.meta.dirname, name), "utf8"),
});
