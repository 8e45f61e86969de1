// Pictures of a figure that are made to be passed on.

export interface LoopOptions {
  /** Ends the work; the promise is rejected with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each picture. */
  readonly progress?: ((done: number, all: number) => void) | undefined;
}

/** What a figure that has a picture can be saved as. */
export interface Pictures {
  /** 1200 × 630 px with title, finding and source: a PNG file. */
  card(): Promise<Blob>;
  /** What it does when its main control moves: an animated GIF. */
  loop(options: LoopOptions): Promise<Blob>;
}
