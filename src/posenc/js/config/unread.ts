import { show } from "./findings.js";
import { IDLE, ORIGINAL, POSITION, ROPES, SCORES } from "./keys.js";
import { ROPE_KEYS, SCALING_KEYS } from "./rope.js";
import { isObject, type Section, same } from "./section.js";

/** What a body is read for. */
export interface Body {
  readonly top: Section;
  /** The section with the text model's keys. */
  readonly root: Section;
  /** The model rotates. */
  readonly rotates: boolean;
}

/** Where a rotating model's mistyped key may have belonged. */
const TARGETS = [
  "rope_theta",
  "partial_rotary_factor",
  "layer_types",
  ...ROPES,
  ORIGINAL,
  "max_position_embeddings",
];

/** Those of them that a model might read beside its text model, too. */
const RISKY = TARGETS.slice(0, -1);

const isRope = (key: string): boolean =>
  (ROPES as readonly string[]).includes(key);

/** Deeper than any configuration. */
const MAX_DEPTH = 16;

/** A slip of the pen: a letter too many, too few or wrong, or two of them. */
function slip(a: string, b: string): boolean {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const edits = [
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 2],
  ] as const;
  return edits.some(([p, q]) => a.slice(i + p) === b.slice(i + q));
}

/** A known key that a mistyped one must have meant. */
function meant(
  section: Section,
  key: string,
  known: readonly string[],
): string | undefined {
  if (key === "attn_factor")
    return section.has("attention_factor") ? undefined : "attention_factor";
  return known.find((other) => slip(key, other) && !section.has(other));
}

/** A key of the model that was not read. */
function report(
  section: Section,
  key: string,
  body: Body,
  inRope: boolean,
): void {
  const value = section.peek(key);
  const known = inRope ? ROPE_KEYS : TARGETS;
  const other = body.rotates && meant(section, key, known);
  if (other && (inRope || isObject(value) === isRope(other))) {
    section.say("rope-key-unknown", key, other);
  } else if (!inRope && body.rotates && SCALING_KEYS.includes(key)) {
    const place = section.where(`${section.spelling(ROPES)}.${key}`);
    section.say("rope-key-misplaced", key, place);
  } else if (inRope || POSITION.has(key)) {
    section.say("position-key-unread", key, show(section.modelType || null));
  } else if (SCORES.has(key) && value !== false && value !== 0) {
    section.say("not-in-plan", key);
  }
}

/** Where a section stands: over the text model, in it, or beside it. */
type Place = "above" | "root" | "part";

/** Visits every object once. */
class Walk {
  readonly #visited = new WeakSet<object>();

  constructor(
    readonly check: (
      section: Section,
      key: string,
      place: Place,
      inRope: boolean,
    ) => void,
    readonly rootPath: string,
  ) {}

  visit(section: Section, place: Place, inRope: boolean): void {
    if (section.path.split(".").length > MAX_DEPTH) return;
    for (const key of section.keys()) {
      const where = section.where(key);
      if (section.reading.seen.has(`${where}.`)) continue;
      const inside =
        place === "above" && `${this.rootPath}.`.startsWith(`${where}.`);
      if (!inside) this.check(section, key, place, inRope);
      const value = section.peek(key);
      if (!isObject(value) || this.#visited.has(value)) continue;
      if (Array.isArray(value) && !value.some(isObject)) continue;
      this.#visited.add(value);
      const below = inside
        ? where === this.rootPath
          ? "root"
          : "above"
        : inRope || isRope(key)
          ? place
          : "part";
      this.visit(
        section.within(key, value),
        below,
        place !== "part" && (inRope || isRope(key)),
      );
    }
  }
}

/**
 * Findings about the keys of a known model that concern positions and were not
 * read: errors where the model itself would read them, notes elsewhere.
 */
export function checkUnread(body: Body): void {
  const { top, root } = body;
  const check = (
    section: Section,
    key: string,
    place: Place,
    inRope: boolean,
  ) => {
    if (section.reading.seen.has(section.where(key))) return;
    const value = section.peek(key);
    if (IDLE.get(key) === value && IDLE.has(key)) return;
    if (place === "above" && same(value, root.peek(key))) return;
    if (place === "root") report(section, key, body, inRope);
    else if (place === "above" && !inRope && RISKY.includes(key))
      section.say("position-key-unread", key, show(section.modelType || null));
    else if (POSITION.has(key) && !inRope)
      section.say("position-key-outside", key);
  };
  new Walk(check, root.path).visit(top, top === root ? "root" : "above", false);
}

/** Notes about the keys of an unknown model that concern positions. */
export function namePositions({ top }: Body): void {
  const check = (section: Section, key: string, _: Place, inRope: boolean) => {
    if (inRope || !(POSITION.has(key) || SCORES.has(key))) return;
    section.say("position-key", key, show(top.modelType || null));
  };
  new Walk(check, top.path).visit(top, "root", false);
}
