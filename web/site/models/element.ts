// <pe-models>: from a config.json, or the header of a GGUF file, to what each
// layer does with positions.
import {
  type ConfigReading,
  configFromHuggingFace,
  configParse,
  golden,
  type PositionPlan,
} from "posenc";
import { findingText } from "posenc/catalog";
import { engineNotes, GOLDEN_FORMATS } from "posenc/internal";
import { core } from "../../widgets/element/library/core.ts";
import shared from "../../widgets/element/look/style.css?inline";
import { adoptStyles } from "../../widgets/element/look/style.ts";
import {
  themeOf,
  watchSurroundings,
} from "../../widgets/element/look/theme.ts";
import { copy, download } from "../../widgets/element/look/tools.ts";
import { trusted } from "../../widgets/element/look/trusted.ts";
import {
  escapeHtml,
  LANG_TAG,
  type Lang,
  languageOf,
} from "../../widgets/words/text.ts";
import {
  PRESETS,
  preset,
  publishedIn,
  sourceOf,
  sourceText,
} from "./known-models.ts";
import { colourOf, strip, wavePlot, waveText } from "./layer-picture.ts";
import {
  inputText,
  kindText,
  layerDifferences,
  layerRows,
  layersText,
} from "./layer-words.ts";
import { type Layers, layersOf, ranges } from "./model-layers.ts";
import { strings } from "./strings.ts";
import styles from "./style.css?inline";
import { wavesOf } from "./turn-lengths.ts";

const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** Shown first: two kinds of layers, so that there is something to see. */
const FIRST = "gemma-3-4b";
/** A keystroke is read when the next one has had its time. */
const QUIET_MS = 250;
/** As long as a configuration may be. */
const MAX_BYTES = 2 ** 26;

interface Read {
  readonly reading: ConfigReading;
  readonly layers: Layers | undefined;
}

/** The header of a GGUF file as a configuration; undefined for another file. */
async function readHeader(file: File): Promise<object | undefined> {
  const magic = await file.slice(0, 4).text();
  if (magic !== "GGUF" && magic !== "FUGG") return undefined;
  const { readGguf } = await import("posenc/gguf");
  return readGguf(file);
}

/** The first bytes tell what is no configuration, however long it is. */
async function parseFile(file: File): Promise<object> {
  const bytes = await file.slice(0, MAX_BYTES + 1).arrayBuffer();
  return configParse(new Uint8Array(bytes));
}

const pretty = (config: object): string => JSON.stringify(config, null, 2);

function read(text: string): Read {
  const reading = configFromHuggingFace(configParse(text));
  return {
    reading,
    layers: reading.plan ? layersOf(reading.plan) : undefined,
  };
}

type Format = keyof typeof GOLDEN_FORMATS;

/** What each is called, and names of the files, as test runners find them. */
const FILES: Readonly<
  Record<Format, readonly [label: string, named: (name: string) => string]>
> = {
  json: ["JSON", (name) => `${name}.json`],
  npz: [".npz (NumPy)", (name) => `${name}.npz`],
  safetensors: [".safetensors", (name) => `${name}.safetensors`],
  h: [".h (C)", (name) => `${name}.h`],
  pytest: ["pytest", (name) => `test_${name.replaceAll("-", "_")}.py`],
  gtest: ["GoogleTest", (name) => `${name}_test.cc`],
};

export class Models extends Base {
  static readonly tag = "pe-models";

  #language: Lang = "en";
  #stop: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Name of the configuration: a preset's, a file's, or that of typed text. */
  #name = FIRST;
  #text = "";
  #layer = 0;
  #other = "";
  #read: Read | undefined;
  /** What the command line reads. */
  #kind: "config.json" | "model.gguf" = "config.json";
  /** Counts what was opened or typed: a file that comes late is dropped. */
  #turn = 0;

