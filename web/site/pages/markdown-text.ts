// The text of a page out of two Markdown files, one for each language, which
// have the same parts in the same order.
import type { Lang, Text } from "../../widgets/words/text.ts";
import { subsection } from "../blocks/blocks.ts";
import { inline } from "../blocks/inline.ts";
import { Markdown } from "../blocks/markdown.ts";
import {
  Fault,
  inside,
  isDirective,
  isLabel,
  type Node,
  type Of,
  parts,
  type Source,
  spelled,
  textOf,
} from "../blocks/markdown-nodes.ts";
import type { Block, Words } from "../page.ts";
import { type Section, section, sideSection } from "./chapter.ts";

export type Sources = Readonly<Record<Lang, Source>>;

/** Blocks of a page that are no text, by their names: `::made[name]`. */
export type Made = Readonly<Record<string, Block>>;

/** What two files say; chapters, shelves and companions use parts of it. */
export interface Texts {
  readonly title: Text;
  readonly description: Text;
  /** `:::opening`: what is asked, what to do, and the figure. */
  readonly opening?: {
    readonly puzzle?: Words;
    readonly ask?: Text;
    readonly figure: Block;
  };
  /** The first paragraph. */
  readonly lede: Words;
  /** The second one, if it comes before the first heading. */
  readonly second?: Words;
  /** All that stands between the first paragraph and the first heading. */
  readonly above: readonly Block[];
  readonly sections: readonly Section<Words>[];
  /** `:::recap`: what to keep, and what is still missing. */
  readonly recap?: readonly Words[];
  readonly onward?: Words;
}

/** What has to be alike in both languages, in the order of the file. */
interface Mark {
  readonly node: Node;
  readonly what: string;
}

/** Text of the reader's language, not an argument. */
const LABELLED = new Set(["description", "zh"]);
const SPOKEN = new Set(["at"]);

/** `::claim[000-04]`, `:::guess{id=a check=b}`: what is no text of a directive. */
function directive(
  node: Of<"containerDirective" | "leafDirective" | "textDirective">,
): string {
  const isText = node.type === "containerDirective" || LABELLED.has(node.name);
  const argument = isText ? "" : textOf(node);
  const attributes = Object.entries(node.attributes ?? {})
    .filter(([name]) => !SPOKEN.has(name))
    .map(([name, value]) => ` ${name}=${value}`)
    .join("");
  return `${spelled(node)}${argument && `[${argument}]`}${attributes && `{${attributes.trim()}}`}`;
}

/** Directives in the running text of a node; sentences have their own order. */
const spokenIn = (node: Node): readonly string[] =>
  inside(node).flatMap((child) => [
    ...(isDirective(child) && child.name !== "zh" ? [directive(child)] : []),
    ...spokenIn(child),
  ]);

function whatOf(node: Node): string | undefined {
  const spoken = () =>
    [...spokenIn(node)]
      .sort()
      .map((it) => ` with ${it}`)
      .join("");
  if (isLabel(node)) return `words in brackets${spoken()}`;
  switch (node.type) {
    case "heading":
      return `a heading of level ${node.depth}${spoken()}`;
    case "paragraph":
      return `a paragraph${spoken()}`;
    case "tableCell":
      return `a cell${spoken()}`;
    case "list":
      return `a list of ${node.children.length}`;
    case "listItem":
      return node.checked === null || node.checked === undefined
        ? undefined
        : `[${node.checked ? "x" : " "}]`;
    case "math":
      return "a formula";
    case "code":
      return "a listing";
    case "table":
      return `a table of ${node.children.length} × ${node.children[0]?.children.length ?? 0}`;
    case "leafDirective":
    case "containerDirective":
      return directive(node);
    default:
      return undefined;
  }
}

/** Blocks, what they hold, and what stands in their text. */
function marksOf(nodes: readonly Node[]): readonly Mark[] {
  return nodes.flatMap((node) => {
    const what = whatOf(node);
    const own = what === undefined ? [] : [{ node, what }];
    return [...own, ...marksOf(inside(node))];
  });
}

