// Orders of a sentence's words, and how an attribute writes them.

/** Where each word comes from: word t of the new order is word order[t]. */
export type Order = readonly number[];

export const identity = (count: number): number[] =>
  Array.from({ length: count }, (_, k) => k);

export const reversed = (count: number): number[] => identity(count).reverse();

const isOrder = (order: readonly number[]): boolean =>
  new Set(order).size === order.length &&
  order.every((k) => Number.isInteger(k) && k >= 0 && k < order.length);

/**
 * "love.2.1.0": an order, and the sentence that it belongs to. A figure whose
 * sentence is another one, or has another number of words, takes no notice.
 */
export const writeOrder = (sentence: string, order: Order): string =>
  [sentence, ...order].join(".");

export function readOrder(text: string): [sentence: string, order: Order] {
  const [sentence = "", ...places] = text.split(".");
  return [sentence, places.map((place) => Number.parseInt(place, 10))];
}

/** Whether an attribute may say this. */
export function checkOrder(text: string): boolean {
  if (text === "auto") return true;
  const [sentence, order] = readOrder(text);
  return sentence !== "" && order.length > 0 && isOrder(order);
}

/** An order with the word at one place moved to another one. */
export function moved(order: Order, from: number, to: number): number[] {
  const rest = order.filter((_, k) => k !== from);
  const word = order[from] as number;
  return [...rest.slice(0, to), word, ...rest.slice(to)];
}

/** All orders of so many words, the written one first. */
export function allOrders(count: number): number[][] {
  if (count === 0) return [[]];
  const smaller = allOrders(count - 1);
  return identity(count).flatMap((first) =>
    smaller.map((rest) => [first, ...rest.map((k) => (k < first ? k : k + 1))]),
  );
}

/** Rows of a table taken in an order. */
export function rowsInOrder(
  data: ArrayLike<number>,
  width: number,
  order: Order,
): Float32Array {
  const out = new Float32Array(order.length * width);
  order.forEach((from, t) => {
    for (let c = 0; c < width; c += 1) {
      out[t * width + c] = data[from * width + c] as number;
    }
  });
  return out;
}

/** Rows and columns of a square matrix taken in an order: PAPᵀ. */
export function conjugated(
  data: ArrayLike<number>,
  order: Order,
): Float32Array {
  const n = order.length;
  return Float32Array.from(
    { length: n * n },
    (_, at) =>
      data[
        (order[Math.floor(at / n)] as number) * n + (order[at % n] as number)
      ] as number,
  );
}

/** Largest difference of two lists of the same length. */
export function gap(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let k = 0; k < a.length; k += 1) {
    most = Math.max(most, Math.abs((a[k] as number) - (b[k] as number)));
  }
  return most;
}
