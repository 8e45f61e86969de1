// The state of every figure of a page in the hash of its address:
//
//   #triptych?seq-len=100&layout=halves&shift.offset=3
//
// names the figure that was touched last (its values bare) and the others by
// their id. Only what differs from the page's own values is written; what
// cannot be read is left out, never an error.

import { wellFormed } from "../../words/text.ts";

/** Values of one figure as text, by attribute name. */
export type Values = Readonly<Record<string, string>>;

/** What an address says about the figures of its page. */
export interface Link {
  /** Id of the figure, or of any anchor, that the address points at. */
  readonly anchor: string;
  /** Values by figure. */
  readonly figures: ReadonlyMap<string, Values>;
}

/** Reads a hash, with or without its "#". */
export function parseHash(hash: string): Link {
  const text = hash.replace(/^#/, "");
  const cut = text.indexOf("?");
  const anchor = decode(cut < 0 ? text : text.slice(0, cut));
  const figures = new Map<string, Record<string, string>>();
  if (cut >= 0) {
    for (const [key, value] of new URLSearchParams(text.slice(cut + 1))) {
      // Names of attributes have none; ids may.
      const dot = key.lastIndexOf(".");
      const id = dot < 0 ? anchor : key.slice(0, dot);
      const name = key.slice(dot + 1);
      if (id === "" || name === "") continue;
      const values = figures.get(id) ?? Object.create(null);
      values[name] = value;
      figures.set(id, values);
    }
  }
  return { anchor, figures };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const encode = (text: string): string => encodeURIComponent(wellFormed(text));

/** The inverse of `parseHash`, without "#" when there is nothing to say. */
export function formatHash({ anchor, figures }: Link): string {
  const pairs: string[] = [];
  const write = (id: string, prefix: string): void => {
    for (const [name, value] of Object.entries(figures.get(id) ?? {})) {
      pairs.push(`${prefix}${name}=${encode(value)}`);
    }
  };
  write(anchor, "");
  for (const id of figures.keys()) {
    if (id !== anchor) write(id, `${encode(id)}.`);
  }
  if (pairs.length === 0) return anchor ? `#${encode(anchor)}` : "";
  return `#${encode(anchor)}?${pairs.join("&")}`;
}

/** Values of a figure in the address now; undefined: it says nothing of it. */
export function valuesInAddress(id: string): Values | undefined {
  return parseHash(location.hash).figures.get(id);
}

/** The hash that also holds these values of a figure. */
export function hashWith(id: string, values: Values): string {
  const figures = new Map(parseHash(location.hash).figures);
  figures.delete(id);
  if (Object.keys(values).length > 0) figures.set(id, values);
  return formatHash({ anchor: id, figures });
}

/** Writes values into the address bar without a new entry of the history. */
export function storeInAddress(id: string, values: Values): void {
  const empty = Object.keys(values).length === 0;
  const hash = hashWith(id, values);
  // A figure in its first state needs no mention of itself.
  const wanted = empty && !hash.includes("?") ? "" : hash;
  if (wanted === location.hash) return;
  try {
    history.replaceState(
      history.state,
      "",
      wanted || location.pathname + location.search,
    );
  } catch {
    // Browsers limit how often; the next change writes it.
  }
}
