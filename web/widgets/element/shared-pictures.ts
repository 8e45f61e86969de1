// Pictures of a figure that are made to be passed on.

export interface LoopOptions {
  /** Ends the work; the promise is rejected with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each picture. */
  readonly progress?: ((done: number, all: number) => void) | undefined;
}

/** The options of a loop, checked. */
export function checkedLoop(options: unknown): LoopOptions {
  const fail = (name: string, allowed: string, given: unknown): never => {
    const kind = given === null ? "null" : `a ${typeof given}`;
    throw new TypeError(`exportLoop: ${name} must be ${allowed}, got ${kind}`);
  };
  if (typeof options !== "object" || options === null) {
    return fail("options", "an object", options);
  }
  const { signal, progress } = options as LoopOptions;
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    return fail("signal", "an AbortSignal", signal);
  }
  if (progress !== undefined && typeof progress !== "function") {
    return fail("progress", "a function", progress);
  }
  return { signal, progress };
}

/** What a figure that has a picture can be saved as. */
export interface Pictures {
  /** 1200 × 630 px with title, finding and source: a PNG file. */
  card(): Promise<Blob>;
  /** What it does when its main control moves: an animated GIF. */
  loop(options: LoopOptions): Promise<Blob>;
}
