// Values of attributes drawn by lot, the same ones in every run.

/** Numbers of more than this only take time. */
const LARGE = 4096;
/** Short and odd texts; a figure takes those that it allows. */
const TEXTS = ["a", "0", "1", "1 1", "a b", "0.5 -0.5", "猫", "人咬狗", "👍 b"];

/** Numbers from 0 to 1 that look random, others for every text. */
export function randomBytes(text) {
  let state = 7;
  for (const it of text) state = (Math.imul(state, 31) + it.codePointAt(0)) | 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A value of an attribute: its ends and its default more often than others. */
export function drawn(attribute, lot) {
  const { default: usual, kind } = attribute;
  const one = (of) => of[Math.floor(lot() * of.length)];
  if (kind === "choice") return one(attribute.names);
  if (kind === "switch") return lot() < 0.5;
  if (kind === "words") {
    return one([
      usual,
      ...TEXTS.filter((it) => attribute.read(it) !== undefined),
    ]);
  }
  if (attribute.min === undefined) return usual;
  const { min, integer } = attribute;
  const max = Math.min(attribute.max, Math.max(LARGE, 2 * usual));
  const wide = min > 0 && max > 50 * min;
  const share = lot();
  const between = wide ? min * (max / min) ** share : min + (max - min) * share;
  // Engines differ in the last digits of powers.
  const short = Math.max(min, Math.min(max, Number(between.toPrecision(4))));
  return one([min, max, usual, integer ? Math.round(between) : short]);
}