/** Stops where one language has something that the other has not. */
function compare(sources: Sources, en: readonly Node[], zh: readonly Node[]) {
  const [ours, theirs] = [marksOf(en), marksOf(zh)];
  const { file } = sources.en;
  for (let k = 0; k < Math.max(ours.length, theirs.length); k += 1) {
    const [a, b] = [ours[k], theirs[k]];
    if (a?.what === b?.what) continue;
    const at = (mark: Mark | undefined): string =>
      mark
        ? `line ${mark.node.position?.start.line} has ${mark.what}`
        : "there is nothing more";
    throw new Fault(
      sources.zh.file,
      b?.node ?? zh.at(-1),
      `${b ? `${b.what} stands here` : "nothing more comes here"}, but in ${file} ${at(a)}`,
    );
  }
}

interface Group {
  readonly heading: Of<"heading">;
  readonly nodes: Node[];
}

/** What stands above the first heading of a level, and what below each. */
function split(
  nodes: readonly Node[],
  depth: number,
): readonly [above: readonly Node[], groups: readonly Group[]] {
  const above: Node[] = [];
  const groups: Group[] = [];
  for (const node of nodes) {
    if (node.type === "heading" && node.depth === depth) {
      groups.push({ heading: node, nodes: [] });
    } else (groups.at(-1)?.nodes ?? above).push(node);
  }
  return [above, groups];
}

const isContainer = (
  node: Node | undefined,
  name: string,
): node is Of<"containerDirective"> =>
  node?.type === "containerDirective" && node.name === name;

/** One of the files. */
class Reader {
  readonly #markdown: Markdown;

  constructor(
    readonly file: string,
    made: Made,
  ) {
    this.#markdown = new Markdown(file, made);
  }

  read(nodes: readonly Node[]) {
    const [first, about, ...rest] = nodes;
    if (first?.type !== "heading" || first.depth !== 1) {
      throw new Fault(this.file, first, "a file begins with # Title");
    }
    if (about?.type !== "leafDirective" || about.name !== "description") {
      throw new Fault(this.file, about, "::description[…] follows the title");
    }
    const last = rest.at(-1);
    const recap = isContainer(last, "recap") ? last : undefined;
    const [all, groups] = split(recap ? rest.slice(0, -1) : rest, 2);
    const opening = all.find((node) => isContainer(node, "opening"));
    const [start, ...above] = all.filter((node) => node !== opening);
    if (start?.type !== "paragraph") {
      throw new Fault(this.file, start, "a paragraph opens the page");
    }
    const [second] = above;
    return {
      title: textOf(first),
      description: textOf(about),
      opening: opening && this.#opening(opening),
      lede: this.#markdown.words(start.children),
      second:
        second?.type === "paragraph"
          ? this.#markdown.words(second.children)
          : undefined,
      above: this.#markdown.blocks(above),
      sections: groups.map((group) => this.#section(group)),
      ...this.#recap(recap),
    };
  }

  #opening(node: Node) {
    const asked = [...inside(node)];
    const figure = asked.pop();
    const [puzzle, ask, ...others] = asked;
    if (
      figure === undefined ||
      figure.type === "paragraph" ||
      asked.some(({ type }) => type !== "paragraph") ||
      others.length > 0
    ) {
      throw new Fault(
        this.file,
        node,
        ":::opening holds a question, what to do with the figure, and the figure",
      );
    }
    const [block] = this.#markdown.blocks([figure]);
    return {
      puzzle: puzzle && this.#markdown.words(inside(puzzle)),
      ask: ask && textOf(ask),
      figure: block as Block,
    };
  }

