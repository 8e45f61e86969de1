// Pictures one after another as an animated GIF.
import { color } from "d3-color";
import { GifFile, type Pixels } from "./gif.ts";
import type { Palette, Scene } from "./marks.ts";
import { paintScene } from "./marks-canvas.ts";

/** What is drawn, all of it in one size. */
export interface Film<Frame> {
  readonly frames: readonly Frame[];
  readonly scene: (frame: Frame) => Scene;
  /** How long it stands. */
  readonly ms: (frame: Frame) => number;
  readonly palette: Palette;
  /** Pixels to a px. */
  readonly ratio: number;
}

interface How {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((done: number, all: number) => void) | undefined;
}

/** Some frames, far from each other. */
export const someOf = <Frame>(frames: readonly Frame[]): Frame[] =>
  [0, 0.33, 0.67].map((k) => frames[Math.floor(k * frames.length)] as Frame);

/** Lets the page do what waits. */
const pause = (): Promise<void> => new Promise((done) => setTimeout(done));

/** Makes the file; the page has its turn between two pictures. */
export async function gifOf<Frame>(
  { frames, scene, ms, palette, ratio }: Film<Frame>,
  { signal, progress }: How,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  // The first who asks says how: its pixels are read after each drawing.
  canvas.getContext("2d", { willReadFrequently: true });
  const draw = (frame: Frame): Pixels => {
    const context = paintScene(canvas, scene(frame), palette, ratio);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const samples: Pixels[] = [];
  for (const frame of someOf(frames)) {
    await pause();
    samples.push(draw(frame));
  }
  await pause();
  const exact = Object.values(palette).flatMap((css) => {
    const rgb = color(css)?.rgb();
    return rgb ? [[rgb.r, rgb.g, rgb.b] as const] : [];
  });
  const file = new GifFile([canvas.width, canvas.height], samples, exact);
  for (const [k, frame] of frames.entries()) {
    await pause();
    signal?.throwIfAborted();
    const pixels = draw(frame);
    await pause();
    file.add(pixels, ms(frame));
    progress?.(k + 1, frames.length);
  }
  return file.end();
}
