// Wavelengths of the pairs of a layer, against the lengths of the model.
import { type LayerPlan, type PositionPlan, rotaryFrequencies } from "posenc";
import { lengthBefore } from "../../widgets/figures/11-long-context/config-plan.ts";

export interface Waves {
  /** Positions until each pair has turned once. */
  readonly lengths: readonly number[];
  /** Length before rescaling, which may be that of training; null: not said. */
  readonly before: number | null;
  /** Length that the configuration is made for; null: not said. */
  readonly made: number | null;
}

const TURN = 2 * Math.PI;

/** Undefined where nothing turns. */
export function wavesOf(
  layer: LayerPlan,
  { maxPositions }: PositionPlan,
): Waves | undefined {
  if (layer.kind === "other") return undefined;
  const { position } = layer;
  const made = maxPositions;
  if (position.type === "rotary") {
    const { rotaryDim, base, scaling } = position;
    const { inverseFrequency } = rotaryFrequencies({
      headDim: rotaryDim,
      base,
      ...(scaling && { scaling }),
      ...(made !== null && { seqLen: made }),
    });
    const lengths = Array.from(inverseFrequency, (w) => TURN / w);
    return { lengths, before: lengthBefore(scaling, made), made };
  }
  if (position.type === "axial") {
    const lengths = position.axes.flatMap(({ rotaryDim, base }) => {
      const { inverseFrequency } = rotaryFrequencies({
        headDim: rotaryDim,
        base,
      });
      return Array.from(inverseFrequency, (w) => TURN / w);
    });
    return { lengths, before: null, made: null };
  }
  return undefined;
}
