// Loads each figure when a page has the first element of it, and says in the
// place of a figure what stands against it.
import { nearest } from "posenc/internal";
import type { Text } from "../../words/text.ts";
import { write } from "./notice.ts";
import { watch } from "./watch.ts";

/** What is known of the elements of one tag. */
interface Met {
  /** Those that wait: none any more when it is known what the tag is. */
  readonly elements: Set<HTMLElement>;
  isSettled: boolean;
  /** What was written into them. */
  notices: HTMLElement[];
}

const failed = (tag: string, { message }: Error): Text => ({
  en: `The figure ${tag} cannot be loaded (${message}).`,
  zh: `图 ${tag} 无法载入（${message}）。`,
});

/** Makes the elements of a tag live; knows what there is instead of a figure. */
type Load = (tag: string) => Promise<readonly string[] | undefined>;

/**
 * Loads the figures of the page from now on.
 *
 * @param load - resolves with the tags that there are if this one is none of
 *   them; what it rejects with is said
 */
export function onDemand(load: Load): void {
  // Builders of pages import it where there is none.
  if (typeof document === "undefined") return;
  const all = new Map<string, Met>();

  function start(tag: string, met: Met): void {
    for (const notice of met.notices) notice.remove();
    met.notices = [];
    const settle = () => {
      met.isSettled = true;
      met.elements.clear();
    };
    load(tag).then(
      (tags) => {
        settle();
        // It may be somebody else's, who defines it later.
        if (tags === undefined || customElements.get(tag)) return;
        const known = [...new Set(tags)];
        const meant = nearest(tag, known);
        console.warn(
          `posenc: there is no figure <${tag}>${meant ? `, did you mean <${meant}>?` : ""} (known: ${known.join(", ")})`,
        );
      },
      (error: unknown) => {
        // Another copy was luckier.
        if (customElements.get(tag)) return settle();
        const text = failed(tag, error as Error);
        // What has left the page meanwhile is met anew if it comes back.
        for (const it of met.elements) {
          if (!it.isConnected) met.elements.delete(it);
        }
        const retry = () => start(tag, met);
        met.notices = [...met.elements].map((it) => write(it, text, retry));
      },
    );
  }

  watch((element) => {
    const tag = element.localName;
    const before = all.get(tag);
    if (before?.isSettled) return;
    const met = before ?? {
      elements: new Set(),
      isSettled: false,
      notices: [],
    };
    all.set(tag, met);
    met.elements.add(element);
    const isFirst = before === undefined;
    // One that comes after a failure is a reason to try again.
    if (isFirst || met.notices.length > 0) start(tag, met);
  });
}
