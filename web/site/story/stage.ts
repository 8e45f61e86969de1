// The stage: a canvas that shows the moment of the scroll, the controls over
// it, and the sentence that says the same.
import type { Palette } from "../../widgets/plots/marks.ts";
import { showMarks } from "../../widgets/plots/marks-canvas.ts";
import { languageOf } from "../../widgets/words/text.ts";
import type { View } from "./loop.ts";
import { KeptAnswers } from "./model-answers.ts";
import { LAST, type Moment, momentAt, STEP, stepRead } from "./moments.ts";
import { Motion } from "./motion.ts";
import { fadingScene, scene } from "./scene.ts";
import { Settle } from "./settle.ts";
import { spoken } from "./spoken.ts";
import { frameOf, numberIn, type StageState, unitOf } from "./stage-state.ts";
import { DOG_BITES_MAN, type Sentence } from "./stage-words.ts";
import {
  foundIn,
  GESTURES,
  PLAYED,
  type Seen,
  UNTOUCHED,
} from "./step-gestures.ts";
import { Controls } from "./touch-controls.ts";

const INKS = [
  ...(["paper", "ink", "ink-2", "ink-3", "rule"] as const),
  ...(["accent", "accent-soft", "warm", "good"] as const),
];

/** Colours of the page as they are now. */
function paletteNow(element: Element): Palette {
  const style = getComputedStyle(element);
  const [paper, ink, ink2, ink3, rule, accent, soft, warm, good] = INKS.map(
    (name) => style.getPropertyValue(`--${name}`).trim(),
  ) as [string, string, string, string, string, string, string, string, string];
  return { paper, ink, ink2, ink3, rule, accent, soft, warm, good };
}

const part = <T extends HTMLElement>(root: Element, name: string): T => {
  const found = root.querySelector<T>(name);
  if (!found) throw new Error(`the story has no ${name}`);
  return found;
};

/** Of a loop. */
const LOOP = { width: 620, height: 580 } as const;

/** ms after which the stage is said again: not in every frame of a drag. */
const SAID_AFTER = 400;

/** The cards of the steps. */
interface Card {
  /** Hears of a step that shows all that its card asks for. */
  readonly found: (step: number) => void;
  /** What a card asks for, in the language of the page. */
  readonly hint: (step: number) => string;
}

