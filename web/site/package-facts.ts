// What the npm package gives to other people's pages, for the page about it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { ARCHIVE } from "../widgets/package/archive.ts";
import {
  describe,
  type WidgetDescription,
} from "../widgets/package/describe.ts";
import type { Text } from "../widgets/words/text.ts";
import { inBundle, ofFile, onDemand, sumOf, type Weight } from "./weights.ts";

export interface PackageFacts {
  /** All widgets that stand on their own. */
  readonly widgets: readonly WidgetDescription[];
  readonly shapes: readonly Weight[];
  /** Widgets and an example, for pages without a network. */
  readonly archive?: Uint8Array;
}

const FILES = ["anywidget.js", "embed.js"];
/** One figure, as a bundler takes it. */
const PROGRAM =
  'import { Heatmap, register } from "./index.js"; register([Heatmap]);';

/** What the example's comments say, in both languages. */
const remarks = {
  once: {
    en: "Once per page. All figures are in this one file.",
    zh: "每页一次，所有图都在这一个文件里。",
  },
  lang: {
    en: 'lang="zh" shows a figure in Chinese.',
    zh: 'lang="zh" 以中文显示。',
  },
  sync: {
    en: "The same sync: one follows the other.",
    zh: "sync 相同的图彼此联动。",
  },
} as const satisfies Readonly<Record<string, Text>>;

const remark = ({ en, zh }: Text): string => `<!-- ${en} / ${zh} -->`;

const IN_CHINESE = '<pe-clock lang="zh" controls="pos">钟表与编码</pe-clock>';

const EXAMPLE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>posenc</title>
${remark(remarks.once)}
<script defer src="auto.js"></script>
</head>
<body>
${remark(remarks.lang)}
<pe-heatmap seq-len="40" d-model="64" sync="notes">Heatmap of a sinusoidal table</pe-heatmap>
${remark(remarks.sync)}
<pe-waves d-model="64" sync="notes">Waves of the same table</pe-waves>
${IN_CHINESE}
</body>
</html>
`;

/** The same bytes whenever it is made: zip has no earlier year. */
const TIME = new Date(1980, 0, 2);

/**
 * Reads what was built.
 *
 * @param root - folder of the site's sources
 */
export async function packageFacts(root: string): Promise<PackageFacts> {
  const widgets = await describe();
  const folder = join(root, "widgets", "dist");
  const built = join(root, "..", "build");
  const figures = await onDemand(folder);
  const oneFile = await readFile(join(built, "one-file", "widgets.js"));
  const shapes = [
    await ofFile(folder, "auto.js"),
    ...figures.filter(({ file }) => file === "pe-heatmap"),
    ...figures.slice(-1),
    sumOf(ARCHIVE, [oneFile]),
    ...(await Promise.all(FILES.map((file) => ofFile(folder, file)))),
    await inBundle(folder, PROGRAM),
  ];
  const archive = zipSync(
    {
      "posenc/example.html": strToU8(EXAMPLE),
      "posenc/auto.js": oneFile,
      // For notebooks: see the page for teachers.
      "posenc/anywidget.js": await readFile(join(folder, "anywidget.js")),
      "posenc/LICENSE.txt": await readFile(join(root, "..", "LICENSE")),
      "posenc/THIRD-PARTY-NOTICES.txt": await readFile(
        join(built, "npm", "posenc-widgets", "THIRD-PARTY-NOTICES.txt"),
      ),
    },
    { level: 9, mtime: TIME },
  );
  return { widgets, shapes, archive };
}
