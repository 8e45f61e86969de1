import type { Poster } from "../widgets/element/look/frame.ts";
import type { Written as Attributes } from "../widgets/prerender.ts";
import type { Thumbnail } from "../widgets/thumbnail.ts";
import type { Lang, Text } from "../widgets/words/text.ts";
import type { PackageFacts } from "./package-facts.ts";

/** One page of the site, in both languages. */
export interface Page {
  /** Path below /en/ and /zh/: "" for the home page, else like "sinusoids/". */
  readonly path: string;
  readonly title: Text;
  /** For search engines: one or two sentences. */
  readonly description: Text;
  readonly body: readonly Block[];
  /** How the page is laid out; without one, in a single column. */
  readonly layout?: "chapter" | "sections";
  /** What readers meet first and wait for, if it is no figure. */
  readonly begins?: "story";
  /** A list of other pages, which the search leaves out. */
  readonly isList?: boolean;
  /** The picture of links to the page on other sites. */
  readonly picture?: () => Picture;
  /** What lists of pages show beside its name, and other sites too. */
  readonly thumbnail?: Thumbnail;
  /** The same for a page that has neither table nor figure: a drawing. */
  readonly card?: Card;
  /** Terms by id, whose meanings other pages show beside their words. */
  readonly terms?: Readonly<Record<string, Term>>;
  /** For those who write it: where its text is, and the page with a newer text. */
  readonly written?: Written<Page>;
}

/** What is made of files of text, and can be made of them again. */
export interface Written<Made> {
  readonly files: readonly string[];
  readonly again: () => Made;
}

/** A drawing for other sites, and what it shows for those who do not see it. */
export interface Card {
  readonly svg: () => string;
  readonly alt: Text;
}

/** A table to be painted, row by row. */
export interface Picture {
  readonly values: Float32Array;
  readonly rows: number;
  readonly columns: number;
  /** Values of the darkest colours; −1 to 1 unless told otherwise. */
  readonly range?: readonly [number, number];
}

/** A word of the trade. */
export interface Term {
  readonly name: Text;
  /** What it means, in one line. */
  readonly meaning: Words;
}

/** What a text between braces stands for: {slowest}. */
export type Values = Readonly<Record<string, () => number | string | Text>>;

/** Anchor of a figure → those of the questions that its finding answers. */
export type Answers = Readonly<Record<string, string>>;

/** What a block may know of the page it stands on. */
export interface Context {
  readonly lang: Lang;
  /** Relative path to the site's root, such as "../". */
  readonly root: string;
  /**
   * A link of the text to what it is in HTML; refuses dead ones. Undefined for
   * a page that is to come.
   */
  readonly href: (target: string) => string | undefined;
  /** Style sheet of a widget; asking for it also loads the widget. */
  readonly widgetStyles: (tag: string) => readonly string[];
  /** Pictures of a widget for readers without scripts; none in development. */
  readonly poster: (tag: string, attributes: Attributes) => Poster | undefined;
  /** What the package gives to other people's pages. */
  readonly packageFacts: PackageFacts;
  /** Where a figure first stands on the pages before: "sinusoids/#clock". */
  readonly standsAt: (tag: string) => string | undefined;
  /** Absolute address of the site's root, where it is known. */
  readonly address: string | undefined;
  /** Remembers an anchor; refuses a second one of the same name. */
  readonly anchor: (id: string) => string;
  /** Anchor of the section that is being written; "" above the first. */
  readonly place: string;
  /** What braces in the text stand for here. */
  readonly values: Values;
  /** Findings that are kept back here. */
  readonly answers: Answers;
  /** What is asked above a figure whose finding is kept back until it is asked for. */
  readonly ask?: Text;
  /** Remembers that something of the documents is treated at an anchor. */
  readonly covers: (id: string, anchor: string) => void;
  /** A term, whose meaning then lies ready on the page. */
  readonly term: (id: string) => Term;
}

/** Running text: in both languages with our markup, or what writes it as HTML. */
export type Words = Text | ((context: Context) => string);

/** A part of a page, written as HTML. */
export interface Block {
  (context: Context): string;
  /** Stands in the margin, beside the block before it. */
  readonly note?: boolean;
}
