import type { Sequence, Term } from "../attention/sequence.js";
import { TensorBuffer } from "../buffer.js";
import { Scheme } from "../generated/border/enums/wasm.js";
import { offsetBiasArguments } from "../generated/border/lists.js";
import { preparePosition } from "../position.js";
import { MAX_ROWS } from "../rotary/angles.js";
import { frequenciesOf } from "../rotary/frequencies.js";
import { ROTARY, type RotaryTurning, readTurning } from "../rotary/scheme.js";
import type { Frame, Runtime } from "../runtime.js";
import { openScheme } from "../schema.js";
import { readTensor, Snapshot } from "../snapshot.js";
import { sizeOf } from "../tensor.js";

/** What the term of a step depends on. */
export type Step = Pick<
  Sequence,
  "queries" | "keys" | "offset" | "q" | "k" | "seen"
>;

type Always = Omit<Sequence, keyof Step | "batch" | "arranged">;

/** Options that tell single tokens of a call, which a cache counts itself. */
const TELLING = new Map<unknown, readonly string[]>([
  ["rotary", ["queryPositions", "keyPositions"]],
  ["cope", ["gates"]],
  ["tupe", ["cls"]],
]);

/** Schemes whose numbers change with the positions, not with distances alone. */
const ABSOLUTE = ["fire", "tupe"];

const TUPE_TABLES = ["positionQuery", "positionKey"] as const;

/** A frequency that is another at another length makes turned keys wrong. */
function refuseGrowing(
  runtime: Runtime,
  call: string,
  scheme: Snapshot,
  headDim: number,
): void {
  const { base, rotaryDim, scaling } = scheme;
  if (scheme.frequencies !== undefined || scaling === undefined) return;
  const at = (seqLen: number): string => {
    const given = { headDim, base, rotaryDim, scaling, seqLen };
    const options = given as Parameters<typeof frequenciesOf>[2];
    const made = frequenciesOf(runtime, call, options);
    return `${made.inverseFrequency.join()} ${made.attentionFactor}`;
  };
  const short = at(1);
  let long: string | undefined;
  try {
    long = at(MAX_ROWS);
  } catch {
    // Another length even makes it impossible.
  }
  if (short === long) return;
  throw new TypeError(
    `${call}: scaling depends on the length here, and keys stay as they were turned: give seqLen, or maxLen to attention.prepare`,
  );
}

/** The position scheme of a cache, its tables in the module. */
export class KeptTerm {
  readonly #runtime: Runtime;
  readonly #call: string;
  readonly #always: Always;
  /** As the caller gave it, tensors as buffers; undefined: none. */
  readonly #scheme: Snapshot | undefined;
  readonly #own: TensorBuffer[] = [];
  /** What turns queries and keys, for the scheme `rotary`. */
  readonly turning: RotaryTurning | undefined;
  /** Whether the number of keys before the first that is kept matters. */
  readonly isAbsolute: boolean;
  /** Whether a call makes its term anew. */
  readonly isMade: boolean = false;
  /** Numbers by offset, `[H, queries + keys − 1]` of as many as ever came. */
  #table: TensorBuffer | undefined;
  #queries = 0;
  #keys = 0;

