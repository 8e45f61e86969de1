// Tag → how it is loaded and registered. A page loads only the widgets that it
// has.
import { keepEarlyPresses } from "../widgets/element/when/early-press.ts";
import { whenNear } from "../widgets/element/when/lazy.ts";
import { figures } from "../widgets/figures/list.ts";

const own: Readonly<Record<string, () => Promise<unknown>>> = {
  "pe-bench": () => import("./bench/element.ts"),
  "pe-ledger": () => import("./ledger/element.ts"),
  "pe-code": async () =>
    (await import("../widgets/element/listing/near.ts")).loadNear(document),
  "pe-models": () => import("./models/element.ts"),
  "pe-playground": () => import("../widgets/playground/element.ts"),
  // The site's own are written by its build; examples are as people write them.
  "pe-quiz": () =>
    document.querySelector("pe-quiz[kind]")
      ? import("./quiz/element.ts")
      : import("../widgets/quiz/define-quiz.ts"),
};

/** Loads and registers one widget. */
export async function loadWidget(tag: string): Promise<void> {
  if (own[tag]) {
    await own[tag]();
    return;
  }
  const [{ figureElement }, { define }, spec] = await Promise.all([
    import("../widgets/kit/element.ts"),
    import("../widgets/element/define.ts"),
    figures[tag]?.(),
  ]);
  if (spec) define(figureElement(spec));
}

/** All tags. */
export const tags: readonly string[] = [
  ...Object.keys(own),
  ...Object.keys(figures),
];

/** When a page that was left has gone. */
const GONE_MS = 1000;

/** Widgets whose loading has begun. */
const begun = new Set<string>();

function begin(tag: string): void {
  if (begun.has(tag)) return;
  begun.add(tag);
  loadWidget(tag).catch((error: unknown) => {
    // The next one of its kind tries again.
    begun.delete(tag);
    // A page that is left ends what it loads: by then it is gone.
    setTimeout(() => {
      throw error;
    }, GONE_MS);
  });
}

/** What is no figure, and so never says that it is live. */
const SILENT = new Set([
  "pe-bench",
  "pe-code",
  "pe-ledger",
  "pe-models",
  "pe-quiz",
]);

/** The first figure has this long before the others begin to load. */
const HEAD_START_MS = 1500;

/** Resolves when a figure is live, or after the head start. */
function firstLive(): Promise<void> {
  return new Promise((resolve) => {
    document.addEventListener("pe-ready", () => resolve(), { once: true });
    setTimeout(resolve, HEAD_START_MS);
  });
}

/**
 * Loads each widget that a document has when one of its kind comes near; the
 * first figure that is near enough to be drawn goes ahead alone.
 */
export function loadWidgets(root: ParentNode): void {
  keepEarlyPresses();
  const known = new Set(tags);
  let ahead: Promise<void> | undefined;
  for (const element of root.querySelectorAll("*")) {
    const tag = element.localName;
    if (!known.has(tag) || customElements.get(tag)) continue;
    const start = (): void => {
      if (ahead) void ahead.then(() => begin(tag));
      else begin(tag);
    };
    whenNear(element, (away) => {
      if (SILENT.has(tag)) {
        // A figure that comes near at the same time goes first.
        setTimeout(start);
        return;
      }
      start();
      if (away < 1) ahead ??= firstLive();
    });
  }
}
