// The layers of a plan, and which of them are alike.
import type { LayerPlan, PositionPlan } from "posenc";

/** A layer with the name that the command line gives it. */
export interface Named {
  /** 0, 1, … and, of a decoder behind an encoder, d0, d1, … */
  readonly name: string;
  readonly layer: LayerPlan;
  /** Index into the kinds. */
  readonly kind: number;
}

/** Layers that do the same with positions. */
export interface Kind {
  readonly layer: LayerPlan;
  /** Indices of the layers. */
  readonly members: readonly number[];
}

export interface Layers {
  readonly all: readonly Named[];
  /** In the order of their first layers. */
  readonly kinds: readonly Kind[];
}

/** What tells kinds apart: all but whose table a layer shares. */
const keyOf = (layer: LayerPlan): string =>
  JSON.stringify(layer, (name, value) =>
    name === "tableOfLayer" ? undefined : value,
  );

export function layersOf(plan: PositionPlan): Layers {
  const decoder = plan.decoderLayers ?? [];
  const found = new Map<string, { layer: LayerPlan; members: number[] }>();
  const layers = [...plan.layers, ...decoder];
  layers.forEach((layer, i) => {
    const key = keyOf(layer);
    const kind = found.get(key);
    if (kind) kind.members.push(i);
    else found.set(key, { layer, members: [i] });
  });
  const keys = [...found.keys()];
  return {
    all: layers.map((layer, i) => ({
      name: i < plan.layers.length ? String(i) : `d${i - plan.layers.length}`,
      layer,
      kind: keys.indexOf(keyOf(layer)),
    })),
    kinds: [...found.values()],
  };
}

/** Names of layers, neighbours as a range: "0–4, 6–10, d0". */
export function ranges(layers: Layers, members: readonly number[]): string {
  const nameOf = (i: number): string => layers.all[i]?.name ?? "";
  const parts: string[] = [];
  for (let from = 0; from < members.length; ) {
    let to = from;
    const start = members[from] as number;
    const isNext = (): boolean =>
      members[to + 1] === (members[to] as number) + 1 &&
      nameOf(start).startsWith("d") ===
        nameOf(members[to + 1] as number).startsWith("d");
    while (isNext()) to++;
    const end = members[to] as number;
    parts.push(
      start === end ? nameOf(start) : `${nameOf(start)}–${nameOf(end)}`,
    );
    from = to + 1;
  }
  return parts.join(", ");
}
