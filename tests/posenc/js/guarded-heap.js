// The built library on a heap that notices: bytes around every block that must
// not change, fresh memory full of NaN, freed memory overwritten and kept for a
// while, and allocations that fail on request.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { load } from "posenc";

/** Bytes on each side of a block. */
const GUARD = 64;
const CANARY = 0xa5;
/** NaN as float32 and float64, −1 as an integer. */
const POISON = 0xff;
/** How many freed blocks are kept from being used again. */
const KEPT = 24;

const WASM = new URL(import.meta.resolve("posenc/posenc.wasm"));

class Heap {
  /** User's address → bytes asked for. */
  #live = new Map();
  #freed = [];
  #exports;
  /** Which allocation from now on fails: 1 the next one. */
  #failing = Number.POSITIVE_INFINITY;
  #limit;
  /** Whether the next request is refused without being counted. */
  #refusing;
  allocations = 0;

  constructor(exports, limit, hasArena) {
    this.#exports = exports;
    this.#limit = limit;
    this.#refusing = !hasArena;
  }

  #bytes() {
    return new Uint8Array(this.#exports.memory.buffer);
  }

  malloc(size) {
    const bytes = size >>> 0;
    if (this.#refusing) {
      this.#refusing = false;
      return 0;
    }
    this.allocations += 1;
    this.#failing -= 1;
    if (this.#failing === 0 || bytes > this.#limit) return 0;
    const start = this.#exports.malloc(bytes + 2 * GUARD) >>> 0;
    if (start === 0) return 0;
    const memory = this.#bytes();
    memory.fill(CANARY, start, start + GUARD);
    memory.fill(POISON, start + GUARD, start + GUARD + bytes);
    memory.fill(CANARY, start + GUARD + bytes, start + 2 * GUARD + bytes);
    this.#live.set(start + GUARD, bytes);
    return start + GUARD;
  }

  free(address) {
    const user = address >>> 0;
    if (user === 0) return;
    const bytes = this.#live.get(user);
    assert.ok(bytes !== undefined, `freed twice or never allocated: ${user}`);
    this.#checkGuards(user, bytes);
    this.#live.delete(user);
    this.#bytes().fill(POISON, user, user + bytes);
    this.#freed.push([user, bytes]);
    if (this.#freed.length > KEPT) this.#release();
  }

  #release() {
    const [user, bytes] = this.#freed.shift();
    assert.ok(
      this.#isAll(POISON, user, bytes) &&
        this.#isAll(CANARY, user - GUARD, GUARD) &&
        this.#isAll(CANARY, user + bytes, GUARD),
      `a block of ${bytes} bytes was written to after it was freed`,
    );
    this.#exports.free(user - GUARD);
  }

  #isAll(value, start, length) {
    const memory = this.#bytes();
    for (let i = start; i < start + length; i += 1) {
      if (memory[i] !== value) return false;
    }
    return true;
  }

  #checkGuards(user, bytes) {
    assert.ok(
      this.#isAll(CANARY, user - GUARD, GUARD),
      `bytes in front of a block of ${bytes} were overwritten`,
    );
    assert.ok(
      this.#isAll(CANARY, user + bytes, GUARD),
      `bytes behind a block of ${bytes} were overwritten`,
    );
  }

  /** Looks at every block there is. */
  check() {
    for (const [user, bytes] of this.#live) this.#checkGuards(user, bytes);
    while (this.#freed.length > 0) this.#release();
  }

  /** Blocks that were not freed. */
  get live() {
    return this.#live.size;
  }

  /** Size of the module's memory. */
  get size() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Gives the module more memory, so that all views of it become empty. */
  grow() {
    this.#exports.memory.grow(1);
  }

  /** Lets allocation number `n` from now on fail; 0: none. */
  fail(n) {
    this.#failing = n > 0 ? n : Number.POSITIVE_INFINITY;
  }
}

/** Settles when the last start is over: each has the way in to itself. */
let before = /** @type {Promise<unknown>} */ (Promise.resolve());

/**
 * Starts an instance of the library whose memory is guarded.
 *
 * @param limit - a request for more bytes fails, as in a smaller machine
 * @param hasArena - whether small calls may share a block (src/posenc/js/arena.ts),
 *   the first that is asked for; else each has blocks of its own, with guards
 */
export function startGuarded(limit = 2 ** 26, hasArena = false) {
  // Files of tests that share a process start theirs at the same time.
  const own = before.then(() => start(limit, hasArena));
  before = own.catch(() => undefined);
  return own;
}

async function start(limit, hasArena) {
  const { instantiate } = WebAssembly;
  /** @type {Heap | undefined} */
  let heap;
  // The library takes malloc and free from the instance it starts.
  const started = async (module, imports) => {
    const { exports } = /** @type {any} */ (await instantiate(module, imports));
    heap = new Heap(exports, limit, hasArena);
    return {
      exports: {
        ...exports,
        malloc: (bytes) => heap.malloc(bytes),
        free: (address) => heap.free(address),
      },
    };
  };
  WebAssembly.instantiate = /** @type {any} */ (started);
  try {
    const pe = await load({ bytes: await readFile(WASM) });
    return { pe, heap };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
