import type { Exports } from "../buffer.js";
import { attentionAttend } from "../generated/border/attention.js";
import { Scheme } from "../generated/border/enums/wasm.js";
import {
  type AttentionArguments,
  attentionArguments,
} from "../generated/border/lists.js";
import type { Runtime } from "../runtime.js";

/** Where the list of the kernel has each of its arguments. */
const NAMES: (keyof AttentionArguments)[] = [];
const LENGTH = attentionArguments(
  new Proxy({} as AttentionArguments, {
    get: (_, name) => NAMES.push(name as keyof AttentionArguments),
  }),
).length;
const at = (name: keyof AttentionArguments): number => NAMES.indexOf(name);

/** Terms that need no preparation for a head alone. */
const PLAIN: readonly number[] = [Scheme.none, Scheme.offsetBias];

/**
 * Has a runtime make long attention a head at a time: the kernel does one after
 * the other anyway, and nobody waits longer for it.
 *
 * @param told - told after each head; nothing is told while it is undefined
 */
export function byHead(
  runtime: Runtime,
  told: () => (() => void) | undefined,
): void {
  const run = runtime.run.bind(runtime) as (
    ...args: Parameters<Runtime["run"]>
  ) => void;
  const memory = runtime.number(
    (module: Exports) => module.memory as never,
    {},
  ) as unknown as Exports["memory"];
  runtime.run = ((...[call, binding, args]: Parameters<Runtime["run"]>) => {
    const tell = told();
    if (tell === undefined || (binding as unknown) !== attentionAttend) {
      run(call, binding, args as never);
      return;
    }
    const { arguments: place } = args as unknown as { arguments: number };
    const list = () => new Float64Array(memory.buffer, place, LENGTH + 1);
    const read = (name: keyof AttentionArguments) => list()[at(name)] as number;
    const isWhole = read("lastHead") === 0;
    const isExact = read("weights") !== 0 || read("scores") !== 0;
    const count = read("batch") * read("heads");
    if (!isWhole || isExact || !PLAIN.includes(list()[LENGTH] as number)) {
      run(call, binding, args as never);
      return;
    }
    for (let head = 0; head < count; head += 1) {
      list()[at("firstHead")] = head;
      list()[at("lastHead")] = head + 1;
      run(call, binding, args as never);
      tell();
    }
  }) as typeof runtime.run;
}
