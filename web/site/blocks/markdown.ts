// Markdown as blocks of a page: CommonMark with tables and formulas, and
// directives for what only this site has. README.md has the list.
import remarkDirective from "remark-directive";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { isKind, LANGUAGES } from "../../widgets/code/index.ts";
import { escapeHtml, LANG_TAG } from "../../widgets/words/text.ts";
import type { Block, Context, Words } from "../page.ts";
import {
  displayFormula,
  list,
  listing,
  more,
  paragraph,
  tryThis,
  widget,
  written,
} from "./blocks.ts";
import { type Cell, dataTable } from "./data-table.ts";
import { codeHtml, computedHtml, link, running, together } from "./inline.ts";
import { said, sectionOf, source, type WorkId } from "./notes.ts";
import { program } from "./program.ts";
import { guess, quiz } from "./quiz.ts";
import { inlineMath } from "./tex.ts";

const reader = unified()
  .use(remarkParse)
  .use(remarkGfm, { singleTilde: false })
  .use(remarkMath)
  .use(remarkDirective);

type Root = ReturnType<typeof reader.parse>;
/** A part of a Markdown file, whatever it is. */
export type Node = Root["children"][number];
type Of<Type extends Node["type"]> = Extract<Node, { type: Type }>;
type Directive = Of<"containerDirective" | "leafDirective" | "textDirective">;
type Phrase = Of<"paragraph">["children"][number];

/** A Markdown file: its name is said where something is wrong in it. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** What an author did not mean, and where. */
export class Fault extends Error {
  constructor(file: string, node: Node | undefined, message: string) {
    super(`${file}:${node?.position?.start.line ?? 1}: ${message}`);
  }
}

/** The parts of a file, in order. */
export const parts = ({ text }: Source): readonly Node[] =>
  reader.parse(text).children;

export const isDirective = (node: Node): node is Directive =>
  node.type === "containerDirective" ||
  node.type === "leafDirective" ||
  node.type === "textDirective";

/** The nodes inside a node. */
export const inside = (node: Node): readonly Node[] =>
  "children" in node ? node.children : [];

/** What a node says, without its markup. */
export const textOf = (node: Node): string =>
  "value" in node ? node.value : inside(node).map(textOf).join("");

/** "::claim[000-07]": a directive as it is written. */
export function spelled(node: Directive): string {
  const colons = { container: ":::", leaf: "::", text: ":" };
  const kind = node.type.replace("Directive", "") as keyof typeof colons;
  return `${colons[kind]}${node.name}`;
}

/** Lines of Chinese are joined without a space. */
const joined = (text: string): string =>
  text
    .replace(
      /(?<=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])\n|\n(?=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])/gu,
      "",
    )
    .replaceAll("\n", " ");

const isLabel = (node: Node): boolean =>
  node.type === "paragraph" &&
  (node.data as { directiveLabel?: boolean } | undefined)?.directiveLabel ===
    true;

