// How tall plots are. A page that says how much room a screen leaves
// (`--pe-screen`) gets picture and main controls in view together: plots give
// way, each in its proportion, as far as they can be read.
import { attributeOf, type Item, kindOf, parted } from "./controls.ts";
import { heightOf, marginOf, type Panel } from "./panel.ts";
import type { AnyFigure } from "./spec.ts";

type AnyPanel = Panel<Record<string, unknown>, unknown>;
type Row = readonly (readonly [id: string, share: number])[];

/** Below this width, in px, panels stand one below the other. */
export const NARROW = 560;

/** px that a figure is taken to be wide: a column of text, a telephone. */
const WIDTH = { wide: 696, narrow: 350 } as const;

/** Panels side by side where it is narrow, in rows that say so. */
export const TIGHT = 2;

/** What a panel takes of a row that is moved sideways: the next one is seen. */
export const SIDEWAYS = 0.8;

/** Part of its height that every plot keeps. */
const LEAST = 0.4;

/** px between rows and between panels of a row that stand below each other. */
const GAP = { row: 12, panel: 16, beside: 32 } as const;

/** px of the line above a panel, and of a readout. */
const LINE = { head: 24, html: 48 } as const;

/** px of the line from which work is started: its text may take a second one. */
const WORK = { wide: 48, narrow: 96 } as const;

/** px that a control takes, with what is above it. */
const CONTROL: Readonly<
  Record<string, readonly [wide: number, narrow: number]>
> = {
  number: [50, 96],
  choice: [56, 122],
  menu: [58, 70],
  switch: [34, 48],
  words: [54, 70],
};

/** CSS: a length of plots, which grow with the text: px at a usual size. */
export const em = (px: number, text = 16): string => `calc(${px}em / ${text})`;

/** Panels in rows, each with its share of the width. */
export function rowsOf(spec: AnyFigure): readonly Row[] {
  return spec.rows ?? spec.panels.map(({ id }) => [[id, 1] as const]);
}

/** Rows that are part of the picture, not below the controls. */
export const isPicture = ({ below = [] }: AnyFigure, row: Row): boolean =>
  !row.some(([id]) => below.includes(id));

/** px of each panel, by id, in a figure of this width. */
export function panesIn(
  spec: AnyFigure,
  width: number,
): ReadonlyMap<string, number> {
  const widths = new Map<string, number>();
  rowsOf(spec).forEach((row, k) => {
    const shares = row.reduce((sum, [, share]) => sum + share, 0);
    const room = width - GAP.beside * (row.length - 1);
    for (const [id, share] of row) {
      const beside = (room * share) / shares;
      const below = spec.tight?.includes(k)
        ? (width - GAP.panel * (TIGHT - 1)) / TIGHT
        : width;
      widths.set(id, width <= NARROW ? below : beside);
    }
  });
  return widths;
}

function controlHeight(
  spec: AnyFigure,
  item: Item<never>,
  narrow: boolean,
): number {
  const kind = kindOf(attributeOf(spec.table, item.key));
  const sizes = CONTROL[item.menu ? "menu" : kind] ?? [0, 0];
  return sizes[narrow ? 1 : 0] + (item.lines ?? 0) * 20;
}

/** px of the controls below the picture: two in a line, or words alone. */
function controlsHeight(spec: AnyFigure, narrow: boolean): number {
  const { main } = parted(spec.controls, spec.main);
  if (main.length === 0) return 0;
  const lines: number[] = [];
  let open = false;
  for (const item of main as readonly Item<never>[]) {
    const height = controlHeight(spec, item, narrow);
    const alone = kindOf(attributeOf(spec.table, item.key)) === "words";
    if (open && !alone) {
      lines.push(Math.max(lines.pop() ?? 0, height));
      open = false;
    } else {
      lines.push(height);
      open = !alone;
    }
  }
  return lines.reduce((sum, height) => sum + height + 16, 4);
}

/** px of a panel that stay, and px that can give way. */
function heightsOf(
  panel: AnyPanel,
  width: number,
  narrow: boolean,
): readonly [fixed: number, plot: number] {
  const pick = (size: number | readonly [number, number]): number =>
    typeof size === "number" ? size : size[narrow ? 1 : 0];
  if (panel.kind === "html") return [pick(panel.tall ?? LINE.html), 0];
  const margin = marginOf(panel);
  const inside = width - margin.left - margin.right;
  const head =
    panel.title || panel.attention || panel.legend || panel.kind === "cells";
  // A long title and a scale of colours take a line each, and where the weights
  // come from may take another.
  const scaled = panel.kind === "cells" && (panel.title || panel.attention);
  const lines =
    !scaled || width > 400 ? 1 : width > 200 && !panel.attention ? 2 : 3;
  const fixed = margin.top + margin.bottom + (head ? lines * LINE.head : 0);
  return [fixed, heightOf(panel, inside, narrow)];
}

/** What is needed besides the plots, and what all plots take, in px. */
function needs(spec: AnyFigure, narrow: boolean) {
  const byId = new Map(spec.panels.map((panel) => [panel.id, panel]));
  const width = WIDTH[narrow ? "narrow" : "wide"];
  let fixed = controlsHeight(spec, narrow);
  if (spec.work) fixed += WORK[narrow ? "narrow" : "wide"];
  let plots = 0;
  rowsOf(spec).forEach((row, k) => {
    // A page's own data may have left nothing in a row.
    if (row.length === 0 || !isPicture(spec, row)) return;
    const sideways = narrow && spec.sideways?.includes(k);
    const tight = narrow && spec.tight?.includes(k);
    const beside = tight ? TIGHT : narrow && !sideways ? 1 : row.length;
    const lines = Math.ceil(row.length / beside);
    const shares = row.reduce((sum, [, share]) => sum + share, 0);
    const sizes = row.map(([id, share]) => {
      const part = sideways
        ? SIDEWAYS
        : beside === row.length
          ? share / shares
          : 1 / beside;
      return heightsOf(byId.get(id) as AnyPanel, width * part, narrow);
    });
    for (let line = 0; line < lines; line += 1) {
      const here = sizes.slice(line * beside, (line + 1) * beside);
      plots += Math.max(...here.map(([, plot]) => plot));
      fixed += Math.max(...here.map(([stays]) => stays));
    }
    fixed += GAP.row + GAP.panel * (lines - 1);
  });
  return { fixed, plots };
}

/**
 * CSS: the height of a panel's plot without its margins, at most as declared.
 *
 * @param aspect - its most as a share of the width, as CSS
 */
export function plotHeight(spec: AnyFigure, panel: AnyPanel, narrow: boolean) {
  const most = heightOf(panel as never, 1e6, narrow);
  const rows = rowsOf(spec).filter((row) => isPicture(spec, row));
  if (!rows.some((row) => row.some(([id]) => id === panel.id))) {
    return em(most);
  }
  const { fixed, plots } = needs(spec, narrow);
  const share = Math.min(1, most / plots).toFixed(4);
  const least = Math.round(most * LEAST);
  // Plots of a figure that is told its height keep lines of text apart: --_least.
  const low = `min(max(${em(least)}, var(--_least, 0px)), ${em(most)})`;
  return `clamp(${low}, calc((var(--pe-screen, 9999px) - ${em(Math.round(fixed))}) * ${share}), ${em(most)})`;
}
