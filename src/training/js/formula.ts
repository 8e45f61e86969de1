// Formulas that readers type, into functions: numbers, + − × ÷ ^, a few
// functions and variables. Nothing of it is ever run as code, and what is not in
// the tables below is refused with its column.
//
//   sum      product (("+" | "-") product)*
//   product  sign (("*" | "/") sign)*
//   sign     ("+" | "-") sign | power
//   power    atom ("^" sign)?
//   atom     number | variable | function "(" sum ("," sum)* ")" | "(" sum ")"

/** Values of the variables, in the order of their names. */
type Scope = readonly number[];
export type Formula = (scope: Scope) => number;

type Operation = (a: number, b: number) => number;

const SUMS: Readonly<Record<string, Operation>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
};
const PRODUCTS: Readonly<Record<string, Operation>> = {
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};
const FUNCTIONS = {
  abs: Math.abs,
  min: Math.min,
  max: Math.max,
  log: Math.log,
  exp: Math.exp,
  sqrt: Math.sqrt,
  sin: Math.sin,
  cos: Math.cos,
} satisfies Readonly<Record<string, (...of: number[]) => number>>;
/** Functions of two numbers or more. */
const OF_MANY: readonly string[] = ["min", "max"];

/** Signs that are written in several ways. */
const ALIKE: Readonly<Record<string, string>> = {
  "−": "-",
  "–": "-",
  "×": "*",
  "·": "*",
  "÷": "/",
};
const TOKEN =
  /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-z]+)|(.))/iuy;

/** Longest formula. */
const MAX_LENGTH = 500;

interface Token {
  readonly text: string;
  readonly kind: "number" | "name" | "sign" | "end";
  /** From 1 on. */
  readonly column: number;
}

/** A mistake in a formula, with its place. */
export class FormulaError extends RangeError {
  /** Where it is, from 1 on. */
  readonly column: number;

  constructor(message: string, column: number) {
    super(message);
    this.column = column;
  }
}

/** What Chinese keyboards write wide, as it is else; of the same length. */
const narrowed = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );

