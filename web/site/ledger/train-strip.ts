// The line of a claim from which its models are trained: button, progress, and how
// it stands. Loaded when such a button is first pressed.
import type { Lang } from "../../widgets/words/text.ts";
import type { Computed } from "./check-run.ts";
import { fill } from "./strings.ts";
import { type TrainingNews, TrainNow } from "./train-now.ts";
import { trainWords } from "./train-words.ts";

type State =
  | { readonly kind: "going"; readonly share: number }
  | { readonly kind: "done"; readonly same: boolean; readonly ms: number }
  | { readonly kind: "stopped" }
  | { readonly kind: "fault"; readonly message: string };

/** All such lines of a ledger; one claim is trained for at a time. */
export class TrainStrips {
  readonly #root: Element;
  readonly #lang: () => Lang;
  readonly #done: (id: string, computed: Computed) => boolean;
  readonly #states = new Map<string, State>();
  #going: { readonly id: string; readonly now: TrainNow } | undefined;

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
    else this.#start(id);
  }

  #start(id: string): void {
    this.stop();
    const now = new TrainNow(id, (news) => this.#told(id, news));
    this.#going = { id, now };
    this.#set(id, { kind: "going", share: 0 });
    now.start();
  }

  stop(): void {
    const going = this.#going;
    if (!going) return;
    this.#going = undefined;
    going.now.stop();
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
    button.textContent = trainWords[isGoing ? "stop" : "train"][lang];
    bar.hidden = !isGoing;
    bar.value = isGoing ? state.share : 0;
    // While it goes on, the bar says how far; spoken are beginning and end.
    const note = strip.querySelector<HTMLElement>(".train-note");
    if (note) {
      note.hidden = !isGoing;
      if (isGoing) {
        const PERCENT = Math.floor(100 * state.share);
        note.textContent = fill(trainWords.training[lang], { PERCENT });
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
        return trainWords.trainStopped[lang];
      case "fault":
        return `${trainWords.trainFault[lang]} ${state.message}`;
      default:
        return fill(trainWords[state.same ? "trained" : "trainedOther"][lang], {
          TIME: (state.ms / 1000).toFixed(1),
        });
    }
  }
}
