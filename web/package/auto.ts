// dist/widgets/auto.js: a script tag, classic or module, that loads what the page
// has, from beside itself. From disk, where modules do not load, it takes the
// one file with all figures.
import type { WidgetClass } from "../element/define.ts";
import type { AnyFigure } from "../kit/spec.ts";
import { Checked, type Files, firstOf, tagOf } from "./loader/checked.ts";
import { onDemand } from "./loader/demand.ts";

/** What every figure needs, and the tables of all others, in order. */
declare const __POSENC_FIRST_FILES__: Files & {
  readonly live: string;
  readonly later: string;
};

type Live = typeof import("./live.ts");

const WHOLE = "whole/widgets.js";

/** The script that this is, which modules are not told. */
const script =
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>('script[src*="/auto.js"]');
const base = script?.src ?? "";

function begin(): void {
  const first = __POSENC_FIRST_FILES__;
  const files = new Checked(__POSENC_VERSION__, base, first, first.later);
  const tables = first.paths.filter((path) => firstOf(path) !== undefined);
  page[here] = true;

  onDemand(async (tag) => {
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
      isClass ? (it as WidgetClass) : live.figureElement(it as AnyFigure),
    );
    return undefined;
  });
}

// Notebooks have the script in each of their cells.
const page = globalThis as { [key: symbol]: boolean | undefined };
const here = Symbol.for(`posenc.auto@${__POSENC_VERSION__}`);

if (page[here]) {
  // It watches already.
} else if (base.startsWith("file:")) {
  const whole = document.createElement("script");
  whole.src = new URL(WHOLE, base).href;
  document.head.append(whole);
} else if (base === "") {
  throw new Error(
    `posenc: auto.js must be loaded by a script element with its address as src; ${WHOLE} can stand anywhere`,
  );
} else begin();
