import { show } from "./findings.js";
import type { Reading } from "./layers.js";
import type { RotaryPlan } from "./plan.js";
import { COUNT, type Section, unlike } from "./section.js";

/** M-RoPE: how many pairs turn with each axis, and in which order. */
export function readSections(
  rope: Section,
  rotaryDim: number,
  { spec: { axes, sections: usual } }: Reading,
): RotaryPlan["multimodal"] {
  const key = "mrope_section";
  if (axes === "told") {
    rope.dismiss(key);
    rope.say("not-in-plan", key);
    return undefined;
  }
  const typed = ["rope_type", "type"].find((k) => rope.peek(k) === "mrope");
  if (!axes) {
    const read = "default, …";
    if (typed) rope.unread(typed, "mrope", read);
    return undefined;
  }
  if (!rope.has(key)) {
    if (usual) rope.assume(key, show(usual));
    else rope.say("key-missing", key);
  }
  const sections =
    rope.numbers(key, COUNT) ?? (rope.has(key) ? undefined : usual);
  const sum = sections?.reduce((total, n) => total + n, 0);
  if (!sections || sum === undefined) return undefined;
  if (unlike(sum, rotaryDim / 2)) {
    rope.say("mrope-section-sum", key, sum, rotaryDim / 2);
  }
  const interleaved = axes === "interleaved";
  for (const name of ["mrope_interleaved", "interleaved"]) {
    const given = rope.boolean(name) ?? interleaved;
    if (given !== interleaved) {
      rope.unread(name, String(given), String(interleaved));
    }
  }
  const count = sections.length;
  // Interleaved, pair i turns with axis i mod count as far as that one reaches.
  const long = sections.some((n, a) => n && a && (n - 1) * count + a >= sum);
  if (interleaved && long && sum === rotaryDim / 2) {
    rope.say("mrope-section-long", key, show(sections), count, sum);
  }
  return { sections, interleaved };
}
