// Types of the widgets as elements of other libraries' templates: each has the
// attributes that the library gives every element, the widget's own, and its
// events as that library names them.

/** `"on:pe-change"?: (event: …) => void` for each event, by its name there. */
const listeners = (events, nameOf) =>
  events
    .map(({ name, text, type }) => {
      const event = type.replace("<State>", '<Widgets[Tag]["state"]>');
      return `  /** ${text.en} */\n  "${nameOf(name)}"?: ((event: ${event}) => void) | undefined;`;
    })
    .join("\n");

const quizListeners = (events, nameOf) =>
  events
    .map(
      ({ name, text, type }) =>
        `  /** ${text.en} */\n  "${nameOf(name)}"?: ((event: ${type}) => void) | undefined;`,
    )
    .join("\n");

/** "pe-change" as "PeChange". */
const pascal = (name) =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());

const head = (imports) => `${imports}
import type { Quiz, QuizAttributes, WidgetAttributes, WidgetTags as Widgets } from "./index.js";
`;

/** All widgets as elements, the attributes of the library's own beneath. */
const elements = ({ EVENTS, QUIZ }, nameOf, own, beneath) => `
/** Listeners to the events of a widget. */
interface Listeners<Tag extends keyof Widgets> {
${listeners(EVENTS, nameOf)}
}

type Element<Tag extends keyof Widgets> = ${own} &
  Listeners<Tag> &
  ${beneath};

/** A question is no figure. */
type Question = QuizAttributes & {
${quizListeners(QUIZ.events, nameOf)}
} & ${beneath.replaceAll("Widgets[Tag]", "Quiz")};

type Elements = { [Tag in keyof Widgets]: Element<Tag> } & {
  "pe-quiz": Question;
};
`;

/** The library keeps `key` for itself. */
const UNKEYED = 'Omit<WidgetAttributes[Tag], "key">';

const inModule = (name, namespace = "JSX") => `
declare module "${name}" {
  namespace ${namespace} {
    interface IntrinsicElements extends Elements {}
  }
}
`;

/** The types of each library, by their file: \`import "posenc-widgets/jsx"\`. */
export const elementTypes = (common) => ({
  "jsx.d.ts":
    head('import type { DetailedHTMLProps, HTMLAttributes } from "react";') +
    elements(
      common,
      (name) => `on${name}`,
      UNKEYED,
      "DetailedHTMLProps<HTMLAttributes<Widgets[Tag]>, Widgets[Tag]> & { class?: string | undefined }",
    ) +
    inModule("react"),
  "preact.d.ts":
    head('import type { ClassAttributes, HTMLAttributes } from "preact";') +
    elements(
      common,
      (name) => `on${name}`,
      UNKEYED,
      "HTMLAttributes<Widgets[Tag]> & ClassAttributes<Widgets[Tag]>",
    ) +
    inModule("preact"),
  "solid.d.ts":
    head('import type { JSX } from "solid-js";') +
    elements(
      common,
      (name) => `on:${name}`,
      "WidgetAttributes[Tag]",
      "JSX.HTMLAttributes<Widgets[Tag]>",
    ) +
    inModule("solid-js"),
  "svelte.d.ts":
    head('import type { HTMLAttributes } from "svelte/elements";') +
    elements(
      common,
      (name) => `on${name}`,
      "WidgetAttributes[Tag]",
      "HTMLAttributes<Widgets[Tag]>",
    ) +
    `
declare module "svelte/elements" {
  interface SvelteHTMLElements extends Elements {}
}
`,
  "vue.d.ts":
    head('import type { HTMLAttributes, PublicProps } from "vue";') +
    elements(
      common,
      (name) => `on${pascal(name)}`,
      "Camel<WidgetAttributes[Tag]>",
      "HTMLAttributes & PublicProps",
    ) +
    `
/** As templates are compiled: "seq-len" is seqLen. */
type CamelName<Name> = Name extends \`\${infer First}-\${infer Rest}\`
  ? \`\${First}\${Capitalize<CamelName<Rest>>}\`
  : Name;
type Camel<Attributes> = {
  [Name in keyof Attributes as Exclude<CamelName<Name>, "key">]: Attributes[Name];
};

type Components = {
  [Tag in keyof Widgets]: new () => { $props: Element<Tag> };
} & { "pe-quiz": new () => { $props: Question } };

declare module "vue" {
  interface GlobalComponents extends Components {}
}
`,
});
