// The markup of a figure made from its spec: the same text that the page build
// writes and that the element makes for itself elsewhere.
import { frame, labelled, type Poster } from "../element/look/frame.ts";
import { labelHtml } from "../words/quantity.ts";
import { escapeHtml, type Lang } from "../words/text.ts";
import { attributeOf, controlsHtml, itemHtml, parted } from "./controls.ts";
import { em, isPicture, NARROW, plotHeight, rowsOf, TIGHT } from "./fit.ts";
import {
  type CellsPanel,
  marginOf,
  type Panel,
  type PlotPanel,
  titleOf,
} from "./panel.ts";
import type { AnyFigure, Shown } from "./spec.ts";

type Any = Shown<Record<string, unknown>, unknown>;

/** px that the sign of a picture to be dragged needs. */
const GRIP = 32;

/** What a figure can say before its numbers are there. */
export type Unready = Omit<Any, "model"> & { readonly model?: unknown };

function legendHtml(panel: Panel<unknown, unknown>, shown: Any): string {
  const keys = panel.legend?.(shown as never) ?? [];
  return keys
    .map(
      ({ ink, text, dashed }) =>
        `<span class="key ${ink}${dashed ? " dashed" : ""}"><span>${labelHtml(text)}</span></span>`,
    )
    .join("");
}

function scaleHtml(panel: Panel<unknown, unknown>): string {
  return panel.kind === "cells" && panel.scale !== false
    ? '<span class="scale"><span class="low"></span><span class="bar"><canvas class="ramp" width="256" height="1" aria-hidden="true"></canvas></span><span class="high"></span></span>'
    : "";
}

/** The line above a panel. */
export function headHtml(panel: Panel<unknown, unknown>, shown: Any): string {
  const title = titleOf(panel, shown as never);
  return `<span class="title">${labelHtml(title)}</span><span class="legend">${legendHtml(panel, shown)}</span>`;
}

function plotHtml(
  panel: CellsPanel<unknown, unknown> | PlotPanel<unknown, unknown>,
  spec: AnyFigure,
  unready: Unready,
): string {
  const { pointing, kind } = panel;
  const keyed = pointing?.key && pointing.keys;
  const access = keyed
    ? ` tabindex="0" role="application" aria-label="${escapeHtml(pointing.keys?.[unready.lang] ?? "")}"`
    : "";
  const touch = pointing?.drag ? (pointing.vertical ? " hold" : " slide") : "";
  // Before its numbers are there, a picture is called what the figure is.
  const name =
    "model" in unready
      ? panel.label(unready as never)
      : spec.strings.name[unready.lang];
  const picture = `role="img" aria-label="${escapeHtml(name)}"`;
  const canvas =
    kind === "cells"
      ? `<div class="window"><canvas class="cells" ${picture}></canvas></div>`
      : panel.canvas
        ? '<canvas class="curves" aria-hidden="true"></canvas>'
        : "";
  const role = kind === "cells" ? 'aria-hidden="true"' : picture;
  const grip = pointing?.drag
    ? `<span class="grip" aria-hidden="true">${pointing.vertical ? "✥" : "↔"}</span>`
    : "";
  return `<div class="plot${touch}"${access}>${canvas}<svg class="marks" ${role}></svg>${grip}</div>`;
}

function panelHtml(
  panel: Panel<unknown, unknown>,
  spec: AnyFigure,
  unready: Unready,
): string {
  const ready = "model" in unready ? (unready as Any) : undefined;
  const head =
    panel.title || panel.attention || panel.legend || panel.kind === "cells"
      ? `<p class="head"><span class="texts">${ready ? headHtml(panel, ready) : ""}</span>${scaleHtml(panel)}</p>`
      : "";
  const body =
    panel.kind === "html"
      ? `<div class="html">${ready ? panel.html(ready as never) : ""}</div>`
      : plotHtml(panel, spec, unready);
  return `<div class="pane pane-${panel.id}${panel.answers ? " answer" : ""}" part="plot" data-pane="${panel.id}">${head}${body}</div>`;
}