  connectedCallback(): void {
    if (!this.shadowRoot) this.#build();
    this.#stop = watchSurroundings(this, () => this.#surroundings());
    this.#surroundings();
    globalThis.addEventListener("hashchange", this.#follow);
    core().then(
      () => this.#begin(),
      (error: unknown) => this.#fail(error),
    );
  }

  disconnectedCallback(): void {
    this.#stop?.();
    clearTimeout(this.#timer);
    globalThis.removeEventListener("hashchange", this.#follow);
  }

  #find<E extends HTMLElement>(selector: string): E {
    return this.shadowRoot?.querySelector(selector) as E;
  }

  #t(key: keyof typeof strings): string {
    return escapeHtml(strings[key][this.#language]);
  }

  #build(): void {
    this.#language = languageOf(this);
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = trusted(this.#markup());
    adoptStyles(root, [shared, styles]);
    root.addEventListener("change", (event) => this.#chosen(event));
    root.addEventListener("click", (event) => this.#pressed(event));
    this.#find("textarea").addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#typed(), QUIET_MS);
    });
    const slider = this.#find(".strip");
    slider.addEventListener("keydown", (event) => this.#stepped(event));
    const point = (event: PointerEvent): void => {
      if (event.type === "pointermove" && event.buttons === 0) return;
      const { left, width } = slider.getBoundingClientRect();
      const to = Math.floor(((event.clientX - left) / width) * this.#count);
      if (to !== this.#layer) this.#show(to);
    };
    slider.addEventListener("pointerdown", point);
    slider.addEventListener("pointermove", point);
    this.addEventListener("dragover", (event) => event.preventDefault());
    this.addEventListener("drop", (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void this.#open(file);
      else {
        const text = event.dataTransfer?.getData("text/plain");
        if (text) this.#take("", text);
      }
    });
  }

  #markup(): string {
    const options = PRESETS.map((name) => `<option>${name}</option>`).join("");
    const formats = Object.entries(FILES)
      .map(([format, [label]]) => `<option value="${format}">${label}</option>`)
      .join("");
    return `<section class="root" aria-label="${this.#t("name")}">
<div class="from">
<p class="choose"><span>${this.#t("drop")}</span> <label>${this.#t("preset")} <select class="preset"><option value="">${this.#t("own")}</option>${options}</select></label> <label class="file">${this.#t("file")}<input type="file" accept=".json,.gguf,application/json,text/plain,application/octet-stream"></label></p>
<details><summary>${this.#t("text")}</summary><textarea rows="12" spellcheck="false" autocapitalize="off" aria-label="${this.#t("text")}"></textarea></details>
<p class="dim">${this.#t("private")}</p>
</div>
<p class="finding" role="status"></p>
<div class="plan" hidden>
<ul class="kinds"></ul>
<div class="strip" role="slider" tabindex="0" aria-label="${this.#t("layer")}" aria-valuemin="0"></div>
<p class="dim">${this.#t("hint")}</p>
<div class="layer"><div><h2 class="which"></h2><table><tbody class="rows"></tbody></table></div><div class="waves"><h2>${this.#t("waves")}</h2><div class="plot"></div><p class="said"></p></div></div>
<p class="tools golden"><label>${this.#t("golden")} <select class="format">${formats}</select></label> <button type="button" data-act="golden">${this.#t("download")}</button> <span class="notice" role="status"></span></p>
</div>
<div class="findings"></div>
<div class="source dim"></div>
<div class="compare"><label>${this.#t("compare")} <select class="other"><option value="">${this.#t("nobody")}</option>${options}</select></label><div class="differences"></div></div>
<h2>${this.#t("command")}</h2>
<pre class="command" tabindex="0"></pre>
<p class="tools"><button type="button" data-act="copy">${this.#t("copy")}</button> <span class="copied" role="status"></span></p>
</section>`;
  }

  #surroundings(): void {
    const root = this.#find(".root");
    root.lang = LANG_TAG[this.#language];
    root.dataset.theme = themeOf(this);
  }

  get #count(): number {
    return this.#read?.layers?.all.length ?? 0;
  }

  #begin(): void {
    if (this.#read) return;
    if (!this.#fromAddress()) this.#take(FIRST);
  }

  #fail(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.#find(".finding").textContent =
      `${strings.failed[this.#language]}: ${why}`;
  }

  /** The address names a model and a layer: #gemma-3-4b/5. */
  #fromAddress(): boolean {
    const [name = "", layer = ""] = location.hash.slice(1).split("/");
    if (!preset(name)) return false;
    this.#take(name, undefined, Number(layer) || 0);
    return true;
  }

  readonly #follow = (): void => {
    if (this.#read) this.#fromAddress();
  };

  /** Text of a configuration takes the place of what was there. */
  #take(name: string, text?: string, layer = 0): void {
    this.#turn++;
    this.#kind = "config.json";
    const known = preset(name);
    this.#name = name;
    this.#text = text ?? (known ? pretty(known) : "");
    this.#find<HTMLTextAreaElement>("textarea").value = this.#text;
    this.#find<HTMLSelectElement>(".preset").value = known ? name : "";
    this.#layer = layer;
    this.#update();
  }

  #typed(): void {
    this.#turn++;
    this.#kind = "config.json";
    this.#name = "";
    this.#text = this.#find<HTMLTextAreaElement>("textarea").value;
    this.#find<HTMLSelectElement>(".preset").value = "";
    this.#update();
  }

  async #open(file: File): Promise<void> {
    const turn = ++this.#turn;
    clearTimeout(this.#timer);
    try {
      const header = await readHeader(file);
      const config = header ?? (await parseFile(file));
      if (turn !== this.#turn) return;
      // The name of a preset is the preset's alone.
      this.#take(preset(file.name) ? "" : file.name, pretty(config));
      if (header) {
        this.#kind = "model.gguf";
        this.#command();
      }
    } catch (error) {
      if (turn === this.#turn) this.#refuse(error, file.name);
    }
  }

  #refuse(error: unknown, name = ""): void {
    const why = (error as Error).message
      .replace(/^(config\.parse|readGguf): /, "")
      .replace(/^source/, name || "source");
    this.#read = undefined;
    this.#find(".finding").textContent = why;
    this.#find(".plan").hidden = true;
    for (const part of [".findings", ".differences", ".source"]) {
      this.#find(part).textContent = "";
    }
  }

  #chosen(event: Event): void {
    const at = event.target as HTMLElement;
    if (at.matches(".preset")) {
      const { value } = at as HTMLSelectElement;
      if (value) this.#take(value);
      else this.#find<HTMLDetailsElement>("details").open = true;
    } else if (at.matches(".other")) {
      this.#other = (at as HTMLSelectElement).value;
      this.#compare();
    } else if (at.matches("[type=file]")) {
      const input = at as HTMLInputElement;
      const file = input.files?.[0];
      // The same file can be opened again after a change.
      if (file) void this.#open(file).then(() => (input.value = ""));
    }
  }

  #pressed(event: Event): void {
    const act = (event.target as Element).closest<HTMLElement>("[data-act]")
      ?.dataset.act;
    if (act === "golden") this.#golden();
    else if (act === "copy") void this.#copy();
    else {
      const kind = (event.target as Element).closest<HTMLElement>(
        "[data-first]",
      );
      if (kind) this.#show(Number(kind.dataset.first));
    }
  }

