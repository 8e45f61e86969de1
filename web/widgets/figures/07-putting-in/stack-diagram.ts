// The diagram of an encoder and a decoder, from the bottom up.
import { rect } from "../../kit/highlights.ts";
import type { Box } from "../../kit/spec.ts";
import { type Mark, segment } from "../../plots/marks.ts";
import type { Lang, Text } from "../../words/text.ts";
import type { Kind, Side, Stage } from "./stack-run.ts";

export const NAMES: Readonly<Record<Kind, Text>> = {
  embedding: { en: "embedding · √d", zh: "词嵌入 · √d" },
  position: { en: "+ position", zh: "+ 位置" },
  selfAttention: { en: "self-attention", zh: "自注意力" },
  crossAttention: { en: "attention to encoder", zh: "对编码器的注意力" },
  feedForward: { en: "feed-forward", zh: "前馈网络" },
  logits: { en: "logits", zh: "logits" },
};

/** The name of a stage, the mask of the decoder with it. */
export function nameOf({ kind, side }: Stage, lang: Lang): string {
  if (kind === "selfAttention" && side === "decoder") {
    return { en: "masked self-attention", zh: "带掩码的自注意力" }[lang];
  }
  return NAMES[kind][lang];
}

/** Places of all boxes, in the order of the stages. */
export function places(
  stages: readonly Stage[],
  { width, height }: Box,
): readonly (readonly [x: number, y: number, w: number, h: number])[] {
  const rows = (side: Side) => stages.filter((s) => s.side === side).length;
  const step = height / Math.max(rows("encoder"), rows("decoder"));
  const w = Math.min(190, width * 0.4);
  // Where rows are low, boxes take of the arrows what their words need.
  const h = Math.min(28, Math.max(step * 0.62, Math.min(14, step * 0.8)));
  const next: Record<Side, number> = { encoder: 0, decoder: 0 };
  return stages.map(({ side }) => {
    const row = next[side]++;
    const middle =
      side === "encoder" ? 0.02 * width + w / 2 : width - w / 2 - 42;
    return [middle - w / 2, height - (row + 0.5) * step - h / 2, w, h];
  });
}

/** The stage nearest to a point. */
export function stageAt(
  stages: readonly Stage[],
  box: Box,
  at: { readonly x: number; readonly y: number },
): number {
  let [best, least] = [0, Infinity];
  places(stages, box).forEach(([x, y, w, h], k) => {
    const dx = Math.max(0, x - at.x, at.x - x - w);
    const dy = Math.max(0, y - at.y, at.y - y - h);
    const far = Math.hypot(dx, dy);
    if (far < least) [best, least] = [k, far];
  });
  return best;
}

/** The stage that an arrow key leads to. */
export function stageBy(
  stages: readonly Stage[],
  from: number,
  key: string,
): number | undefined {
  const here = stages[from] as Stage;
  const column = stages.flatMap(({ side }, k) =>
    side === here.side ? [k] : [],
  );
  const row = column.indexOf(from);
  if (key === "ArrowUp") return column[Math.min(column.length - 1, row + 1)];
  if (key === "ArrowDown") return column[Math.max(0, row - 1)];
  const side = { ArrowLeft: "encoder", ArrowRight: "decoder" }[key];
  if (side === undefined) return undefined;
  const other = stages.flatMap((stage, k) => (stage.side === side ? [k] : []));
  return other[Math.min(other.length - 1, row)];
}

const shapeOf = ({ output }: Stage): string =>
  `[${output.rows}, ${output.columns}]`;

function arrow(x: number, from: number, to: number): Mark[] {
  // A short one has a small head.
  const head = Math.min(6, 0.7 * (from - to));
  const half = (3.5 / 6) * head;
  return [
    segment(x, from, x, to + 1, { stroke: "ink3" }),
    {
      kind: "path",
      draw(pen) {
        pen.moveTo(x - half, to + head);
        pen.lineTo(x, to);
        pen.lineTo(x + half, to + head);
      },
      stroke: "ink3",
    },
  ];
}

/** The line from the encoder's top to every attention to it. */
function bridge(
  stages: readonly Stage[],
  at: ReturnType<typeof places>,
  box: Box,
): Mark[] {
  const top = stages.findLastIndex(({ side }) => side === "encoder");
  const [x, y, w] = at[top] as (typeof at)[number];
  const targets = stages.flatMap(({ kind }, k) =>
    kind === "crossAttention" ? [at[k] as (typeof at)[number]] : [],
  );
  const first = targets[0];
  if (!first) return [];
  const between = (x + w + first[0]) / 2;
  const start = Math.max(6, y - 17);
  const middle = x + w / 2;
  const style = { stroke: "accent", width: 1.25 } as const;
  const ends = targets.map(([, ty, , th]) => ty + th / 2);
  const high = Math.min(start, ...ends);
  const low = Math.max(start, ...ends);
  return [
    segment(middle, y, middle, start, style),
    segment(middle, start, between, start, style),
    segment(between, high, between, Math.min(low, box.height), style),
    ...ends.map((ty) => segment(between, ty, first[0], ty, style)),
  ];
}

/** px between two boxes that a shape needs. */
const SHAPE = 12;

/** Boxes, arrows and shapes. */
export function diagram(
  stages: readonly Stage[],
  chosen: number,
  inputs: Readonly<Record<Side, string>>,
  lang: Lang,
  box: Box,
): readonly Mark[] {
  const at = places(stages, box);
  const marks: Mark[] = bridge(stages, at, box);
  stages.forEach((stage, k) => {
    const [x, y, w, h] = at[k] as (typeof at)[number];
    const middle = x + w / 2;
    const above = at[k + 1];
    const isLast = stages[k + 1]?.side !== stage.side;
    // All parts of the encoder give the same shape: where two boxes leave no
    // room for it, it stands above the last alone.
    const gap = above && !isLast ? y - above[1] - above[3] : Infinity;
    const shaped = stage.side === "decoder" || gap >= SHAPE;
    const on = k === chosen;
    if (above && !isLast) marks.push(...arrow(middle, y, above[1] + above[3]));
    if (stage.kind === "embedding") {
      marks.push(...arrow(middle, box.height + 8, y + h), {
        kind: "text",
        x: middle,
        y: box.height + 24,
        text: inputs[stage.side],
        anchor: "middle",
        fill: "ink2",
      });
    }
    marks.push(
      rect([x, y, w, h], {
        fill: on ? "soft" : "paper",
        stroke: on ? "accent" : "ink3",
        width: on ? 2 : 1,
      }),
      {
        kind: "text",
        x: middle,
        y: y + h / 2 + 4,
        text: nameOf(stage, lang),
        anchor: "middle",
        fill: stage.kind === "position" ? "accent" : "ink",
        size: Math.min(w < 140 ? 10.5 : 12, 0.85 * h),
        bold: on,
      },
      {
        kind: "text",
        x: stage.side === "encoder" ? middle + 6 : x + w + 4,
        y: stage.side === "encoder" ? y - 4 : y + h / 2 + 4,
        text: shaped ? shapeOf(stage) : "",
        fill: on ? "accent" : "ink3",
        size: 10.5,
      },
    );
  });
  return marks;
}
