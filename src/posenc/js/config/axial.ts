import { equalLayers } from "./equal-layers.js";
import type { AxialSpec } from "./models.js";
import type { AxialPlan } from "./plan.js";
import { BASE, type Section, SIZE } from "./section.js";

const HEADS = ["num_attention_heads", "n_heads"];
const WIDTH = "attention_head_dim";

/** Diffusion transformers that turn by the coordinates of a grid. */
export function readAxial(
  root: Section,
  spec: AxialSpec,
  modelType: string,
): AxialPlan {
  const numHeads = root.assumed(HEADS, SIZE, spec.heads, modelType);
  const { axesKey, baseKey } = spec;
  const base = baseKey
    ? root.assumed(baseKey, BASE, spec.base, modelType)
    : spec.base;
  const given = axesKey ? root.numbers(axesKey, SIZE) : undefined;
  if (axesKey && !root.has(axesKey)) {
    root.say("default-used", axesKey, String(spec.axes), modelType);
  }
  const sum = (given ?? spec.axes)?.reduce((a, b) => a + b, 0);
  const headDim =
    spec.headDim === undefined
      ? (sum ?? Number.NaN)
      : root.assumed(WIDTH, SIZE, spec.headDim, modelType);
  // Wan: height and width have a third each, in pairs, and time the rest.
  const third = 2 * Math.floor(headDim / 6);
  const widths = given ?? spec.axes ?? [headDim - 2 * third, third, third];
  const key = axesKey ?? WIDTH;
  const odd = widths.find((width) => width % 2 > 0 || width < 2);
  if (odd !== undefined) root.say("rotary-dim-odd", key, odd, headDim);
  if (sum !== undefined && sum !== headDim) {
    root.say("rotary-dim-odd", key, sum, headDim);
  }
  // Rows of the table of angles; the angles are the same for every number.
  root.dismiss("rope_max_seq_len");
  const count = Object.entries(spec.counts)
    .map(([name, usual]) => root.assumed(name, SIZE, usual, modelType))
    .reduce((a, b) => a + b, 0);
  const axes = widths.map((rotaryDim) => ({ rotaryDim, base }));
  const layout = "interleaved";
  return {
    kind: "axial",
    modelType,
    maxPositions: null,
    numHeads,
    headDim,
    axes,
    layout,
    layers: equalLayers(root, modelType, {
      position: { type: "axial", headDim, axes, layout },
      numHeads,
      headDim,
      causal: false,
      count: Math.min(count, 65536) || 0,
    }),
  };
}
