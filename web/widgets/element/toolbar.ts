// The menu below a figure: copy a link, save files, show table and code.

import { notices } from "../words/notices.ts";
import { common } from "../words/strings.ts";
import { escapeHtml, type Lang, type Text } from "../words/text.ts";
import type { EmbedDialog } from "./embed/dialog.ts";
import type { Embedded } from "./embed/recipes.ts";
import { siteAddress } from "./embed/site-address.ts";
import type { Tool } from "./look/frame.ts";
import {
  codeHtml,
  copy,
  download,
  linkHtml,
  type TableData,
  tableHtml,
} from "./look/tools.ts";
import { trusted } from "./look/trusted.ts";
import type { LoopOptions } from "./shared-pictures.ts";
import { ToolMenu } from "./tool-menu.ts";

/** What the tools need of a widget. */
export interface ToolbarHost {
  readonly lang: Lang;
  /** A text as the page says it. */
  say(text: Text): string;
  /** Name of saved files, without ending. */
  readonly fileName: string;
  /** There is something to show. */
  readonly live: boolean;
  /** Address of the present state. */
  address(): string;
  /** The figure as other notes would embed it. */
  embedded(): Embedded;
  exportPNG(): Promise<Blob>;
  exportSVG(): Promise<string>;
  exportCSV(): string;
  exportCard?(): Promise<Blob>;
  exportLoop?(options: LoopOptions): Promise<Blob>;
  tableData(): TableData;
  code(): string;
  /** A listing in several languages, as `<pe-code>` takes it. */
  listing(): { readonly kind: string; readonly values: string } | undefined;
  /** Onto the whole screen, or back. */
  fullScreen(): Promise<void>;
  reset(): void;
}

export class Toolbar {
  readonly #root: ShadowRoot;
  readonly #host: ToolbarHost;
  #dialog: EmbedDialog | undefined;
  #recording: AbortController | undefined;

  constructor(root: ShadowRoot, host: ToolbarHost) {
    this.#root = root;
    this.#host = host;
    for (const [tool, offered] of [
      ["card", host.exportCard],
      ["loop", host.exportLoop],
      ["alone", siteAddress()],
    ]) {
      const entry = root.querySelector<HTMLElement>(`[data-tool="${tool}"]`);
      if (entry) entry.hidden = !offered;
    }
    new ToolMenu(root);
    root.addEventListener("click", (event) => {
      const button = (event.target as Element).closest("button");
      if (button?.dataset.tool) {
        void this.#use(button.dataset.tool as Tool, button);
      } else if (button && "copy" in button.dataset) {
        void this.#copyCode();
      } else if (button && "stop" in button.dataset) {
        this.#recording?.abort();
      }
    });
  }

  /** Brings open panels up to date. */
  update(): void {
    this.#show("table-panel", () => tableHtml(this.#host.tableData()));
    this.#showCode();
  }

