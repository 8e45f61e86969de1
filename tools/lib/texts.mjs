// Finds the texts that stand in two languages, by the syntax of the sources:
//
//   { en: …, zh: … }             texts, lists and tables of texts, functions that
//                                make texts, templates with values
//   lang === "zh" ? … : …        and what else `isChinese` knows
//   core(passed, "…", "……")      arguments for neighbouring parameters en, zh
//   zh.ts beside another file    the Chinese of its tables: those of the same
//                                name by their keys; without one, the keys of a
//                                table are the English
//
// Lists of equal length and tables with the same keys are paired by element.
import { posix } from "node:path";
import { ts } from "./typescript.mjs";

/** Chinese characters and punctuation. */
const CHINESE = /[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/;
/** What every source has that has texts in both languages. */
const OF_INTEREST = new RegExp(`\\bzh\\b|${CHINESE.source}`);

/**
 * @typedef {object} Pair a text in both languages
 * @property {string} en as it is compared: the text, or the code that makes it
 * @property {string} zh
 * @property {{en: string, zh: string}} shown as it is shown to people
 * @property {{en: string, zh: string}} places "file:line"
 *
 * @typedef {object} Alone Chinese without English beside it
 * @property {string} text
 * @property {string} place
 */

const inner = (node) =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node)
    ? inner(node.expression)
    : node;

const isString = (node) =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** @param {import("typescript").Node & { name?: import("typescript").Node }} node */
const nameOf = ({ name }) =>
  name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name))
    ? name.text
    : undefined;

/** The parts of a template that are text. */
const chunks = (node) => [
  node.head.text,
  ...node.templateSpans.map(({ literal }) => literal.text),
];

const textsIn = (node) =>
  ts.isStringLiteralLike(node) ? [node.text] : chunks(node);

/** Code, however it is laid out: without line breaks and what they bring. */
function tokens(node) {
  if (ts.isParenthesizedExpression(node)) return tokens(node.expression);
  if (ts.isStringLiteralLike(node)) return [JSON.stringify(node.text)];
  const children = node.getChildren();
  if (children.length === 0) return [node.getText()].filter(Boolean);
  return children
    .filter(
      ({ kind }, i) =>
        kind !== ts.SyntaxKind.CommaToken || i < children.length - 1,
    )
    .flatMap(tokens);
}

const written = (node) =>
  ts.isStringLiteralLike(node) ? node.text : tokens(node).join(" ");

const shown = (node) =>
  ts.isStringLiteralLike(node)
    ? node.text
    : node.getText().replace(/\s*\n\s*/g, " ");

/** Whether there is something to read, and not a call for a language. */
function hasText(node) {
  if (isString(node)) {
    return textsIn(node).some((it) => it.trim() && !/^(en|zh)$/.test(it));
  }
  return ts.forEachChild(node, (child) => hasText(child) || undefined) ?? false;
}

