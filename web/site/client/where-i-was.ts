// The section that was read last, remembered for the way back to it.
import { recalled, remember } from "./storage.ts";

/** "sinusoids/#heatmap" for the section of a chapter's page. */
const chapterPath = (): string =>
  `${location.pathname.split("/").slice(-2, -1).join("")}/`;

/** The link that leads back, if there is one to that address on the page. */
function known(place: string): HTMLAnchorElement | undefined {
  const [path = "", id = ""] = place.split("#");
  const links = document.querySelectorAll<HTMLAnchorElement>(
    path === chapterPath() ? ".toc ol a" : "main li a",
  );
  return [...links].find(
    (link) =>
      link.hash === `#${id}` &&
      link.pathname.endsWith(`/${path}`) &&
      !link.closest("[hidden]"),
  );
}

/** Offers the way back, on chapters and where chapters are listed. */
export function startResuming(): void {
  const place = recalled("place");
  const offer = document.querySelector<HTMLElement>(".resume");
  const way = place ? known(place) : undefined;
  if (offer && way && location.hash === "") {
    const link = offer.querySelector("a") as HTMLAnchorElement;
    link.href = way.href;
    link.textContent = way.textContent;
    offer.hidden = false;
  }
}

/** Remembers the section that is being read; the top of a page is none. */
export function rememberPlace(id: string | undefined): void {
  if (id) remember("place", `${chapterPath()}#${id}`);
}

/** Makes the button work that prints the page. */
export function startPrinting(): void {
  const button = document.querySelector<HTMLButtonElement>(".print");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => print());
}
