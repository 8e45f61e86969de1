// What the directives of a Markdown file become, by name. CONTRIBUTING.md has
// the list.
import { isKind, LANGUAGES } from "../../widgets/code/index.ts";
import { LANG_TAG } from "../../widgets/words/text.ts";
import type { Block, Words } from "../page.ts";
import {
  aside,
  definitions,
  displayFormula,
  more,
  tryThis,
  widget,
  written,
} from "./blocks.ts";
import { type Cell, dataTable } from "./data-table.ts";
import { derivation, type Line } from "./derivation.ts";
import { exercises, mistakeExercises } from "./exercise.ts";
import { running, together } from "./inline.ts";
import type { Markdown } from "./markdown.ts";
import {
  type Directive,
  inside,
  isLabel,
  type Node,
  type Of,
  spelled,
  textOf,
} from "./markdown-nodes.ts";
import { said, sectionOf, source, type WorkId } from "./notes.ts";
import { program } from "./program.ts";
import { guess, quiz } from "./quiz.ts";
import { reading } from "./works-list.ts";

/** A directive, with what its blocks are written by. */
interface Given<Node extends Directive = Directive> {
  readonly markdown: Markdown;
  readonly node: Node;
  /** `{#name}`, which some need. */
  readonly id: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A container, with its label apart. */
interface Holding extends Given<Of<"containerDirective">> {
  readonly label: Words | undefined;
  readonly body: readonly Node[];
}

function given<Kind extends Directive>(
  markdown: Markdown,
  node: Kind,
): Given<Kind> {
  const { id = "", ...rest } = node.attributes ?? {};
  const attributes = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, value ?? ""]),
  );
  return { markdown, node, id: id ?? "", attributes };
}

function named({ markdown, node, id }: Given): string {
  if (id) return id;
  throw markdown.fault(node, `${spelled(node)} needs a name: {#name}`);
}

/** The single thing of a type that a directive holds. */
function one<Type extends Node["type"]>(
  { markdown, node, body }: Holding,
  type: Type,
): Of<Type> {
  const [only, ...others] = body;
  if (only?.type === type && others.length === 0) return only as Of<Type>;
  throw markdown.fault(node, `${spelled(node)} holds one ${type}`);
}

/** An item of two paragraphs, the second indented below the first. */
function twofold(
  markdown: Markdown,
  item: Of<"listItem">,
  what: string,
): readonly [Words, Words] {
  const [first, second, ...others] = item.children;
  if (
    first?.type !== "paragraph" ||
    second?.type !== "paragraph" ||
    others.length > 0
  ) {
    throw markdown.fault(item, what);
  }
  return [markdown.words(first.children), markdown.words(second.children)];
}

const leaves: Readonly<
  Record<string, (it: Given, label: string) => Block | undefined>
> = {
  program(it) {
    const { kind = "", values, follows } = it.attributes;
    const language = LANGUAGES.find((name) => name === it.attributes.language);
    if (!isKind(kind)) {
      throw it.markdown.fault(it.node, `no program is a ${kind}`);
    }
    return program(named(it), kind, {
      ...(values && { values }),
      ...(follows && { follows }),
      ...(language && { language }),
      editable: "editable" in it.attributes,
    });
  },
  claim: (_, label) => said(label),
  source({ attributes }, label) {
    const { section, at } = attributes;
    const place = at ? () => together(running(at)) : undefined;
    return source(label as WorkId, section ? sectionOf(section) : place);
  },
  mistakes: (_, label) => mistakeExercises(...label.split(/\s+/)),
  made: ({ markdown }, label) => markdown.made[label],
};

/** `::name[…]`, and figures, whose names begin with "pe-". */
export function leafBlock(
  markdown: Markdown,
  node: Of<"leafDirective">,
): Block {
  const it = given<Directive>(markdown, node);
  const { name } = node;
  if (name.startsWith("pe-")) return widget(name, named(it), it.attributes);
  const label = node.children.map(textOf).join("");
  const block = leaves[name]?.(it, label);
  if (block) return block;
  const what = name === "made" ? `::made[${label}]` : spelled(node);
  throw markdown.fault(node, `there is no ${what}`);
}

