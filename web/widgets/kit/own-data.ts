// A figure that shows what the page gives it in place of what it computes: the
// attribute and property `data`, or a script of CSV or JSON inside it. The last
// that was given counts, and what cannot be shown leaves the figure as it was.
import { languageOf, type Text } from "../words/text.ts";
import {
  brief,
  Refused,
  readBytes,
  readCells,
  readCsv,
  readJson,
} from "./given-data.ts";
import { isData } from "./said-words.ts";
import type { AnyFigure } from "./spec.ts";
import { stylesOf } from "./template.ts";

/** Most that is fetched. */
const MOST_BYTES = 2 ** 25;

/** How long the first picture waits for a file. */
const PATIENCE_MS = 4_000;

/** Rows of which panels are left out. */
const ROWS = `.row:not(:has(> .pane:not([data-left-out]))) { display: none; }
.row:not(:has(> .pane:not([data-left-out]) ~ .pane:not([data-left-out]))) { grid-template-columns: minmax(0, 1fr); }`;

export type Host = HTMLElement & { readonly data?: unknown };

const refuse = (en: string, zh: string): never => {
  throw new Refused({ en, zh });
};

/** Reads a file up to the size that is allowed. */
async function bytesOf(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > MOST_BYTES) {
      void reader.cancel();
      refuse(
        "the file is larger than 32 MB; smaller ones are read.",
        "文件超过 32 MB；只读取更小的文件。",
      );
    }
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

async function fetched(
  address: string,
  base: string,
  signal: AbortSignal,
  cells: "text" | undefined,
) {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    return refuse(
      "this is no address; a .csv, .json or .npy file is taken.",
      "这不是地址；应为 .csv、.json 或 .npy 文件。",
    );
  }
  let response: Response;
  try {
    response = await fetch(url, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    return refuse(
      "it can’t be fetched. A file of the page’s own site is taken, where its Content-Security-Policy allows it (connect-src 'self'); another site has to allow it by CORS.",
      "无法取得。可用本站的文件（页面的 Content-Security-Policy 须允许 connect-src 'self'）；其他站点须以 CORS 许可。",
    );
  }
  if (!response.ok) {
    refuse(
      `the server answers ${response.status}; a .csv, .json or .npy file is taken.`,
      `服务器返回 ${response.status}；应为 .csv、.json 或 .npy 文件。`,
    );
  }
  return readBytes(await bytesOf(response), url.pathname, cells);
}

/** What stands in the element itself. */
function inlineOf(host: Element): { text: string; isCsv: boolean } | undefined {
  for (const script of host.querySelectorAll(":scope > script")) {
    const type = script.getAttribute("type") ?? "";
    const text = script.textContent ?? "";
    if (type === "text/csv") return { text, isCsv: true };
    if (type === "application/json" && isData(text)) {
      return { text, isCsv: false };
    }
  }
  return undefined;
}

export class OwnData {
  readonly #host: Host;
  readonly #base: AnyFigure;
  readonly #tell: () => void;
  #now: AnyFigure;
  /** What was looked at last: an object, an address or a text. */
  #given: unknown;
  #wait: Promise<void> = Promise.resolve();
  #request: AbortController | undefined;
  #fault: Text | undefined;

  /** @param tell - the figure has become another */
  constructor(host: Host, base: AnyFigure, tell: () => void) {
    this.#host = host;
    this.#base = base;
    this.#now = base;
    this.#tell = tell;
  }

  /** The figure of the data; as it computes itself where there is none. */
  get spec(): AnyFigure {
    const host = this.#host;
    const inline = inlineOf(host);
    const given =
      host.data ?? host.getAttribute("data") ?? inline?.text ?? undefined;
    if (given !== this.#given) {
      this.#given = given;
      this.#request?.abort();
      const request = new AbortController();
      this.#request = request;
      this.#wait = this.#take(given, inline, request.signal);
    }
    return this.#now;
  }

