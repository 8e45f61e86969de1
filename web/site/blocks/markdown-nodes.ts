// Markdown as it is parsed: CommonMark with tables, formulas and directives.
import remarkDirective from "remark-directive";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkParse from "remark-parse";
import { unified } from "unified";

const reader = unified()
  .use(remarkParse)
  .use(remarkGfm, { singleTilde: false })
  .use(remarkMath)
  .use(remarkDirective);

type Root = ReturnType<typeof reader.parse>;
/** A part of a Markdown file, whatever it is. */
export type Node = Root["children"][number];
/** A part of that type. */
export type Of<Type extends Node["type"]> = Extract<Node, { type: Type }>;
export type Directive = Of<
  "containerDirective" | "leafDirective" | "textDirective"
>;

/** A Markdown file: its name is said where something is wrong in it. */
export interface Source {
  readonly file: string;
  /** As it is now. */
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

/** The words in brackets behind the name of a container. */
export const isLabel = (node: Node): boolean =>
  node.type === "paragraph" &&
  (node.data as { directiveLabel?: boolean } | undefined)?.directiveLabel ===
    true;
