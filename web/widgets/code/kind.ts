import type { Text } from "../words/text.ts";
import { type Braces, CPP, JAVA } from "./braces.ts";
import type { Fragment, Language } from "./listing.ts";
import type { Entry, ProgramState, StateOf, Words } from "./program-state.ts";
import { readState } from "./program-state.ts";
import { NUMPY, type Python, TORCH } from "./python.ts";

/** Lines of numbers, as a program prints them. */
export type Printed = readonly ArrayLike<number>[];

interface Definition<D extends Readonly<Record<string, Entry>>> {
  readonly name: Text;
  /** Every value that the programs use, with what stands where none is given. */
  readonly defaults: D;
  readonly words?: Words;
  /** Brings values that belong together into agreement. */
  readonly settle?: (state: StateOf<D>) => StateOf<D>;
  /** What the programs print. */
  readonly prints: Text;
  /** The program in NumPy and in PyTorch. */
  readonly python: (py: Python, state: StateOf<D>) => Fragment;
  /** The program in Java and in C++. */
  readonly braces: (c: Braces, state: StateOf<D>) => Fragment;
  /** The program that calls the package. */
  readonly javascript: (state: StateOf<D>) => Fragment;
  /** The same by the package: what "Run" does and the tests compare with. */
  readonly run: (state: StateOf<D>) => Printed;
}

/** A thing that programs are written for. */
export interface Kind {
  readonly name: Text;
  readonly prints: Text;
  readonly defaults: Readonly<Record<string, Entry>>;
  /** The words that some of them may be. */
  readonly words: Words;
  /** The state with all its values. */
  read(given: ProgramState): Readonly<Record<string, Entry>>;
  program(language: Language, given: ProgramState): Fragment;
  run(given: ProgramState): Printed;
}

/** @param id - as `listings` calls it */
export function kind<const D extends Readonly<Record<string, Entry>>>(
  id: string,
  definition: Definition<D>,
): Kind {
  const { name, prints, defaults, words, settle } = definition;
  const read = (given: ProgramState): StateOf<D> => {
    const state = readState(id, defaults, given, words);
    return settle ? settle(state) : state;
  };
  const write = (language: Language, state: StateOf<D>): Fragment => {
    switch (language) {
      case "pytorch":
        return definition.python(TORCH, state);
      case "numpy":
        return definition.python(NUMPY, state);
      case "java":
        return definition.braces(JAVA, state);
      case "cpp":
        return definition.braces(CPP, state);
      default:
        return definition.javascript(state);
    }
  };
  return {
    name,
    prints,
    defaults,
    words: words ?? {},
    read: (given) => read(given) as Readonly<Record<string, Entry>>,
    program: (language, given) => write(language, read(given)),
    run: (given) => definition.run(read(given)),
  };
}

/** The numbers of row `row` of a tensor `[…, D]`. */
export function rowOf(
  { data, shape }: { data: ArrayLike<number>; shape: readonly number[] },
  row: number,
): number[] {
  const width = shape.at(-1) as number;
  return Array.from(
    { length: width },
    (_, j) => data[row * width + j] as number,
  );
}

/** All rows of a tensor `[…, D]`. */
export const rowsOf = (tensor: {
  data: ArrayLike<number>;
  shape: readonly number[];
}): number[][] =>
  Array.from(
    { length: tensor.data.length / (tensor.shape.at(-1) as number) },
    (_, row) => rowOf(tensor, row),
  );
