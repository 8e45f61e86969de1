import type { Posenc } from "../api.js";
import { describe } from "../errors.js";
import { refuseUnknown } from "../options.js";
import { integer, type OptionsOf, table } from "../schema.js";
import {
  type AbortLike,
  ADDRESS,
  type Host,
  readConnect,
  SOURCE,
  WORKERS,
} from "../threads/host.js";
import { type Beginning, Thread } from "../threads/thread.js";
import { Luggage, unpack } from "./carry.js";
import type { Rows } from "./messages.js";
import { join, planOf, sharesOf } from "./splits.js";
import type { AskedPosenc, CallSettings, ThreadedPosenc } from "./types.js";

declare const __POSENC_VERSION__: string;

export const CONNECT = table("connect", {
  /** How many threads at most. */
  workers: WORKERS,
  /**
   * How many calls may be pending: one more is rejected. Their arguments are
   * kept until they are answered.
   */
  maxPending: integer({ min: 1, max: 2 ** 20, default: 65_536 }),
  /**
   * Address of `posenc/dist/worker-thread.js`, where tools do not bring that
   * file along by themselves.
   */
  url: ADDRESS,
  /** The module, as for `init` of `posenc/core`. */
  wasm: SOURCE,
});
/** Options of `connect`. */
export type ConnectOptions = OptionsOf<typeof CONNECT>;

const NAME = "posenc/worker";
/** A thread that is done so soon after a call was given up need not end. */
const GRACE_MS = 100;
const DISPOSED = "it was disposed of";

/** What of a path lives in one module. */
const BOUND =
  /^buffer$|\.prepare$|^rotary\.applyInPlace$|^transformer\.(en|de)coder$/;

const SETTINGS = ["signal", "onProgress", "transfer"] as const;

function readSettings(given: CallSettings): CallSettings {
  if (typeof given !== "object" || given === null) {
    throw new TypeError(
      `with: settings must be an object with ${SETTINGS.join(", ")}, got ${describe(given)}`,
    );
  }
  refuseUnknown("with", Object.keys(given), SETTINGS);
  const { signal, onProgress, transfer } = given;
  const refuse = (name: string, what: string, value: unknown) => {
    throw new TypeError(
      `with: ${name} must be ${what}, got ${describe(value)}`,
    );
  };
  const isSignal = typeof Object(signal).addEventListener === "function";
  if (signal !== undefined && !isSignal) {
    refuse("signal", "an AbortSignal", signal);
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    refuse("onProgress", "a function", onProgress);
  }
  if (transfer !== undefined && typeof transfer !== "boolean") {
    refuse("transfer", "true or false", transfer);
  }
  return { signal, onProgress, transfer };
}

/** One call, in one part or several. */
class Job {
  readonly path: string;
  readonly luggage: Luggage;
  /** Memory of its arguments that nobody else has. */
  readonly own: ArrayBuffer[];
  readonly shares: readonly (readonly Rows[])[];
  /** Steps that all parts have together. */
  readonly total: number;
  readonly answer: Promise<unknown>;
  readonly tells: boolean;
  readonly #settings: CallSettings;
  readonly #done: number[];
  readonly #parts: unknown[];
  #left: number;
  #isOver = false;
  #resolve: (value: unknown) => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  /** What is done when nobody waits for it any more. */
  whenOver: () => void = () => {};

