// posenc.wasm -> slices of it, for figures of which each needs some of its
// functions: "base", with the memory and what several others call, and one for
// each of SLICES, whose functions the base calls through tables that are filled
// when the slice is there (src/js/runtime.ts, `add`).
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { camel, exportedNames, groupBy, readBorder } from "./border.mjs";
import { run } from "./run.mjs";
import { bare, withNames } from "./wasm.mjs";

/**
 * @typedef {object} Slice
 * @property {RegExp} exports what src/wasm exports that is in it, with all that
 *   nothing else calls
 * @property {RegExp} [owns] functions that are in it whoever calls them: a term
 *   of attention comes with its encoding. Among them those that are called by
 *   their address, which no list of calls says
 * @property {readonly string[]} [needs] slices that are there wherever it is
 */

/** What stands here under no name is in the base. @type {Record<string, Slice>} */
const SLICES = {
  sinusoidal: {
    exports: /^embedding_(sinusoidal|timestep|hybrid|perturbed|document_\w+)$/,
  },
  learned: { exports: /^embedding_(update|padded_positions|hierarchical)$/ },
  ordinal: { exports: /^embedding_(index|normalized|binary|logarithmic)$/ },
  fusion: { exports: /^embedding_(multiply|concat|fit)$/ },
  resize: { exports: /^embedding_resize$/ },
  fourier: { exports: /^embedding_(fourier|random_fourier|axial\w*)$/ },
  convolution: { exports: /^embedding_(convolutional\w*|weight_norm)$/ },
  shifts: { exports: /^analysis_(wavelengths|shift\w*|decay|fit_decay)$/ },
  tables: {
    exports: /^analysis_(similarity|collisions\w*|sinusoidal_float64)$/,
  },
  spectrum: { exports: /^analysis_spectrum\w*$/ },
  layers: { exports: /^(transformer|numeric)_/ },
  rotary: {
    exports:
      /^(rotary_(frequencies|tables|apply|invert|mscale)|analysis_precision)$/,
    owns: /^posenc::rotary::/,
  },
  rotations: {
    exports: /^rotary_(angles|axial|xpos|xpos_scale|multimodal)$/,
    needs: ["rotary"],
  },
  alibi: { exports: /^bias_(alibi\w*|expand|gather)$/ },
  t5: { exports: /^bias_t5\w*$/, needs: ["alibi"] },
  kernels: {
    exports: /^bias_(kerple\w*|sandwich|fire\w*)$/,
    owns: /^posenc::bias::fire|score_term<posenc::bias::FireTerm>/,
    needs: ["alibi"],
  },
  windows: { exports: /^bias_(relative_\w+|log_cpb\w*)$/ },
  attention: {
    exports: /^attention_(?!step$)/,
    owns: /score_term<posenc::attention::/,
    needs: ["layers"],
  },
  relative: {
    exports: /^relative_/,
    owns: /(^|score_term<)posenc::relative::(Shaw|TransformerXl|Deberta|Cope|Tupe)/,
    needs: ["attention"],
  },
  step: { exports: /^attention_step$/, needs: ["attention", "rotary"] },
};
const BASE = "base";

/** The slices, by name. */
export const sliceNames = [BASE, ...Object.keys(SLICES)];

/** The slices that are there wherever one is. @returns {readonly string[]} */
const neededBy = (name) =>
  (SLICES[name]?.needs ?? []).flatMap((it) => [it, ...neededBy(it)]);

/** The slice that has an export. */
const sliceOf = (name) =>
  Object.keys(SLICES).find((it) => SLICES[it].exports.test(name)) ?? BASE;

/** What src/js calls a binding → the slices that it takes besides the base. */
export const slicesByBinding = () =>
  new Map(
    readBorder().exports.map(({ name }) => {
      const slice = sliceOf(name);
      const own = slice === BASE ? [] : [slice];
      return [camel(name), [...own, ...neededBy(slice)]];
    }),
  );

/** What the module is made of, as far as the engines that have SIMD know it. */
const FEATURES = [
  ...["simd", "bulk-memory", "nontrapping-float-to-int", "sign-ext"],
  ...["mutable-globals", "reference-types"],
].map((name) => `--enable-${name}`);

/** wasm-opt writes signs in names by their number: `\20` is a space. */
const plain = (name) =>
  name.replace(/\\([0-9a-f]{2})/g, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** function → those that it calls, by the names that wasm-opt gives. */
async function callsIn(program, file) {
  const { stdout } = await run(program("wasm-opt"), [
    ...[...FEATURES, file, "--print-call-graph"],
    ...["--output", "/dev/null"],
  ]);
  const calls = new Map();
  for (const [, name] of stdout.matchAll(/^ {2}"([^"]+)" \[style/gm)) {
    calls.set(name, new Set());
  }
  for (const [, from, to] of stdout.matchAll(
    /^ {2}"([^"]+)" -> "([^"]+)";/gm,
  )) {
    calls.get(from).add(to);
  }
  return calls;
}

/** The one of some slices that all others need; the base if there is none. */
const meeting = (slices) =>
  slices.find((one) =>
    slices.every((other) => other === one || neededBy(other).includes(one)),
  ) ?? BASE;

/**
 * slice → the functions that are in it
 *
 * @param {ReadonlyMap<string, Iterable<string>>} calls
 * @param {ReadonlySet<string>} exports
 */
function assign(calls, exports) {
  /** @type {Map<string, Set<string>>} */
  const users = new Map();
  const ownerOf = (name) =>
    Object.keys(SLICES).find((it) => SLICES[it].owns?.test(plain(name)));
  const mark = (name, asked) => {
    const slice = ownerOf(name) ?? asked;
    const own = users.get(name) ?? new Set();
    users.set(name, own);
    if (own.has(slice)) return;
    own.add(slice);
    for (const called of calls.get(name) ?? []) mark(called, slice);
  };
  for (const name of calls.keys()) {
    const slice = exports.has(name) ? sliceOf(name) : ownerOf(name);
    if (slice) mark(name, slice);
  }
  return groupBy(calls.keys(), (name) => meeting([...(users.get(name) ?? [])]));
}

/** Where a slice is, in the folder of the module. */
export const sliceFile = (folder, name) => join(folder, `slice-${name}.wasm`);

/**
 * Writes the slices beside the module.
 *
 * @param {string} file the module, with the names of its functions
 * @param {string} binaryen the folder of Binaryen
 */
export async function sliceModule(file, binaryen) {
  const folder = dirname(file);
  const program = (name) => join(binaryen, "bin", name);
  const names = exportedNames();
  const functions = assign(await callsIn(program, file), new Set(names.keys()));
  functions.delete(BASE);
  const manifest = join(folder, "slices.txt");
  const sections = [...functions].map((slice) => slice.flat().join("\n"));
  writeFileSync(manifest, `${sections.join("\n\n")}\n`);
  // The exports have their short names first: what is added takes others.
  const short = join(folder, "slices.wasm");
  writeFileSync(short, withNames(readFileSync(file), names));
  await run(program("wasm-split"), [
    ...[...FEATURES, "--multi-split", short, "--manifest", manifest],
    ...["--out-prefix", join(folder, "slice-")],
    ...["--output", sliceFile(folder, BASE)],
  ]);
  for (const name of sliceNames) {
    const path = sliceFile(folder, name);
    writeFileSync(path, bare(readFileSync(path)));
  }
}
