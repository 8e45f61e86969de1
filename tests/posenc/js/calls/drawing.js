// What generators draw with.

/**
 * @typedef {object} Draw
 * @property {(min: number, max: number) => number} int
 * @property {(list: any[]) => any} pick
 * @property {() => boolean} bool
 * @property {(min: number, max: number) => number} real
 * @property {(...shape: number[]) => object} tensor numbers from −1 to 1
 */

export const size = (shape) => shape.reduce((a, b) => a * b, 1);

/** What the generators draw with, on top of whole numbers. */
export function drawing(int, pe, buffers) {
  const d = {
    int,
    bool: () => int(0, 1) === 1,
    pick: (list) => list[int(0, list.length - 1)],
    real: (min, max) => min + ((max - min) * int(0, 1000)) / 1000,
    list(length, min = -1, max = 1) {
      let state = int(0, 2 ** 30);
      return Array.from({ length }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return min + ((max - min) * state) / 2 ** 32;
      });
    },
    integers: (length, min, max) =>
      d.list(length, min, max + 1).map((x) => Math.floor(x)),
    numbers(length, min, max) {
      const list = d.list(length, min, max);
      return d.pick([list, Float64Array.from(list), Float32Array.from(list)]);
    },
    buffer(...shape) {
      const buffer = pe.buffer(shape);
      buffers.push(buffer);
      return buffer;
    },
    tensor(...shape) {
      const data = d.list(size(shape));
      switch (int(0, 3)) {
        case 0:
          return { data, shape };
        case 1:
          return { data: Float64Array.from(data), shape };
        case 2: {
          const buffer = d.buffer(...shape);
          buffer.data.set(data);
          return buffer;
        }
        default:
          return { data: Float32Array.from(data), shape };
      }
    },
    /** Some of these options, each drawn only when it is taken. */
    some(options) {
      const taken = Object.entries(options).filter(() => d.bool());
      return Object.fromEntries(taken.map(([name, draw]) => [name, draw()]));
    },
    even: (min, max) => 2 * int(min / 2, max / 2),
  };
  return d;
}

/** Whole numbers, the same for the same seed. */
export function whole(seed) {
  let state = seed * 7919 + 1;
  return (min, max) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return min + Math.floor(((state >>> 1) / 2 ** 31) * (max - min + 1));
  };
}
