import type { Poster } from "../widgets/frame.ts";
import type { Written } from "../widgets/prerender.ts";
import type { Lang, Text } from "../widgets/text.ts";

/** One page of the site, in both languages. */
export interface Page {
  /** Path below /en/ and /zh/: "" for the home page, else like "sinusoids/". */
  readonly path: string;
  readonly title: Text;
  /** For search engines: one or two sentences. */
  readonly description: Text;
  readonly body: readonly Block[];
}

/** What a block may know of the page it stands on. */
export interface Context {
  readonly lang: Lang;
  /** Relative path to the site's root, such as "../". */
  readonly root: string;
  /** A link of the text to what it is in HTML; refuses dead ones. */
  readonly href: (target: string) => string;
  /** Style sheet of a widget; asking for it also loads the widget. */
  readonly widgetStyle: (tag: string) => string;
  /** Pictures of a widget for readers without scripts; none in development. */
  readonly poster: (tag: string, attributes: Written) => Poster | undefined;
  /** Remembers an anchor; refuses a second one of the same name. */
  readonly anchor: (id: string) => string;
}

/** A part of a page, written as HTML. */
export type Block = (context: Context) => string;
