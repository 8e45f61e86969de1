// Loads the parts of the library with the modules that call them, so that no
// page waits for attention before it has a figure that attends.
import { join } from "node:path";
import type { Plugin } from "vite";

/** A part of the library, as `posenc/parts` exports it by name. */
interface Part {
  /** Where it is found in the library: `pe.analysis`. */
  readonly room: string;
  /** How it is made of a runtime; by itself unless told. */
  readonly maker?: string;
  /** Its source below src/js, without ".ts". */
  readonly module: string;
  /**
   * The site's file that holds it; without one, that of what calls it. The
   * figures of the package have a file of each.
   */
  readonly file?: string;
  /** The site has it at once: element/library/at-once.ts. */
  readonly atOnce?: true;
  /** The half of the module that makes tables is enough for it. */
  readonly half?: true;
}

const atOnce = { file: "posenc", atOnce: true, half: true } as const;

/** All parts, by name. Each file holds besides what stands before it. */
export const PARTS: Readonly<Record<string, Part>> = {
  sinusoidalEmbedding: {
    room: "embedding",
    module: "embedding/sinusoidal",
    ...atOnce,
  },
  learnedEmbedding: {
    room: "embedding",
    module: "embedding/learned",
    ...atOnce,
  },
  ordinalEmbedding: {
    room: "embedding",
    module: "embedding/ordinal",
    ...atOnce,
  },
  fusionEmbedding: {
    room: "embedding",
    module: "embedding/fusion",
    ...atOnce,
  },
  resizeEmbedding: {
    room: "embedding",
    module: "embedding/resize",
    ...atOnce,
  },
  fourierEmbedding: {
    room: "embedding",
    module: "embedding/fourier",
    ...atOnce,
  },
  convolutionEmbedding: {
    room: "embedding",
    module: "embedding/convolution",
    ...atOnce,
  },
  sinusoidalAnalysis: {
    room: "analysis",
    module: "analysis/sinusoidal",
    ...atOnce,
  },
  tableAnalysis: { room: "analysis", module: "analysis/table", ...atOnce },
  termAnalysis: {
    room: "analysis",
    module: "analysis/terms",
    maker: "() => termAnalysis",
    ...atOnce,
  },
  transformerLayers: {
    room: "transformer",
    module: "transformer/layers",
    ...atOnce,
  },
  // Attention takes rotary encodings and biases, so it has to have them.
  rotary: { room: "rotary", module: "rotary", file: "attention" },
  bias: { room: "bias", module: "bias", file: "attention" },
  // No figure decodes: the call without `prepare`.
  attentionCall: { room: "attention", module: "attention", file: "attention" },
  rotaryAnalysis: {
    room: "analysis",
    module: "analysis/rotary",
    file: "analysis",
  },
  permutationAnalysis: {
    room: "analysis",
    module: "analysis/permutation",
    file: "analysis",
  },
  relative: { room: "relative", module: "relative", file: "relative" },
  transformer: {
    room: "transformer",
    module: "transformer",
    file: "transformer",
  },
  config: {
    room: "config",
    module: "config",
    file: "config",
    maker: "() => config",
    half: true,
  },
  convert: {
    room: "convert",
    module: "convert",
    maker: "() => convert",
    half: true,
  },
};

