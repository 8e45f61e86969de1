// Loads the parts of the library with the modules that call them, so that no
// page waits for attention before it has a figure that attends.
import { join } from "node:path";
import type { Plugin } from "vite";
import type { Slices } from "./slices.ts";

/** A part of the library: some calls that are loaded together. */
interface Part {
  /** Where it is found in the library: `pe.analysis`. */
  readonly room: string;
  /** What it has of a room of several parts; without them, what no other has. */
  readonly calls?: readonly string[];
  /** Who names the room alone does without it. */
  readonly byName?: true;
  /** Its source below src/js, without ".ts". */
  readonly module: string;
  /** What the source exports to make it of a runtime; its own name unless told. */
  readonly made?: string;
  /** How that makes it; by itself unless told. */
  readonly maker?: string;
  /** The site's file that holds it; without one, that of what calls it. */
  readonly file?: string;
  /** The file of the package's figures that holds it; its own unless told. */
  readonly packed?: string;
  /** The site has it at once: element/library/at-once.ts. */
  readonly atOnce?: true;
  /**
   * The types of position that attention reads with it, no calls of the room. Who
   * writes `{ type: "alibi" }` has it; the site's attention has all.
   */
  readonly types?: readonly string[];
}

const atOnce = { file: "posenc", atOnce: true } as const;
const embedding = { room: "embedding", ...atOnce } as const;
const analysis = { room: "analysis" } as const;
// The site's attention takes rotary encodings and biases, so it has to have them.
const rotary = { room: "rotary", file: "attention" } as const;
const bias = { room: "bias", file: "attention" } as const;
const attention = { room: "attention", file: "attention" } as const;
const scheme = { room: "attention" } as const;
/** No figure decodes. */
const prepare = {
  calls: ["prepare"],
  byName: true,
  packed: "prepare",
} as const;

