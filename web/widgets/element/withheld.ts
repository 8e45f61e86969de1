// A figure whose finding answers a question of its page (`asks="id"`, several
// ids with spaces) keeps it back until the reader has answered or asked for it;
// where what is asked stands in the figure alone (`asks=""`, or `question="…"` in
// the page's own words), until asked for.
import { languageOf } from "../words/text.ts";
import { askHtml } from "./look/ask.ts";
import { trusted } from "./look/trusted.ts";
import { keep, nameOf, recall } from "./state/kept-answers.ts";

/** Keeps the finding back, as the styles do, until there is no more reason. */
export function withhold(host: Element, root: ShadowRoot): () => void {
  const question = host.getAttribute("question");
  if (question && !host.hasAttribute("asks")) host.setAttribute("asks", "");
  const asks = host.getAttribute("asks");
  if (asks === null) return () => {};
  const asked = asks === "" ? [] : asks.split(/\s+/);
  const open = new Set(asked);
  const ask = root.querySelector<HTMLElement>(".ask");
  // Only the site, which has written it, keeps what its readers have answered.
  const isOurs = ask !== null && ask.dataset.added === undefined;
  const shown = isOurs ? nameOf(`${host.id}!`) : undefined;
  if (ask === null) {
    const isQuiz = asked.some((id) => document.getElementById(id) !== null);
    const own = question ? { en: question, zh: question } : undefined;
    const html = trusted(askHtml(languageOf(host), isQuiz, own));
    root.querySelector(".finding")?.insertAdjacentHTML("beforebegin", html);
    root.querySelector(".ask")?.setAttribute("data-added", "");
  }
  const tell = (): void => {
    host.setAttribute("told", "");
    document.removeEventListener("pe-answer", heard);
  };
  const answered = (id: string): void => {
    open.delete(id);
    if (open.size === 0) tell();
  };
  const heard = (event: Event): void =>
    answered((event as CustomEvent<{ readonly id: string }>).detail.id);
  document.addEventListener("pe-answer", heard);
  for (const id of asked) if (recall(nameOf(id)) !== undefined) answered(id);
  if (shown && recall(shown) !== undefined) tell();
  root.querySelector("[data-show]")?.addEventListener("click", () => {
    if (shown) keep(shown, "shown");
    tell();
    // The button is gone; what it has uncovered is read next.
    const finding = root.querySelector<HTMLElement>(".finding");
    finding?.setAttribute("tabindex", "-1");
    finding?.focus({ preventScroll: true });
  });
  root.querySelector("[data-question]")?.addEventListener("click", () => {
    const [first] = open;
    const question: Element | null = document.getElementById(first ?? "");
    let folded = question?.closest("details");
    while (folded) {
      folded.open = true;
      folded = folded.parentElement?.closest("details");
    }
    question?.scrollIntoView({ block: "center" });
    const inner = question?.querySelector<HTMLElement>("input, summary");
    (inner ?? (question as HTMLElement | null))?.focus();
  });
  return () => document.removeEventListener("pe-answer", heard);
}