  #section({ heading: node, nodes }: Group): Section<Words> {
    const { id, heading, optional } = this.#markdown.heading(node);
    const [head, parts] = split(nodes, 3);
    const below = parts.map((part) => {
      const { id, heading } = this.#markdown.heading(part.heading);
      return subsection(id, heading, ...this.#markdown.blocks(part.nodes));
    });
    const make = optional ? sideSection : section;
    return make(id, heading, ...this.#markdown.blocks(head), ...below);
  }

  #recap(node: Of<"containerDirective"> | undefined) {
    const [kept, onward, ...others] = node?.children ?? [];
    if (node === undefined) return {};
    if (
      kept?.type !== "list" ||
      (onward !== undefined && onward.type !== "paragraph") ||
      others.length > 0
    ) {
      throw new Fault(
        this.file,
        node,
        ":::recap holds a list, and a paragraph on what is still missing",
      );
    }
    return {
      recap: kept.children.map(({ children }) => this.#markdown.item(children)),
      onward: onward && this.#markdown.words(inside(onward)),
    };
  }
}

const together = (en: Words, zh: Words): Words => {
  const both = { en, zh };
  return (context) => inline(both[context.lang], context);
};

/** The other one is as long: the files were compared. */
const pairs = <Part, Both>(
  en: readonly Part[],
  zh: readonly Part[],
  join: (en: Part, zh: Part) => Both,
): readonly Both[] => en.map((part, k) => join(part, zh[k] as Part));

function oneBlock(en: Block, zh: Block): Block {
  const both = { en, zh };
  const block: Block = (context) => both[context.lang](context);
  return en.note ? Object.assign(block, { note: true }) : block;
}

/** Stops where the files differ in more than words. */
export function readTexts(sources: Sources, made: Made = {}): Texts {
  const nodes = { en: parts(sources.en), zh: parts(sources.zh) };
  const read = (lang: Lang) =>
    new Reader(sources[lang].file, made).read(nodes[lang]);
  compare(sources, nodes.en, nodes.zh);
  const [en, zh] = [read("en"), read("zh")];
  const words = <Name extends "second" | "onward">(name: Name) => {
    const [one, other] = [en[name], zh[name]];
    return one && other ? { [name]: together(one, other) } : {};
  };
  return {
    title: { en: en.title, zh: zh.title },
    description: { en: en.description, zh: zh.description },
    ...(en.opening &&
      zh.opening && { opening: bothOpen(en.opening, zh.opening) }),
    lede: together(en.lede, zh.lede),
    ...words("second"),
    above: pairs(en.above, zh.above, oneBlock),
    sections: pairs(en.sections, zh.sections, (one, other) =>
      section(
        one.id,
        together(one.heading, other.heading),
        ...pairs(one.blocks, other.blocks, oneBlock),
      ),
    ),
    ...(en.recap && zh.recap && { recap: pairs(en.recap, zh.recap, together) }),
    ...words("onward"),
  };
}

/** What a heading names and the paragraphs below it say: a term, a card. */
export interface Entry {
  readonly id: string;
  /** Without markup. */
  readonly name: Text;
  readonly words: readonly Words[];
}

function entry(file: string, { heading, nodes }: Group, most: number) {
  const markdown = new Markdown(file);
  const { id } = markdown.heading(heading);
  const other = nodes.find(({ type }) => type !== "paragraph") ?? nodes[most];
  if (other || nodes.length === 0) {
    const what = most === 1 ? "one paragraph" : `1 to ${most} paragraphs`;
    throw new Fault(file, other ?? heading, `below a heading stands ${what}`);
  }
  const name = heading.children.slice(0, -1).map(textOf).join("");
  return { id, name, words: nodes.map((it) => markdown.words(inside(it))) };
}

/**
 * Two files of headings with paragraphs, and nothing else.
 *
 * @param most - how many paragraphs a heading may have
 */
export function readEntries(sources: Sources, most: number): readonly Entry[] {
  const nodes = { en: parts(sources.en), zh: parts(sources.zh) };
  const read = (lang: Lang) => {
    const { file } = sources[lang];
    const [above, groups] = split(nodes[lang], 2);
    if (above[0]) throw new Fault(file, above[0], "a heading comes first");
    const ids = new Set<string>();
    return groups.map((group) => {
      const it = entry(file, group, most);
      if (!ids.has(it.id)) ids.add(it.id);
      else {
        throw new Fault(
          file,
          group.heading,
          `two headings are called #${it.id}`,
        );
      }
      return it;
    });
  };
  compare(sources, nodes.en, nodes.zh);
  return pairs(read("en"), read("zh"), (en, zh) => ({
    id: en.id,
    name: { en: en.name, zh: zh.name },
    words: pairs(en.words, zh.words, together),
  }));
}

type Read = NonNullable<ReturnType<Reader["read"]>["opening"]>;

function bothOpen(en: Read, zh: Read) {
  return {
    ...(en.puzzle && zh.puzzle && { puzzle: together(en.puzzle, zh.puzzle) }),
    ...(en.ask && zh.ask && { ask: { en: en.ask, zh: zh.ask } }),
    figure: oneBlock(en.figure, zh.figure),
  };
}