/** All parts, by name. Each file holds besides what stands before it. */
export const PARTS: Readonly<Record<string, Part>> = {
  sinusoidalEmbedding: {
    ...embedding,
    module: "embedding/sinusoidal",
    made: "sinusoidal",
  },
  freshEmbedding: {
    ...embedding,
    module: "embedding/fresh",
    made: "fresh",
    calls: ["learned"],
  },
  learnedEmbedding: {
    ...embedding,
    module: "embedding/learned",
    made: "learned",
    calls: ["hierarchical", "lookup", "paddedPositions", "update"],
  },
  ordinalEmbedding: {
    ...embedding,
    module: "embedding/ordinal",
    made: "ordinal",
    calls: ["binary", "index", "logarithmic", "normalized"],
  },
  fusionEmbedding: {
    ...embedding,
    module: "embedding/fusion",
    made: "fusion",
    calls: ["add", "concat", "fit", "multiply"],
  },
  resizeEmbedding: {
    ...embedding,
    module: "embedding/resize",
    made: "resize",
    calls: ["resize", "resize2d"],
  },
  fourierEmbedding: {
    ...embedding,
    module: "embedding/fourier",
    made: "fourier",
    calls: ["axial", "fourier", "randomFourier"],
  },
  convolutionEmbedding: {
    ...embedding,
    module: "embedding/convolution",
    made: "convolution",
    calls: [
      ...["convolutional", "convolutional2d", "convolutionalGrouped"],
      "weightNorm",
    ],
  },
  sinusoidalAnalysis: {
    ...{ ...analysis, ...atOnce },
    module: "analysis/sinusoidal",
    calls: ["decay", "shiftError", "shiftMatrix", "wavelengths"],
  },
  pairAnalysis: {
    ...{ ...analysis, ...atOnce },
    module: "analysis/pairs",
    calls: ["collisions", "rangePerDimension", "similarity"],
  },
  spectrumAnalysis: {
    ...{ ...analysis, ...atOnce },
    module: "analysis/spectrum",
    calls: ["spectrum"],
  },
  termAnalysis: {
    ...{ ...analysis, ...atOnce },
    module: "analysis/terms",
    maker: "() => termAnalysis",
    calls: ["logitTerms"],
  },
  transformerLayers: {
    room: "transformer",
    module: "transformer/layers",
    ...atOnce,
  },
  rotaryFrequencies: {
    ...rotary,
    module: "rotary/frequencies",
    made: "frequencies",
    calls: ["frequencies"],
    packed: "rotary",
  },
  rotaryTables: {
    ...rotary,
    module: "rotary/tables",
    made: "tables",
    calls: ["tables"],
    packed: "rotary",
  },
  rotaryApply: {
    ...rotary,
    module: "rotary/apply",
    made: "applying",
    calls: ["apply", "applyInPlace", "shift"],
    packed: "rotary",
  },
  rotaryXpos: {
    ...rotary,
    module: "rotary/xpos",
    made: "xpos",
    calls: ["xpos"],
  },
  rotaryAxial: {
    ...rotary,
    module: "rotary/axial",
    made: "axial",
    calls: ["axial", "axial2d"],
  },
  rotaryMultimodal: {
    ...rotary,
    module: "rotary/multimodal",
    made: "multimodal",
    calls: ["multimodal"],
  },
  rotaryAttentionScale: {
    ...rotary,
    module: "rotary/mscale",
    made: "attentionScale",
    calls: ["attentionScale"],
  },
  biasAlibi: {
    ...bias,
    module: "bias/alibi",
    made: "alibi",
    calls: ["alibi", "alibiSlopes"],
  },
  alibiScheme: { ...scheme, module: "bias/schemes/alibi", types: ["alibi"] },
  biasT5: {
    ...bias,
    module: "bias/t5",
    made: "t5",
    calls: ["t5", "t5Bucket"],
    packed: "biases",
  },
  biasKerple: {
    ...bias,
    module: "bias/kerple",
    made: "kerple",
    calls: ["kerple"],
    packed: "biases",
  },
  biasFire: {
    ...bias,
    module: "bias/fire",
    made: "fire",
    calls: ["fire"],
    packed: "biases",
  },
  biasSandwich: {
    ...bias,
    module: "bias/sandwich",
    made: "sandwich",
    calls: ["sandwich"],
    packed: "biases",
  },
  biasWindow: {
    ...bias,
    module: "bias/window",
    made: "windowBias",
    calls: ["logCpb", "relativeCoords", "relativePositionIndex"],
  },
  attentionCall: { ...attention, module: "attend" },
  rotaryScheme: { ...scheme, module: "rotary/scheme", types: ["rotary"] },
  t5Scheme: {
    ...scheme,
    packed: "biases",
    module: "bias/schemes/t5",
    types: ["t5"],
  },
  kerpleScheme: {
    ...scheme,
    packed: "biases",
    module: "bias/schemes/kerple",
    types: ["kerple"],
  },
  fireScheme: {
    ...scheme,
    packed: "biases",
    module: "bias/schemes/fire",
    types: ["fire"],
  },
  sandwichScheme: {
    ...scheme,
    packed: "biases",
    module: "bias/schemes/sandwich",
    types: ["sandwich"],
  },
  relativeSchemes: {
    ...scheme,
    packed: "relative",
    module: "relative/schemes",
    made: "RELATIVE_SCHEMES",
    types: ["shaw", "transformerXL", "deberta", "cope", "tupe"],
  },
  rotaryPrepare: {
    ...rotary,
    module: "rotary/prepare",
    made: "preparing",
    ...prepare,
  },
  biasPrepare: {
    ...bias,
    module: "bias/prepare",
    made: "preparing",
    ...prepare,
  },
  attentionPrepare: {
    ...attention,
    module: "prepared/attention",
    made: "preparing",
    maker: "(runtime) => ({ prepare: attentionPrepare(runtime) })",
    ...prepare,
  },
  rotaryAnalysis: {
    ...analysis,
    module: "analysis/rotary",
    file: "analysis",
    calls: ["coverage", "precision"],
  },
  permutationAnalysis: {
    ...analysis,
    module: "analysis/permutation",
    file: "analysis",
    calls: ["permutationError"],
  },
  relative: { room: "relative", module: "relative", file: "relative" },
  transformer: {
    room: "transformer",
    module: "transformer",
    file: "transformer",
    calls: ["decoder", "encoder"],
  },
  config: {
    room: "config",
    module: "config",
    file: "config",
    maker: "() => config",
  },
  convert: {
    room: "convert",
    module: "convert",
    maker: "() => convert",
  },
};

