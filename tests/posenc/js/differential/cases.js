// Calls to attention drawn at random: every scheme with every option, shapes in
// every form, lengths around the tiles of the kernel.
import { pe } from "../helpers.js";
import { drawer } from "./draw.js";
import { SCHEMES } from "./schemes.js";

// The kernel's tiles have 64 queries and 256 keys, its packs 4 and 8.
const BORDERS = [63, 64, 65, 127, 129, 255, 256, 257, 511, 512, 513];

function drawForm(draw, type) {
  const far = draw.chance(0.03);
  const some = () =>
    draw.chance(0.8) ? draw.integer(1, 12) : draw.integer(1, 40);
  const [queries, keys] = far
    ? draw.of(
        [draw.of(...BORDERS), some()],
        [some(), draw.of(...BORDERS)],
        [draw.integer(60, 70), draw.of(...BORDERS)],
      )
    : [some(), some()];
  const groups = draw.integer(1, 3);
  const heads = groups * draw.integer(1, 3);
  const hasBatch = draw.chance(0.7);
  const batch = hasBatch && !far ? draw.integer(1, 3) : 1;
  const least = type === "rotary" ? 2 : 1;
  const wide = draw.chance(0.1) ? draw.of(15, 16, 17, 31, 33) : undefined;
  return {
    batch,
    hasBatch,
    queries,
    keys,
    heads,
    groups,
    width: wide ?? draw.integer(least, 9),
    valueWidth: draw.integer(1, 9),
  };
}

/** A mask that leaves an axis out, shares it, or has it in full. */
function drawMask(draw, { batch, heads, queries, keys }) {
  const full = [batch, heads, queries, keys];
  const axes = full.map((length) => (draw.chance(0.35) ? 1 : length));
  const shape = axes.slice(draw.integer(0, 3));
  const size = shape.reduce((a, b) => a * b, 1);
  const seen = draw.of(0.2, 0.7, 0.95);
  const kind = draw.of("boolean", "additive");
  const numbers = Array.from({ length: size }, () =>
    kind === "boolean"
      ? draw.chance(seen)
      : draw.chance(seen)
        ? Math.fround(draw.real(-3, 3))
        : Number.NEGATIVE_INFINITY,
  );
  const data =
    kind === "boolean"
      ? draw.of(numbers, Uint8Array.from(numbers))
      : draw.of(
          numbers,
          Float32Array.from(numbers),
          Float64Array.from(numbers),
        );
  return { kind, shape, numbers, data };
}

/** The shape of q, k or v in the form that the call has. */
function shapeOf({ batch, hasBatch }, joined, length, heads, width) {
  return [
    ...(hasBatch ? [batch] : []),
    length,
    ...(joined ? [heads * width] : [heads, width]),
  ];
}

/** How the caller holds a tensor. */
function held(draw, { data }, shape, buffers) {
  const kind = draw.of("float32", "float32", "float64", "array", "buffer");
  if (kind === "float64") return { data: Float64Array.from(data), shape };
  if (kind === "array") return { data: [...data], shape };
  if (kind === "float32") return { data, shape };
  const buffer = pe.buffer(shape);
  buffer.data.set(data);
  buffers.push(buffer);
  return buffer;
}

/** Whether [B, T, H·D] could be taken for [Q, H, D]: the middle axis is H. */
const looksSeparate = (form, joined) =>
  joined && form.hasBatch && form.queries === form.heads;

/**
 * Case number `seed` of a type of scheme: `call` for pe.attention, and what
 * reference.js needs. `dispose()` gives its buffers back.
 */
export function drawCase(type, seed) {
  const draw = drawer(seed * 2654435761);
  /** @type {ReturnType<typeof drawForm> & { causal?: boolean, offset?: number, kShape?: number[] }} */
  const form = drawForm(draw, type);
  const { batch, queries, keys, heads, groups, width, valueWidth } = form;
  form.causal = draw.chance(0.5);
  form.offset = draw.chance(0.5)
    ? keys - queries
    : draw.integer(-queries - 2, keys + 9);
  let joined = draw.chance(0.35);
  if (looksSeparate(form, joined)) joined = false;
  const shape = (length, count, wide) =>
    shapeOf(form, joined, length, count, wide);
  form.kShape = shape(keys, groups, width);
  const scheme = SCHEMES[type](draw, form);
  const [q, k, v] = [
    draw.tensor(batch, queries, heads, width),
    draw.tensor(batch, keys, groups, width),
    draw.tensor(batch, keys, groups, valueWidth),
  ];
  const window = draw.chance(0.3) ? draw.integer(1, keys + 2) : undefined;
  const sinks = draw.chance(0.2) ? draw.list(heads, -2, 2) : undefined;
  const mask = draw.chance(0.4) ? drawMask(draw, form) : undefined;
  const ownScale = draw.chance(0.2) ? draw.real(0.05, 1.5) : undefined;
  const buffers = [];
  const call = {
    q: held(draw, q, shape(queries, heads, width), buffers),
    k: held(draw, k, form.kShape, buffers),
    v: held(draw, v, shape(keys, groups, valueWidth), buffers),
    ...(joined && { numHeads: heads, numKeyValueHeads: groups }),
    ...(form.offset !== keys - queries && { offset: form.offset }),
    ...(form.causal && { causal: true }),
    ...(window && { window }),
    ...(mask && { mask: { data: mask.data, shape: mask.shape } }),
    ...(sinks && { sinks }),
    ...(ownScale && { scale: ownScale }),
    position: { type, ...scheme.position },
  };
  return {
    type,
    seed,
    form,
    joined,
    scheme,
    q,
    k,
    v,
    window,
    sinks,
    mask,
    call,
    causal: form.causal,
    offset: form.offset,
    scale: ownScale ?? scheme.scale ?? 1 / Math.sqrt(width),
    dispose() {
      for (const buffer of buffers) buffer.dispose();
    },
  };
}
