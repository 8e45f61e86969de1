// Frames as an animated GIF, which every message, slide and forum shows.
import {
  applyPalette,
  GIFEncoder,
  quantize,
  snapColorsToPalette,
} from "gifenc";

/** Colours of a frame; the last place is for what stays as it was. */
const COLORS = 255;
const UNCHANGED = COLORS;
const FORMAT = "rgb565";
/** One pixel of so many is looked at for the palette; prime, unlike widths. */
const STRIDE = 7;
/** A colour of the palette this near to a given one becomes it (square). */
const SNAP = 64;

type Rgb = readonly [number, number, number];

/** Pixels of a canvas, four bytes each. */
export type Pixels = Uint8ClampedArray;

/** A GIF that repeats for ever, frame by frame. */
export class GifFile {
  readonly #encoder = GIFEncoder();
  readonly #colors: number[][];
  readonly #size: readonly [width: number, height: number];
  #last: Uint8Array | undefined;

  /**
   * @param samples - frames that have all the colours
   * @param exact - colours that must not change by a shade: those of the paper
   *   and of letters
   */
  constructor(
    size: readonly [width: number, height: number],
    samples: readonly Pixels[],
    exact: readonly Rgb[],
  ) {
    this.#size = size;
    // Some pixels of each: colours come in areas and lines.
    const words = samples.flatMap((it) => {
      const pixels = new Uint32Array(it.buffer, it.byteOffset, it.length / 4);
      return [pixels.filter((_, k) => k % STRIDE === 0)];
    });
    const all = new Uint32Array(words.reduce((sum, it) => sum + it.length, 0));
    let at = 0;
    for (const pixels of words) {
      all.set(pixels, at);
      at += pixels.length;
    }
    const bytes = new Uint8Array(all.buffer);
    this.#colors = quantize(bytes, COLORS, { format: FORMAT });
    snapColorsToPalette(
      this.#colors,
      exact.map((color) => [...color]),
      SNAP,
    );
  }

  /** The table of the file: the colours, and a place for what is unchanged. */
  get #all(): number[][] {
    const length = COLORS + 1;
    return Array.from({ length }, (_, k) => this.#colors[k] ?? [0, 0, 0]);
  }

  /** Puts one more frame behind the others. */
  add(pixels: Pixels, ms: number): void {
    const index = applyPalette(pixels, this.#colors, FORMAT);
    const last = this.#last;
    // Runs of what has not changed are what makes the file small.
    const written = last
      ? index.map((color, k) => (color === last[k] ? UNCHANGED : color))
      : index;
    this.#encoder.writeFrame(written, ...this.#size, {
      delay: ms,
      dispose: 1,
      ...(last
        ? { transparent: true, transparentIndex: UNCHANGED }
        : { palette: this.#all, repeat: 0 }),
    });
    this.#last = index;
  }

  /** The file; nothing can be added afterwards. */
  end(): Blob {
    this.#encoder.finish();
    return new Blob([this.#encoder.bytes()], { type: "image/gif" });
  }
}
