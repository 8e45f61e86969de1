import { layerCount } from "./attention-layers.js";
import type { AttentionLayer, LayerPlan, LayerPosition } from "./layer.js";
import { FULL } from "./layers.js";
import { given, type Section } from "./section.js";

/** Layers that differ by their number at most. */
export interface EqualLayers {
  /** Unless each layer has its own. */
  readonly position?: LayerPosition;
  readonly numHeads: number;
  readonly numKeyValueHeads?: number | undefined;
  readonly headDim: number;
  /** 1 / √headDim unless given. */
  readonly scale?: number | undefined;
  readonly causal: boolean;
  /** Layers; else as the config counts them. */
  readonly count?: number | undefined;
  /** In what a layer differs from full attention. */
  readonly own?: (layer: number) => Partial<AttentionLayer>;
}

/** The layers of a stack without layers of several kinds. */
export function equalLayers(root: Section, layers: EqualLayers): LayerPlan[] {
  const { numHeads, headDim, position, causal, own } = layers;
  const { count = layerCount(root), numKeyValueHeads = numHeads } = layers;
  const { scale = 1 / Math.sqrt(headDim) } = layers;
  return Array.from({ length: count }, (_, i) =>
    given<AttentionLayer>({
      kind: "attention",
      layerType: FULL,
      numHeads,
      numKeyValueHeads,
      headDim,
      position,
      scale,
      causal,
      ...own?.(i),
    }),
  );
}