/** Calls of rooms that are made of several parts: which one has each. */
const CALLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  analysis: {
    collisions: "tableAnalysis",
    coverage: "rotaryAnalysis",
    decay: "sinusoidalAnalysis",
    logitTerms: "termAnalysis",
    permutationError: "permutationAnalysis",
    precision: "rotaryAnalysis",
    rangePerDimension: "tableAnalysis",
    shiftError: "sinusoidalAnalysis",
    shiftMatrix: "sinusoidalAnalysis",
    similarity: "tableAnalysis",
    spectrum: "tableAnalysis",
    wavelengths: "sinusoidalAnalysis",
  },
  embedding: {
    add: "fusionEmbedding",
    axial: "fourierEmbedding",
    binary: "ordinalEmbedding",
    concat: "fusionEmbedding",
    convolutional: "convolutionEmbedding",
    convolutional2d: "convolutionEmbedding",
    convolutionalGrouped: "convolutionEmbedding",
    fit: "fusionEmbedding",
    fourier: "fourierEmbedding",
    hierarchical: "learnedEmbedding",
    index: "ordinalEmbedding",
    learned: "learnedEmbedding",
    logarithmic: "ordinalEmbedding",
    lookup: "learnedEmbedding",
    multiply: "fusionEmbedding",
    normalized: "ordinalEmbedding",
    paddedPositions: "learnedEmbedding",
    randomFourier: "fourierEmbedding",
    resize: "resizeEmbedding",
    resize2d: "resizeEmbedding",
    update: "learnedEmbedding",
    weightNorm: "convolutionEmbedding",
  },
  transformer: { decoder: "transformer", encoder: "transformer" },
};
/** Those of them that have the calls that are not named. */
const OTHERS: Readonly<Record<string, string>> = {
  embedding: "sinusoidalEmbedding",
  transformer: "transformerLayers",
};

/** The part that is a whole room, where its name is another. */
const WHOLE: Readonly<Record<string, string>> = { attention: "attentionCall" };
const VIRTUAL = "virtual:posenc-part/";
/** All parts that are not there at once. */
const EVERY = "virtual:posenc-every-part";

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
  const calls = CALLS[room];
  if (!calls) {
    const whole = WHOLE[room] ?? room;
    return whole in PARTS && !PARTS[whole]?.atOnce ? [whole] : [];
  }
  const other = OTHERS[room];
  if (call === undefined) {
    return [...Object.values(calls), ...(other ? [other] : [])];
  }
  const part = calls[call] ?? other;
  return part ? [part] : [];
}

/**
 * The parts that a module calls: `pe.rotary`, `pe.analysis.coverage`,
 * `const { bias } = pe`, `const { add } = pe.embedding`. Programs in strings are not calls.
 *
 * @param tree - the module, parsed
 * @param isAtOnce - what is there without being imported
 */
export function partsIn(
  tree: unknown,
  isAtOnce: (part: string) => boolean = (part) => PARTS[part]?.atOnce === true,
): readonly string[] {
  const found = new Set<string>();
  const add = (room: string | undefined, call?: string): void => {
    for (const part of room ? partsOf(room, call) : []) {
      if (!isAtOnce(part)) found.add(part);
    }
  };
  const visit = (node: Node): void => {
    if (typeof node !== "object" || node === null) return;
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

/** A module that adds one part to the library of the page. */
function offering(part: string, root: string, inline: boolean): string {
  const { room, maker = part, half } = PARTS[part] as Part;
  const whole = inline && !half;
  return `import { ${part} } from "posenc/parts";
import { offer } from ${JSON.stringify(join(root, "element/library/parts.ts"))};
${whole ? 'import { wholeBytes } from "posenc/inline-whole";' : ""}
offer("${room}", ${maker}${whole ? ", wholeBytes" : ""});
`;
}

const imported = (parts: readonly string[]): string =>
  parts.map((part) => `import "${VIRTUAL}${part}";\n`).join("");

/**
 * Imports the parts that each module calls.
 *
 * @param options - `inline`: nothing is there at once, and
 *   parts bring the module if half of it is not enough for them
 */
export function libraryParts({ inline = false } = {}): Plugin {
  let root = "";
  // In other people's pages there is nothing but what figures bring.
  const isThere = (part: string): boolean =>
    !inline && PARTS[part]?.atOnce === true;
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
      return id.startsWith(prefix)
        ? offering(id.slice(prefix.length), root, inline)
        : null;
    },
    // Behind Vite's own transformations: it is JavaScript by now.
    transform(code, id) {
      const isOwn = id.startsWith(`${root}/`) && /\.ts$/.test(id);
      if (!isOwn || !/\bpe\b/.test(code)) return null;
      const parts = partsIn(this.parse(code), isThere);
      if (parts.length === 0) return null;
      return { code: `${imported(parts)}${code}`, map: null };
    },
  };
}
