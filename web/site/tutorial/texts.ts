// Reads the texts of pages, which lie beside this file in Markdown.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "../blocks/markdown-nodes.ts";
import type { Sources } from "../pages/markdown-text.ts";

/** A file below web/site/tutorial/. */
const textFile = (name: string): Source => ({
  file: `web/site/tutorial/${name}`,
  get text() {
    return readFileSync(join(import.meta.dirname, name), "utf8");
  },
});

/** The two files of a page: "documents/0" for "documents/0.en.md" and its twin. */
export const textsOf = (name: string): Sources => ({
  en: textFile(`${name}.en.md`),
  zh: textFile(`${name}.zh.md`),
});
