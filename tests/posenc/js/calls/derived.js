// Arguments drawn from a call's table of options, where each option can be drawn
// by itself: ranges in numbers, words, flags, lists of numbers.
import { build } from "esbuild";
import { inRoot } from "../../../../tools/lib/paths.mjs";

const { outputFiles } = await build({
  entryPoints: [
    inRoot("src", "posenc", "js", "generated", "encodings", "tables.ts"),
  ],
  bundle: true,
  format: "esm",
  platform: "node",
  write: false,
  logLevel: "silent",
});
const [{ text }] = outputFiles;
const source = `data:text/javascript,${encodeURIComponent(text)}`;
/** @type {{ OPTION_TABLES: Record<string, import("../../../../src/posenc/js/schema.ts").Table> }} */
const { OPTION_TABLES } = await import(source);

/** The most that is drawn: counts stay small. */
const MOST = 20;
const FAR = 1e5;

/**
 * A range of numbers around 0; undefined where other options decide it.
 *
 * @param {{ min?: unknown, max?: unknown }} limits
 * @param {number} most
 */
function rangeOf({ min = -FAR, max = FAR }, most) {
  if (typeof min !== "number" || typeof max !== "number") return undefined;
  return [Math.max(min, -most), Math.min(max, Math.max(min, 0) + most)];
}

/**
 * What draws an option; undefined where nobody can tell.
 *
 * @param {import("../../../../src/posenc/js/schema.ts").Field} field
 * @returns {((d: any) => unknown) | undefined}
 */
function drawOf({ kind, limits = {}, words, even }) {
  if (kind === "flag") return (d) => d.bool();
  if (kind === "choice") return (d) => d.pick(words);
  const range = rangeOf(limits, kind === "integer" ? MOST : FAR);
  const isMore = ["length", "above", "below"].some((name) => name in limits);
  if (range === undefined || even || isMore) return undefined;
  const [min, max] = range;
  switch (kind) {
    case "integer":
      return (d) => d.int(min, max);
    case "real":
      return (d) => d.real(min, max);
    case "numbers":
      return (d) => d.numbers(d.int(1, MOST), min, max);
    case "integers":
      return (d) => d.integers(d.int(1, MOST), min, max);
    default:
      return undefined;
  }
}

/** One way of each rule, as the options that it needs and takes. */
const chosen = (d, rules) =>
  rules
    .map(({ ways }) => d.pick(ways))
    .map(({ needs = [], takes = [] }) => ({ needs, takes }));

/**
 * What draws the arguments of a call from its table.
 *
 * @throws where an option depends on others: such a call is drawn by hand
 */
function derived(call, { fields, rules }) {
  const draws = Object.entries(fields)
    .filter(([, { kind }]) => kind !== "buffer")
    .map(([name, field]) => ({ name, ...field, draw: drawOf(field) }));
  const ruled = rules.flatMap(({ ways }) =>
    ways.flatMap(({ needs = [], takes = [] }) => [...needs, ...takes]),
  );
  const lost = draws.find(
    ({ name, draw, optional }) => !draw && (!optional || ruled.includes(name)),
  );
  if (lost) {
    throw new Error(
      `tests/posenc/js/calls/${call.split(".")[0]}.js: add "${call}": (d) => [{ … }], nobody can draw its ${lost.name} from the table of options`,
    );
  }
  return (d) => {
    const ways = chosen(d, rules);
    const isGiven = ({ name, optional, draw }) => {
      if (ways.some(({ needs }) => needs.includes(name))) return true;
      const isOpen =
        !ruled.includes(name) || ways.some(({ takes }) => takes.includes(name));
      return draw && isOpen && (!optional || d.bool());
    };
    return [
      Object.fromEntries(
        draws.filter(isGiven).map(({ name, draw }) => [name, draw(d)]),
      ),
    ];
  };
}

/** Draws for the calls of encodings that `known` has not. */
export const derivedCalls = (known) =>
  Object.fromEntries(
    Object.entries(OPTION_TABLES)
      .filter(([call]) => !(call in known))
      .map(([call, table]) => [call, derived(call, table)]),
  );
