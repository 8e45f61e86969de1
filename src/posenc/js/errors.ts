/** A value as an error message shows it: short, and clear about its kind. */
export function describe(value: unknown): string {
  try {
    return show(value);
  } catch {
    return "a value that cannot be read";
  }
}

function show(value: unknown): string {
  if (typeof value === "string") {
    const text = value.length > 40 ? `${value.slice(0, 37)}…` : value;
    return `${JSON.stringify(text)} (a string)`;
  }
  if (typeof value === "bigint") return `${value}n (a bigint)`;
  if (typeof value === "function") return "a function";
  if (typeof value === "symbol") return "a symbol";
  if (Array.isArray(value)) {
    return value.length <= 6 && value.every((x) => typeof x === "number")
      ? `[${value.join(", ")}]`
      : `an array of length ${value.length}`;
  }
  if (ArrayBuffer.isView(value)) {
    const { length } = value as unknown as { length?: number };
    return `a ${value.constructor.name} of length ${length ?? value.byteLength}`;
  }
  if (typeof value === "object" && value !== null) {
    const keys = Object.keys(value);
    return `an object with keys ${keys.length ? keys.slice(0, 6).join(", ") : "(none)"}`;
  }
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Does a part of `call` that is a call of its own, `inner`: errors name `call`. */
export function partOf<T>(call: string, inner: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) {
      error.message = error.message.replace(inner, call);
    }
    throw error;
  }
}

/** 1536 → "1.5 KiB": bytes as an error message shows them. */
export function showBytes(bytes: number): string {
  const unit = Math.min(Math.floor(Math.log2(bytes || 1) / 10), 5);
  const amount = (bytes / 1024 ** unit).toFixed(1);
  return unit > 0
    ? `${amount} ${" KMGTP"[unit]}iB (${bytes} bytes)`
    : `${bytes} bytes`;
}

/** Edit distance with adjacent swaps, for "did you mean". */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    const above = rows[i - 1] as number[];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (above[j - 1] as number) + cost,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (rows[i - 2]?.[j - 2] as number) + 1);
      }
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] as number;
}

const bare = (name: string): string => name.replaceAll("_", "").toLowerCase();

/** Names that other libraries use for our options. */
const SYNONYMS: Readonly<Record<string, string>> = {
  hiddensize: "dModel",
  dim: "dModel",
  length: "seqLen",
  heads: "numHeads",
  kvheads: "numKeyValueHeads",
  numkvheads: "numKeyValueHeads",
  ropetheta: "base",
  theta: "base",
  start: "offset",
};

/** The known name that a mistyped one most likely meant. */
export function nearest(
  name: string,
  known: readonly string[],
): string | undefined {
  const plain = bare(name);
  const synonym = SYNONYMS[plain];
  if (synonym !== undefined && known.includes(synonym)) return synonym;
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(name.length / 2)) + 1;
  for (const candidate of known) {
    const d = distance(plain, bare(candidate));
    if (d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

/** Deeper than anything that is read or shown. */
export const MAX_DEPTH = 64;

export const textOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : describe(cause);

/** Tells what reading an argument threw, with its name. */
export function unreadable(call: string, name: string, cause: unknown): never {
  throw new TypeError(`${call}: ${name} cannot be read: ${textOf(cause)}`, {
    cause,
  });
}