  #stepped(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: this.#layer + 1,
      ArrowUp: this.#layer + 1,
      ArrowLeft: this.#layer - 1,
      ArrowDown: this.#layer - 1,
      Home: 0,
      End: this.#count - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#show(to);
  }

  #update(): void {
    try {
      this.#read = read(this.#text);
    } catch (error) {
      this.#refuse(error);
      return;
    }
    const { reading, layers } = this.#read;
    const lang = this.#language;
    const { plan } = reading;
    this.#find(".plan").hidden = !plan;
    if (plan && layers) {
      this.#find(".finding").innerHTML = trusted(
        this.#summary(plan, layers, lang),
      );
      this.#find(".kinds").innerHTML = trusted(
        layers.kinds
          .map(
            ({ layer, members }, k) =>
              `<li><button type="button" data-first="${members[0]}"><span class="swatch ${colourOf(k)}"></span>${escapeHtml(layersText(ranges(layers, members), lang))}</button> ${escapeHtml(kindText(layer, lang))}</li>`,
          )
          .join(""),
      );
      const slider = this.#find(".strip");
      slider.innerHTML = trusted(
        `${strip(layers, plan, lang)}<div class="marker"></div>`,
      );
      slider.setAttribute("aria-valuemax", String(layers.all.length - 1));
      this.#show(this.#layer);
    } else {
      this.#find(".finding").textContent = strings.noPlan[lang];
      this.#command();
    }
    const { findings } = reading;
    const notes = plan ? engineNotes(plan, lang) : [];
    this.#find(".findings").innerHTML = trusted(
      `<h2>${this.#t("findings")}</h2>${
        findings.length === 0
          ? `<p class="dim">${this.#t("nothing")}</p>`
          : `<ul>${findings.map((it) => `<li class="${it.level}">${escapeHtml(findingText(it, lang))}</li>`).join("")}</ul>`
      }${
        notes.length === 0
          ? ""
          : `<h2>${this.#t("engines")}</h2><ul class="engines">${notes.map((it) => `<li>${escapeHtml(it)}</li>`).join("")}</ul>`
      }`,
    );
    const source = plan ? sourceOf(plan.modelType) : undefined;
    const published = publishedIn(this.#name);
    const lines = [
      ["source", source && sourceText(source)],
      ["published", published],
    ] as const;
    this.#find(".source").innerHTML = trusted(
      lines
        .map(([key, text]) =>
          text
            ? `<p>${this.#t(key)} <span lang="en">${escapeHtml(text)}</span></p>`
            : "",
        )
        .join(""),
    );
    this.#compare();
  }

  #summary(plan: PositionPlan, layers: Layers, lang: Lang): string {
    const n = layers.all.length;
    const k = layers.kinds.length;
    const type = escapeHtml(plan.modelType);
    const text = {
      en:
        k === 1
          ? `: <b>${n}</b> ${n === 1 ? "layer" : "layers, all alike in what they do with positions"}.`
          : `: <b>${n}</b> layers do <b>${k}</b> different things with positions.`,
      zh:
        k === 1
          ? `：<b>${n}</b> 层，对位置的处理都一样。`
          : `：<b>${n}</b> 层，对位置有 <b>${k}</b> 种处理。`,
    };
    return type + text[lang] + escapeHtml(inputText(plan, lang));
  }

  #show(index: number): void {
    const { reading, layers } = this.#read ?? {};
    const plan = reading?.plan;
    if (!plan || !layers) return;
    const count = layers.all.length;
    this.#layer = Math.min(count - 1, Math.max(0, Math.trunc(index) || 0));
    const named = layers.all[this.#layer];
    if (!named) return;
    const lang = this.#language;
    const title = layersText(named.name, lang);
    const slider = this.#find(".strip");
    slider.setAttribute("aria-valuenow", String(this.#layer));
    slider.setAttribute(
      "aria-valuetext",
      `${named.name}: ${kindText(named.layer, lang)}`,
    );
    const marker = this.#find(".marker");
    marker.style.left = `${(100 * this.#layer) / count}%`;
    marker.style.width = `${100 / count}%`;
    this.#find(".which").textContent = title;
    this.#find(".rows").innerHTML = trusted(
      layerRows(named.layer, lang)
        .map(
          ([name, value]) =>
            `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
        )
        .join(""),
    );
    const waves = wavesOf(named.layer, plan);
    this.#find(".waves").hidden = !waves;
    if (waves) {
      this.#find(".plot").innerHTML = trusted(wavePlot(waves, lang));
      this.#find(".said").textContent = waveText(waves, lang);
    }
    const canGolden =
      named.layer.kind === "attention" && !named.layer.gridWindow;
    this.#find(".golden").hidden = !canGolden;
    this.#find(".notice").textContent = "";
    this.#command();
    this.#store();
  }

  /** The address of a preset's layer; text of one's own is nobody's else. */
  #store(): void {
    const hash = preset(this.#name) ? `#${this.#name}/${this.#layer}` : "";
    if (hash === location.hash) return;
    try {
      history.replaceState(
        history.state,
        "",
        hash || location.pathname + location.search,
      );
    } catch {
      // Browsers limit how often; the next layer writes it.
    }
  }

  #command(): void {
    const name = this.#read?.layers?.all[this.#layer]?.name;
    const layer = name === undefined ? "" : ` --layer ${name}`;
    const plan = this.#read?.reading.plan;
    const engines = plan && engineNotes(plan, "en").length > 0;
    const lines = [
      `npx posenc config ${this.#kind}`,
      ...(engines ? [`npx posenc config ${this.#kind} --engines`] : []),
      ...(layer
        ? [
            `npx posenc config ${this.#kind}${layer}`,
            `npx posenc golden ${this.#kind}${layer} -o test_rope.py`,
          ]
        : []),
    ];
    this.#find(".command").textContent = lines.join("\n");
    this.#find(".copied").textContent = "";
  }

  async #copy(): Promise<void> {
    const done = await copy(this.#find(".command").textContent ?? "");
    this.#find(".copied").textContent =
      strings[done ? "copied" : "byHand"][this.#language];
  }

  #golden(): void {
    const { reading, layers } = this.#read ?? {};
    const name = layers?.all[this.#layer]?.name;
    if (!reading?.plan || name === undefined) return;
    const decoder = name.startsWith("d");
    try {
      const vectors = golden({
        plan: reading.plan,
        layer: Number(name.replace("d", "")),
        ...(decoder && { decoder }),
      });
      const { value } = this.#find<HTMLSelectElement>(".format");
      const format = value as Format;
      const file = `golden-${reading.plan.modelType}-layer-${name}`;
      download(
        new Blob([GOLDEN_FORMATS[format](vectors)]),
        FILES[format][1](file),
      );
    } catch (error) {
      this.#find(".notice").textContent = (error as Error).message;
    }
  }

  #compare(): void {
    const at = this.#find(".differences");
    const lang = this.#language;
    const other = preset(this.#other);
    const mine = this.#read?.layers;
    if (!other || !mine) {
      at.textContent = "";
      return;
    }
    const { layers: theirs } = read(pretty(other));
    if (!theirs) return;
    const lines = new Map<string, number[]>();
    const both = Math.min(mine.all.length, theirs.all.length);
    for (let i = 0; i < both; i++) {
      const [a, b] = [mine.all[i], theirs.all[i]];
      if (!a || !b) continue;
      for (const line of layerDifferences(a.layer, b.layer, lang)) {
        lines.set(line, [...(lines.get(line) ?? []), i]);
      }
    }
    const items = [...lines].map(
      ([line, members]) =>
        `<li><b>${escapeHtml(layersText(ranges(mine, members), lang))}</b> ${escapeHtml(line)}</li>`,
    );
    if (mine.all.length !== theirs.all.length) {
      items.unshift(
        `<li><b>${this.#t("layers")}</b> ${mine.all.length} → ${theirs.all.length}</li>`,
      );
    }
    at.innerHTML = trusted(
      items.length === 0
        ? `<p>${this.#t("same")}</p>`
        : `<ul>${items.join("")}</ul>`,
    );
  }
}

const registry = globalThis.customElements;
if (registry && !registry.get(Models.tag)) registry.define(Models.tag, Models);