/** Writes the parts of one file. */
export class Markdown {
  constructor(readonly file: string) {}

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
        throw this.#fault(node, (error as Error).message);
      }
    };
    return block.note ? Object.assign(at, { note: true }) : at;
  }

  /** Running text. */
  words(nodes: readonly Node[]): Words {
    return (context) =>
      together(
        nodes.map((node) => this.#phrase(node as Phrase, context)).join(""),
      );
  }

  #fault(node: Node, message: string): Fault {
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
        return this.#leaf(node);
      case "containerDirective":
        return this.#container(node);
      case "table":
        throw this.#fault(node, "a table stands in :::table[its caption]");
      default:
        throw this.#fault(node, `${node.type} is not used here`);
    }
  }

  #heading(node: Of<"heading">): Block {
    const { id, heading } = this.heading(node);
    return (context) =>
      `<h4 id="${context.anchor(id)}">${typeof heading === "function" ? heading(context) : ""}</h4>`;
  }

  /** The anchor of a heading, `:anchor{#formula}` at its end, and its words. */
  heading(node: Of<"heading">): {
    readonly id: string;
    readonly heading: Words;
  } {
    const last = node.children.at(-1);
    const isAnchor = last?.type === "textDirective" && last.name === "anchor";
    const id = isAnchor ? last.attributes?.id : undefined;
    if (!id) throw this.#fault(node, "a heading ends with :anchor{#its-name}");
    const words = node.children.slice(0, -1);
    const end = words.at(-1);
    if (end?.type === "text") end.value = end.value.trimEnd();
    return { id, heading: this.words(words) };
  }

  #list(node: Of<"list">): Block {
    const kind = node.ordered ? "ol" : "ul";
    return list(
      node.children.map(({ children }) => this.#item(children)),
      kind,
    );
  }

  /** An item: its text alone where it is one paragraph. */
  #item(children: readonly Node[]): Words {
    const [only, ...others] = children;
    if (only?.type === "paragraph" && others.length === 0) {
      return this.words(only.children);
    }
    const blocks = this.blocks(children);
    return (context) => written(blocks, context);
  }

  #leaf(node: Of<"leafDirective">): Block {
    const { name } = node;
    const { id, ...attributes } = given(node);
    const label = node.children.map(textOf).join("");
    if (name.startsWith("pe-")) {
      return widget(name, this.#named(node, id), attributes);
    }
    switch (name) {
      case "program": {
        const { kind = "", values, follows } = attributes;
        const language = LANGUAGES.find((it) => it === attributes.language);
        if (!isKind(kind)) throw this.#fault(node, `no program is a ${kind}`);
        return program(this.#named(node, id), kind, {
          ...(values && { values }),
          ...(follows && { follows }),
          ...(language && { language }),
        });
      }
      case "claim":
        return said(label);
      case "source": {
        const { section } = attributes;
        const place = section ? sectionOf(section) : undefined;
        return source(label as WorkId, place);
      }
      default:
        throw this.#fault(node, `there is no ${spelled(node)}`);
    }
  }

  #named(node: Directive, id: string | undefined): string {
    if (id) return id;
    throw this.#fault(node, `${spelled(node)} needs a name: {#name}`);
  }

  #container(node: Of<"containerDirective">): Block {
    const { id = "", ...attributes } = given(node);
    const first = node.children[0];
    const labelled = first !== undefined && isLabel(first);
    const label = this.words(labelled ? inside(first) : []);
    const body: readonly Node[] = node.children.slice(labelled ? 1 : 0);
    switch (node.name) {
      case "more":
        return more(this.#named(node, id), label, ...this.blocks(body));
      case "try":
        return tryThis(
          ...this.#one(node, body, "list").children.map(({ children }) =>
            this.#item(children),
          ),
        );
      case "zh": {
        const blocks = this.blocks(body);
        return (context) =>
          `<div lang="${LANG_TAG.zh}">${written(blocks, context)}</div>`;
      }
      case "table":
        return this.#table(label, this.#one(node, body, "table"), attributes);
      case "quiz":
        return this.#quiz(node, this.#named(node, id), body);
      case "guess": {
        const [question, why] = body;
        if (question?.type !== "paragraph" || why?.type !== "paragraph") {
          throw this.#fault(node, "a guess has a question and an answer");
        }
        return guess(this.#named(node, id), {
          question: this.words(question.children),
          check: attributes.check ?? "",
          tolerance: Number(attributes.tolerance),
          why: this.words(why.children),
        });
      }
      default:
        throw this.#fault(node, `there is no ${spelled(node)}`);
    }
  }

  /** The single thing of a type that a directive holds. */
  #one<Type extends Node["type"]>(
    node: Directive,
    body: readonly Node[],
    type: Type,
  ): Of<Type> {
    const [only, ...others] = body;
    if (only?.type === type && others.length === 0) return only as Of<Type>;
    throw this.#fault(node, `${spelled(node)} holds one ${type}`);
  }

  #table(
    caption: Words,
    node: Of<"table">,
    { heads }: Readonly<Record<string, string>>,
  ): Block {
    const [columns = [], ...rows] = node.children.map((row) =>
      row.children.map((cell): Cell => this.words(cell.children)),
    );
    return dataTable({ caption, columns, rows, rowHeads: heads === "rows" });
  }

  /** A question, and a task list whose ticked item is right; why is indented. */
  #quiz(node: Directive, id: string, body: readonly Node[]): Block {
    const [question, choices, ...others] = body;
    if (
      question?.type !== "paragraph" ||
      choices?.type !== "list" ||
      others.length > 0
    ) {
      throw this.#fault(node, "a quiz has a question and a list of choices");
    }
    return quiz(id, {
      question: this.words(question.children),
      choices: choices.children.map((item) => {
        const [text, why] = item.children;
        if (text?.type !== "paragraph" || why?.type !== "paragraph") {
          throw this.#fault(item, "a choice has a text and, below it, why");
        }
        return {
          text: this.words(text.children),
          right: item.checked === true,
          why: this.words(why.children),
        };
      }),
    });
  }

  #phrase(node: Phrase, context: Context): string {
    const inner = () =>
      inside(node)
        .map((child) => this.#phrase(child as Phrase, context))
        .join("");
    switch (node.type) {
      case "text":
        return running(joined(node.value));
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
        throw this.#fault(node, `${node.type} is not used in running text`);
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
        throw this.#fault(
          node,
          `there is no ${spelled(node)}; a colon that is meant is written \\:`,
        );
    }
  }
}

/** The attributes of a directive. */
function given({ attributes }: Directive): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(attributes ?? {}).map(([name, value]) => [
      name,
      value ?? "",
    ]),
  );
}
