// Numbers to pixels.

/** Lowest and highest value of a colour map; what lies outside is clamped. */
export type Domain = readonly [number, number];

/**
 * Colours values by a table of 256 pixels.
 *
 * The bin of v is ⌊255 (v − low)/(high − low) + ½⌋. Not a number counts as the
 * lowest value.
 *
 * @param pixels - output, at least as long as `values`
 */
export function paintPixels(
  pixels: Uint32Array,
  values: Float32Array,
  table: Uint32Array,
  [low, high]: Domain,
): void {
  const scale = 255 / (high - low);
  const shift = 0.5 - low * scale;
  const count = values.length;
  for (let k = 0; k < count; k += 1) {
    // Compared before it is cut to an integer, which would wrap at 2^31.
    const at = (values[k] as number) * scale + shift;
    pixels[k] = table[at > 0 ? (at < 255 ? at | 0 : 255) : 0] as number;
  }
}

/** Values from which a longer table pays even if it is made for one picture. */
const MANY = 1 << 17;

/**
 * Colours large matrices twice as fast.
 *
 * A table holds the pixel of each of the 65536 upper halves of a float32: that
 * of the number in the middle of those that begin so. A value is at most half a
 * bin away from it where the domain is at least as wide as its ends are large,
 * so its bin is the right one or the next. All else is painted exactly.
 */
export class PixelPainter {
  #halves = new Uint32Array(0);
  #table: Uint32Array | undefined;
  #domain: Domain = [0, 0];

  /** {@link paintPixels}, to the next bin. */
  paint(
    pixels: Uint32Array,
    values: Float32Array,
    table: Uint32Array,
    domain: Domain,
  ): void {
    const [low, high] = domain;
    const { buffer, byteOffset, length } = values;
    if (length < MANY || Math.max(-low, high) > high - low) {
      paintPixels(pixels, values, table, domain);
      return;
    }
    this.#prepare(table, domain);
    const halves = this.#halves;
    const bits = new Uint32Array(buffer, byteOffset, length);
    for (let k = 0; k < length; k += 1) {
      pixels[k] = halves[(bits[k] as number) >>> 16] as number;
    }
  }

  #prepare(table: Uint32Array, [low, high]: Domain): void {
    const [lowest, highest] = this.#domain;
    if (table === this.#table && low === lowest && high === highest) return;
    const bits = new Uint32Array(1 << 16);
    for (let k = 0; k < bits.length; k += 1) bits[k] = (k << 16) | 0x8000;
    // Infinity: with more than its upper half it would be no number.
    bits[0x7f80] = 0x7f800000;
    const values = new Float32Array(bits.buffer);
    this.#halves = bits;
    paintPixels(bits, values, table, [low, high]);
    this.#table = table;
    this.#domain = [low, high];
  }
}
