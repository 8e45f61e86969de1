// Java and C++, whose loops read alike: what they call differently.

import {
  type Fragment,
  lines,
  number,
  remark,
  Value,
  when,
} from "./listing.ts";
import type { Matrix, Vector } from "./program-state.ts";

/** Java or C++. */
export interface Braces {
  readonly java: boolean;
  /** Where the elementary functions are: `Math.` or `std::`. */
  readonly math: string;
  readonly boolean: string;
  readonly infinity: string;
  readonly pi: string;
  /** Declares a vector of zeros. */
  vector(name: string, length: string): string;
  /** Declares a matrix of zeros. */
  matrix(name: string, rows: string, columns: string): string;
  /** How many rows or numbers. */
  length(name: string): string;
  /** Prints a number, a row, all rows. */
  number(expression: string): string;
  print(row: string): string;
  rows(matrix: string): Fragment;
  /** A function; `Vector` and `Matrix` are said in the language's way. */
  define(signature: string, body: Fragment): Fragment;
  /** A whole program. */
  program(body: Fragment, functions?: readonly Fragment[]): Fragment;
}

const spaced = (functions: readonly Fragment[]): Fragment =>
  functions.flatMap((one, k) => [...(k > 0 ? [{ text: "" }] : []), ...one]);

export const JAVA: Braces = {
  java: true,
  math: "Math.",
  boolean: "boolean",
  infinity: "Double.NEGATIVE_INFINITY",
  pi: "Math.PI",
  vector: (name, length) => `double[] ${name} = new double[${length}];`,
  matrix: (name, rows, columns) =>
    `double[][] ${name} = new double[${rows}][${columns}];`,
  length: (name) => `${name}.length`,
  number: (expression) => `System.out.println(${expression});`,
  print: (row) => `System.out.println(Arrays.toString(${row}));`,
  rows: (matrix) =>
    lines`for (double[] row : ${matrix}) System.out.println(Arrays.toString(row));`,
  define: (signature, body) => lines`
    static ${signature.replace(/Vector/g, "double[]").replace(/Matrix/g, "double[][]")} {
      ${body}
    }`,
  program(body, functions = []) {
    const all = [...body, ...functions.flat()];
    const used = (["ArrayList", "Arrays", "List"] as const).filter((name) =>
      all.some(({ text }) => new RegExp(`\\b${name}\\b[.<]`).test(text)),
    );
    return lines`
      ${used.map((name) => ({ text: `import java.util.${name};` }))}

      public class Main {
        public static void main(String[] args) {
          ${body}
        }

        ${spaced(functions)}
      }`.filter(
      ({ text }, k, list) => text !== "" || list[k + 1]?.text !== "}",
    );
  },
};

const HEADERS: readonly (readonly [name: string, use: RegExp])[] = [
  ["algorithm", /std::(max|min|clamp)\b/],
  [
    "cmath",
    /std::(pow|sin|cos|tan|exp|log|log2|sqrt|floor|ceil|abs|atan)|INFINITY/,
  ],
  ["cstdint", /std::u?int\d+_t/],
  ["cstdio", /std::(printf|puts)/],
  ["numbers", /std::numbers/],
  ["stdexcept", /std::invalid_argument/],
  ["vector", /Vector|Matrix|std::vector/],
];

const PRINT = lines`
  void print(const Vector& row) {
    for (double x : row) std::printf("%.9g ", x);
    std::puts("");
  }`;

