// A page whose text lives in two Markdown files, one for each language.

import { LANGUAGES, type Lang } from "../../widgets/words/text.ts";
import { lede, subsection, title } from "../blocks/blocks.ts";
import {
  Fault,
  inside,
  isDirective,
  Markdown,
  type Node,
  parts,
  type Source,
  spelled,
  textOf,
} from "../blocks/markdown.ts";
import type { Block, Page, Values, Words } from "../page.ts";
import { type Section, section, withContents } from "./chapter.ts";

interface Sources {
  readonly path: string;
  readonly en: Source;
  readonly zh: Source;
  /** What `:value[name]` stands for. */
  readonly values?: Values;
  /** Blocks after the last section. */
  readonly end?: readonly Block[];
}

/** What has to be alike in both languages, in the order of the file. */
interface Mark {
  readonly node: Node;
  readonly what: string;
}

/** Text of the reader's language, not an argument. */
const LABELLED = new Set(["more", "table", "description", "zh"]);

function whatOf(node: Node): string | undefined {
  if (node.type === "heading") return `a heading of level ${node.depth}`;
  if (node.type === "math") return "a formula";
  if (node.type === "code") return "a listing";
  if (node.type === "table") {
    return `a table of ${node.children.length} × ${node.children[0]?.children.length ?? 0}`;
  }
  if (!isDirective(node) || node.name === "zh") return undefined;
  const isText = node.type === "containerDirective" || LABELLED.has(node.name);
  const argument = isText ? "" : textOf(node);
  const label = argument && `[${argument}]`;
  const attributes = Object.entries(node.attributes ?? {})
    .map(([name, value]) => ` ${name}=${value}`)
    .join("");
  return `${spelled(node)}${label}${attributes && `{${attributes.trim()}}`}`;
}

/** Directives, headings, formulas, listings and tables. */
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

interface Parsed {
  readonly title: string;
  readonly description: string;
  readonly opening: readonly Block[];
  readonly sections: readonly Section<Words>[];
}

type Heading = Extract<Node, { type: "heading" }>;

interface Group {
  readonly heading: Heading;
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

function parsed({ file }: Source, nodes: readonly Node[]): Parsed {
  const markdown = new Markdown(file);
  const [first, about, start, ...rest] = nodes;
  if (first?.type !== "heading" || first.depth !== 1) {
    throw new Fault(file, first, "a file begins with # Title");
  }
  if (about?.type !== "leafDirective" || about.name !== "description") {
    throw new Fault(file, about, "::description[…] follows the title");
  }
  if (start?.type !== "paragraph") {
    throw new Fault(file, start, "a paragraph opens the page");
  }
  const [above, groups] = split(rest, 2);
  const sections = groups.map((group) => {
    const { id, heading } = markdown.heading(group.heading);
    const [head, parts] = split(group.nodes, 3);
    const below = parts.map((part) => {
      const { id, heading } = markdown.heading(part.heading);
      return subsection(id, heading, ...markdown.blocks(part.nodes));
    });
    return section(id, heading, ...markdown.blocks(head), ...below);
  });
  return {
    title: textOf(first),
    description: textOf(about),
    opening: [
      title(markdown.words(first.children)),
      markdown.located(start, lede(markdown.words(start.children))),
      ...markdown.blocks(above),
    ],
    sections,
  };
}

/** The page that two files make; they have the same parts in the same order. */
export function markdownPage(sources: Sources): Page {
  const { path, values = {}, end = [] } = sources;
  const nodes = { en: parts(sources.en), zh: parts(sources.zh) };
  compare(sources, nodes.en, nodes.zh);
  const read = Object.fromEntries(
    LANGUAGES.map((lang) => [lang, parsed(sources[lang], nodes[lang])]),
  ) as Readonly<Record<Lang, Parsed>>;
  const body: Block = (outer) => {
    const context = { ...outer, values };
    const { opening, sections } = read[outer.lang];
    return withContents(opening, sections, end)(context);
  };
  return {
    path,
    title: {
      en: `${read.en.title} · posenc`,
      zh: `${read.zh.title} · posenc`,
    },
    description: { en: read.en.description, zh: read.zh.description },
    layout: "sections",
    body: [body],
  };
}