/** CSS of a figure's own: where its panels stand and how tall they are. */
export function stylesOf(spec: AnyFigure): string {
  const rules: string[] = [];
  rowsOf(spec).forEach((row, k) => {
    const columns = row.map(([, share]) => `minmax(0, ${share}fr)`).join(" ");
    const rule = `.row-${k} { grid-template-columns: ${columns}; }`;
    const wide = `@container pe-figure (min-width: ${NARROW}.02px) { ${rule} }`;
    rules.push(
      spec.tight?.includes(k)
        ? `.row-${k} { grid-template-columns: repeat(${TIGHT}, minmax(0, 1fr)); gap: 16px; } ${wide}`
        : wide,
    );
  });
  for (const panel of spec.panels) {
    if (panel.kind === "html") continue;
    const margin = marginOf(panel);
    const room = margin.top + margin.bottom;
    const { id, aspect, pointing } = panel;
    const tall = (narrow: boolean): string => {
      const most = plotHeight(spec, panel as never, narrow);
      // The plot's width is the pane's without the margins.
      const inside = `(100cqw - ${em(margin.left + margin.right)})`;
      const height =
        aspect === undefined ? most : `min(${most}, ${inside} * ${aspect})`;
      const limit = aspect
        ? `max-height: calc(${inside} * ${aspect} + ${em(room)});`
        : "";
      return `height: calc(${height} + ${em(room)}); ${limit}`;
    };
    const place = `left: ${em(margin.left)}; top: ${em(margin.top)}; width: calc(100% - ${em(margin.left + margin.right)}); height: calc(100% - ${em(room)});`;
    rules.push(
      `.pane-${id} .plot { ${tall(false)} }`,
      `@container pe-figure (max-width: ${NARROW}px) { .pane-${id} .plot { ${tall(true)} } }`,
      `.pane-${id} :is(.window, .curves, .marks, .corners) { ${place} }`,
      `.pane-${id} .head { padding-inline: ${em(margin.left, 13)} ${em(margin.right, 13)}; }`,
    );
    if (pointing?.drag) {
      // The corner between the axes is free; without axes, that above.
      const free = margin.left >= GRIP && margin.bottom >= GRIP;
      rules.push(
        `.pane-${id} .grip { ${free ? "left: 0; bottom: 0;" : "right: 0; top: 0;"} }`,
      );
    }
    if (pointing?.cursor) {
      rules.push(
        `.pane-${id} .plot:not([data-locked]) { cursor: ${pointing.cursor}; }`,
      );
    }
  }
  for (const own of [spec.textInput?.look, spec.work?.look, spec]) {
    rules.push(own?.styles ?? "");
  }
  return rules.join("\n");
}

function formulaHtml(
  spec: AnyFigure,
  { math, html }: NonNullable<AnyFigure["formula"]>,
  lang: Lang,
): string {
  // What can be typed into is a group of fields, and a <math> is one thing.
  return html === undefined
    ? `<div class="formula" part="formula"><math displaystyle="true">${math}</math></div>`
    : `<div class="formula" part="formula" role="group" ${labelled(spec.strings, "name", lang)}>${html}</div>`;
}

/** Everything inside the shadow root. */
export function kitMarkup(
  spec: AnyFigure,
  unready: Unready,
  poster?: Poster,
): string {
  const { lang, state } = unready;
  const ready = "model" in unready ? (unready as Any) : undefined;
  const byId = new Map(spec.panels.map((panel) => [panel.id, panel]));
  const all = rowsOf(spec);
  const rows = (picture: boolean): string[] =>
    all.flatMap((row, k) => {
      if (isPicture(spec, row) !== picture) return [];
      const panes = row.map(([id]) => {
        const panel = byId.get(id);
        if (!panel) throw new Error(`<${spec.tag}> has no panel ${id}`);
        return panelHtml(panel, spec, unready);
      });
      // Matrices side by side stand level, however many lines their titles take.
      const level = row.every(([id]) => byId.get(id)?.kind === "cells");
      return [
        `<div class="row row-${k}${level ? " level" : ""}">${panes.join("")}</div>`,
      ];
    });
  const formula = spec.formula ? formulaHtml(spec, spec.formula, lang) : "";
  const controls = controlsHtml(
    parted(spec.controls, spec.main as readonly string[] | undefined),
    (item) => {
      const attribute = attributeOf(spec.table, item.key);
      return itemHtml(item, attribute, state, spec.strings, lang);
    },
    lang,
  );
  const work = spec.work?.look.html(spec, state, lang) ?? "";
  // What is brought is what the work is done with.
  const hands = spec.textInput
    ? [controls, spec.textInput.look.html(spec.textInput, state, lang), work]
    : [work, controls];
  return frame(lang, spec.strings, {
    finding: ready ? spec.finding(ready) : "",
    poster,
    body: `${formula}<div class="hands-on"><div class="stage">${rows(true).join("\n")}</div>${hands.join("")}</div>${rows(false).join("\n")}`,
  });
}
