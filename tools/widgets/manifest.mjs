// What widgets take and give, in the forms that editors and type checkers read.
const text = ({ en }) => en;

const describeAttribute = ({ name, type, default: value, allowed, label }) => ({
  name,
  type: { text: type },
  default: value,
  description: `${label.en}: ${allowed.en}.`,
});

const named = ({ name, text: { en } }) => ({ name, description: en });
const optional = (it) => ({ ...named(it), required: false });
const typed = ({ name, text: { en }, type = "string" }) => ({
  name,
  type: { text: type },
  description: en,
});

/** custom-elements.json, schema 1.0.0 of the Custom Elements Manifest. */
export function customElements(widgets, common) {
  const declarations = widgets.map((widget) => ({
    kind: "class",
    customElement: true,
    name: widget.className,
    tagName: widget.tag,
    summary: widget.name.en,
    description: widget.caption.en,
    superclass: { name: "HTMLElement" },
    attributes: [
      ...widget.attributes.map((it) => ({
        ...describeAttribute(it),
        fieldName: it.property,
      })),
      ...common.ATTRIBUTES.map(typed),
    ],
    members: [
      ...widget.attributes.map(({ property, type, label }) => ({
        kind: "field",
        name: property,
        type: { text: type },
        description: label.en,
      })),
      ...common.MEMBERS.map(({ name, type, ...it }) => ({
        kind: type.startsWith("(") ? "method" : "field",
        name,
        ...(type.startsWith("(") ? {} : { type: { text: type } }),
        description: text(it.text),
      })),
    ],
    events: common.EVENTS.map(typed),
    cssParts: common.CSS_PARTS.map((name) => ({ name })),
    cssProperties: Object.entries(common.CSS_PROPERTIES).map(
      ([name, value]) => ({ name, default: value }),
    ),
  }));
  const { QUIZ } = common;
  const quiz = {
    kind: "class",
    customElement: true,
    name: QUIZ.className,
    tagName: QUIZ.tag,
    description: text(QUIZ.text),
    superclass: { name: "HTMLElement" },
    attributes: QUIZ.attributes.map(typed),
    events: QUIZ.events.map(typed),
  };
  return {
    schemaVersion: "1.0.0",
    modules: [
      {
        kind: "javascript-module",
        path: "dist/index.js",
        declarations,
        exports: declarations.map(({ name }) => ({
          kind: "js",
          name,
          declaration: { name, module: "dist/index.js" },
        })),
      },
      {
        kind: "javascript-module",
        path: `dist/each/${QUIZ.tag}.js`,
        declarations: [quiz],
        exports: [
          {
            kind: "js",
            name: QUIZ.className,
            declaration: {
              name: QUIZ.className,
              module: `dist/each/${QUIZ.tag}.js`,
            },
          },
        ],
      },
    ],
  };
}

const values = (type) =>
  type.startsWith('"')
    ? type.split(" | ").map((name) => ({ name: name.slice(1, -1) }))
    : undefined;

/** Custom data for HTML in Visual Studio Code. */
export function editorData(widgets, common) {
  return {
    version: 1.1,
    tags: [
      ...widgets.map(({ tag, name, attributes }) => ({
        name: tag,
        description: name.en,
        attributes: [
          ...attributes.map((it) => ({
            name: it.name,
            description: describeAttribute(it).description,
            ...(values(it.type) && { values: values(it.type) }),
          })),
          ...common.ATTRIBUTES.map(({ name, type = "", ...it }) => ({
            name,
            description: text(it.text),
            ...(values(type) && { values: values(type) }),
          })),
        ],
      })),
      {
        name: common.QUIZ.tag,
        description: text(common.QUIZ.text),
        attributes: common.QUIZ.attributes.map(named),
      },
    ],
  };
}

/** web-types.json, for the editors of JetBrains. */
export function webTypes(widgets, common, version) {
  return {
    $schema: "https://json.schemastore.org/web-types",
    name: "posenc",
    version,
    "description-markup": "markdown",
    contributions: {
      html: {
        elements: [
          {
            name: common.QUIZ.tag,
            description: text(common.QUIZ.text),
            attributes: common.QUIZ.attributes.map(optional),
            js: {
              events: common.QUIZ.events.map(named),
            },
          },
          ...widgets.map(({ tag, name, attributes }) => ({
            name: tag,
            description: name.en,
            attributes: [
              ...attributes.map((it) => ({
                name: it.name,
                description: describeAttribute(it).description,
                default: it.default,
                value: { type: it.type },
              })),
              ...common.ATTRIBUTES.map(optional),
            ],
            js: {
              events: common.EVENTS.map(named),
            },
          })),
        ],
      },
    },
  };
}