function tokensOf(formula: string): Token[] {
  const tokens: Token[] = [];
  const text = narrowed(formula.trimEnd());
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [, number, name, sign] = TOKEN.exec(text) as RegExpExecArray;
    const own = number ?? name ?? (sign as string);
    tokens.push({
      text: sign === undefined ? own : (ALIKE[own] ?? own),
      kind: number ? "number" : name ? "name" : "sign",
      column: TOKEN.lastIndex - own.length + 1,
    });
  }
  return [...tokens, { text: "", kind: "end", column: text.length + 1 }];
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #fail: (column: number, text: string) => never;
  readonly #names: readonly string[];
  #at = 0;
  readonly #variables: ReadonlyMap<string, Formula>;
  /** How often a name is read otherwise than as "i - j" or "j - i". */
  readonly alone = new Map<string, number>();

  constructor(
    formula: string,
    names: readonly string[],
    fail: (column: number, text: string) => never,
  ) {
    this.#tokens = tokensOf(formula);
    this.#names = names;
    this.#fail = fail;
    this.#variables = new Map(
      names.map((name, n) => [name, (scope) => scope[n] as number]),
    );
  }

  get #next(): Token {
    return this.#tokens[this.#at] as Token;
  }

  #take(...texts: string[]): string | undefined {
    const { kind, text } = this.#next;
    if (kind !== "sign" || !texts.includes(text)) return undefined;
    this.#at += 1;
    return text;
  }

  #expect(what: string): never {
    const { column, text, kind } = this.#next;
    const got = kind === "end" ? "the end" : JSON.stringify(text);
    return this.#fail(column, `expected ${what}, got ${got}`);
  }

  #close(what: string): void {
    if (!this.#take(")")) this.#expect(what);
  }

  #chain(
    operations: Readonly<Record<string, Operation>>,
    part: () => Formula,
  ): Formula {
    let left = part();
    for (;;) {
      const sign = this.#take(...Object.keys(operations));
      if (sign === undefined) return left;
      const [a, b] = [left, part()];
      if (sign === "-") this.#note(a, b);
      const operation = operations[sign] as Operation;
      left = (scope) => operation(a(scope), b(scope));
    }
  }

  /** Takes a difference of i and j, in any order, for one thing. */
  #note(a: Formula, b: Formula): void {
    const names = ["i", "j"];
    const [i, j] = names.map((name) => this.#variables.get(name));
    if (!((a === i && b === j) || (a === j && b === i))) return;
    for (const name of names) this.#count(name, -1);
  }

  #count(name: string, by: number): void {
    this.alone.set(name, (this.alone.get(name) ?? 0) + by);
  }

  #sum = (): Formula => this.#chain(SUMS, this.#product);

  #product = (): Formula => this.#chain(PRODUCTS, this.#sign);

  #sign = (): Formula => {
    if (this.#take("+")) return this.#sign();
    if (!this.#take("-")) return this.#power();
    const of = this.#sign();
    return (scope) => -of(scope);
  };

  #power(): Formula {
    const base = this.#atom();
    if (!this.#take("^")) return base;
    const exponent = this.#sign();
    return (scope) => base(scope) ** exponent(scope);
  }

  #atom(): Formula {
    const { kind, text } = this.#next;
    if (kind === "number") {
      this.#at += 1;
      const value = Number(text);
      return () => value;
    }
    if (kind === "name") return this.#name(text);
    const allowed = `a number, ${this.#names.join(", ")}, a function or "("`;
    if (!this.#take("(")) this.#expect(allowed);
    const inner = this.#sum();
    this.#close('an operation or ")"');
    return inner;
  }

  #name(name: string): Formula {
    const variable = this.#variables.get(name);
    if (variable) {
      this.#at += 1;
      this.#count(name, 1);
      return variable;
    }
    if (!Object.hasOwn(FUNCTIONS, name)) {
      const known = [...this.#names, ...Object.keys(FUNCTIONS)];
      this.#expect(`one of ${known.join(", ")}`);
    }
    this.#at += 1;
    return this.#call(name as keyof typeof FUNCTIONS);
  }

  #call(name: keyof typeof FUNCTIONS): Formula {
    if (!this.#take("(")) this.#expect(`"(" behind ${name}`);
    const given = [this.#sum()];
    while (OF_MANY.includes(name) && this.#take(",")) given.push(this.#sum());
    if (OF_MANY.includes(name) && given.length < 2) {
      this.#expect(`"," and a second number for ${name}`);
    }
    this.#close('an operation or ")"');
    const work = FUNCTIONS[name] as (...of: number[]) => number;
    const [a, b] = given as [Formula, Formula?];
    if (b === undefined) return (scope) => work(a(scope));
    if (given.length === 2) return (scope) => work(a(scope), b(scope));
    return (scope) => work(...given.map((of) => of(scope)));
  }

  whole(): Formula {
    const formula = this.#sum();
    if (this.#next.kind !== "end") this.#expect("an operation or the end");
    return formula;
  }
}

/**
 * Reads a formula of some variables. `isOfDistance`: i and j are read as their
 * difference alone.
 *
 * @param where - the argument, for messages: "training.trainer: position.bias"
 * @throws FormulaError with the column of the first mistake
 */
export function parse(
  where: string,
  formula: string,
  names: readonly string[],
): { readonly value: Formula; readonly isOfDistance: boolean } {
  const fail = (column: number, text: string): never => {
    throw new FormulaError(`${where}, column ${column}: ${text}`, column);
  };
  if (formula.length > MAX_LENGTH) {
    fail(MAX_LENGTH + 1, `expected at most ${MAX_LENGTH} characters`);
  }
  const parser = new Parser(formula, names, fail);
  const value = parser.whole();
  const isOfDistance = !(parser.alone.get("i") || parser.alone.get("j"));
  return { value, isOfDistance };
}
