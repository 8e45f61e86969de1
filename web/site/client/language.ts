// Changes the language of the page in place. Both languages are written from
// one source, so the two documents have the same shape: the texts are put into
// the elements that are there, and figures keep their state, the page its
// place, and the keyboard its focus.
import { remember } from "./storage.ts";

/** Elements that live: what is inside them is their own. */
const isLive = (element: Element): boolean =>
  element.shadowRoot !== null || element.hasAttribute("data-live");

/** Attributes that scripts and the reader set, not the page. */
const OWN = new Set([
  "aria-expanded",
  "aria-invalid",
  "data-answer",
  "data-chosen",
  "data-end",
  "data-found",
  "data-linked",
  "data-now",
  "data-right",
  "data-step",
  "data-theme",
  "hidden",
  "open",
]);

function sameShape(a: Node, b: Node): boolean {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName;
}

function takeAttributes(to: Element, from: Element): void {
  for (const { name } of [...to.attributes]) {
    // The section or step being read.
    const own =
      OWN.has(name) || /^(location|step)$/.test(to.getAttribute(name) ?? "");
    if (!own && !from.hasAttribute(name)) to.removeAttribute(name);
  }
  for (const { name, value } of from.attributes) {
    if (name !== "hidden" && to.getAttribute(name) !== value) {
      to.setAttribute(name, value);
    }
  }
}

/** Makes `to` say what `from` says. */
function takeText(to: Element, from: Element): void {
  if (!isLive(to)) takeAttributes(to, from);
  if (isLive(to)) return;
  const [old, fresh] = [[...to.childNodes], [...from.childNodes]];
  const same =
    old.length === fresh.length &&
    old.every((node, k) => sameShape(node, fresh[k] as Node));
  if (!same) {
    to.replaceChildren(...fresh.map((node) => document.importNode(node, true)));
    return;
  }
  old.forEach((node, k) => {
    const other = fresh[k] as Node;
    if (node instanceof Element) takeText(node, other as Element);
    else if (node.nodeValue !== other.nodeValue) {
      node.nodeValue = other.nodeValue;
    }
  });
}

// The list of contents stays where it is, and notes have heights of their own.
const BLOCKS =
  "main :is(h1, h2, h3, p, li, dt, dd, pre, table, summary, [url-state]):not(nav *, .note *)";

/** The block that the reader looks at, and how far down it stands. */
function readingPlace(): () => void {
  const blocks = [...document.querySelectorAll(BLOCKS)];
  const block = blocks.find((at) => at.getBoundingClientRect().bottom > 64);
  const before = block?.getBoundingClientRect().top ?? 0;
  const root = document.documentElement;
  // The browser would keep another place, and both corrections add up.
  root.style.overflowAnchor = "none";
  const keep = (): void => {
    const after = block?.getBoundingClientRect().top ?? 0;
    scrollBy({ top: after - before, behavior: "instant" });
  };
  return () => {
    keep();
    // Once more when the figures have drawn themselves with their new texts.
    requestAnimationFrame(() => {
      keep();
      root.style.overflowAnchor = "";
    });
  };
}

async function read(address: string): Promise<Document> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(String(response.status));
  const html = await response.text();
  return new DOMParser().parseFromString(html, "text/html");
}

function show(page: Document): void {
  const keepPlace = readingPlace();
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  const description = 'meta[name="description"]';
  document
    .querySelector(description)
    ?.setAttribute(
      "content",
      page.querySelector(description)?.getAttribute("content") ?? "",
    );
  takeText(document.body, page.body);
  // Figures write their new texts before the page is moved back into place.
  requestAnimationFrame(keepPlace);
}

/** Makes the language links work in place. */
export function startLanguageSwitch(): void {
  let shown = document.documentElement.lang;
  /** Counts what was asked for: only the last answer is shown. */
  let turn = 0;
  const change = async (address: string, then: () => void): Promise<void> => {
    turn += 1;
    const mine = turn;
    const isLast = (): boolean => mine === turn;
    const page = await read(address).catch((error: unknown) => {
      if (isLast()) throw error;
    });
    if (!page || !isLast()) return;
    show(page);
    shown = document.documentElement.lang;
    then();
  };
  document.addEventListener("click", async (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      "a[data-language]",
    );
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    remember("language", link.dataset.language as string);
    if (link.lang === shown) {
      // One that is under way to the other language has been thought better of.
      turn += 1;
      return;
    }
    // Figures write their state into the address meanwhile.
    const address = (): URL => {
      const url = new URL(link.href);
      url.hash = location.hash;
      return url;
    };
    try {
      await change(link.href, () => history.pushState(null, "", address()));
    } catch {
      location.assign(address());
    }
  });
  addEventListener("popstate", () => {
    const language = /\/(en|zh)\//.exec(location.pathname)?.[1];
    if (!language || shown.startsWith(language)) return;
    change(location.href, () => {}).catch(() => location.reload());
  });
}
