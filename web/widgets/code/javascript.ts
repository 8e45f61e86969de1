// What the JavaScript programs have in common: they call the package.

import { type Fragment, lines, number, Value } from "./listing.ts";
import type { Matrix, Vector } from "./program-state.ts";

/** A program that has loaded the package as `pe`. */
export const javascript = (body: Fragment): Fragment => lines`
  import { load } from "posenc";

  const pe = await load();
  ${body}`;

/** `const name = [1, 2];` */
export function jsVector(name: string, x: Vector): Fragment {
  const value = new Value(name, `[${x.map(number).join(", ")}]`);
  return lines`const ${name} = ${value};`;
}

/** A tensor of the package: numbers row by row, and their shape. */
export const jsTensor = (
  name: string,
  x: Matrix,
  shape: readonly number[] = [x.length, x[0]?.length ?? 0],
): Fragment => lines`
  const ${name} = {
    data: [
      ${x.flatMap((row) => lines`${new Value(name, row.map(number).join(", "))},`)}
    ],
    shape: [${shape.join(", ")}],
  };`;

/** Prints tensors row by row. */
export const jsRows = (...names: string[]): Fragment => lines`
  for (const { data, shape } of [${names.join(", ")}]) {
    const width = shape.at(-1);
    for (let at = 0; at < data.length; at += width) {
      console.log(data.slice(at, at + width).join(" "));
    }
  }`;
