// One panel of a figure at the size of a thumb: its shapes without words.

import { paint } from "./draw.ts";
import { PALETTES } from "./element/look/palette.ts";
import { defaults } from "./element/state/attributes.ts";
import { figures } from "./figures/list.ts";
import { BufferCache } from "./kit/buffer-cache.ts";
import { groupMark, type Mark, type Scene } from "./plots/marks.ts";
import { sceneSvg } from "./plots/marks-svg.ts";

/** What is shown, of which figure. */
export interface Thumbnail {
  readonly tag: string;
  readonly panel: string;
  /** What differs from the figure's first state. */
  readonly state?: Readonly<Record<string, unknown>>;
  /** How much smaller it is drawn than on a page; 1 unless told otherwise. */
  readonly zoom?: number;
}

/** As wide to its height as the pictures that other sites show: 1200 × 630. */
const SIZE = { width: 240, height: 126 } as const;
const EDGE = 14;

/** Shapes alone: builds have no fonts to write with. */
export const wordless = (marks: readonly Mark[]): readonly Mark[] =>
  marks.flatMap((mark): readonly Mark[] => {
    if (mark.kind === "text") return [];
    if (mark.kind !== "group") return [mark];
    return [{ ...mark, marks: wordless(mark.marks) }];
  });

/** The thumbnail as an SVG file, in colours for light paper. */
export async function thumbnailSvg({
  tag,
  panel: id,
  state: given,
  zoom = 1,
}: Thumbnail): Promise<string> {
  const spec = await figures[tag]?.();
  const panel = spec?.panels.find((it) => it.id === id);
  if (!spec || !panel || panel.kind === "html") {
    throw new Error(`<${tag}> has no picture ${id}`);
  }
  const keep = new BufferCache();
  try {
    const wanted = { ...defaults(spec.table), ...given };
    const state = spec.settle?.(wanted) ?? wanted;
    const model = spec.compute(state, keep);
    const shown = {
      state,
      model,
      lang: "en",
      theme: "light",
      link: null,
    } as const;
    const height = zoom * (SIZE.height - 2 * EDGE);
    const most = zoom * (SIZE.width - 2 * EDGE);
    const width = Math.min(most, height / (panel.aspect ?? 0));
    const box = { width, height };
    const cells: Mark[] =
      panel.kind === "cells"
        ? [
            {
              kind: "image",
              x: 0,
              y: 0,
              ...box,
              source: paint(panel.matrix(shown), "light"),
            },
          ]
        : [...(panel.canvas?.(shown, box) ?? [])];
    const marks = wordless([...cells, ...(panel.marks?.(shown, box) ?? [])]);
    const x = (SIZE.width - box.width / zoom) / 2;
    const picture = { ...groupMark({ x, y: EDGE }, marks), scale: 1 / zoom };
    const scene: Scene = { ...SIZE, marks: [picture] };
    return sceneSvg(scene, PALETTES.light, spec.strings.name.en);
  } finally {
    keep.release();
  }
}
