// The view of three models as an animated GIF, to pass on: the sentence slides
// out and back, and the answers go with it.
import { gifOf } from "../../widgets/plots/gif-film.ts";
import type { Palette } from "../../widgets/plots/marks.ts";
import { scene } from "./scene.ts";
import type { StageState } from "./stage-state.ts";

/** Six seconds. */
const FRAMES = 60;
const FRAME_MS = 100;

/** What is drawn, and in which colours. */
export interface View {
  /** The stage at a share of the way out, 0 to 1. */
  readonly at: (share: number) => StageState;
  /** Once the models have answered all that was asked. */
  readonly answered: () => Promise<void>;
  readonly palette: Palette;
}

export interface LoopOptions {
  readonly signal: AbortSignal;
  readonly progress: (done: number, all: number) => void;
}

/** There and back, slowest at the ends. */
const shareOf = (frame: number): number =>
  (1 - Math.cos((2 * Math.PI * frame) / FRAMES)) / 2;

export async function loopOf(
  { at, answered, palette }: View,
  how: LoopOptions,
): Promise<Blob> {
  const frames = Array.from({ length: FRAMES }, (_, k) => at(shareOf(k)));
  // Drawing asks the models; what they have not said yet comes while we wait.
  for (const stage of frames) scene(stage);
  await answered();
  how.signal.throwIfAborted();
  return gifOf(
    {
      frames,
      scene: (stage) => ({ ...stage.frame, marks: scene(stage) }),
      ms: () => FRAME_MS,
      palette,
      ratio: 1,
    },
    how,
  );
}
