// The dialog that says how to put a figure into other notes.

import { notices } from "../../words/notices.ts";
import { common, type Strings } from "../../words/strings.ts";
import { escapeHtml, type Text } from "../../words/text.ts";
import { copy } from "../look/tools.ts";
import { trusted } from "../look/trusted.ts";
import { type Embedded, type Recipe, recipes } from "./recipes.ts";

export const strings = {
  title: { en: "Put this figure into your notes", zh: "把这张图放进你的讲义" },
  platforms: { en: "Platform", zh: "平台" },
  byHand: {
    en: "The browser does not allow copying; the text is selected.",
    zh: "浏览器不允许复制，文字已选中。",
  },
  close: { en: "Close", zh: "关闭" },
  state: {
    en: "With the values that the figure has now. The version is fixed, so your notes will not change.",
    zh: "用的是图中现在的取值。版本已固定，讲义日后不会变样。",
  },
} as const satisfies Strings;

const KEY = "posenc.platform";

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Sandboxes forbid it; the choice lasts for the dialog.
  }
}

/** Asked for each time: the state may have changed. */
type Describe = () => Embedded;

export class EmbedDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #describe: Describe;
  readonly #say: (text: Text) => string;
  #chosen: string;
  #offered: readonly Recipe[] = [];
  /** Where the pointer went down last. */
  #pressed: EventTarget | null = null;

  /** @param say - a text as the page says it */
  constructor(
    root: ShadowRoot,
    describe: Describe,
    say: (text: Text) => string,
  ) {
    this.#describe = describe;
    this.#say = say;
    this.#chosen = kept() ?? "html";
    this.#dialog = document.createElement("dialog");
    this.#dialog.className = "embed";
    this.#dialog.addEventListener("pointerdown", ({ target }) => {
      this.#pressed = target;
    });
    this.#dialog.addEventListener("click", (event) => this.#click(event));
    this.#dialog.addEventListener("keydown", (event) => this.#key(event));
    root.querySelector(".root")?.append(this.#dialog);
  }

  open(): void {
    const { site } = this.#describe();
    this.#offered = recipes.filter(({ framed }) => !framed || site !== "");
    if (!this.#offered.some(({ id }) => id === this.#chosen)) {
      this.#chosen = "html";
    }
    this.#write();
    this.#dialog.showModal();
  }

  #write(): void {
    const say = (text: Text) => escapeHtml(this.#say(text));
    const it = this.#describe();
    const tabs = this.#offered.map(({ id, name }) => {
      const on = id === this.#chosen;
      return `<button type="button" role="tab" id="tab-${id}" data-platform="${id}" aria-selected="${on}" aria-controls="embed-steps" tabindex="${on ? 0 : -1}">${name}</button>`;
    });
    const recipe = this.#offered.find(({ id }) => id === this.#chosen);
    const steps = (recipe?.steps(it) ?? []).map(
      ({ where, code }) =>
        `<p class="where">${say(where)} <button type="button" data-copy-step>${say(common.copyCode)}</button></p><pre tabindex="0"><code lang="en" translate="no">${escapeHtml(code)}</code></pre>`,
    );
    this.#dialog.setAttribute("aria-label", this.#say(strings.title));
    this.#dialog.innerHTML =
      trusted(`<div class="embed-head"><strong>${say(strings.title)}</strong><button type="button" data-close>${say(strings.close)}</button></div>
<div class="tabs" role="tablist" aria-label="${say(strings.platforms)}">${tabs.join("")}</div>
<div role="tabpanel" id="embed-steps" aria-labelledby="tab-${this.#chosen}">${steps.join("")}</div>
<p class="embed-note">${say(strings.state)}</p><p class="embed-said" role="status"></p>`);
  }

  #choose(id: string): void {
    this.#chosen = id;
    keep(id);
    this.#write();
    this.#dialog.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }

  #click(event: Event): void {
    const target = event.target as HTMLElement;
    const { platform } = target.dataset;
    if (this.#isBeside(event as PointerEvent) || "close" in target.dataset) {
      this.#dialog.close();
    } else if (platform) this.#choose(platform);
    else if ("copyStep" in target.dataset) void this.#copy(target);
  }

  /**
   * Whether a press was beside the dialog. A selection that begins in the text
   * and ends at its edge is a click on the dialog too, where it ends.
   */
  #isBeside({ target, clientX, clientY }: PointerEvent): boolean {
    const { left, right, top, bottom } = this.#dialog.getBoundingClientRect();
    const within =
      clientX >= left &&
      clientX <= right &&
      clientY >= top &&
      clientY <= bottom;
    return target === this.#dialog && this.#pressed === target && !within;
  }

  #key(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    const target = event.target as HTMLElement;
    // Slides and other hosts listen to keys too.
    event.stopPropagation();
    if (step === undefined || target.getAttribute("role") !== "tab") return;
    event.preventDefault();
    const ids = this.#offered.map(({ id }) => id);
    const at = ids.indexOf(this.#chosen) + step;
    this.#choose(ids[(at + ids.length) % ids.length] as string);
  }

  async #copy(button: HTMLElement): Promise<void> {
    const pre = button.parentElement?.nextElementSibling;
    const done = await copy(pre?.textContent ?? "");
    if (!done && pre) getSelection()?.selectAllChildren(pre);
    const said = this.#dialog.querySelector(".embed-said");
    const text = done ? notices.copied : strings.byHand;
    if (said) said.textContent = this.#say(text);
  }
}
