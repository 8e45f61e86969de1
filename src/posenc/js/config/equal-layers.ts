import { layerCount } from "./attention-layers.js";
import type {
  AttentionLayer,
  GridWindowPlan,
  LayerPlan,
  LayerPosition,
} from "./layer.js";
import { given, type Section } from "./section.js";

/** Layers that differ by their number at most. */
export interface EqualLayers {
  readonly position: LayerPosition | ((layer: number) => LayerPosition);
  readonly numHeads: number;
  readonly numKeyValueHeads?: number | undefined;
  readonly headDim: number;
  /** 1 / √headDim unless given. */
  readonly scale?: number | undefined;
  readonly causal: boolean;
  /** Layers; else as the config counts them. */
  readonly count?: number | undefined;
  readonly layerType?: (layer: number) => string;
  readonly window?: (layer: number) => number | undefined;
  readonly gridWindow?: (layer: number) => GridWindowPlan | undefined;
}

/** The layers of a stack without layers of several kinds. */
export function equalLayers(root: Section, layers: EqualLayers): LayerPlan[] {
  const { numHeads, headDim, causal } = layers;
  const count = layers.count ?? layerCount(root);
  const { position, scale = 1 / Math.sqrt(headDim) } = layers;
  return Array.from({ length: count }, (_, i) => {
    const window = layers.window?.(i);
    return given<AttentionLayer>({
      kind: "attention",
      layerType: layers.layerType?.(i) ?? "full_attention",
      numHeads,
      numKeyValueHeads: layers.numKeyValueHeads ?? numHeads,
      headDim,
      position: typeof position === "function" ? position(i) : position,
      scale,
      causal,
      window,
      gridWindow: layers.gridWindow?.(i),
    });
  });
}
