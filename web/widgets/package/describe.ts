// What every widget is called and takes, for manifests, types, editors and the
// page for teachers. Runs in Node.
import type {
  Attribute,
  NumberAttribute,
  Table,
  WordsAttribute,
} from "../element/state/attributes.ts";
import { camel, kebab } from "../element/state/attributes.ts";
import { lectureOf, lectures } from "../figures/lectures.ts";
import { figures } from "../figures/list.ts";
import type { AnyFigure } from "../kit/spec.ts";
import { table as playground } from "../playground/attributes.ts";
import { strings as playgroundStrings } from "../playground/strings.ts";
import type { Strings } from "../words/strings.ts";
import type { Text } from "../words/text.ts";

/** One attribute, as its user sees it. */
export interface AttributeDescription {
  readonly name: string;
  readonly property: string;
  /** As TypeScript writes it. */
  readonly type: string;
  readonly default: string;
  /** In Chinese, where it is a sentence that differs. */
  readonly chinese?: string;
  readonly allowed: Text;
  /** What the figure calls it. */
  readonly label: Text;
  /** Range of a number. */
  readonly min?: number;
  readonly max?: number;
}

/** What a lesson may want of a figure. */
export const MARKS = ["sentence", "data", "trains", "slide"] as const;
export type MarkName = (typeof MARKS)[number];

/** One widget, as its user sees it. */
export interface WidgetDescription {
  readonly tag: string;
  /** Name of its class in `posenc-widgets`. */
  readonly className: string;
  readonly name: Text;
  readonly caption: Text;
  /** Lecture that it is for: an id of `lectures`. */
  readonly lecture: string;
  /** What it answers, in plain words. */
  readonly question: Text;
  readonly marks: readonly MarkName[];
  readonly attributes: readonly AttributeDescription[];
  /** Names that `controls` and `lock` know. */
  readonly controls: readonly string[];
  /** Names that `hide` knows besides the common ones. */
  readonly panes: readonly string[];
}

function typeOf(attribute: Attribute<unknown>): string {
  const { kind, names } = attribute as {
    kind?: string;
    names?: readonly string[];
  };
  if (kind === "choice" || names) {
    return (names ?? []).map((name) => `"${name}"`).join(" | ");
  }
  if (kind === "switch") return "boolean";
  if (kind === "words") return "string";
  return "min" in (attribute as NumberAttribute) ? "number" : "string";
}

function rangeOf(attribute: Attribute<unknown>) {
  const { min, max } = attribute as Partial<NumberAttribute>;
  return min === undefined || max === undefined ? {} : { min, max };
}

function attributesOf(table: Table, strings: Strings): AttributeDescription[] {
  return Object.entries(table).map(([name, attribute]) => {
    const property = camel(name);
    const { en, zh } = attribute.allowed;
    return {
      name,
      property,
      type: typeOf(attribute),
      default: attribute.write(attribute.default),
      ...(attribute.chinese === undefined
        ? {}
        : { chinese: attribute.write(attribute.chinese) }),
      allowed: { en, zh },
      label: strings[property] ?? { en: name, zh: name },
      ...rangeOf(attribute),
    };
  });
}

/** What leaves panels out, or is cut, with `fit="slide"` on 960 × 700 px. */
const CROWDED: ReadonlySet<string> = new Set([
  "pe-config",
  "pe-design",
  "pe-ladder",
  "pe-own-text",
  "pe-shift",
  "pe-train-table",
  "pe-trained-attention",
]);

function marksOf(
  tag: string,
  table: Table,
  { work, textInput, own }: Pick<AnyFigure, "work" | "textInput" | "own">,
): MarkName[] {
  const texts = new Set(
    Object.values(table).map((it) => (it as Partial<WordsAttribute>).of),
  );
  const has: Readonly<Record<MarkName, boolean>> = {
    sentence: textInput !== undefined || texts.has("sentence"),
    data: own !== undefined || texts.has("data"),
    trains: work !== undefined,
    slide: !CROWDED.has(tag),
  };
  return MARKS.filter((mark) => has[mark]);
}

/** "pe-four-terms" → "FourTerms" */
const classNameOf = (tag: string): string =>
  tag
    .replace(/^pe-/, "")
    .replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

/** All widgets that stand on their own, by tag. */
export async function describe(): Promise<readonly WidgetDescription[]> {
  const all: Omit<WidgetDescription, "className">[] = [
    {
      tag: "pe-playground",
      name: playgroundStrings.name,
      caption: playgroundStrings.caption,
      ...lectureOf("pe-playground"),
      marks: marksOf("pe-playground", playground, {}),
      attributes: attributesOf(playground, playgroundStrings),
      controls: Object.keys(playground),
      panes: [],
    },
  ];
  for (const [tag, load] of Object.entries(figures)) {
    const spec = await load();
    const panes = spec.panels.map(({ id }: { id: string }) => id);
    all.push({
      tag,
      name: spec.strings.name,
      caption: spec.strings.caption,
      ...lectureOf(tag),
      marks: marksOf(tag, spec.table, spec),
      attributes: attributesOf(spec.table, spec.strings),
      controls: spec.controls.map(({ key }) => kebab(key)),
      panes: [...new Set<string>(panes)],
    });
  }
  const known = new Set(all.map(({ tag }) => tag));
  for (const tag of lectures.flatMap((it) => Object.keys(it.figures))) {
    if (known.has(tag)) continue;
    throw new Error(
      `web/widgets/figures/lectures.ts: there is no figure <${tag}>`,
    );
  }
  return all
    .sort((a, b) => (a.tag < b.tag ? -1 : 1))
    .map(({ tag, ...it }) => ({ tag, className: classNameOf(tag), ...it }));
}
