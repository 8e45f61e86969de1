import { show } from "./findings.js";
import type { RotaryPlan } from "./plan.js";
import { COUNT, type Section } from "./section.js";

/** M-RoPE: how many pairs turn with each axis, and in which order. */
export function readSections(
  rope: Section,
  rotaryDim: number,
): RotaryPlan["multimodal"] {
  const key = "mrope_section";
  const words = [rope.raw("type"), rope.raw("rope_type")];
  if (words.includes("mrope") && !rope.has(key)) rope.say("key-missing", key);
  const sections = rope.numbers(key, COUNT);
  const sum = sections?.reduce((total, n) => total + n, 0);
  if (!sections || sum === undefined) return undefined;
  if (Math.abs(sum - rotaryDim / 2) > 0) {
    rope.say("mrope-section-sum", key, sum, rotaryDim / 2);
  }
  const adverbs = ["mrope_interleaved", "interleaved"];
  const interleaved = rope.boolean(rope.spelling(adverbs)) ?? false;
  const axes = sections.length;
  // Interleaved, pair i turns with axis i mod axes as far as that one reaches.
  const long = sections.some((n, a) => n && a && (n - 1) * axes + a >= sum);
  if (interleaved && long && sum === rotaryDim / 2) {
    rope.say("mrope-section-long", key, show(sections), axes, sum);
  }
  return { sections, interleaved };
}
