/** A text in both languages. */
export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

/** Where a position enters the Transformer. */
export type Enters = "embedding" | "rotary" | "bias" | "relative";

/** Kind of encoding within its place. */
export type Family =
  | "counter"
  | "sinusoidal"
  | "learned"
  | "mixed"
  | "convolutional"
  | "features"
  | "rotation"
  | "rotation-scaling"
  | "distance-bias"
  | "content-relative";

/** Where an encoding was first described. */
export interface Paper {
  readonly title: string;
  /** Number on arXiv; null for what is published elsewhere. */
  readonly arxiv: string | null;
  /** Address where there is no arXiv number. */
  readonly url?: string;
  /** Section, equation or appendix that defines it. */
  readonly section?: string;
}

/** A model that was released with the encoding. */
export interface CatalogModel {
  readonly name: string;
  /** Year of its first release. */
  readonly year: number;
  /** `arXiv:` with a number, or an address. */
  readonly source?: string;
}

/** One encoding. */
export interface CatalogEntry {
  /** Short name, the same in every language. */
  readonly id: string;
  readonly name: Bilingual;
  readonly family: Family;
  readonly enters: Enters;
  /** Year of the first description; null where there is none to date. */
  readonly year: number | null;
  /** Null for what was defined here, or is older than any paper on it. */
  readonly paper: Paper | null;
  /** Calls of this library that compute it, such as `bias.alibi`. */
  readonly calls: readonly string[];
  /**
   * How many learned numbers it has; LongRoPE's are searched. L longest length,
   * D width, d width of a head, H heads, B buckets, C learned columns, G groups,
   * K kernel width, k clip or span, M hidden width, P paragraphs, W offsets in a
   * window. What stands in brackets at the end depends on a choice.
   */
  readonly parameters: string;
  /** Whether any of it is learned. */
  readonly trainable: boolean;
  /**
   * What happens past the training length without more training, by the measure of the
   * works that tried it (perplexity, for most): a task that needs far tokens can still fail.
   */
  readonly extrapolates: "yes" | "partly" | "no";
  /** Models known to use it, oldest first; empty when none is known. */
  readonly models: readonly CatalogModel[];
  readonly formula: {
    readonly latex: string;
    /** The same in plain Unicode. */
    readonly text: string;
  };
  readonly summary: Bilingual;
}
