// Starts the story of a page.

import { LAST, stepInHash } from "./moments.ts";
import { keepInAddress, Scroll } from "./scroll.ts";
import { Stage } from "./stage.ts";

/** What has keys of its own. */
const OWN_KEYS = "input, select, textarea, [role=slider], [url-state], dialog";

/** The step that begins to measure for step 11. */
const MEASURED_FROM = 8;

export function startStory(story: HTMLElement): Stage | undefined {
  const cards = story.querySelector<HTMLElement>(".cards");
  const room = story.querySelector<HTMLElement>(".stage");
  if (!cards || !room) return undefined;
  const stage = new Stage(room);
  const steps = [...cards.children] as HTMLElement[];
  const dots = [...story.querySelectorAll<HTMLElement>(".dots a")];
  let shown = -1;
  const scroll = new Scroll(cards, (time) => {
    stage.time = time;
    const { step } = stage;
    if (step === shown) return;
    for (const [k, card] of steps.entries()) {
      card.toggleAttribute("data-now", k === step);
    }
    for (const [k, dot] of dots.entries()) {
      if (k === step) dot.setAttribute("aria-current", "step");
      else dot.removeAttribute("aria-current");
    }
    story.dataset.step = String(step);
    if (step >= MEASURED_FROM) stage.answers.measure();
    if (shown >= 0) keepInAddress(step);
    shown = step;
  });
  const go = (step: number): void => scroll.go(step);
  story.addEventListener("click", (event) => {
    const card = (event.target as Element).closest(".hint")?.closest("li");
    if (card) {
      // What a card asks for is done on its own picture.
      const step = steps.indexOf(card as HTMLElement);
      if (step === stage.step) stage.show();
      else go(step);
      return;
    }
    const at = (event.target as Element).closest<HTMLElement>(
      "[data-go], a[href^='#story-']",
    );
    if (!at) return;
    if (at.dataset.go) go(stage.step + Number(at.dataset.go));
    else {
      const step = stepInHash(at.getAttribute("href") ?? "");
      if (step === undefined) return;
      event.preventDefault();
      go(step);
    }
  });
  document.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined || !scroll.isSeen) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return;
    const { target } = event;
    if (target instanceof Element && target.closest(OWN_KEYS)) return;
    if (stage.step === LAST && by > 0) return;
    event.preventDefault();
    go(stage.step + by);
  });
  const follow = (address: string): void => {
    const step = stepInHash(new URL(address).hash);
    if (step !== undefined) scroll.land(step);
  };
  // Where the page is by now may be another step again: one that it passed while
  // it was still gliding.
  addEventListener("hashchange", ({ newURL }) => follow(newURL));
  follow(location.href);
  // Once the first picture is there.
  requestAnimationFrame(() => {
    void import("./models.ts").then(({ loadModels }) =>
      loadModels(stage.answers),
    );
  });
  return stage;
}
