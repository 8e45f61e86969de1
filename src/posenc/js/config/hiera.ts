import { equalLayers } from "./equal-layers.js";
import type { GridWindowPlan } from "./layer.js";
import type { LearnedPlan } from "./plan.js";
import { COUNT, type Section, SIZE, unlike } from "./section.js";

const TYPE = "sam2_hiera_det_model";
/** Types, the key of the part that leads to the backbone, its type unless given. */
const PARTS = [
  ["sam2", "vision_config", "sam2_vision_model"],
  ["sam2_vision_model", "backbone_config", TYPE],
] as const;

/** The backbone of SAM 2, whichever level the file is; other models as they are. */
export function backboneOf(model: Section): Section {
  const { reading } = model;
  let section = model;
  for (const [type, key, below] of PARTS) {
    if (reading.modelType !== type) continue;
    const part = section.section(key);
    if (part) section.say("text-model-only", key, type);
    section = part ?? section.within(key, {});
    reading.modelType = section.text("model_type") ?? below;
  }
  return section;
}

type Sides = GridWindowPlan["grid"];

/** SAM 2's Hiera: rows of two tables, then windows of a grid that shrinks. */
export function readHiera(root: Section): LearnedPlan {
  if (root.modelType !== TYPE)
    root.say("encoding-unsupported", "model_type", root.modelType);
  // Rows and columns; one number is both.
  const sides = (key: string, usual: number, rule = SIZE) => {
    const one = root.peek(key);
    const list =
      typeof one === "number"
        ? [root.optional(key, rule), one]
        : root.list(key, rule, 2, [usual, usual]);
    return list?.slice(0, 2) as unknown as Sides;
  };
  let count = 1;
  const stages = (key: string, usual: readonly number[]) =>
    root.list(key, SIZE, count, usual) as readonly number[];
  const blocks = stages("blocks_per_stage", [1, 2, 7, 2]);
  count = blocks.length;
  const widths = stages("embed_dim_per_stage", [96, 192, 384, 768]);
  const heads = stages("num_attention_heads_per_stage", [1, 2, 4, 8]);
  const windows = stages("window_size_per_stage", [8, 4, 14, 7]);
  const whole = new Set(
    root.list("global_attention_blocks", COUNT, 0, [5, 7, 9]),
  );
  const pooled = root.assumed("num_query_pool_stages", COUNT, 3);
  const stride = sides("query_stride", 2);
  const dModel = root.size("hidden_size", 96);
  if (unlike(dModel, widths[0] as number))
    root.say("out-of-range", "hidden_size", widths[0] as number, dModel);
  const image = sides("image_size", 1024);
  const kernel = sides("patch_kernel_size", 7);
  const step = sides("patch_stride", 4);
  const padding = sides("patch_padding", 3, COUNT);
  const from = sides("window_positional_embedding_background_size", 7);
  const to = image.map((size, i) => {
    const room = size + 2 * (padding[i] as number) - (kernel[i] as number);
    return Math.floor(room / (step[i] as number)) + 1;
  }) as unknown as Sides;
  const tile = windows[0] as number;
  // The second table is repeated over the grid, without a rest.
  if (to.some((cells) => cells < 1 || cells % tile > 0))
    root.say("out-of-range", "window_size_per_stage", `${to} / n`, tile);
  let [grid, at] = [to, 0];
  const layers = blocks.flatMap((number, stage) => {
    const [numHeads, width] = [heads[stage] as number, widths[stage] as number];
    const headDim = width / numHeads;
    if (headDim % 1 > 0)
      root.say(
        "head-dim-not-divisible",
        "embed_dim_per_stage",
        width,
        numHeads,
      );
    const [start, before] = [at, grid];
    // Queries of its first block are the largest numbers of cells that become one.
    if (stage && stage <= pooled) {
      root.say("not-in-plan", "query_stride");
      grid = grid.map((cells, i) =>
        Math.floor(cells / (stride[i] as number)),
      ) as unknown as Sides;
    }
    const after = grid;
    const count = Math.min(number, 65536 - at) || 0;
    at += count;
    return equalLayers(root, {
      position: { type: "none" },
      numHeads,
      headDim,
      causal: false,
      count,
      own: (i) => {
        if (whole.has(start + i)) return {};
        // That block also has the windows of the stage before.
        const side = windows[i ? stage : stage - 1] ?? tile;
        return {
          layerType: "window_attention",
          gridWindow: { size: [side, side], grid: i ? after : before },
        };
      },
    });
  });
  return {
    kind: "learned",
    modelType: root.modelType,
    maxPositions: to[0] * to[1],
    numHeads: heads[0] as number,
    embedding: { maxLen: from[0] * from[1], dModel },
    offset: 0,
    tokenScale: 1,
    resized: { from, to, method: "cubic" },
    tiled: [tile, tile],
    layers,
  };
}
