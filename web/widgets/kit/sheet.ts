// The whole figure on one sheet: what is saved, and what the page build draws
// for readers without scripts. Made from the same panels as the screen.
import { colorMap, cssColor } from "../../plots/color.ts";
import type { ImageSource, Ink, Mark, Scene } from "../../plots/marks.ts";
import { quantity } from "../text.ts";
import { cellNumbers, rect } from "./marks.ts";
import {
  heightOf,
  type Key,
  type Matrix,
  marginOf,
  type Panel,
} from "./panel.ts";
import type { AnyFigure, Shown } from "./spec.ts";
import { rowsOf } from "./template.ts";

type Any = Shown<Record<string, unknown>, unknown>;
type AnyPanel = Panel<Record<string, unknown>, unknown>;

/** The cells of a panel as a picture; undefined: paint them one by one. */
type Picture = (panel: AnyPanel, matrix: Matrix) => ImageSource | undefined;

const WIDTH = 960;
const EDGE = 24;
const GAP = 24;
const HEAD = 24;
const LINE = 18;

const text = (
  x: number,
  y: number,
  line: string,
  fill: Ink = "ink2",
  more: object = {},
): Mark => ({ kind: "text", x, y, text: line, fill, ...more });

/** Width of a text in px, roughly: CJK is square, Latin about half of that. */
export function widthOf(line: string, size: number): number {
  let units = 0;
  for (const c of line) units += c > "\u2e80" ? 1 : 0.54;
  return units * size;
}

/** Lines that fit a width, broken at spaces or between CJK characters. */
export function wrapped(line: string, width: number, size: number): string[] {
  const parts = line.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/g) ?? [];
  const lines: string[] = [];
  let current = "";
  for (const part of parts) {
    // Closing punctuation does not begin a line.
    const closing = /^[，。、；：？！）》」』”’]/.test(part);
    const full = widthOf(current + part.trimEnd(), size) > width;
    if (full && current !== "" && !closing) {
      lines.push(current.trimEnd());
      current = "";
    }
    current += part;
  }
  return [...lines, current.trimEnd()];
}

/** HTML of a finding as plain text. */
export function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
}

function legendMarks(keys: readonly Key[], x: number, y: number): Mark[] {
  const marks: Mark[] = [];
  let at = x;
  for (const { ink, text: label } of keys) {
    marks.push(rect([at, y - 5, 14, 2.5], { fill: ink }));
    marks.push(text(at + 20, y, label));
    at += 36 + widthOf(label, 12);
  }
  return marks;
}

function scaleMarks(matrix: Matrix, shown: Any, right: number): Mark[] {
  const map = colorMap(matrix.map ?? "diverging", shown.theme);
  const [low, high] = matrix.domain.map((value) => quantity(value));
  const end = right - widthOf(high ?? "", 12) - 6;
  const marks: Mark[] = [
    text(right, 0, high ?? "", "ink2", { anchor: "end" }),
    text(end - 102, 0, low ?? "", "ink2", { anchor: "end" }),
  ];
  for (let k = 0; k < 32; k += 1) {
    const fill = cssColor(map[k * 8 + 4] as number);
    marks.push(rect([end - 96 + 3 * k, -9, 3.2, 9], { fill }));
  }
  return marks;
}

function cellMarks(matrix: Matrix, shown: Any, width: number, height: number) {
  const { values, rows, columns, domain } = matrix;
  const map = colorMap(matrix.map ?? "diverging", shown.theme);
  const [low, high] = domain;
  const [w, h] = [width / columns, height / rows];
  return Array.from(values.subarray(0, rows * columns), (value, k) => {
    const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
    return rect(
      [(k % columns) * w, Math.floor(k / columns) * h, w + 0.3, h + 0.3],
      { fill: cssColor(map[Math.round(share * 255)] as number) },
    );
  });
}

/** One panel in a box of this width; says how high it has become. */
function paneMarks(
  panel: AnyPanel,
  shown: Any,
  width: number,
  picture: Picture,
): { readonly marks: readonly Mark[]; readonly height: number } {
  const margin = marginOf(panel);
  const marks: Mark[] = [];
  const title = panel.title?.(shown) ?? "";
  const keys = panel.legend?.(shown) ?? [];
  const left = panel.kind === "html" ? 0 : margin.left;
  let y = 0;
  if (title !== "") {
    for (const line of wrapped(title, width - left, 12)) {
      marks.push(text(left, y + 14, line));
      y += LINE;
    }
  }
  if (keys.length > 0) {
    marks.push(...legendMarks(keys, left, y + 14));
    y += HEAD;
  }
  if (panel.kind === "html") {
    for (const line of panel.lines(shown)) {
      for (const part of wrapped(line, width, 13)) {
        marks.push(text(0, y + 14, part, "ink", { size: 13 }));
        y += LINE;
      }
    }
    return { marks, height: y };
  }
  const box = {
    width: width - margin.left - margin.right,
    height: heightOf(panel, width - margin.left - margin.right, false),
  };
  const inner: Mark[] = [];
  let top = y + margin.top;
  if (panel.kind === "cells") {
    const matrix = panel.matrix(shown);
    if (panel.scale !== false) {
      marks.push({
        kind: "group",
        x: left,
        y: y + 14,
        marks: scaleMarks(matrix, shown, box.width),
      });
      top += HEAD;
    }
    const source = picture(panel, matrix);
    if (source) inner.push({ kind: "image", x: 0, y: 0, ...box, source });
    else inner.push(...cellMarks(matrix, shown, box.width, box.height));
    inner.push(...cellNumbers(matrix, box, shown.theme));
  } else {
    inner.push(...(panel.canvas?.(shown, box) ?? []));
  }
  inner.push(...(panel.marks?.(shown, box) ?? []));
  marks.push({ kind: "group", x: margin.left, y: top, marks: inner });
  return { marks, height: top + box.height + margin.bottom };
}

/** The sheet of a state whose numbers are there. */
export function sheet(spec: AnyFigure, shown: Any, picture: Picture): Scene {
  const marks: Mark[] = [];
  let y = EDGE;
  for (const line of wrapped(
    plain(spec.finding(shown)),
    WIDTH - 2 * EDGE,
    15,
  )) {
    marks.push(text(EDGE, y + 12, line, "ink", { size: 15, bold: true }));
    y += 22;
  }
  for (const line of wrapped(spec.sentence(shown), WIDTH - 2 * EDGE, 12)) {
    marks.push(text(EDGE, y + 12, line));
    y += LINE;
  }
  y += 12;
  const byId = new Map(spec.panels.map((panel) => [panel.id, panel]));
  for (const row of rowsOf(spec)) {
    const shares = row.reduce((sum, [, share]) => sum + share, 0);
    const room = WIDTH - 2 * EDGE - GAP * (row.length - 1);
    let x = EDGE;
    let height = 0;
    for (const [id, share] of row) {
      const width = (room * share) / shares;
      const panel = byId.get(id) as AnyPanel;
      const pane = paneMarks(panel, shown, width, picture);
      marks.push({ kind: "group", x, y, marks: pane.marks });
      x += width + GAP;
      height = Math.max(height, pane.height);
    }
    y += height + 12;
  }
  return { width: WIDTH, height: Math.ceil(y + EDGE - 12), marks };
}
