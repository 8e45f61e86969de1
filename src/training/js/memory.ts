// Objects of the module live until they are deleted: by dispose(), or after
// garbage collection of what held them.

interface Deletable {
  delete(): void;
}

/** Objects that go together. */
export class Held {
  readonly #all: Deletable[] = [];
  #isOver = false;

  get isOver(): boolean {
    return this.#isOver;
  }

  add<T extends Deletable>(it: T): T {
    this.#all.push(it);
    return it;
  }

  free(): void {
    this.#isOver = true;
    for (const it of this.#all.splice(0)) it.delete();
  }
}

const FORGOTTEN = globalThis.FinalizationRegistry
  ? // never taken: every engine of today has it, and calls it when it likes
    /* @__PURE__ */ new FinalizationRegistry<Held>((held) => held.free())
  : undefined;

/** Frees what `owner` holds when it is forgotten. */
export const watch = (owner: object, held: Held): void =>
  FORGOTTEN?.register(owner, held, held);

/** Frees it now. */
export function release(held: Held): void {
  FORGOTTEN?.unregister(held);
  held.free();
}

/** What a call of what was disposed of is refused with. */
export const disposedOf = (call: string): TypeError =>
  new TypeError(`${call}: it has been disposed of`);

/** Refuses to go on with what was disposed of. */
export function alive(call: string, held: Held): void {
  if (held.isOver) throw disposedOf(call);
}