const VIRTUAL = "virtual:posenc-part/";
/** All parts that are not there at once. */
const EVERY = "virtual:posenc-every-part";

/** Whether the site has a part without importing it. */
const isOnSite = (part: string): boolean =>
  PARTS[part]?.atOnce ?? PARTS[part]?.types !== undefined;

/** Of the module that adds a part to the library of the page. */
export const offerId = (part: string): string => `\0${VIRTUAL}${part}`;

/** A node of a syntax tree (ESTree), as far as it is asked here. */
type Node = Readonly<Record<string, unknown>> | null | undefined;

const child = (node: Node, name: string): Node => node?.[name] as Node;
const isLibrary = (node: Node): boolean =>
  node?.type === "Identifier" && node.name === "pe";

/** `a.b` → "b"; undefined for anything but a plain name. */
const memberOf = (node: Node): string | undefined =>
  node?.type === "MemberExpression" && node.computed === false
    ? (child(node, "property")?.name as string)
    : undefined;

/** `{ a, b }` → "a", "b". */
function namesIn(pattern: Node): readonly string[] {
  const properties = (pattern?.properties ?? []) as Node[];
  return properties.map((it) => child(it, "key")?.name as string);
}

/** The parts behind `pe.room`, or behind `pe.room.call`. */
function partsOf(room: string, call: string | undefined): readonly string[] {
  const all = Object.entries(PARTS).filter(
    ([, part]) => part.room === room && !part.types,
  );
  const named = all.filter(([, { calls }]) => calls?.includes(call ?? ""));
  const rest =
    call === undefined
      ? all.filter(([, { byName }]) => !byName)
      : all.filter(([, { calls }]) => !calls);
  return (named.length > 0 ? named : rest).map(([name]) => name);
}

/** The strings that an expression may be: a literal, or either of two. */
function stringsOf(node: Node): readonly unknown[] {
  if (node?.type !== "ConditionalExpression") return [node?.value];
  return [child(node, "consequent"), child(node, "alternate")].flatMap(
    stringsOf,
  );
}

/** The parts of a scheme: `type: "alibi"`. */
function partsOfType(property: Node): readonly string[] {
  if (child(property, "key")?.name !== "type") return [];
  const types = stringsOf(child(property, "value"));
  return Object.keys(PARTS).filter((part) =>
    PARTS[part]?.types?.some((type) => types.includes(type)),
  );
}

/**
 * The parts that a module calls: `pe.rotary`, `pe.analysis.coverage`,
 * `const { bias } = pe`, `const { add } = pe.embedding`, and those of the positions
 * that it names, `{ type: "alibi" }`. Programs in strings are not calls.
 *
 * @param tree - the module, parsed
 * @param isAtOnce - what is there without being imported
 */
export function partsIn(
  tree: unknown,
  isAtOnce: (part: string) => boolean = isOnSite,
): readonly string[] {
  const found = new Set<string>();
  const take = (parts: readonly string[]): void => {
    for (const part of parts) if (!isAtOnce(part)) found.add(part);
  };
  const add = (room: string | undefined, call?: string): void => {
    if (room) take(partsOf(room, call));
  };
  const visit = (node: Node): void => {
    if (typeof node !== "object" || node === null) return;
    if (node.type === "Property") take(partsOfType(node));
    const inner = child(node, "object");
    if (
      memberOf(node) &&
      memberOf(inner) &&
      isLibrary(child(inner, "object"))
    ) {
      add(memberOf(inner), memberOf(node));
      return;
    }
    if (memberOf(node) && isLibrary(inner)) add(memberOf(node));
    if (node.type === "VariableDeclarator") {
      const from = child(node, "init");
      const names = namesIn(child(node, "id"));
      const room = memberOf(from);
      if (isLibrary(from)) for (const name of names) add(name);
      else if (room && names.length > 0 && isLibrary(child(from, "object"))) {
        for (const name of names) add(room, name);
        return;
      }
    }
    for (const value of Object.values(node)) visit(value as Node);
  };
  visit(tree as Node);
  return [...found].sort();
}