  constructor(
    path: string,
    args: readonly unknown[],
    settings: CallSettings,
    size: number,
  ) {
    this.path = path;
    this.#settings = settings;
    this.luggage = new Luggage(args);
    const tells = settings.onProgress !== undefined;
    const plan = planOf(path, this.luggage.args.map(unpack));
    const shares = plan ? sharesOf(plan, size, tells) : [];
    const isWhole = shares.length === 1 && shares[0]?.length === 1;
    this.shares = isWhole && !(tells && (plan?.steps ?? 1) > 1) ? [] : shares;
    this.tells = tells;
    const pieces = this.shares.reduce((sum, it) => sum + it.length, 0);
    this.total = Math.max(1, pieces * (plan?.steps ?? 1));
    this.#left = Math.max(1, this.shares.length);
    this.#parts = Array(this.#left);
    this.#done = Array(this.#left).fill(0);
    const isShared =
      this.shares.length > 1 && typeof SharedArrayBuffer === "function";
    this.own = this.luggage.load(
      isShared ? "share" : settings.transfer ? "move" : "copy",
    );
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.answer.catch(() => {});
    settings.signal?.addEventListener("abort", this.#abort);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  readonly #abort = (): void => this.fail(this.#settings.signal?.reason);

  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#settings.signal?.removeEventListener("abort", this.#abort);
    return true;
  }

  fail(reason: unknown): void {
    if (!this.#end()) return;
    this.#reject(reason);
    this.whenOver();
  }

  succeed(value: unknown): void {
    if (!this.#end()) return;
    this.#tell(this.total);
    this.#resolve(value);
    this.whenOver();
  }

  /** So many steps of a part are done. */
  tell(part: number, steps: number): void {
    if (this.#isOver) return;
    this.#done[part] = steps;
    const done = this.#done.reduce((sum, n) => sum + n, 0);
    if (done < this.total) this.#tell(done);
  }

  #tell(done: number): void {
    const { total } = this;
    try {
      this.#settings.onProgress?.({ done, total });
    } catch (error) {
      // The listener's own, told as that of any other listener.
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  /** A part has come. */
  take(part: number, value: unknown): void {
    this.#parts[part] = value;
    this.#left -= 1;
    if (this.#left > 0 || this.#isOver) return;
    try {
      const args = this.luggage.args.map(unpack);
      this.succeed(join(this.path, args, this.#parts));
    } catch (error) {
      this.fail(error);
    }
  }
}

/** A part of a job; undefined: the whole. */
interface Task {
  readonly job: Job;
  readonly part: number | undefined;
}

class Pool {
  readonly #beginning: Beginning;
  readonly #size: number;
  readonly #most: number;
  /** What each thread is at; undefined: nothing. */
  readonly #threads = new Map<Thread, Task | undefined>();
  readonly #jobs = new Set<Job>();
  #tasks: Task[] = [];
  #id = 0;
  #isDisposed = false;

  constructor(beginning: Beginning, size: number, most: number) {
    this.#beginning = beginning;
    this.#size = size;
    this.#most = most;
  }

  get pending(): number {
    return this.#jobs.size;
  }

  async call(
    path: string,
    args: readonly unknown[],
    settings: CallSettings,
  ): Promise<unknown> {
    if (BOUND.test(path)) {
      throw new TypeError(
        `${path}: what lives in the memory of one module cannot be in a thread of ${NAME}; use load() of posenc, in a thread of your own where it takes long`,
      );
    }
    // Read here: what is not there is no option, and undefined is none given.
    for (const arg of args) {
      const isOptions = typeof arg === "object" && arg !== null;
      if (isOptions && hasOut(arg)) {
        throw new TypeError(
          `${path}: out cannot be written by a thread of ${NAME}; leave it out, the result is an array of your own`,
        );
      }
    }
    if (this.#isDisposed) throw this.#disposed();
    if (settings.signal?.aborted) throw settings.signal.reason;
    if (this.#jobs.size >= this.#most) {
      throw new RangeError(
        `${NAME}: ${this.#most} calls are pending, as many as connect({ maxPending }) allows; wait for some`,
      );
    }
    const job = new Job(path, args, settings, this.#size);
    this.#jobs.add(job);
    job.whenOver = () => this.#over(job);
    if (job.shares.length === 0) this.#tasks.push({ job, part: undefined });
    for (const part of job.shares.keys()) this.#tasks.push({ job, part });
    this.#pump();
    return job.answer;
  }

  #disposed(): Error {
    return new Error(`${NAME}: ${DISPOSED}`);
  }

  /** Gives threads that have nothing to do what waits. */
  #pump(): void {
    while (this.#tasks.length > 0) {
      const thread = this.#free();
      if (thread === undefined) return;
      void this.#run(thread, this.#tasks.shift() as Task);
    }
  }

  #free(): Thread | undefined {
    for (const [thread, task] of this.#threads) {
      if (thread.isGone) this.#threads.delete(thread);
      else if (task === undefined) return thread;
    }
    if (this.#threads.size >= this.#size) return undefined;
    const thread = new Thread(this.#beginning);
    this.#threads.set(thread, undefined);
    return thread;
  }

  async #run(thread: Thread, task: Task): Promise<void> {
    const { job, part } = task;
    this.#threads.set(thread, task);
    this.#id += 1;
    const order = {
      ...{ type: "call", id: this.#id, path: job.path, tells: job.tells },
      args: job.luggage.args,
      pieces: part === undefined ? undefined : job.shares[part],
    };
    const isAlone = job.shares.length === 0;
    try {
      const value = await thread.ask(
        order,
        (steps: number) => job.tell(part ?? 0, steps),
        isAlone ? job.own : [],
      );
      if (part === undefined) job.succeed(value);
      else job.take(part, value);
    } catch (error) {
      // Of a part no word: the whole says what is wrong with the call.
      if (part === undefined || thread.isGone) job.fail(error);
      else if (!job.isOver) this.#again(job);
    }
    if (thread.isGone) this.#threads.delete(thread);
    else this.#threads.set(thread, undefined);
    this.#pump();
  }

  /** Has a call computed as a whole, when a part of it was refused. */
  #again(job: Job): void {
    const others = this.#tasks.filter((task) => task.job !== job);
    const isAsked = [...this.#threads.values(), ...this.#tasks].some(
      (task) => task?.job === job && task.part === undefined,
    );
    if (!isAsked) this.#tasks = [{ job, part: undefined }, ...others];
  }

  /** Nobody waits for a job any more. */
  #over(job: Job): void {
    this.#jobs.delete(job);
    this.#tasks = this.#tasks.filter((task) => task.job !== job);
    for (const [thread, task] of this.#threads) {
      if (task?.job !== job) continue;
      const isIt = () => this.#threads.get(thread) === task;
      const timer = setTimeout(() => {
        if (!isIt()) return;
        thread.close("its call was given up");
        this.#threads.delete(thread);
        this.#pump();
      }, GRACE_MS);
      (timer as { unref?: () => void }).unref?.();
    }
  }

  /** Asks for the paths of all calls, and so whether threads can be had. */
  async paths(): Promise<readonly string[]> {
    const thread = this.#free() as Thread;
    this.#id += 1;
    return (await thread.ask({ type: "calls", id: this.#id })) as string[];
  }

  dispose = (): void => {
    this.#isDisposed = true;
    const jobs = [...this.#jobs];
    for (const thread of this.#threads.keys()) thread.close(DISPOSED);
    this.#threads.clear();
    for (const job of jobs) job.fail(this.#disposed());
  };

  async settled(): Promise<void> {
    this.#isDisposed = true;
    await Promise.allSettled([...this.#jobs].map(({ answer }) => answer));
    this.dispose();
  }
}

function hasOut(options: object): boolean {
  try {
    return (
      !Array.isArray(options) &&
      !ArrayBuffer.isView(options) &&
      "out" in options &&
      options.out !== undefined
    );
  } catch {
    return false;
  }
}

/** The calls as the library has them, made in this way. */
function facade(
  pool: Pool,
  paths: readonly string[],
  settings: CallSettings,
): AskedPosenc {
  const root: Record<string, object> = {};
  for (const path of paths) {
    const names = path.split(".");
    const last = names.pop() as string;
    let room = root;
    for (const name of names) {
      room[name] ??= {};
      room = room[name] as typeof root;
    }
    room[last] = (...args: unknown[]) => pool.call(path, args, settings);
  }
  for (const room of Object.values(root)) Object.freeze(room);
  return root as unknown as AskedPosenc;
}

/** `connect` of an environment. */
export const connecting =
  (host: Host) =>
  async (input: ConnectOptions = {}): Promise<ThreadedPosenc> => {
    const made = await readConnect(CONNECT, NAME, host, input);
    const { size, beginning, options } = made;
    const pool = new Pool(beginning, size, options.read("maxPending"));
    const paths = await pool.paths();
    const { dispose } = pool;
    const result = {
      ...facade(pool, paths, {}),
      version: __POSENC_VERSION__ as Posenc["version"],
      size,
      with: (settings: CallSettings) =>
        Object.freeze(facade(pool, paths, readSettings(settings))),
      dispose,
      ...(Symbol.dispose && { [Symbol.dispose]: dispose }),
      ...(Symbol.asyncDispose && {
        [Symbol.asyncDispose]: () => pool.settled(),
      }),
    };
    Object.defineProperty(result, "pending", {
      enumerable: true,
      get: () => pool.pending,
    });
    return Object.freeze(result) as unknown as ThreadedPosenc;
  };

export type { AbortLike };
