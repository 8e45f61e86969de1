// The page of one figure in a frame: the query says what it shows, the page
// around hears how tall it is. Works without an origin (sandbox="allow-scripts"):
// nothing is stored.
import "../styles/tokens.css";
import "../styles/embed.css";
import type { WidgetClass } from "../../widgets/element/define.ts";
import {
  camel,
  initialOf,
  kebab,
  type Table,
} from "../../widgets/element/state/attributes.ts";
import {
  formatHash,
  type Values,
} from "../../widgets/element/state/url-state.ts";
import { TEACHER } from "../../widgets/element/teacher.ts";
import { LANG_TAG, type Lang, type Text } from "../../widgets/words/text.ts";
import { loadWidget } from "../registry.ts";
import { reportHeight } from "./height.ts";

const words = {
  unknown: {
    en: "In the address: this figure has no attribute “NAME”. It has ",
    zh: "地址有误：这张图没有属性“NAME”。可用的属性：",
  },
  value: {
    en: "In the address: NAME must be ALLOWED.",
    zh: "地址有误：NAME 须为 ALLOWED。",
  },
} as const satisfies Readonly<Record<string, Text>>;

/** Attributes of all figures that a page around may want to set. */
const SURROUNDINGS = ["lang", "theme", "sync"] as const;
const THEMES = ["light", "dark", "auto"];

/** Campaign tags, which services put into addresses that they are given. */
const isForeign = (name: string): boolean => /^utm_/.test(name);

const query = [...new URLSearchParams(location.search)].filter(
  ([name]) => !isForeign(name),
);
const said = new Map(query);

function languageSaid(): Lang {
  const wanted = said.get("lang") || navigator.language;
  return /^zh\b/i.test(wanted) ? "zh" : "en";
}

/** What of the query means nothing, in words. */
function faults(names: readonly string[], lang: Lang): string[] {
  const found: string[] = [];
  const known = [...names, ...TEACHER, ...SURROUNDINGS];
  for (const [name] of query) {
    if (known.includes(name)) continue;
    const list = known.join(lang === "zh" ? "、" : ", ");
    const end = lang === "zh" ? "。" : ".";
    found.push(words.unknown[lang].replace("NAME", () => name) + list + end);
  }
  const check = (name: string, isGood: boolean, allowed: string): void => {
    if (isGood) return;
    const text = words.value[lang].replace("NAME", name);
    found.push(text.replace("ALLOWED", allowed));
  };
  const or = lang === "zh" ? " 或 " : " or ";
  const theme = said.get("theme") ?? "auto";
  check("theme", THEMES.includes(theme), THEMES.join(or));
  const language = said.get("lang") ?? "en";
  check("lang", /^(en|zh)\b/i.test(language), ["en", "zh"].join(or));
  return found;
}

/** The chapter that the figure is from, with the figure as it stands now. */
function chapterLink(
  main: HTMLElement,
  figure: HTMLElement,
  table: Table,
  lang: Lang,
): void {
  const { place = "" } = main.dataset;
  const link = main.querySelector<HTMLAnchorElement>(".from a");
  if (!link) return;
  const [path = "", anchor = ""] = place.split("#");
  const point = (values: Values): void => {
    const figures = new Map([[anchor, values]]);
    const hash = anchor ? formatHash({ anchor, figures }) : "";
    link.href = new URL(`../${lang}/${path}${hash}`, location.href).href;
  };
  point({});
  const follow = (event: Event): void => {
    const state = (event as CustomEvent<Record<string, unknown>>).detail;
    const entries = Object.entries(state);
    point(
      Object.fromEntries(
        entries.map(([key, value]) => [kebab(key), String(value)]),
      ),
    );
  };
  figure.addEventListener("pe-ready", (event) => {
    const { detail } = event as CustomEvent<Record<string, unknown>>;
    const own = Object.entries(table).some(
      ([name, attribute]) => detail[camel(name)] !== initialOf(attribute, lang),
    );
    if (own) follow(event);
  });
  figure.addEventListener("pe-change", follow);
}

async function show(main: HTMLElement): Promise<void> {
  const tag = main.dataset.tag as string;
  const lang = languageSaid();
  document.documentElement.lang = LANG_TAG[lang];
  const theme = said.get("theme") ?? "auto";
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }
  reportHeight(main);
  await loadWidget(tag);
  const { table } = customElements.get(tag) as WidgetClass;
  const figure = document.createElement(tag);
  // Only what figures know: an address must not set handlers or styles.
  const names = Object.keys(table);
  for (const [name, value] of query) {
    const known = [...names, ...TEACHER].includes(name);
    if (known) figure.setAttribute(name, value);
  }
  figure.setAttribute("lang", LANG_TAG[lang]);
  figure.setAttribute("loading", "eager");
  for (const text of faults(names, lang)) {
    const line = document.createElement("p");
    line.className = "wrong";
    line.textContent = text;
    main.prepend(line);
  }
  chapterLink(main, figure, table, lang);
  main.querySelector(".from")?.before(figure);
}

const main = document.querySelector<HTMLElement>("main.embed");
if (main) void show(main);
