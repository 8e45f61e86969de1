// The mutants of a TypeScript file, by TypeScript's own syntax tree.
import { ts } from "../lib/typescript.mjs";
import { COMPARISONS, numbersFor, operatorsFor, wordFor } from "./swaps.mjs";

// Constants of types are no constants of the program.
const isType = (node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node);

/** A step backward would only make a loop without an end. */
const isStep = (node) =>
  ts.isForStatement(node.parent) && node.parent.incrementor === node;

/** A zero for what is always there: only the compiler wants it. */
const isFiller = (node) =>
  node.text === "0" &&
  ((ts.isBindingElement(node.parent) &&
    ts.isArrayBindingPattern(node.parent.parent)) ||
    (ts.isBinaryExpression(node.parent) &&
      node.parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken));

const conditionOf = (node) =>
  ts.isIfStatement(node)
    ? node.expression
    : ts.isConditionalExpression(node)
      ? node.condition
      : undefined;

const isComparison = (node, file) =>
  ts.isBinaryExpression(node) &&
  COMPARISONS.has(node.operatorToken.getText(file));

/** [node, what stands instead] for one node alone. */
function* changesOf(node, file) {
  const text = node.getText(file);
  if (ts.isBinaryExpression(node) && !isStep(node)) {
    const { operatorToken } = node;
    for (const other of operatorsFor(operatorToken.getText(file))) {
      yield [operatorToken, other];
    }
  } else if (ts.isNumericLiteral(node) && !isFiller(node)) {
    for (const other of numbersFor(text)) {
      // "-1" after a minus would read as a decrement.
      yield [node, other.startsWith("-") ? `(${other})` : other];
    }
  } else if (
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword
  ) {
    yield [node, wordFor(text)];
  } else if (
    ts.isPropertyAccessExpression(node) &&
    node.expression.getText(file) === "Math"
  ) {
    const other = wordFor(node.name.getText(file));
    if (other) yield [node.name, other];
  } else if (ts.isPrefixUnaryExpression(node)) {
    const { MinusToken, ExclamationToken } = ts.SyntaxKind;
    if ([MinusToken, ExclamationToken].includes(node.operator)) {
      yield [node, node.operand.getText(file)];
    }
  } else if (
    ts.isExpressionStatement(node) &&
    ts.isCallExpression(node.expression)
  ) {
    yield [node, ";"];
  }
  const condition = conditionOf(node);
  if (
    condition &&
    !isComparison(condition, file) &&
    !ts.isPrefixUnaryExpression(condition)
  ) {
    yield [condition, `!(${condition.getText(file)})`];
  }
}

/**
 * All mutants of a TypeScript source, in its order.
 *
 * @returns {import("./swaps.mjs").Mutant[]}
 */
export function typescriptMutants(source, name = "source.ts") {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true);
  const mutants = [];
  const visit = (node) => {
    if (isType(node)) return;
    for (const [place, text] of changesOf(node, file)) {
      const original = place.getText(file);
      mutants.push({ at: place.getStart(file), original, text });
    }
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return mutants.sort((a, b) => a.at - b.at);
}