/** What an attribute may be where a template writes it. */
const attributeType = (type) =>
  type === "number"
    ? `number | \`\${number}\``
    : type === "boolean"
      ? 'boolean | "" | "true" | "false"'
      : type;

const declareAttribute = ({ name, type, label, allowed }) =>
  `    /** ${label.en}: ${allowed.en}. */\n    "${name}"?: ${attributeType(type)} | undefined;`;

const member = ({ property, type, label, allowed }) =>
  `  /** ${label.en}: ${allowed.en}. */\n  ${property}: ${type};`;

/** Types of posenc-widgets: classes, tag names, JSX and Vue. */
export function declarations(widgets, common) {
  const states = widgets.map(
    ({ className, attributes }) =>
      `/** Values of {@link ${className}}. */\nexport interface ${className}State {\n${attributes.map(member).join("\n")}\n}`,
  );
  const classes = widgets.map(
    ({ tag, className, name }) =>
      `/** \`<${tag}>\`: ${name.en}. */\nexport declare class ${className} extends Widget<${className}State> {}\nexport interface ${className} extends ${className}State {}`,
  );
  const attributes = widgets.map(
    ({ tag, attributes: own }) =>
      `  "${tag}": CommonAttributes & {\n${own.map(declareAttribute).join("\n")}\n  };`,
  );
  const tagNames = widgets.map(
    ({ tag, className }) => `  "${tag}": ${className};`,
  );
  return `${typesHead(common)}
${states.join("\n\n")}

${classes.join("\n\n")}

/** Every widget by its tag. */
export interface WidgetTags {
${tagNames.join("\n")}
}

/** Attributes of every widget by its tag. */
export interface WidgetAttributes {
${attributes.join("\n")}
}

declare global {
  interface HTMLElementTagNameMap extends WidgetTags {
    "pe-quiz": Quiz;
  }
}
`;
}

/** What the reference says of a module. */
const moduleComment = (name, text) =>
  `/**\n * ${text}\n *\n * @module ${name}\n */\n`;

const typesHead = (
  common,
) => `${moduleComment("posenc-widgets", "All figures as classes, and `register(classes)`, which makes them elements of a\n * page. Importing it changes nothing, and bundlers leave out what is not used. One figure alone, registered on import, is\n * `posenc-widgets/pe-heatmap` and so on; types for JSX and Vue are in\n * `posenc-widgets/jsx` and `posenc-widgets/vue`.")}import type { Posenc } from "posenc";

/** Events of every widget; all bubble and leave the shadow tree. */
export interface WidgetEvents<State> {
${common.EVENTS.map(({ name, type, text: { en } }) => `  /** ${en} */\n  "${name}": ${type};`).join("\n")}
}

/** A figure as a custom element. */
export declare abstract class Widget<State> extends HTMLElement {
  /** Name of the element. */
  static readonly tag: string;
  /** Listens to an event of widgets. */
  addEventListener<Type extends keyof WidgetEvents<State>>(
    type: Type,
    listener: (this: this, event: WidgetEvents<State>[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (this: this, event: HTMLElementEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** All values, a copy. */
  readonly state: State;
  /** Language shown. */
  readonly language: "en" | "zh";
  /** The quantity that the reader points at. */
  link: string | null;
  /** ${common.MEMBERS.find(({ name }) => name === "wording").text.en} */
  wording: Readonly<Record<string, string>> | undefined;
  /** ${common.MEMBERS.find(({ name }) => name === "data").text.en} */
  data: ${common.MEMBERS.find(({ name }) => name === "data").type};
${common.MEMBERS.flatMap(({ name, type, text: { en } }) => {
  // The last arrow: those of callbacks stand before it.
  const [, given, answer] = /^\((.*)\) => (.*)$/.exec(type) ?? [];
  return answer ? [`  /** ${en} */\n  ${name}(${given}): ${answer};`] : [];
}).join("\n")}
}

/** ${common.QUIZ.text.en.replace("*/", "")} */
export declare class Quiz extends HTMLElement {
  /** Name of the element. */
  static readonly tag: string;
  /** What the reader answered: a letter, or a number as it was typed. */
  readonly answer: string | undefined;
  /** Other words for its own, by their English text. */
  wording: Readonly<Record<string, string>> | undefined;
  /** Forgets the answer. */
  reset(): void;
}

/** Attributes of \`<pe-quiz>\`. */
export interface QuizAttributes {
${common.QUIZ.attributes.map(({ name, type = "string", text: { en } }) => `  /** ${en} */\n  "${name}"?: ${attributeType(type)} | undefined;`).join("\n")}
}

/** A widget's class. */
export type WidgetClass = (new () => Widget<unknown> | Quiz) & {
  readonly tag: string;
};

/** All widget classes. */
export declare const all: readonly WidgetClass[];

/** Makes widgets known to the page: \`register([Heatmap])\`, or \`register(all)\`. */
export declare function register(classes: readonly WidgetClass[]): void;

/**
 * Puts figures into a language: \`addWords("pt", { "pe-heatmap": { Positions: "Posições" } })\`.
 *
 * @param language as \`lang\` names it
 * @param byTag tag of a figure, or "*" for all, → its English texts, as
 *   \`posenc-widgets/strings/pe-heatmap.json\` lists them, → what to say instead
 * @throws TypeError for a language that is no tag, or words that are no texts
 */
export declare function addWords(
  language: string,
  byTag: Readonly<Record<string, Readonly<Record<string, string>>>>,
): void;

/** The library that all widgets of a page share. */
export declare function core(): Promise<Posenc>;

/** Attributes that all widgets take besides those of HTML. */
export interface CommonAttributes {
${common.ATTRIBUTES.map(
  ({ name, type = "string", text: { en } }) =>
    `  /** ${en} */\n  "${name}"?: ${attributeType(type)} | undefined;`,
).join("\n")}
}
`;

