// The line of a claim from which its models are trained: button, progress, and how
// it stands. What trains is loaded when the button is first pressed.
import type { Lang } from "../words/text.ts";
import type { Computed } from "./check-run.ts";
import { fill, strings } from "./strings.ts";
import type { TrainingNews, TrainNow } from "./train-now.ts";

type State =
  | { readonly kind: "going"; readonly share: number }
  | { readonly kind: "done"; readonly same: boolean; readonly ms: number }
  | { readonly kind: "stopped" }
  | { readonly kind: "fault"; readonly message: string };

/** As the page comes with it. @param count - models of the claim */
export function trainHtml(id: string, count: number, lang: Lang): string {
  const note = fill(strings[count === 1 ? "trainOne" : "trainCount"][lang], {
    COUNT: count,
  });
  return `<div class="train" data-id="${id}"><button type="button" data-train="${id}">${strings.train[lang]}</button><progress max="1" value="0" aria-label="${strings.trainBar[lang]}" hidden></progress><span class="train-note">${note}</span><span class="train-told" role="status"></span></div>`;
}

/** All such lines of a ledger; one claim is trained for at a time. */
export class TrainStrips {
  readonly #root: Element;
  readonly #lang: () => Lang;
  readonly #done: (id: string, computed: Computed) => boolean;
  readonly #states = new Map<string, State>();
  #going: { readonly id: string; now?: TrainNow } | undefined;

  /** @param done - shows a result, answers whether the verdict is the stated one */
  constructor(
    root: Element,
    lang: () => Lang,
    done: (id: string, computed: Computed) => boolean,
  ) {
    this.#root = root;
    this.#lang = lang;
    this.#done = done;
  }

  /** The button of a claim was pressed. */
  press(id: string): void {
    if (this.#going?.id === id) this.stop();
    else void this.#start(id);
  }

  async #start(id: string): Promise<void> {
    this.stop();
    const going: { readonly id: string; now?: TrainNow } = { id };
    this.#going = going;
    this.#set(id, { kind: "going", share: 0 });
    try {
      const { TrainNow } = await import("./train-now.ts");
      // It may have been stopped meanwhile.
      if (this.#going !== going) return;
      going.now = new TrainNow(id, (news) => this.#told(id, news));
      going.now.start();
    } catch (error) {
      if (this.#going !== going) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#told(id, { kind: "fault", message });
    }
  }

  stop(): void {
    const going = this.#going;
    if (!going) return;
    this.#going = undefined;
    going.now?.stop();
    this.#set(going.id, { kind: "stopped" });
  }

  #told(id: string, news: TrainingNews): void {
    if (news.kind === "going") {
      this.#set(id, news);
      return;
    }
    this.#going = undefined;
    if (news.kind === "fault") this.#set(id, news);
    else {
      const { computed } = news;
      const same = this.#done(id, computed);
      this.#set(id, { kind: "done", same, ms: computed.ms });
    }
  }

  #set(id: string, state: State): void {
    this.#states.set(id, state);
    this.#show(id, state);
  }

  /** After a change of language. */
  show(): void {
    for (const [id, state] of this.#states) this.#show(id, state);
  }

  #show(id: string, state: State): void {
    const strip = this.#root.querySelector(`.train[data-id="${id}"]`);
    const button = strip?.querySelector("button");
    const bar = strip?.querySelector("progress");
    if (!strip || !button || !bar) return;
    const lang = this.#lang();
    const isGoing = state.kind === "going";
    button.textContent = strings[isGoing ? "stop" : "train"][lang];
    bar.hidden = !isGoing;
    bar.value = isGoing ? state.share : 0;
    // While it goes on, the bar says how far; spoken are beginning and end.
    const note = strip.querySelector<HTMLElement>(".train-note");
    if (note) {
      note.hidden = !isGoing;
      if (isGoing) {
        const PERCENT = Math.floor(100 * state.share);
        note.textContent = fill(strings.training[lang], { PERCENT });
      }
    }
    const told = strip.querySelector(".train-told");
    const text = this.#text(state, lang);
    if (told && told.textContent !== text) told.textContent = text;
  }

  #text(state: State, lang: Lang): string {
    switch (state.kind) {
      case "going":
        return "";
      case "stopped":
        return strings.trainStopped[lang];
      case "fault":
        return `${strings.trainFault[lang]} ${state.message}`;
      default:
        return fill(strings[state.same ? "trained" : "trainedOther"][lang], {
          TIME: (state.ms / 1000).toFixed(1),
        });
    }
  }
}
