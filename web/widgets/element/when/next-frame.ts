// The next frame; the next task in a DOM that has no frames, such as jsdom's
// when it does not pretend to be visual.

/** Does something at the next frame; answers what `forgetFrame` takes. */
export const nextFrame = (act: () => void): number =>
  "requestAnimationFrame" in globalThis
    ? requestAnimationFrame(act)
    : Number(setTimeout(act));

/** Gives up what was to be done at a frame; 0 is none. */
export function forgetFrame(frame: number): void {
  if ("cancelAnimationFrame" in globalThis) cancelAnimationFrame(frame);
  else clearTimeout(frame);
}