export class Stage {
  readonly answers: KeptAnswers;
  readonly #root: HTMLElement;
  readonly #card: Card;
  readonly #board: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #said: HTMLElement;
  readonly #controls: Controls;
  readonly #motion = new Motion();
  readonly #seen: (Seen | undefined)[] = [];
  #sentence = DOG_BITES_MAN;
  readonly #still = matchMedia("(prefers-reduced-motion: reduce)");
  #palette: Palette | undefined;
  /** Of the scroll. */
  #time = 0;
  /** What is shown of it: readers who want less motion have it at once. */
  readonly #settle = new Settle(() => this.redraw());
  #frame = 0;
  #width = 0;
  #height = 0;
  #saying: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param root - the element around canvas, controls and sentence
   * @param card - what stands beside it
   */
  constructor(root: HTMLElement, card: Card) {
    this.#root = root;
    this.#card = card;
    this.#board = part(root, ".board");
    this.#canvas = part(root, "canvas");
    this.#said = part(root, ".said");
    this.answers = new KeptAnswers(() => this.redraw());
    this.#controls = new Controls(part(root, ".touch"), {
      tap: () => this.tap(),
      slide: (value) => this.slide(value),
    });
    // A change of language leaves alone what is drawn here.
    this.#board.dataset.live = "";
    this.#said.dataset.live = "";
    new ResizeObserver(() => this.#measure()).observe(this.#board);
    const repaint = (): void => {
      this.#palette = undefined;
      this.redraw();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener(
      "change",
      repaint,
    );
    new MutationObserver(repaint).observe(document.documentElement, {
      attributeFilter: ["data-theme", "lang"],
    });
    this.#still.addEventListener("change", () => this.redraw());
    this.#measure();
  }

  get moment(): Moment {
    return momentAt(this.#settle.at(this.#now), this.#still.matches);
  }

  /** Of what moves by itself: for readers who want stillness it has arrived. */
  get #now(): number {
    return this.#still.matches ? Infinity : performance.now();
  }

  /** The step that is read, wherever the picture still is. */
  get step(): number {
    return Math.min(LAST, stepRead(momentAt(this.#time)));
  }

  /** The moment of the scroll. */
  set time(value: number) {
    if (value === this.#time) return;
    this.#time = value;
    this.#settle.follow(value, performance.now());
    this.redraw();
  }

  /** What the reader has the models read. */
  set sentence(value: Sentence) {
    this.#sentence = value;
    this.redraw();
  }

  /** The gesture of a step with taps. */
  tap(): void {
    const { step } = this;
    const now = this.#still.matches ? undefined : performance.now();
    this.#motion.tap(step, numberIn(this.#state(), step), now);
    this.redraw();
  }

  /** Readers who press the words of what to do see it done. */
  show(): void {
    const { step } = this;
    if (GESTURES[step]?.kind !== "slide") {
      this.tap();
      return;
    }
    const now = this.#still.matches ? undefined : performance.now();
    this.#motion.play(step, numberIn(this.#state(), step), now);
    this.redraw();
  }

  /** The gesture of a step with a slider. */
  slide(value: number): void {
    const { step } = this;
    if (GESTURES[step]?.kind !== "slide") return;
    this.#motion.set(step, value, value);
    this.redraw();
  }

  /** What a loop of the view of three models is made of. */
  loopView(): View {
    const [from, to] = GESTURES[STEP.models]?.ends ?? [0, 0];
    return {
      at: (share) => ({
        ...this.#state(),
        frame: LOOP,
        moment: { step: STEP.models, play: 1, morph: 0 },
        touched: UNTOUCHED.with(STEP.models, from + share * (to - from)),
        seen: PLAYED,
      }),
      answered: () => this.answers.answered(),
      palette: paletteNow(this.#root),
    };
  }

  redraw(): void {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame((now) => this.#draw(now));
    }
  }

  #measure(): void {
    const { width, height } = this.#board.getBoundingClientRect();
    this.#width = width;
    this.#height = height;
    this.redraw();
  }

  #state(): StageState {
    return {
      frame: frameOf(this.#width, this.#height),
      lang: languageOf(this.#root),
      moment: this.moment,
      touched: this.#motion.shown,
      seen: this.#seen,
      sentence: this.#sentence,
      answers: this.answers,
    };
  }

  /** Keeps what a step shows by now; the first time all is found, tells it. */
  #see(stage: StageState): void {
    const { step, morph } = stage.moment;
    if (morph > 0) return;
    const value = numberIn(stage, step);
    const [least, most] = this.#seen[step] ?? [value, value];
    const before = foundIn(this.#seen, step);
    this.#seen[step] = [Math.min(least, value), Math.max(most, value)];
    if (before < 1 && foundIn(this.#seen, step) === 1) this.#card.found(step);
  }

  #draw(now: number): void {
    this.#frame = 0;
    if (this.#width === 0) return;
    const isMoving = this.#motion.move(now);
    const stage = this.#state();
    this.#see(stage);
    const unit = unitOf(this.#width, this.#height);
    this.#palette ??= paletteNow(this.#root);
    const marks = this.#still.matches ? fadingScene(stage) : scene(stage);
    showMarks(
      this.#canvas,
      {
        width: this.#width,
        height: this.#height,
        ratio: Math.min(2, devicePixelRatio),
      },
      [{ kind: "group", x: 0, y: 0, scale: unit, marks }],
      this.#palette,
    );
    this.#controls.show(stage, this.step, unit, this.#card.hint(this.step));
    this.#say();
    if (isMoving || this.#settle.isMoving(this.#now)) this.redraw();
  }

  #say(): void {
    clearTimeout(this.#saying);
    this.#saying = setTimeout(() => {
      const stage = this.#state();
      const text = spoken(stage, this.step)[stage.lang];
      if (this.#said.textContent !== text) this.#said.textContent = text;
      this.#controls.tell(text);
    }, SAID_AFTER);
  }
}
