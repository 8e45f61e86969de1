import { numbers, type OptionsOf, table } from "../schema.js";

const VECTOR = numbers();

export const LOGIT_TERMS = table("analysis.logitTerms", {
  /** Content of the query's token, x. */
  token_i: VECTOR,
  /** Content of the key's token, y. */
  token_j: VECTOR,
  /** Position of the query's token, p. */
  pos_i: VECTOR,
  /** Position of the key's token, q. */
  pos_j: VECTOR,
});
/** Vectors of {@link TermAnalysis.logitTerms}, all of one length. */
export type LogitTermsOptions = OptionsOf<typeof LOGIT_TERMS>;

/** The four terms of (x + p)·(y + q). */
export interface LogitTerms {
  /** x·y. */
  readonly contentContent: number;
  /** x·q. */
  readonly contentPosition: number;
  /** p·y. */
  readonly positionContent: number;
  /** p·q. */
  readonly positionPosition: number;
  /** Their sum. */
  readonly total: number;
}

/** What a single score consists of. */
export interface TermAnalysis {
  /**
   * Splits one score of additive encodings into what content and position
   * contribute: (x + p)·(y + q) = x·y + x·q + p·y + p·q, in float64.
   */
  logitTerms(options: LogitTermsOptions): LogitTerms;
}

export const logitTerms: TermAnalysis["logitTerms"] = (input) => {
  const options = LOGIT_TERMS.open(input);
  const { length } = options.read("token_i");
  const [x, y, p, q] = Object.keys(LOGIT_TERMS.fields).map((name) =>
    options.numbers(name, { length }),
  );
  const dot = (a?: ArrayLike<number>, b?: ArrayLike<number>): number => {
    let sum = 0;
    for (let k = 0; k < length; k += 1) {
      sum += (a?.[k] as number) * (b?.[k] as number);
    }
    return sum;
  };
  const terms = {
    contentContent: dot(x, y),
    contentPosition: dot(x, q),
    positionContent: dot(p, y),
    positionPosition: dot(p, q),
  };
  const total = Object.values(terms).reduce((sum, term) => sum + term, 0);
  return { ...terms, total };
};

/** What {@link Posenc.analysis} has for single scores; it needs no instance. */
export const termAnalysis: TermAnalysis = { logitTerms };
