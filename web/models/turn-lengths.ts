// Wavelengths of the pairs of a layer, against the lengths of the model.
import { type LayerPlan, type PositionPlan, rotaryFrequencies } from "posenc";

export interface Waves {
  /** Positions until each pair has turned once. */
  readonly lengths: readonly number[];
  /** Length of training: that before the context was extended; null: not said. */
  readonly trained: number | null;
  /** Length that the configuration is made for; null: not said. */
  readonly made: number | null;
}

function trainedOn(
  position: { readonly scaling?: object },
  made: number | null,
): number | null {
  const scaling = position.scaling as
    | { originalMaxSeqLen?: number; type: string; factor?: number }
    | undefined;
  if (scaling?.originalMaxSeqLen !== undefined) {
    return scaling.originalMaxSeqLen;
  }
  if (scaling?.type === "linear" && scaling.factor && made !== null) {
    return Math.max(1, Math.round(made / scaling.factor));
  }
  return made;
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
    return { lengths, trained: trainedOn(position, made), made };
  }
  if (position.type === "axial") {
    const lengths = position.axes.flatMap(({ rotaryDim, base }) => {
      const { inverseFrequency } = rotaryFrequencies({
        headDim: rotaryDim,
        base,
      });
      return Array.from(inverseFrequency, (w) => TURN / w);
    });
    return { lengths, trained: null, made: null };
  }
  return undefined;
}
