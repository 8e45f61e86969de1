// What the members of a group begin with, so that all show the same at once.

type Values = Readonly<Record<string, unknown>>;

/** What a member begins with by itself; all names are those of properties. */
export interface Offer {
  readonly element: Element;
  readonly values: Values;
  /** Lowest and highest of its numbers. */
  readonly limits: Readonly<
    Record<string, readonly [min: number, max: number]>
  >;
  /** Values that the page gives it. */
  readonly written: readonly string[];
  /** Values that it locks. */
  readonly locked: readonly string[];
}

const FOLLOWING = 4;

/** As they stand in the document. */
const inOrder = (offers: readonly Offer[]): readonly Offer[] =>
  [...offers].sort((a, b) =>
    a.element.compareDocumentPosition(b.element) & FOLLOWING ? -1 : 1,
  );

/**
 * The values of a group: of each name the one that the page has written, else
 * that of the first member that has it; a number within the limits of all.
 */
export function agreed(offers: readonly Offer[]): Values {
  const members = inOrder(offers);
  const names = new Set(members.flatMap(({ values }) => Object.keys(values)));
  const of = (name: string): unknown => {
    const having = members.filter(({ values }) => name in values);
    const by = having.find(({ written }) => written.includes(name));
    const value = (by ?? having[0])?.values[name];
    if (typeof value !== "number") return value;
    const limits = having.flatMap((it) => {
      const own = it.limits[name];
      return own ? [own] : [];
    });
    const low = Math.max(...limits.map(([min]) => min));
    const high = Math.min(...limits.map(([, max]) => max));
    // Without a number that all can have, each takes what is nearest for it.
    return low <= high ? Math.min(high, Math.max(low, value)) : value;
  };
  return Object.fromEntries([...names].map((name) => [name, of(name)]));
}