/** What a condition says of the language: whether it holds for Chinese. */
function isChinese(condition) {
  const node = inner(condition);
  if (ts.isIdentifier(node)) return node.text === "zh" ? true : undefined;
  if (ts.isPrefixUnaryExpression(node)) {
    const says = isChinese(node.operand);
    return node.operator === ts.SyntaxKind.ExclamationToken &&
      says !== undefined
      ? !says
      : undefined;
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  const { left, operatorToken, right } = node;
  const named = [left, right]
    .filter(ts.isStringLiteral)
    .find(({ text }) => /^(en|zh)$/.test(text));
  const { EqualsEqualsEqualsToken: is, ExclamationEqualsEqualsToken: isNot } =
    ts.SyntaxKind;
  if (!named || ![is, isNot].includes(operatorToken.kind)) return undefined;
  return (named.text === "zh") === (operatorToken.kind === is);
}

/** A source and what is declared in it. */
class Source {
  /** Name → what a constant stands for; undefined for a name used twice. */
  constants = new Map();
  /** Name of a function → index of its parameter `en`, before `zh`. */
  callees = new Map();
  imported = new Set();

  constructor(file, text) {
    this.file = file;
    this.tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    this.#read(this.tree);
    for (const [name, value] of this.constants) this.#alias(name, value);
  }

  #read(node) {
    if (ts.isVariableDeclaration(node) && node.initializer) {
      const name = nameOf(node);
      const known = this.constants.has(name);
      this.constants.set(name, known ? undefined : inner(node.initializer));
    } else if (ts.isImportSpecifier(node)) {
      this.imported.add(node.name.text);
    } else if (ts.isFunctionLike(node)) {
      const names = node.parameters.map(nameOf);
      const at = names.findIndex(
        (name, i) => name === "en" && names[i + 1] === "zh",
      );
      const declared = at >= 0 && ts.findAncestor(node, isNamed);
      if (declared) this.callees.set(nameOf(declared), at);
    }
    ts.forEachChild(node, (child) => this.#read(child));
  }

  /** `const core = part("core")`, where `part` answers such a function. */
  #alias(name, value) {
    if (!value || !ts.isCallExpression(value)) return;
    const at = this.callees.get(value.expression.getText());
    if (at !== undefined && value.arguments.length <= at) {
      this.callees.set(name, at);
    }
  }

  placeOf(node) {
    const start = node.getStart();
    const { line } = this.tree.getLineAndCharacterOfPosition(start);
    return `${this.file}:${line + 1}`;
  }

  /** What stands for a node: the text of a constant instead of its name. */
  resolved(node) {
    const own = inner(node);
    const value = ts.isIdentifier(own) ? this.constants.get(own.text) : own;
    return value && (value === own || isString(value)) ? value : own;
  }
}

const isNamed = (node) =>
  ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node);

/** What a property says; undefined for a method and the like. */
const assigned = (property) =>
  ts.isPropertyAssignment(property)
    ? property.initializer
    : ts.isShorthandPropertyAssignment(property)
      ? property.name
      : undefined;

/** Name → value; undefined when it is no plain table. */
function tableOf(node) {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const table = new Map();
  for (const it of node.properties) {
    const [name, value] = [nameOf(it), assigned(it)];
    if (name === undefined || !value) return undefined;
    table.set(name, value);
  }
  return table;
}

/** Looks for pairs in one source. */
class Finder {
  pairs = [];
  /** Chinese met outside of pairs. */
  #met = [];
  /** Constants that belong to a pair which stands elsewhere. */
  #used = new Set();

  constructor(source, callees) {
    this.source = source;
    this.callees = callees;
  }

  get alone() {
    return this.#met
      .filter((node) => !this.#used.has(node))
      .map((node) => ({
        text: shown(node),
        place: this.source.placeOf(node),
      }));
  }

  visit(node) {
    if (isString(node) && textsIn(node).some((it) => CHINESE.test(it))) {
      this.#met.push(node);
    }
    const sides = this.#sides(node);
    if (sides) this.pair(...sides);
    ts.forEachChild(node, (child) => {
      if (!sides?.includes(child) && !sides?.includes(valueIn(child))) {
        this.visit(child);
      }
    });
  }

  /**
   * The English and the Chinese of a node that has both.
   *
   * @returns {(import("typescript").Node | undefined)[] | undefined}
   */
  #sides(node) {
    if (ts.isObjectLiteralExpression(node)) {
      const both = ["en", "zh"].map((lang) => {
        const property = node.properties.find((it) => nameOf(it) === lang);
        return property && valueIn(property);
      });
      return both[0] && both[1] ? both : undefined;
    }
    if (ts.isConditionalExpression(node)) {
      const { whenTrue, whenFalse } = node;
      const chinese = isChinese(node.condition);
      if (chinese === undefined) return undefined;
      return chinese ? [whenFalse, whenTrue] : [whenTrue, whenFalse];
    }
    if (ts.isCallExpression(node)) {
      const at = this.callees.get(node.expression.getText());
      const both = node.arguments.slice(at, at + 2);
      return at !== undefined && both.length === 2 ? both : undefined;
    }
    return undefined;
  }

