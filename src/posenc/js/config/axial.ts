import { equalLayers } from "./equal-layers.js";
import { HEADS } from "./keys.js";
import type { AxialHeadsPlan, AxialPlan } from "./plan.js";
import { BASE, type Section, SIZE } from "./section.js";
import type { AxialSpec } from "./spec.js";

// Coordinates follow from the size of the patches, by rules that no plan holds.
const PATCHES = "patch_size";

/** LTX-Video: all heads turn as one vector. */
export function readAxialHeads(root: Section): AxialHeadsPlan {
  const numHeads = root.size(HEADS, 32);
  const headDim = root.size("attention_head_dim", 64);
  const count = root.size("num_layers", 28);
  const width = numHeads * headDim;
  if (headDim % 2 > 0 || width < 12)
    root.say("rotary-dim-odd", "attention_head_dim", headDim, width);
  root.say("not-in-plan", PATCHES);
  const axes = 3;
  const turning = {
    numHeads,
    headDim,
    axes,
    frequencies: Math.floor(width / 6),
    unturned: (width % 6) / 2,
    base: 10000,
  };
  return {
    kind: "axialHeads",
    modelType: root.modelType,
    maxPositions: null,
    ...turning,
    layers: equalLayers(root, {
      position: { type: "axialHeads", ...turning },
      numHeads,
      headDim,
      causal: false,
      count,
    }),
  };
}

/** Transformers that turn by the coordinates of a grid. */
export function readAxial(root: Section, spec: AxialSpec): AxialPlan {
  const { axesKey, baseKey, width, prefix = "" } = spec;
  const named = (key: string) => prefix + key;
  const numHeads = root.size(HEADS.map(named), spec.heads);
  const rope = root.section("rope_parameters");
  rope?.dismiss("rope_type");
  const base = baseKey
    ? (rope?.optional(baseKey, BASE) ??
      root.assumed(named(baseKey), BASE, spec.base))
    : spec.base;
  const given = axesKey ? root.numbers(axesKey, SIZE) : undefined;
  if (axesKey) root.assume(axesKey, String(spec.axes));
  const sum = (given ?? spec.axes)?.reduce((a, b) => a + b, 0);
  const name = named(width ? "hidden_size" : "attention_head_dim");
  const wide = width ?? spec.headDim;
  const less = root.optional(named("downsample_rate"), SIZE) ?? 1;
  const headDim = wide
    ? root.size(name, wide) / (width ? numHeads * less : 1)
    : (sum ?? Number.NaN);
  // Wan: height and width have a third each, in pairs, and time the rest.
  const third = 2 * Math.floor(headDim / 6);
  const usual = width
    ? [headDim / 2, headDim / 2]
    : [headDim - 2 * third, third, third];
  const widths = given ?? spec.axes ?? usual;
  const key = axesKey ?? name;
  const odd = widths.find((columns) => columns % 2 > 0 || columns < 2);
  const bad = odd ?? (sum === headDim ? undefined : sum);
  if (bad !== undefined) root.say("rotary-dim-odd", key, bad, headDim);
  // DINOv3's are the centres of the patches, from -1 to 1 whatever their number,
  // times 2π.
  if (spec.halves) root.say("not-in-plan", PATCHES);
  if (prefix) root.say("text-model-only", name, root.modelType);
  // Rows of the table of angles; the angles are the same for every number.
  root.dismiss("rope_max_seq_len");
  const count = Object.entries(spec.counts)
    .map(([counted, most]) => root.size(named(counted), most))
    .reduce((a, b) => a + b, 0);
  const axes = widths.map((rotaryDim) => ({ rotaryDim, base }));
  const layout = spec.halves ? "halves" : "interleaved";
  return {
    kind: "axial",
    modelType: root.modelType,
    maxPositions: null,
    numHeads,
    headDim,
    axes,
    layout,
    layers: equalLayers(root, {
      position: { type: "axial", headDim, axes, layout },
      numHeads,
      numKeyValueHeads:
        root.optional(["num_kv_heads", "n_kv_heads"], SIZE) ??
        spec.keyValueHeads,
      headDim,
      causal: false,
      count: Math.min(count, 65536) || 0,
    }),
  };
}
