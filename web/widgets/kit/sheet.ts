// The whole figure on one sheet: what is saved, and what the page build draws
// for readers without scripts. Made from the same panels as the screen.

import { colorMap, cssColor } from "../plots/color.ts";
import {
  groupMark,
  type ImageSource,
  type Mark,
  type Scene,
  textMark,
} from "../plots/marks.ts";
import { widthOf } from "../plots/text-width.ts";
import { quantity } from "../words/text.ts";
import { NARROW, rowsOf } from "./fit.ts";
import { cellNumbers, rect } from "./highlights.ts";
import {
  heightOf,
  type Matrix,
  marginOf,
  type Panel,
  titleOf,
} from "./panel.ts";
import {
  type Block,
  EDGE,
  heading,
  LINE,
  legendMarks,
  wrapped,
} from "./sheet-text.ts";
import type { AnyFigure, Shown } from "./spec.ts";

type Any = Shown<Record<string, unknown>, unknown>;
type AnyPanel = Panel<Record<string, unknown>, unknown>;

/** The cells of a panel as a picture. */
type Picture = (panel: AnyPanel, matrix: Matrix) => ImageSource;

/** Usual width of a sheet. */
const WIDTH = 960;
const GAP = 24;
const HEAD = 24;

function scaleMarks(matrix: Matrix, shown: Any, right: number): Mark[] {
  const map = colorMap(matrix.map ?? "diverging", shown.theme);
  const [low, high] = matrix.domain.map((value) => quantity(value));
  const end = right - widthOf(high ?? "", 12) - 6;
  const marks: Mark[] = [
    textMark(right, 0, high ?? "", "ink2", { anchor: "end" }),
    textMark(end - 102, 0, low ?? "", "ink2", { anchor: "end" }),
  ];
  for (let k = 0; k < 32; k += 1) {
    const fill = cssColor(map[k * 8 + 4] as number);
    marks.push(rect([end - 96 + 3 * k, -9, 3.2, 9], { fill }));
  }
  return marks;
}

/** One panel in a box of this width; says how high it has become. */
function paneMarks(
  panel: AnyPanel,
  shown: Any,
  width: number,
  picture: Picture,
  narrow: boolean,
): Block {
  const margin = marginOf(panel);
  const marks: Mark[] = [];
  const title = titleOf(panel, shown);
  const keys = panel.legend?.(shown) ?? [];
  const left = panel.kind === "html" ? 0 : margin.left;
  let y = 0;
  if (title !== "") {
    for (const line of wrapped(title, width - left, 12)) {
      marks.push(textMark(left, y + 14, line));
      y += LINE;
    }
  }
  if (keys.length > 0) {
    const legend = legendMarks(keys, [left, y], width - left);
    marks.push(...legend.marks);
    y += legend.height;
  }
  if (panel.kind === "html") {
    for (const line of panel.lines(shown)) {
      for (const part of wrapped(line, width, 13)) {
        marks.push(textMark(0, y + 14, part, "ink", { size: 13 }));
        y += LINE;
      }
    }
    return { marks, height: y };
  }
  const room = width - margin.left - margin.right;
  const box = { width: room, height: heightOf(panel, room, narrow) };
  const inner: Mark[] = [];
  let top = y + margin.top;
  if (panel.kind === "cells") {
    const matrix = panel.matrix(shown);
    if (panel.scale !== false) {
      const scale = scaleMarks(matrix, shown, box.width);
      marks.push(groupMark({ x: left, y: y + 14 }, scale));
      top += HEAD;
    }
    const source = picture(panel, matrix);
    inner.push({ kind: "image", x: 0, y: 0, ...box, source });
    inner.push(...cellNumbers(matrix, box, shown.theme));
  } else {
    inner.push(...(panel.canvas?.(shown, box) ?? []));
  }
  inner.push(...(panel.marks?.(shown, box) ?? []));
  marks.push(groupMark({ x: margin.left, y: top }, inner));
  return { marks, height: top + box.height + margin.bottom };
}

/**
 * The sheet of a state whose numbers are there.
 *
 * @param head - what stands at its top; the finding and the sentence if not said
 */
export function sheet(
  spec: AnyFigure,
  shown: Any,
  picture: Picture,
  width = WIDTH,
  head = heading(spec.finding(shown), spec.sentence(shown), width),
): Scene {
  const marks = [...head.marks];
  const all = width - 2 * EDGE;
  let y = head.height + 12;
  const byId = new Map(spec.panels.map((panel) => [panel.id, panel]));
  const narrow = all <= NARROW;
  const rows = narrow
    ? rowsOf(spec)
        .flat()
        .map((it) => [it])
    : rowsOf(spec);
  for (const row of rows) {
    const shares = row.reduce((sum, [, share]) => sum + share, 0);
    const room = all - GAP * (row.length - 1);
    let x = EDGE;
    let height = 0;
    for (const [id, share] of row) {
      const part = (room * share) / shares;
      const panel = byId.get(id) as AnyPanel;
      const pane = paneMarks(panel, shown, part, picture, narrow);
      marks.push(groupMark({ x, y }, pane.marks));
      x += part + GAP;
      height = Math.max(height, pane.height);
    }
    y += height + 12;
  }
  return { width, height: Math.ceil(y + EDGE - 12), marks };
}
