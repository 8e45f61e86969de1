import { Options } from "../options.js";

/** Vectors of {@link TermAnalysis.logitTerms}, all of one length. */
export interface LogitTermsOptions {
  /** Content of the query's token, x. */
  readonly token_i: ArrayLike<number>;
  /** Content of the key's token, y. */
  readonly token_j: ArrayLike<number>;
  /** Position of the query's token, p. */
  readonly pos_i: ArrayLike<number>;
  /** Position of the key's token, q. */
  readonly pos_j: ArrayLike<number>;
}

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

/** What {@link Posenc.analysis} has for single scores; it needs no instance. */
export const termAnalysis: TermAnalysis = {
  logitTerms(input) {
    const call = "analysis.logitTerms";
    const names = ["token_i", "token_j", "pos_i", "pos_j"] as const;
    const options = new Options(call, input, names);
    const { length } = options.numbers("token_i");
    const [x, y, p, q] = names.map((name) =>
      options.numbers(name, { length }),
    ) as [ArrayLike<number>, ...ArrayLike<number>[]] as ArrayLike<number>[];
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
  },
};
