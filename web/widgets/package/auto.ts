// dist/widgets/auto.js: a script, classic or module, in a tag or imported, that
// loads what the page has, from beside itself. From disk, where modules do not
// load, it takes the one file with all figures.
import type { WidgetClass } from "../element/define.ts";
import type { AnyFigure } from "../kit/spec.ts";
import type { Text } from "../words/text.ts";
import { ARCHIVE } from "./archive.ts";
import { Checked, type Files, firstOf, tagOf } from "./loader/checked.ts";
import { onDemand } from "./loader/demand.ts";
import { ownScript } from "./loader/own-script.ts";
import { refuse } from "./loader/refuse.ts";

/** What every figure needs, and the tables of all others, in order. */
declare const __POSENC_FIRST_FILES__: Files & {
  readonly live: string;
  readonly later: string;
};

type Live = typeof import("./live.ts");

const WHOLE = "whole/widgets.js";

const NAME = "auto.js";

const nowhere: Text = {
  en: "This figure cannot be loaded: auto.js does not know where its files are. Load it by a script element that has its address as src, or by import.",
  zh: "此图无法载入：auto.js 不知道自己的文件在哪里。请用带地址的脚本元素载入它，或以模块方式导入。",
};

/** Where the site is, ending in "/". */
declare const __POSENC_HOME__: string;

const onDisk: Text = {
  en: "This figure does not load from a disk, because browsers take its modules from a server only. All figures in one file, which also opens from a disk: ",
  zh: "此图无法从硬盘载入：浏览器只从服务器载入它的模块。含全部图的单个文件，也可从硬盘打开：",
};

/** Says of every figure where the file with all of them is. */
const refuseOnDisk = (): void =>
  refuse(onDisk, () => {
    const link = document.createElement("a");
    link.href = __POSENC_HOME__ + ARCHIVE;
    link.textContent = link.href;
    return link;
  });

/** @param base - address of this script, or of the one that it is a part of */
function begin(base: string): void {
  const first = __POSENC_FIRST_FILES__;
  const files = new Checked(__POSENC_VERSION__, base, first, first.later);
  const tables = first.paths.filter((path) => firstOf(path) !== undefined);
  /** Of a script that has this one inside, its files are elsewhere. */
  const where = new URL(base).pathname.endsWith(`/${NAME}`)
    ? ""
    : `; auto.js is part of ${base} and looks for its files beside it: put them there, or load auto.js by a script element of its own`;

  const load = async (tag: string) => {
    const table = tables
      .filter((path) => (firstOf(path) as string) <= tag)
      .at(-1);
    const [live, known] = await Promise.all([
      files.bring<Live>(first.live),
      table === undefined ? [] : files.learn(table),
    ]);
    const path = known.find((each) => tagOf(each) === tag);
    if (path === undefined) {
      const all = await Promise.all(tables.map((each) => files.learn(each)));
      return all
        .flat()
        .map(tagOf)
        .filter((each) => each !== undefined);
    }
    const found = await files.bring<Record<string, { tag?: string }>>(path);
    const it: unknown = Object.values(found).find((each) => each?.tag === tag);
    const isClass = typeof it === "function";
    live.define(
      isClass
        ? (it as WidgetClass)
        : live.figureElement(it as AnyFigure, files.rooms.get(path)),
    );
    return undefined;
  };
  onDemand((tag) =>
    load(tag).catch((error: Error) => {
      throw new Error(error.message + where);
    }),
  );
}

// Notebooks have the script in each of their cells.
const page = globalThis as { [key: symbol]: boolean | undefined };
const here = Symbol.for(`posenc.auto@${__POSENC_VERSION__}`);

if (!page[here]) {
  page[here] = true;
  const base = ownScript(NAME)?.src;
  if (base?.startsWith("file:")) {
    const whole = document.createElement("script");
    whole.src = new URL(WHOLE, base).href;
    whole.addEventListener("error", refuseOnDisk);
    document.head.append(whole);
  } else if (base !== undefined) begin(base);
  // Beside a module that is imported there is one that is told its address.
  else if (document.currentScript === null)
    import("./here.js").then(
      ({ default: address }) => begin(new URL(NAME, address).href),
      () => refuse(nowhere),
    );
  else refuse(nowhere);
}
