// How many learned numbers an encoding has at a given size: the catalog's own
// formula, such as "2·(2·k + 1)·d", worked out.

/** What the letters of a formula stand for. */
export type Sizes = Readonly<Record<string, number>>;

const TOKEN = /\s*([+·/()²]|\d+(?:\.\d+)?|[A-Za-z]+(?: [a-z]+)*)/y;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [, token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw new SyntaxError(`cannot read "${text}"`);
    tokens.push(token);
  }
  return tokens;
}

/** Sums of products of numbers, letters and brackets, with squares. */
class Reader {
  readonly #tokens: string[];
  readonly #sizes: Sizes;

  constructor(text: string, sizes: Sizes) {
    this.#tokens = tokensOf(text);
    this.#sizes = sizes;
  }

  sum(): number {
    let value = this.#product();
    while (this.#take("+")) value += this.#product();
    return value;
  }

  #product(): number {
    let value = this.#factor();
    for (;;) {
      if (this.#take("·")) value *= this.#factor();
      else if (this.#take("/")) value /= this.#factor();
      else return value;
    }
  }

  #factor(): number {
    const token = this.#tokens.shift() as string;
    const value = token === "(" ? this.sum() : this.#named(token);
    if (token === "(") this.#take(")");
    return this.#take("²") ? value ** 2 : value;
  }

  #named(token: string): number {
    const value = this.#sizes[token] ?? Number(token);
    if (Number.isNaN(value)) throw new RangeError(`no size for "${token}"`);
    return value;
  }

  #take(token: string): boolean {
    if (this.#tokens[0] !== token) return false;
    this.#tokens.shift();
    return true;
  }
}

/** How many they are; what stands in brackets at the end is optional. */
export const learnedNumbers = (formula: string, sizes: Sizes): number =>
  new Reader(formula.replace(/ \([^)]*\)$/, ""), sizes).sum();
