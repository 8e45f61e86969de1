// How results are written: JSON with a line for each entry, so that a change of
// one is a line in the history.

/** @param {object} value */
export function formatted(value, depth = 2) {
  const lines = (it, level) => {
    if (level === 0 || typeof it !== "object" || it === null) {
      return JSON.stringify(it);
    }
    const isList = Array.isArray(it);
    const parts = isList
      ? it.map((entry) => lines(entry, level - 1))
      : Object.entries(it).map(
          ([key, entry]) =>
            `${JSON.stringify(key)}: ${lines(entry, level - 1)}`,
        );
    const [open, close] = isList ? ["[", "]"] : ["{", "}"];
    return parts.length
      ? `${open}\n${parts.join(",\n")}\n${close}`
      : `${open}${close}`;
  };
  return `${lines(value, depth)}\n`;
}