  /** The figure's program, and below it the listing, which loads only then. */
  #showCode(): void {
    const panel = this.#root.getElementById("code-panel");
    if (!panel || panel.hidden || !this.#host.live) return;
    if (!this.#root.getElementById("own-code")) {
      panel.innerHTML = trusted(
        `<div id="own-code"></div><section class="listing"><p data-t="inLanguages">${this.#html(common.inLanguages)}</p></section>`,
      );
    }
    this.#show("own-code", () =>
      codeHtml(this.#host.code(), this.#html(common.copyCode)),
    );
    const listing = this.#host.listing();
    const section = panel.querySelector(".listing") as HTMLElement;
    section.hidden = listing === undefined;
    if (!listing) return;
    let code = section.querySelector("pe-code");
    if (code === null) {
      void import("./listing/element.ts");
      code = document.createElement("pe-code");
      Object.assign(code, { say: (text: Text) => this.#host.say(text) });
      section.append(code);
    }
    for (const [name, value] of Object.entries(listing)) {
      if (code.getAttribute(name) !== value) code.setAttribute(name, value);
    }
  }

  #show(id: string, html: () => string): void {
    const panel = this.#root.getElementById(id);
    if (!panel || panel.hidden || !this.#host.live) return;
    const text = html();
    if (panel.dataset.shown === text) return;
    panel.dataset.shown = text;
    panel.innerHTML = trusted(text);
  }

  /** A text as HTML. */
  #html(text: Text): string {
    return escapeHtml(this.#host.say(text));
  }

  #notice(html: string): void {
    const at = this.#root.querySelector(".notice");
    if (at) at.innerHTML = trusted(html);
  }

  async #use(tool: Tool, button: HTMLButtonElement): Promise<void> {
    try {
      switch (tool) {
        case "copyLink":
          await this.#copyLink();
          break;
        case "embed":
          await this.#embed();
          break;
        case "png":
          this.#save(await this.#host.exportPNG(), "png");
          break;
        case "svg":
          this.#save(new Blob([await this.#host.exportSVG()]), "svg");
          break;
        case "card":
          this.#save((await this.#host.exportCard?.()) as Blob, "card.png");
          break;
        case "loop":
          await this.#record();
          break;
        case "alone":
          await this.#open();
          break;
        case "csv":
          this.#save(new Blob([this.#host.exportCSV()]), "csv");
          break;
        case "fullScreen":
          await this.#host.fullScreen();
          break;
        case "reset":
          this.#host.reset();
          this.#notice("");
          break;
        default:
          this.#toggle(tool, button);
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#notice(`${this.#html(common.failed)} ${escapeHtml(why)}`);
    }
  }

  #save(content: Blob, ending: string): void {
    const name = `${this.#host.fileName}.${ending}`;
    download(content, name);
    this.#notice(`${this.#html(notices.saved)} ${escapeHtml(name)}`);
  }

  /** One loop at a time; each picture is told, and all of it can be stopped. */
  async #record(): Promise<void> {
    if (this.#recording) return;
    const stop = new AbortController();
    this.#recording = stop;
    this.#notice(
      `<span>${this.#html(notices.drawing)} <output>1</output></span> <button type="button" data-stop data-t="stop">${this.#html(common.stop)}</button>`,
    );
    const told = this.#root.querySelector(".notice output");
    try {
      const file = await this.#host.exportLoop?.({
        signal: stop.signal,
        progress(done, all) {
          if (told) told.textContent = `${done} / ${all}`;
        },
      });
      this.#save(file as Blob, "gif");
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      this.#notice(this.#html(notices.stopped));
    } finally {
      this.#recording = undefined;
    }
  }

  /** The figure alone in a window, with its state in the address. */
  async #open(): Promise<void> {
    const { pageOf } = await import("./embed/recipes.ts");
    open(pageOf(this.#host.embedded()), "_blank", "noopener");
  }

  async #copyCode(): Promise<void> {
    const done = await copy(this.#host.code());
    this.#notice(done ? this.#html(notices.copied) : "");
    if (!done) {
      const code = this.#root.querySelector("#code-panel code");
      if (code) getSelection()?.selectAllChildren(code);
    }
  }

  async #copyLink(): Promise<void> {
    const address = this.#host.address();
    const done = await copy(address);
    this.#notice(
      done
        ? this.#html(notices.linkCopied)
        : linkHtml(
            address,
            this.#html(notices.copyByHand),
            this.#html(common.copyLink),
          ),
    );
    if (!done) {
      this.#root.querySelector<HTMLInputElement>("input.link")?.select();
    }
  }

  async #embed(): Promise<void> {
    const { EmbedDialog } = await import("./embed/dialog.ts");
    this.#dialog ??= new EmbedDialog(
      this.#root,
      () => this.#host.embedded(),
      (text) => this.#host.say(text),
    );
    this.#dialog.open();
  }

  #toggle(tool: "table" | "code", button: HTMLButtonElement): void {
    const panel = this.#root.getElementById(`${tool}-panel`);
    if (!panel) return;
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-expanded", String(!panel.hidden));
    this.update();
  }
}
