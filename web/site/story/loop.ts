// The view of three models as an animated GIF, to pass on: the sentence slides
// out and back, and the answers go with it.
import { color } from "d3-color";
import { GifFile, type Pixels } from "../../widgets/plots/gif.ts";
import type { Palette } from "../../widgets/plots/marks.ts";
import { paintScene } from "../../widgets/plots/marks-canvas.ts";
import { scene } from "./scene.ts";
import type { StageState } from "./stage-state.ts";

/** Six seconds. */
const FRAMES = 60;
const FRAME_MS = 100;

/** What is drawn, and in which colours. */
export interface Film {
  /** The stage at a share of the way out, 0 to 1. */
  readonly at: (share: number) => StageState;
  /** Once the models have answered all that was asked. */
  readonly answered: () => Promise<void>;
  readonly palette: Palette;
}

export interface LoopOptions {
  readonly signal: AbortSignal;
  readonly progress: (share: number) => void;
}

const pause = (): Promise<void> => new Promise((done) => setTimeout(done));

/** There and back, slowest at the ends. */
const shareOf = (frame: number): number =>
  (1 - Math.cos((2 * Math.PI * frame) / FRAMES)) / 2;

/** Makes the file; the page has its turn between two pictures. */
export async function loopOf(
  { at, answered, palette }: Film,
  { signal, progress }: LoopOptions,
): Promise<Blob> {
  const shares = Array.from({ length: FRAMES }, (_, k) => shareOf(k));
  // Drawing asks the models; what they have not said yet comes while we wait.
  for (const share of shares) scene(at(share));
  await answered();
  signal.throwIfAborted();
  const canvas = document.createElement("canvas");
  // The first who asks says how: its pixels are read after each drawing.
  canvas.getContext("2d", { willReadFrequently: true });
  const draw = (share: number): Pixels => {
    const stage = at(share);
    const picture = { ...stage.frame, marks: scene(stage) };
    const context = paintScene(canvas, picture, palette, 1);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const samples = [0, 0.5, 1].map(draw);
  const exact = Object.values(palette).flatMap((css) => {
    const rgb = color(css)?.rgb();
    return rgb ? [[rgb.r, rgb.g, rgb.b] as const] : [];
  });
  const file = new GifFile([canvas.width, canvas.height], samples, exact);
  for (const [k, share] of shares.entries()) {
    await pause();
    signal.throwIfAborted();
    file.add(draw(share), FRAME_MS);
    progress((k + 1) / FRAMES);
  }
  return file.end();
}