  /** Registers what stands in English here and in Chinese there. */
  pair(enNode, zhNode, enSource = this.source) {
    const zh = this.source.resolved(zhNode);
    const en = enSource.resolved(enNode);
    this.#used.add(en).add(zh);
    const parts = matched(en, zh);
    if (parts) {
      for (const [a, b] of parts) this.pair(a, b, enSource);
      return;
    }
    if (!hasText(en) && !hasText(zh)) return;
    this.pairs.push({
      en: written(en),
      zh: written(zh),
      shown: { en: shown(en), zh: shown(zh) },
      places: { en: enSource.placeOf(en), zh: this.source.placeOf(zh) },
    });
  }

  /** A file of Chinese tables, with the files of English ones beside it. */
  tables(siblings) {
    for (const [name, node] of this.source.constants) {
      const chinese = node && tableOf(node);
      if (!chinese) continue;
      const twin = siblings
        .map((source) => [source, source.constants.get(name)])
        .find(([, value]) => value && tableOf(value));
      const english = new Map(twin && leaves(twin[1]));
      for (const property of node.properties) {
        const key = nameOf(property);
        if (!twin) this.pair(property.name, valueIn(property));
        else if (english.has(key)) {
          this.pair(english.get(key), valueIn(property), twin[0]);
        }
      }
    }
  }
}

/** The value of a property, the body of a method. */
const valueIn = (node) => {
  if (!ts.isObjectLiteralElementLike(node)) return undefined;
  return assigned(node) ?? (ts.isMethodDeclaration(node) ? node : undefined);
};

/** Lists element by element, tables key by key. */
function matched(en, zh) {
  const lists = [en, zh].every(ts.isArrayLiteralExpression);
  if (lists && en.elements.length === zh.elements.length) {
    return en.elements.map((element, i) => [element, zh.elements[i]]);
  }
  const [a, b] = [en, zh].map(tableOf);
  if (!a || !b || `${[...a.keys()].sort()}` !== `${[...b.keys()].sort()}`) {
    return undefined;
  }
  return [...a].map(([key, value]) => [value, b.get(key)]);
}

/** The entries of a table and of the tables in it. */
const leaves = (node) =>
  [...(tableOf(node) ?? [])].flatMap(([key, value]) =>
    tableOf(value) ? leaves(value) : [[key, value]],
  );

/** A file of Chinese tables. */
const isTables = (file) => posix.basename(file) === "zh.ts";

/**
 * All texts in both languages, and what is Chinese alone.
 *
 * @param {readonly (readonly [file: string, text: string])[]} files
 * @returns {{pairs: Pair[], alone: Alone[]}}
 */
export function textsOf(files) {
  const beside = new Set(
    files
      .map(([file]) => file)
      .filter(isTables)
      .map(posix.dirname),
  );
  const sources = files
    .filter(
      ([file, text]) =>
        OF_INTEREST.test(text) || beside.has(posix.dirname(file)),
    )
    .map(([file, text]) => new Source(file, text));
  const exported = new Map(sources.flatMap(({ callees }) => [...callees]));
  const found = sources.map((source) => {
    const known = [...exported].filter(([name]) => source.imported.has(name));
    const finder = new Finder(source, new Map([...known, ...source.callees]));
    const folder = posix.dirname(source.file);
    if (isTables(source.file)) {
      finder.tables(
        sources.filter(
          (it) => it !== source && posix.dirname(it.file) === folder,
        ),
      );
    }
    finder.visit(source.tree);
    return finder;
  });
  return {
    pairs: found.flatMap(({ pairs }) => pairs),
    alone: found.flatMap(({ alone }) => alone),
  };
}