  /** Resolves when it is there, or has been waited for long enough. */
  get ready(): Promise<unknown> {
    const enough = new Promise((go) => setTimeout(go, PATIENCE_MS));
    return Promise.race([this.#wait, enough]);
  }

  /** Nobody waits for what is on its way; it is asked for again. */
  stop(): void {
    if (!this.#isComing) return;
    this.#request?.abort();
    this.#given = undefined;
  }

  #isComing = false;

  async #take(
    given: unknown,
    inline: ReturnType<typeof inlineOf>,
    signal: AbortSignal,
  ): Promise<void> {
    const before = this.#now;
    let fault: Text | undefined;
    let next = this.#now;
    this.#isComing = true;
    try {
      next = await this.#figureOf(given, inline, signal);
    } catch (error) {
      if (!signal.aborted) fault = this.#faultOf(error, given);
    }
    if (signal.aborted) return;
    this.#isComing = false;
    this.#now = next;
    this.#fault = fault;
    if (fault) {
      const detail = fault[languageOf(this.#host)];
      const how = { detail, bubbles: true, composed: true };
      this.#host.dispatchEvent(new CustomEvent("pe-error", how));
    }
    if (next !== before || fault) this.#tell();
    else this.show();
  }

  async #figureOf(
    given: unknown,
    inline: ReturnType<typeof inlineOf>,
    signal: AbortSignal,
  ): Promise<AnyFigure> {
    if (given === undefined || given === "") return this.#base;
    const { own } = this.#base;
    if (!own) {
      return refuse(
        "this figure shows no data of a page’s own.",
        "这张图不能显示自备的数据。",
      );
    }
    const { takes, cells } = await own();
    let value: unknown = given;
    if (inline && given === inline.text) {
      value = inline.isCsv
        ? (cells === "text" ? readCells : readCsv)(inline.text)
        : readJson(inline.text);
    } else if (typeof given === "string") {
      value = await fetched(given, this.#host.baseURI, signal, cells);
    }
    return takes(value, this.#base);
  }

  #faultOf(error: unknown, given: unknown): Text {
    const name = typeof given === "string" && given.length < 200 ? given : "";
    const isAddress = name !== "" && !/[\n[{]/.test(name);
    const what = isAddress ? `data="${name}"` : "data";
    const text =
      error instanceof Refused
        ? error.text
        : { en: brief(String(error)), zh: brief(String(error)) };
    return { en: `${what}: ${text.en}`, zh: `${what}：${text.zh}` };
  }

  /** Where its panels stand and how tall they are, if it has panels of its own. */
  readonly #sheet = new CSSStyleSheet();
  #styled: AnyFigure | undefined;

  #restyle(root: ShadowRoot): void {
    const spec = this.#now;
    if (this.#styled === spec) return;
    this.#styled = spec;
    const isOther = spec.panels.length !== this.#base.panels.length;
    this.#sheet.replaceSync(isOther ? `${ROWS}\n${stylesOf(spec)}` : "");
    if (isOther && !root.adoptedStyleSheets.includes(this.#sheet)) {
      root.adoptedStyleSheets.push(this.#sheet);
    }
  }

  /** Says what is wrong, and puts away what means nothing now. */
  show(): void {
    const root = this.#host.shadowRoot;
    if (!root) return;
    this.#restyle(root);
    const shown = new Set(this.#now.panels.map(({ id }) => id));
    for (const { id } of this.#base.panels) {
      if (shown.has(id)) continue;
      root
        .querySelector(`[data-pane="${id}"]`)
        ?.setAttribute("data-left-out", "");
    }
    const kept = new Set(this.#now.controls.map(({ key }) => key));
    for (const { key } of this.#base.controls) {
      if (kept.has(key)) continue;
      root
        .querySelector(`[data-control="${key}"]`)
        ?.setAttribute("data-left-out", "");
    }
    const text = this.#fault?.[languageOf(this.#host)] ?? "";
    let at = root.querySelector<HTMLElement>(".faults.data");
    if (!at && text === "") return;
    if (!at) {
      at = document.createElement("div");
      at.className = "faults data";
      at.setAttribute("part", "message");
      at.setAttribute("role", "status");
      root.querySelector(".faults")?.after(at);
    }
    if (at.textContent === text) return;
    at.replaceChildren();
    if (text === "") return;
    const line = document.createElement("p");
    line.textContent = text;
    at.append(line);
  }
}