/** Types of posenc-widgets/render. */
export const RENDER_TYPES = `${moduleComment("posenc-widgets/render", "Figures as SVG where there is no page.")}/** How a picture is to look. */
export interface RenderOptions {
  /** Default "en". */
  readonly lang?: "en" | "zh";
  /** Default "light". */
  readonly theme?: "light" | "dark";
  /** Width in px, from 360 to 2400; default 960. */
  readonly width?: number;
  /** CSS font families that go before the usual ones. */
  readonly fontFamily?: string;
  /** Colour of the paper, or "transparent". */
  readonly background?: string;
}

/** A text in both languages. */
export interface Text {
  readonly en: string;
  readonly zh: string;
}

/** One attribute of a widget. */
export interface AttributeDescription {
  readonly name: string;
  readonly property: string;
  /** As TypeScript writes it. */
  readonly type: string;
  readonly default: string;
  /** What is allowed. */
  readonly allowed: Text;
  readonly label: Text;
  readonly min?: number;
  readonly max?: number;
}

/** One widget. */
export interface WidgetDescription {
  readonly tag: string;
  readonly className: string;
  readonly name: Text;
  readonly caption: Text;
  readonly attributes: readonly AttributeDescription[];
  readonly controls: readonly string[];
  readonly panes: readonly string[];
}

/**
 * A widget as an SVG document, the same that its \`exportSVG()\` gives in a
 * page. Needs no DOM.
 *
 * @param widget - its tag, "pe-heatmap", or "heatmap"
 * @param attributes - as in HTML ("d-model") or as properties (dModel)
 * @throws TypeError for an unknown widget, attribute or option, RangeError for
 *   a value that is not allowed
 */
export declare function renderSVG(
  widget: string,
  attributes?: Readonly<Record<string, string | number | boolean>>,
  options?: RenderOptions,
): Promise<string>;

/** All widgets that can be rendered, with their attributes. */
export declare function describe(): Promise<readonly WidgetDescription[]>;

/** Widgets that consist of HTML and have no picture, by tag. */
export declare const undrawn: readonly string[];
`;

/** Types of posenc-widgets/anywidget. */
export const NOTEBOOK_TYPES = `${moduleComment("posenc-widgets/anywidget", "The module that notebooks and MyST load. It fetches the figure that is asked\n * for from beside itself, or from where the package is published; one that is\n * registered already it takes as it is.")}/** What hosts call: shows the figure that a model names; the answer removes it. */
declare const widget: {
  render(context: { model: unknown; el: HTMLElement }): () => void;
};
export default widget;
`;

/** Types of modules that export nothing. */
export const AUTO_TYPES = `${moduleComment("posenc-widgets/auto", 'Finds the figures of a page, also those that come later and those in shadow\n * trees, and loads what they need: `dist/widgets/auto.js` for a script tag, and\n * a module for bundlers. An element is live when its module is there:\n * `await customElements.whenDefined("pe-heatmap")`.')}export {};
`;
export const EMBED_TYPES = `${moduleComment("posenc-widgets/embed", "For pages that show figures in frames: makes every frame as tall as its figure.")}export {};
`;
