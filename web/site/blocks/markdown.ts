// Markdown as blocks of a page: CommonMark with tables and formulas, and
// directives for what only this site has. tutorial/README.md has the list.
import { escapeHtml, LANG_TAG } from "../../widgets/words/text.ts";
import type { Block, Context, Words } from "../page.ts";
import { displayFormula, list, listing, paragraph, written } from "./blocks.ts";
import { containerBlock, leafBlock } from "./directives.ts";
import { codeHtml, computedHtml, link, shifting, together } from "./inline.ts";
import {
  Fault,
  inside,
  type Node,
  type Of,
  spelled,
  textOf,
} from "./markdown-nodes.ts";
import { inlineMath } from "./tex.ts";

type Phrase = Of<"paragraph">["children"][number];

/** Lines of Chinese are joined without a space. */
const joined = (text: string): string =>
  text
    .replace(
      /(?<=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])\n|\n(?=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])/gu,
      "",
    )
    .replaceAll("\n", " ");

/** A heading as it is read. */
export interface Heading {
  readonly id: string;
  readonly heading: Words;
  /** What is below it is beside the main line: folded. */
  readonly optional: boolean;
}

/** Writes the parts of one file. */
export class Markdown {
  /** @param made - what `::made[name]` stands for */
  constructor(
    readonly file: string,
    readonly made: Readonly<Record<string, Block>> = {},
  ) {}

  /** Parts as blocks. */
  blocks(nodes: readonly Node[]): readonly Block[] {
    return nodes.map((node) => this.located(node, this.#block(node)));
  }

  /** A block whose errors say where it stands. */
  located(node: Node, block: Block): Block {
    const at = (context: Context): string => {
      try {
        return block(context);
      } catch (error) {
        if (error instanceof Fault) throw error;
        throw this.fault(node, (error as Error).message);
      }
    };
    return block.note ? Object.assign(at, { note: true }) : at;
  }

  /** Running text, whose errors say where it stands. */
  words(nodes: readonly Node[]): Words {
    const html = (context: Context): string => {
      const parts = nodes.map((node) => this.#phrase(node as Phrase, context));
      return together(parts.join(""));
    };
    const [first] = nodes;
    return first ? this.located(first, html) : html;
  }

  /** What is wrong with a part. */
  fault(node: Node, message: string): Fault {
    return new Fault(this.file, node, message);
  }

  #block(node: Node): Block {
    switch (node.type) {
      case "paragraph":
        return paragraph(this.words(node.children));
      case "heading":
        return this.#heading(node);
      case "list":
        return this.#list(node);
      case "code":
        return listing(node.value);
      case "math":
        return displayFormula(node.value);
      case "blockquote": {
        const blocks = this.blocks(node.children);
        return (context) =>
          `<blockquote>${written(blocks, context)}</blockquote>`;
      }
      case "leafDirective":
        return leafBlock(this, node);
      case "containerDirective":
        return containerBlock(this, node);
      case "table":
        throw this.fault(node, "a table stands in :::table[its caption]");
      default:
        throw this.fault(node, `${node.type} is not used here`);
    }
  }

  #heading(node: Of<"heading">): Block {
    const { id, heading } = this.heading(node);
    return (context) =>
      `<h4 id="${context.anchor(id)}">${typeof heading === "function" ? heading(context) : ""}</h4>`;
  }

  /** The anchor of a heading, `:anchor{#formula}` at its end, and its words. */
  heading(node: Of<"heading">): Heading {
    const last = node.children.at(-1);
    const isAnchor = last?.type === "textDirective" && last.name === "anchor";
    const { id, ...others } = (isAnchor && last.attributes) || {};
    if (!id) throw this.fault(node, "a heading ends with :anchor{#its-name}");
    const words = node.children.slice(0, -1);
    const end = words.at(-1);
    if (end?.type === "text") end.value = end.value.trimEnd();
    return { id, heading: this.words(words), optional: "optional" in others };
  }

  #list(node: Of<"list">): Block {
    const kind = node.ordered ? "ol" : "ul";
    return list(
      node.children.map(({ children }) => this.item(children)),
      kind,
    );
  }

  /** An item: its text alone where it is one paragraph. */
  item(children: readonly Node[]): Words {
    const [only, ...others] = children;
    if (only?.type === "paragraph" && others.length === 0) {
      return this.words(only.children);
    }
    const blocks = this.blocks(children);
    return (context) => written(blocks, context);
  }

  #phrase(node: Phrase, context: Context): string {
    const inner = () =>
      inside(node)
        .map((child) => this.#phrase(child as Phrase, context))
        .join("");
    switch (node.type) {
      case "text":
        return shifting(joined(node.value));
      case "strong":
        return `<strong>${inner()}</strong>`;
      case "emphasis":
        return `<em>${inner()}</em>`;
      case "inlineCode":
        return codeHtml(node.value);
      case "inlineMath":
        return inlineMath(node.value);
      case "link":
        return link(inner(), node.url, context);
      case "break":
        return "<br>";
      case "textDirective":
        return this.#spoken(node, inner, context);
      default:
        throw this.fault(node, `${node.type} is not used in running text`);
    }
  }

  #spoken(
    node: Of<"textDirective">,
    inner: () => string,
    context: Context,
  ): string {
    const label = textOf(node);
    switch (node.name) {
      case "value":
        return computedHtml(label, context);
      case "zh":
        return `<span lang="${LANG_TAG.zh}">${inner()}</span>`;
      case "covers": {
        const id = context.anchor(label.toLowerCase());
        context.covers(label, id);
        return `<span id="${escapeHtml(id)}" class="covered"></span>`;
      }
      default:
        throw this.fault(
          node,
          `there is no ${spelled(node)}; a colon that is meant is written \\:`,
        );
    }
  }
}
