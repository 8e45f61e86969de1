// Starts the story of a page.

import { LAST, stepInHash } from "./moments.ts";
import { offerLoop } from "./offer-loop.ts";
import { keepInAddress, Scroll } from "./scroll.ts";
import { Stage } from "./stage.ts";
import type { Sentence } from "./stage-words.ts";

/** What has keys of its own. */
const OWN_KEYS = "input, select, textarea, [role=slider], [url-state], dialog";

/** Has the stage read the sentence that is picked, of two nouns that differ. */
function followSentence(story: HTMLElement, stage: Stage): void {
  const picked = [...story.querySelectorAll<HTMLSelectElement>("[data-word]")];
  const [first, , second] = picked;
  if (!first || !second) return;
  const read = (): Sentence =>
    picked.map(({ value }) => Number(value)) as unknown as Sentence;
  let before = read();
  const follow = (chosen?: EventTarget | null): void => {
    if (first.value === second.value) {
      // Who picks the other noun wants the two to change places.
      if (chosen === first) second.value = String(before[0]);
      else first.value = String(before[2]);
    }
    before = read();
    stage.sentence = before;
  };
  for (const select of picked) {
    select.addEventListener("change", () => follow(select));
  }
  // What a browser has kept of an earlier visit.
  follow();
}

export function startStory(story: HTMLElement): Stage | undefined {
  const cards = story.querySelector<HTMLElement>(".cards");
  const room = story.querySelector<HTMLElement>(".stage");
  if (!cards || !room) return undefined;
  const steps = [...cards.children] as HTMLElement[];
  const stage = new Stage(room, {
    found: (step) => steps[step]?.toggleAttribute("data-found", true),
    hint: (step) => steps[step]?.querySelector(".hint")?.textContent ?? "",
  });
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
    story.toggleAttribute("data-end", step === LAST);
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
      "[data-go], a[href^='#']",
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
  followSentence(story, stage);
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
    void import("./models.ts")
      .then(({ loadModels }) => loadModels(stage.answers))
      .then(() => offerLoop(story, stage));
  });
  return stage;
}
