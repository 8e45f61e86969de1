// What goes between a page and its threads, whatever they do.

/** An error as it crosses: what kind it is, what it says, and what it has. */
export interface Fault {
  readonly kind: string;
  readonly message: string;
  /** Numbers and texts of its own, such as `column`. */
  readonly own: Readonly<Record<string, unknown>>;
}

/** What every thread is told first; all else is for its own side to say. */
export interface Start {
  readonly type: "start";
  readonly module: object;
}

/** An order that is answered. */
export interface Asking {
  readonly type: string;
  readonly id: number;
}

/** What it answers. */
export type Answer =
  | { readonly type: "ready" }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "done"; readonly id: number; readonly value: unknown }
  | { readonly type: "progress"; readonly id: number; readonly report: unknown }
  | { readonly type: "error"; readonly id: number; readonly fault: Fault };

export const messageOf = (error: unknown): string =>
  // never taken: calls throw errors
  error instanceof Error ? error.message : String(error);

const KINDS: Readonly<Record<string, new (message: string) => Error>> = {
  TypeError,
  RangeError,
};

/** An error on its way. */
export function faultOf(error: unknown): Fault {
  const kind =
    Object.keys(KINDS).find(
      (name) => error instanceof (KINDS[name] as typeof Error),
    ) ?? "Error";
  const own = Object.entries(Object(error)).filter(([, value]) =>
    ["string", "number"].includes(typeof value),
  );
  return { kind, message: messageOf(error), own: Object.fromEntries(own) };
}

/** The same error where it is thrown. */
export function errorOf({ kind, message, own }: Fault): Error {
  // never taken: calls throw errors of these kinds
  return Object.assign(new (KINDS[kind] ?? Error)(message), own);
}
