// The table of contents follows: it names the section that is being read.

import { rememberPlace } from "./where-i-was.ts";

/** Starts following, on pages that have a table of contents. */
export function startContents(): void {
  const links = [
    ...document.querySelectorAll<HTMLAnchorElement>(".toc ol a[href^='#']"),
  ];
  const places = links.map((link) =>
    document.getElementById(link.hash.slice(1)),
  );
  if (links.length === 0) return;
  let frame = 0;
  const follow = (): void => {
    frame = 0;
    // A third of the window down, a section counts as being read.
    const line = innerHeight / 3;
    let current = -1;
    places.forEach((place, k) => {
      if (place && place.getBoundingClientRect().top <= line) current = k;
    });
    links.forEach((link, k) => {
      if (k !== current) link.removeAttribute("aria-current");
      else if (!link.hasAttribute("aria-current")) {
        link.setAttribute("aria-current", "location");
        // The first section is where everybody begins.
        if (k > 0) rememberPlace(places[k]?.id);
        keepInView(link);
      }
    });
  };
  const soon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(follow);
  };
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", soon);
  follow();
}

/** Scrolls the list alone, never the page. */
function keepInView(link: HTMLElement): void {
  const list = link.closest<HTMLElement>(".toc");
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const [inner, outer] = [
    link.getBoundingClientRect(),
    list.getBoundingClientRect(),
  ];
  list.scrollTop += inner.top - outer.top - outer.height / 2;
}