const containers: Readonly<Record<string, (it: Holding) => Block>> = {
  more: (it) => more(named(it), ...heading(it), ...it.markdown.blocks(it.body)),
  try: (it) =>
    tryThis(
      ...one(it, "list").children.map(({ children }) =>
        it.markdown.item(children),
      ),
    ),
  zh({ markdown, body }) {
    const blocks = markdown.blocks(body);
    return (context) =>
      `<div lang="${LANG_TAG.zh}">${written(blocks, context)}</div>`;
  },
  table(it) {
    const { markdown, attributes } = it;
    const [columns = [], ...rows] = one(it, "table").children.map((row) =>
      row.children.map((cell): Cell => markdown.words(cell.children)),
    );
    const rowHeads = attributes.heads === "rows";
    const [caption] = heading(it);
    return dataTable({ caption, columns, rows, rowHeads });
  },
  aside: (it) =>
    aside(it.markdown.words(one(it, "paragraph").children), it.label),
  formula: (it) => displayFormula(one(it, "math").value, named(it)),
  derivation(it) {
    const lines: Line[] = [];
    for (let k = 0; k < it.body.length; k += 2) {
      const [formula, reason] = it.body.slice(k);
      if (formula?.type !== "math" || reason?.type !== "paragraph") {
        throw it.markdown.fault(
          formula ?? it.node,
          "a line of a derivation has a formula and, below it, a reason",
        );
      }
      lines.push([formula.value, it.markdown.words(reason.children)]);
    }
    return derivation(named(it), ...lines);
  },
  terms: (it) =>
    definitions(
      one(it, "list").children.map((item) =>
        twofold(
          it.markdown,
          item,
          "an item has a term and, below it, what is said of it",
        ),
      ),
    ),
  exercises: (it) =>
    exercises(
      named(it),
      ...one(it, "list").children.map((item) => {
        const [ask, answer] = twofold(
          it.markdown,
          item,
          "an exercise has a question and, below it, an answer",
        );
        return { ask, answer };
      }),
    ),
  reading: (it) =>
    reading(
      ...one(it, "list").children.map((item) => {
        const [only] = item.children;
        const [work, ...words] =
          only?.type === "paragraph" ? only.children : [];
        if (work?.type !== "textDirective" || work.name !== "work") {
          throw it.markdown.fault(item, "an item begins with :work[its name]");
        }
        const [start] = words;
        if (start?.type === "text") start.value = start.value.trimStart();
        return [textOf(work) as WorkId, it.markdown.words(words)] as const;
      }),
    ),
  quiz(it) {
    const [question, choices, ...others] = it.body;
    if (
      question?.type !== "paragraph" ||
      choices?.type !== "list" ||
      others.length > 0
    ) {
      throw it.markdown.fault(
        it.node,
        "a quiz has a question and a list of choices",
      );
    }
    return quiz(named(it), {
      question: it.markdown.words(question.children),
      choices: choices.children.map((item) => {
        const [text, why] = twofold(
          it.markdown,
          item,
          "a choice has a text and, below it, why",
        );
        return { text, right: item.checked === true, why };
      }),
    });
  },
  guess(it) {
    const [question, why, ...others] = it.body;
    if (
      question?.type !== "paragraph" ||
      why?.type !== "paragraph" ||
      others.length > 0
    ) {
      throw it.markdown.fault(it.node, "a guess has a question and an answer");
    }
    return guess(named(it), {
      question: it.markdown.words(question.children),
      check: it.attributes.check ?? "",
      tolerance: Number(it.attributes.tolerance),
      why: it.markdown.words(why.children),
    });
  },
};

/** The label of what cannot be without. */
function heading({ markdown, node, label }: Holding): [Words] {
  if (label) return [label];
  throw markdown.fault(node, `${spelled(node)} needs words: [words]`);
}

/** `:::name[…]` … `:::` */
export function containerBlock(
  markdown: Markdown,
  node: Of<"containerDirective">,
): Block {
  const make = containers[node.name];
  if (!make) throw markdown.fault(node, `there is no ${spelled(node)}`);
  const [first, ...rest] = node.children;
  const labelled = first !== undefined && isLabel(first);
  return make({
    ...given(markdown, node),
    label: labelled ? markdown.words(inside(first)) : undefined,
    body: labelled ? rest : node.children,
  });
}