  constructor(
    runtime: Runtime,
    call: string,
    scheme: unknown,
    always: Always,
    seqLen: number | undefined,
  ) {
    this.#runtime = runtime;
    this.#call = call;
    this.#always = always;
    const type = (scheme as { type?: unknown } | undefined)?.type;
    const isObject = scheme instanceof Snapshot;
    this.isAbsolute = ABSOLUTE.includes(type as string);
    this.#scheme = scheme as Snapshot | undefined;
    const path = `${call}: position`;
    for (const name of isObject ? (TELLING.get(type) ?? []) : []) {
      const value = (scheme as Snapshot)[name];
      if (value === undefined || value === false) continue;
      throw new TypeError(
        `${path}: ${name} tells of single tokens, which attention.prepare counts itself: leave it out`,
      );
    }
    if (isObject && type === "rotary") {
      const { width } = always;
      const options = openScheme(path, ROTARY, scheme);
      if (seqLen === undefined && scheme.seqLen === undefined) {
        refuseGrowing(runtime, path, scheme, width);
      }
      this.turning = readTurning(
        runtime,
        path,
        options,
        width,
        always.valueWidth,
        seqLen ?? 1,
      );
      return;
    }
    if (scheme === undefined) return;
    try {
      if (isObject) this.#scheme = this.#keep(scheme);
      this.isMade = this.#isMade();
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /** The scheme with its tensors in the module. */
  #keep(scheme: Snapshot): Snapshot {
    const kept = new Snapshot();
    for (const [name, value] of Object.entries(scheme)) {
      kept[name] = value;
      const isOne = typeof value === "object" && value !== null;
      if (!isOne || !("data" in value) || value instanceof TensorBuffer) {
        continue;
      }
      // What is none, the scheme itself refuses.
      const tensor = readTensor(value);
      if (typeof tensor === "string" || sizeOf(tensor.shape) === 0) continue;
      const buffer = this.#runtime.buffer(tensor.shape, this.#call);
      this.#own.push(buffer);
      buffer.data.set(tensor.data);
      kept[name] = buffer;
    }
    return kept;
  }

  /** Tries the scheme on one token: it refuses what it must. */
  #isMade(): boolean {
    const { width, keyHeads, heads } = this.#always;
    return this.#runtime.frame(this.#call, (frame) => {
      const { scheme } = this.#make(frame, {
        queries: 1,
        keys: 1,
        offset: 0,
        seen: { first: 0, last: 1 },
        q: frame.float32(heads * width),
        k: frame.float32(keyHeads * width),
      });
      return scheme !== Scheme.none && scheme !== Scheme.offsetBias;
    });
  }

  #make(frame: Frame, step: Step): Term<never> {
    const sequence: Sequence = {
      ...this.#always,
      ...step,
      batch: 1,
      // never taken: gates of one's own are refused
      arranged: (tensor) => frame.input(tensor),
    };
    return preparePosition(
      this.#runtime,
      frame,
      this.#call,
      this.#rowsOf(step),
      sequence,
    ).term;
  }

  /** The scheme with the rows of tables by position that the call takes. */
  #rowsOf({ queries, keys, offset }: Step): unknown {
    const scheme = this.#scheme;
    if (scheme?.type !== "tupe") return scheme;
    const part = Object.assign(new Snapshot(), scheme);
    const rows = [
      [offset, queries],
      [0, keys],
    ] as const;
    for (const [i, name] of TUPE_TABLES.entries()) {
      const table = scheme[name];
      if (!(table instanceof TensorBuffer)) continue;
      const [first, count] = rows[i] as readonly [number, number];
      const all = table.shape[0] as number;
      if (first + count > all) {
        throw new RangeError(
          `${this.#call}: position: ${name} must have a row for each of ${first + count} positions, got shape [${table.shape.join(", ")}]`,
        );
      }
      part[name] = table.rows(first, count);
    }
    return part;
  }

  /** What the kernel reads of the scheme at this step. */
  list(frame: Frame | undefined, capacity: number, step: Step) {
    if (this.isMade) return this.#make(frame as Frame, step).list;
    if (this.#scheme === undefined || this.turning || this.#isNone) return [0];
    return this.#listOfTable(capacity, step);
  }

  get #isNone(): boolean {
    return this.#scheme?.type === "none";
  }

  #listOfTable(capacity: number, { queries, keys }: Step): readonly number[] {
    if (queries > this.#queries || capacity > this.#keys) {
      this.#fill(Math.max(queries, this.#queries), capacity);
    }
    const stride = this.#queries + this.#keys - 1;
    const { pointer } = (this.#table as TensorBuffer).region(this.#call);
    // Key 0 of the call lies as far before its last query as in the table.
    const table = pointer + 4 * (this.#keys - keys);
    return offsetBiasArguments({ scheme: Scheme.offsetBias, table, stride });
  }

  /** Makes the table for calls of up to so many queries and keys. */
  #fill(queries: number, keys: number): void {
    const { heads } = this.#always;
    const shape = [heads, queries + keys - 1];
    const made = this.#runtime.frame(this.#call, (frame) => {
      const step = { queries, keys, offset: keys - queries };
      const none = frame.float32(0);
      const { list } = this.#make(frame, {
        ...step,
        q: none,
        k: none,
        seen: { first: 0, last: keys },
      });
      const table = this.#runtime.buffer(shape, this.#call);
      const from = list[1] as number;
      const { buffer } = table.data;
      table.data.set(new Float32Array(buffer, from, sizeOf(shape)));
      return table;
    });
    this.#table?.dispose();
    this.#table = made;
    this.#queries = queries;
    this.#keys = keys;
  }

  dispose(): void {
    for (const buffer of this.#own) buffer.dispose();
    this.#own.length = 0;
    this.#table?.dispose();
    this.#table = undefined;
    this.#queries = 0;
    this.#keys = 0;
  }
}