/**
 * A module that adds one part to the library of the page.
 *
 * @param slices - those of the module that it calls, if they are not there
 * @param isAlone - whether it also brings what starts the library
 */
function offering(
  part: string,
  root: string,
  slices: readonly string[],
  isAlone: boolean,
): string {
  const own = PARTS[part] as Part;
  const { room, module, made = part, maker = part, types } = own;
  const source = join(root, "../src/js", `${module}.ts`);
  const texts = slices.map((slice, i) => [`slice${i}`, slice] as const);
  const sliceFile = (name: string): string =>
    JSON.stringify(join(root, "../src/js/generated/slices", `${name}.js`));
  const [type, ...others] = types ?? [];
  const schemes = others.length > 0 ? part : `{ ${type}: ${part} }`;
  const file = types
    ? "package/schemes-in-parts.ts"
    : "element/library/parts.ts";
  const added = types ? [schemes] : [JSON.stringify(room), maker];
  const fromPackage = (name: string): string =>
    JSON.stringify(join(root, "package", `${name}.ts`));
  // On the site the library is there.
  const starter = isAlone
    ? `import { library } from ${fromPackage("start-in-parts")};
import { provide } from ${fromPackage("starter")};
provide(library);
`
    : "";
  return `import { ${made} as ${part} } from ${JSON.stringify(source)};
import { offer } from ${JSON.stringify(join(root, file))};
${starter}${texts.map(([name, slice]) => `import { deflatedBase64 as ${name} } from ${sliceFile(slice)};\n`).join("")}
offer(${[...added, ...texts.map(([name]) => name)].join()});
`;
}

const imported = (parts: readonly string[]): string =>
  parts.map((part) => `import "${VIRTUAL}${part}";\n`).join("");

/**
 * Imports the parts that each module calls.
 *
 * @param options - `slices`: nothing is there at once, and parts bring what they
 *   call of the module
 */
export function libraryParts({
  slices,
}: {
  readonly slices?: Slices;
} = {}): Plugin {
  let root = "";
  // In other people's pages there is nothing but what figures bring.
  const isThere = (part: string): boolean => !slices && isOnSite(part);
  return {
    name: "posenc-parts",
    configResolved(config) {
      root = config.root;
    },
    resolveId(id) {
      if (id === EVERY) return { id: `\0${EVERY}`, moduleSideEffects: true };
      return id.startsWith(VIRTUAL)
        ? { id: offerId(id.slice(VIRTUAL.length)), moduleSideEffects: true }
        : null;
    },
    load(id) {
      if (id === `\0${EVERY}`) {
        const late = Object.keys(PARTS).filter((name) => !isThere(name));
        return imported(late);
      }
      const prefix = offerId("");
      if (!id.startsWith(prefix)) return null;
      const part = id.slice(prefix.length);
      return offering(part, root, slices?.get(part) ?? [], !!slices);
    },
    // Behind Vite's own transformations: it is JavaScript by now.
    transform(code, id) {
      const isOwn = id.startsWith(`${root}/`) && /\.ts$/.test(id);
      if (!isOwn || !/\bpe\b|\btype:/.test(code)) return null;
      const parts = partsIn(this.parse(code), isThere);
      if (parts.length === 0) return null;
      return { code: `${imported(parts)}${code}`, map: null };
    },
  };
}
