/** The tensors of a GGUF file that divide its frequencies. */
import { type Header, readNumbers, refuse, type Sliceable } from "./header.js";
import type { Model } from "./model.js";

const DIVISORS = "rope_freqs.weight";
const LISTS = ["rope_factors_short.weight", "rope_factors_long.weight"];

/** What each frequency is divided by, in short and in long contexts. */
export interface Divisors {
  readonly short: readonly number[];
  readonly long: readonly number[];
}

/** Divisors of the frequencies; undefined where nothing divides them. */
export async function readTensors(
  source: Sliceable,
  header: Header,
  model: Model,
): Promise<Divisors | undefined> {
  const { tensors, values } = header;
  const expected = model.tensors;
  const byKind = { divisors: [DIVISORS], lists: LISTS, none: [] as string[] };
  const known: readonly string[] = byKind[expected];
  for (const name of tensors.keys()) {
    if (known.includes(name)) continue;
    refuse(
      `has the tensor ${JSON.stringify(name)}, which is not known here in ${model.name}; give the config.json of the model`,
    );
  }
  const found = known.filter((name) => tensors.has(name));
  if (found.length === 0) {
    const [name] = known;
    const parts = values.get("split.count");
    if (name && Number(parts ?? 1) > 1) {
      refuse(
        `is one of ${parts} parts, and another may have ${name}; give the config.json of the model`,
      );
    }
    if (name && model.needsTensors) refuse(`has no tensor ${name}`);
    return undefined;
  }
  const missing = known.find((name) => !tensors.has(name));
  if (missing) refuse(`has ${found[0]}, and no ${missing}`);
  const lists: number[][] = [];
  for (const name of found)
    lists.push(await readList(source, header, name, model.pairs));
  const [short = [], long = short] = lists;
  return { short, long };
}

async function readList(
  source: Sliceable,
  header: Header,
  name: string,
  pairs: number,
): Promise<number[]> {
  const tensor = header.tensors.get(name);
  if (!tensor) return [];
  const { axes, type } = tensor;
  if (type !== 0 || axes.length !== 1 || axes[0] !== pairs) {
    refuse(
      `must have ${pairs} float32 numbers in ${name}, got ${axes.join(" × ")} of type ${type}`,
    );
  }
  const list = await readNumbers(source, header, name, tensor);
  const wrong = list.findIndex((x) => !(x > 0 && x < Infinity));
  if (wrong >= 0) {
    refuse(
      `must have positive numbers in ${name}, got ${list[wrong]} at ${wrong}`,
    );
  }
  return list;
}
