import type { Posenc } from "../api.js";
import { isFusedModule } from "../load.js";
import { integer, type OptionsOf, table } from "../schema.js";
import {
  ADDRESS,
  FUSED,
  type Host,
  readConnect,
  SOURCE,
  WORKERS,
} from "../threads/host.js";
import { type Beginning, Thread } from "../threads/thread.js";
import { Job } from "./job.js";
import { BOUND } from "./not-in-threads.js";
import { readSettings } from "./settings.js";
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
  /** Whether to run the package's fused module, as for `init` of `posenc`. */
  fused: FUSED,
});
/** Options of `connect`. */
export type ConnectOptions = OptionsOf<typeof CONNECT>;

const NAME = "posenc/worker";
/** A thread that is done so soon after a call was given up need not end. */
const GRACE_MS = 100;
const DISPOSED = "it was disposed of";

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
    if ((BOUND as readonly string[]).includes(path)) {
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
      // never taken: an idle thread that ended by itself
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
      type: "call",
      id: this.#id,
      path: job.path,
      tells: job.tells,
      args: job.payload.args,
      pieces: part === undefined ? undefined : job.shares[part],
    };
    const isAlone = job.shares.length === 0;
    try {
      const value = await thread.ask(
        order,
        // never taken: what is computed as a whole tells nothing
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
      const timer = setTimeout(() => {
        if (this.#threads.get(thread) !== task) return;
        // Its task fails, and what waits is given to another.
        thread.close("its call was given up");
      }, GRACE_MS);
      (timer as { unref?: () => void }).unref?.();
    }
  }

  /** Asks for the paths of all calls, and so whether threads can be had. */
  async paths(): Promise<readonly string[]> {
    const thread = this.#free() as Thread;
    this.#id += 1;
    const paths = await thread.ask({ type: "calls", id: this.#id });
    return [...new Set([...(paths as string[]), ...BOUND])];
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
    const isList = Array.isArray(options) || ArrayBuffer.isView(options);
    if (isList || !("out" in options)) return false;
    return (options as { out?: unknown }).out !== undefined;
  } catch {
    // The call says what cannot be read.
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
      isFused: () => isFusedModule(beginning.module),
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