export const CPP: Braces = {
  java: false,
  math: "std::",
  boolean: "bool",
  infinity: "-INFINITY",
  pi: "std::numbers::pi",
  vector: (name, length) => `Vector ${name}(${length});`,
  matrix: (name, rows, columns) =>
    `Matrix ${name}(${rows}, Vector(${columns}));`,
  length: (name) => `static_cast<int>(${name}.size())`,
  number: (expression) => `std::printf("%.9g\\n", ${expression});`,
  print: (row) => `print(${row});`,
  rows: (matrix) => lines`for (const Vector& row : ${matrix}) print(row);`,
  define(signature, body) {
    // What is handed over is read only.
    const at = signature.indexOf("(");
    const parameters = signature
      .slice(at)
      .replace(/(Vector|Matrix) /g, "const $1& ");
    return lines`
      ${signature.slice(0, at)}${parameters} {
        ${body}
      }`;
  },
  program(body, functions = []) {
    const uses = (pattern: RegExp): boolean =>
      [...body, ...functions.flat()].some(({ text }) => pattern.test(text));
    const prints = uses(/\bprint\(/);
    const own = prints ? [PRINT, ...functions] : functions;
    const text = [...body, ...own.flat()].map((line) => line.text).join("\n");
    const headers = HEADERS.filter(([, use]) => use.test(text));
    return lines`
      ${headers.map(([name]) => ({ text: `#include <${name}>` }))}

      ${when(
        /Vector|Matrix/.test(text),
        lines`
        using Vector = std::vector<double>;
        ${when(/Matrix/.test(text), lines`using Matrix = std::vector<Vector>;`)}`,
      )}

      ${spaced(own)}

      int main() {
        ${body}
      }`;
  },
};

/** `double[] name = {1, 2};` */
export function cVector(c: Braces, name: string, x: Vector): Fragment {
  const value = new Value(name, `{${x.map(number).join(", ")}}`);
  return lines`${c.java ? "double[]" : "const Vector"} ${name} = ${value};`;
}

/** `int[] name = {1, 2};` */
export function cIntegers(c: Braces, name: string, x: Vector): Fragment {
  const value = new Value(name, `{${x.map(number).join(", ")}}`);
  return lines`${c.java ? "int[]" : "const std::vector<int>"} ${name} = ${value};`;
}

/** A matrix, a line for each row. */
export const cMatrix = (c: Braces, name: string, x: Matrix): Fragment => lines`
  ${c.java ? "double[][]" : "const Matrix"} ${name} = {
    ${x.flatMap((row) => lines`${new Value(name, `{${row.map(number).join(", ")}}`)},`)}
  };`;

/** The function `cell`: one number of the sinusoidal encoding. */
export const cCell = (c: Braces): Fragment =>
  c.define(
    "double cell(double pos, int dim, int dModel, double base)",
    lines`
      int pair = dim / 2; «pair dim»
      double omega = ${c.math}pow(base, -2.0 * pair / dModel); «omega base dModel»
      double angle = pos * omega; «angle pos»
      return dim % 2 == 0 ? ${c.math}sin(angle) : ${c.math}cos(angle); «dim»`,
  );

/** The function `dot`. */
export const cDot = (c: Braces): Fragment =>
  c.define(
    "double dot(Vector a, Vector b)",
    lines`
      double sum = 0;
      for (int d = 0; d < ${c.length("a")}; ++d) sum += a[d] * b[d];
      return sum;`,
  );

/** The function `softmax`; a query that sees nothing gets zeros. */
export const cSoftmax = (c: Braces): Fragment =>
  c.define(
    "Vector softmax(Vector scores)",
    lines`
      int count = ${c.length("scores")};
      ${c.vector("weights", "count")}
      double largest = ${c.infinity}, sum = 0;
      for (int j = 0; j < count; ++j) largest = ${c.math}max(largest, scores[j]);
      if (largest == ${c.infinity}) return weights; «weights»
      for (int j = 0; j < count; ++j) {
        weights[j] = ${c.math}exp(scores[j] - largest); «weights»
        sum += weights[j];
      }
      for (int j = 0; j < count; ++j) weights[j] /= sum; «weights»
      return weights;`,
  );

/** The function `normal`: the package's own random numbers. */
export const cNormal = (c: Braces): Fragment => {
  const long = (hex: string): string => `0x${hex}${c.java ? "L" : ""}`;
  const to = c.java ? ">>>" : ">>";
  const bits = c.java ? "long" : "std::uint64_t";
  const next = lines`
    state += ${long("9E3779B97F4A7C15")};
    ${bits} z = (state ^ (state ${to} 30)) * ${long("BF58476D1CE4E5B9")};
    z = (z ^ (z ${to} 27)) * ${long("94D049BB133111EB")};
    z = (z ^ (z ${to} 31)) ${to} 11;
    return ${c.java ? "z" : "static_cast<double>(z)"} * 0x1p-53;`;
  return lines`
    // ${remark("The numbers that posenc draws: SplitMix64, then Box and Muller.", "与 posenc 相同的随机数：SplitMix64，再用 Box–Muller 变换。")}
    ${
      c.java
        ? lines`static long state;

    `
        : []
    }
    ${c.define(c.java ? "double uniform()" : "double uniform(std::uint64_t& state)", next)}

    ${c.define(
      `Vector normal(int count, double sigma, ${bits} ${c.java ? "seed" : "state"})`,
      lines`
        ${c.java ? lines`state = seed;` : []}
        ${c.vector("values", "count")}
        for (int k = 0; k < count; k += 2) {
          double radius = sigma * ${c.math}sqrt(-2 * ${c.math}log(1 - ${draw(c)}));
          double turn = 2 * ${c.pi} * (${draw(c)} - 0.5);
          values[k] = radius * ${c.math}cos(turn);
          if (k + 1 < count) values[k + 1] = radius * ${c.math}sin(turn);
        }
        return values;`,
    )}`;
};

const draw = (c: Braces): string => (c.java ? "uniform()" : "uniform(state)");

/** A seed as an integer of 64 bits. */
export const cSeed = (c: Braces, seed: number): Value =>
  new Value("seed", `${seed}${c.java ? "L" : ""}`);
