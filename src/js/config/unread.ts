import { nearest } from "../errors.js";
import { finding, show } from "./findings.js";
import {
  HARMLESS,
  HEADS,
  IDLE,
  LAYERS,
  LENGTHS,
  MASKS,
  OPAQUE,
  ORIGINAL,
  PLAIN,
  POSITION,
  REMAINS,
  ROPES,
  WIDTH,
} from "./keys.js";
import { ROPE_KEYS, SCALING_KEYS } from "./rope.js";
import { isObject, Section, same } from "./section.js";

/** What a body is read for. */
export interface Body {
  readonly top: Section;
  /** The section with the text model's keys. */
  readonly root: Section;
  readonly modelType: string;
  /** Nothing is known of the model: a key that may matter is an error. */
  readonly strict: boolean;
  /** The model rotates. */
  readonly rotates: boolean;
}

/** Keys of a model without a known type that are read as Llama's. */
const LLAMA = [
  ...[...HEADS, ...WIDTH, ...LAYERS, ...LENGTHS, ...ROPES, ORIGINAL],
  ...["model_type", "head_dim", "num_key_value_heads", "rope_theta"],
];
/** Keys of a rope object that code reads in different ways. */
const UNSURE = /mscale|mrope|interleaved|partial/;
const UNSURE_TYPES = /ntk|proportional|deepseek/;

/** Where a rotating model's mistyped key may have belonged. */
const TARGETS = [
  ...["rope_theta", "partial_rotary_factor", "layer_types"],
  ...[...ROPES, ORIGINAL, "max_position_embeddings"],
];

/** Parts of a multimodal model that have positions of their own. */
const PART =
  /vision|visual|image|img|audio|video|speech|talker|2wav|projector|encoder/;

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
  const yarn = key === "attn_factor" && "attention_factor";
  const other = yarn || nearest(key, known);
  const sure = other && (yarn || slip(key, other)) && !section.has(other);
  return sure ? other : undefined;
}

/** Whether a key's name, in any spelling, or its value speaks of positions. */
const speaks = (key: string, value: unknown): boolean =>
  POSITION.test(key.replace(/([a-z])([A-Z])/g, "$1_$2")) ||
  (typeof value === "string" && POSITION.test(value) && !PLAIN.test(key));

/** Whether a key of a model of unknown type is one that Llama has too. */
function plain(section: Section, key: string, inRope: boolean): boolean {
  const value = section.peek(key);
  if (inRope) {
    const typed = /type/.test(key) && UNSURE_TYPES.test(show(value));
    return ROPE_KEYS.includes(key) && !UNSURE.test(key) && !typed;
  }
  if (LLAMA.includes(key) || HARMLESS.test(key)) return true;
  if (IDLE.has(key)) {
    return IDLE.get(key) === value && (value === false || value === 1);
  }
  // Windows that are switched off.
  if (/sliding|max_win/.test(key) && MASKS.test(key))
    return section.peek("use_sliding_window") === false;
  return PLAIN.test(key) && !POSITION.test(key);
}

/** A key that was not read, of a model whose encoding is known. */
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
    section.say(
      "rope-key-misplaced",
      key,
      section.where(`${section.spelling(ROPES)}.${key}`),
    );
  } else {
    section.say("position-key-unread", key, show(body.modelType || null));
  }
}

type Place = "above" | "root" | "part";

/** Names what a body says about positions and was not read. */
class Walk {
  readonly #visited = new WeakSet<object>();

  constructor(readonly body: Body) {}

  #descend(section: Section, key: string, place: Place, inRope: boolean): void {
    const value = section.peek(key);
    if (!isObject(value) || this.#visited.has(value)) return;
    if (Array.isArray(value) && !value.some(isObject)) return;
    this.#visited.add(value);
    const { findings, seen } = section;
    this.visit(
      new Section(value, findings, section.where(key), seen),
      place,
      inRope,
    );
  }

  /** A key of a model of unknown type. */
  #judge(section: Section, key: string, place: Place, inRope: boolean): void {
    const outside = place === "above" && POSITION.test(key);
    if (!plain(section, key, inRope) || (outside && !HARMLESS.test(key))) {
      section.say(
        "position-key-unread",
        key,
        show(this.body.modelType || null),
      );
    } else if (!OPAQUE.test(key)) {
      this.#descend(section, key, place, inRope || isRope(key));
    }
  }

  /** A key of a model whose encoding is known. */
  #check(section: Section, key: string, place: Place, inRope: boolean): void {
    const { root, rotates } = this.body;
    const value = section.peek(key);
    const idle =
      HARMLESS.test(key) ||
      MASKS.test(key) ||
      REMAINS.test(key) ||
      IDLE.get(key) === value ||
      (place === "above" && same(value, root.peek(key)));
    const misplaced = place === "root" && rotates && SCALING_KEYS.includes(key);
    const named = inRope || misplaced || speaks(key, value);
    if (section.seen.has(section.where(key)) || !named || idle) {
      const part = place !== "root" || PART.test(key);
      if (idle || OPAQUE.test(key)) return;
      this.#descend(section, key, part ? "part" : place, inRope || isRope(key));
    } else if (place === "part" || (place === "above" && /second/.test(key))) {
      section.say("position-key-outside", key);
    } else {
      report(section, key, this.body, inRope);
    }
  }

  visit(section: Section, place: Place, inRope: boolean): void {
    const { top, root, strict, modelType } = this.body;
    const depth = section.path.split(".").length;
    for (const key of section.keys()) {
      const where = section.where(key);
      const inside =
        place === "above" && `${root.path}.`.startsWith(`${where}.`);
      if (section.seen.has(`${where}.`) && !(strict && inRope)) continue;
      if (depth > MAX_DEPTH) {
        // never taken: without a type, keys are judged one by one
        section.say("position-key-unread", key, show(modelType || null));
      } else if (inside && top !== root) {
        const own = where === root.path;
        this.#descend(section, key, own ? "root" : "above", false);
      } else if (strict) this.#judge(section, key, place, inRope);
      else this.#check(section, key, place, inRope);
    }
  }
}

/**
 * Findings about every key that concerns positions and was not read, wherever it
 * stands; for a model of unknown type, about every key that is not known to have
 * nothing to do with them.
 */
export function checkUnread(body: Body): void {
  const { top, root } = body;
  new Walk(body).visit(top, top === root ? "root" : "above", false);
  if (!body.strict) return;
  const owner = show(body.modelType || null);
  // Which of two keys counts is the choice of a class that nobody knows.
  for (const { code, where } of [...top.findings]) {
    if (/conflict|and-parameters/.test(code))
      top.findings.push(finding("conflict-unsettled", where, [owner]));
  }
}
