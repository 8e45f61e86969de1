// What a question compares with a figure: `{pos}`, the value of an attribute, `{1}`,
// a number of its finding, and goals, "pos=12 d-model>64", which a reader brings
// the figure to.
import { camel, readNumber } from "../element/state/attributes.ts";
import { NUMBER, numberOf } from "../kit/numbers-in-text.ts";

/** A figure, as far as a question needs it. */
export interface Asked extends HTMLElement {
  readonly state?: Readonly<Record<string, unknown>>;
}

/** What one of them says is wrong. */
export class Unclear extends Error {}

/** A number of the figure's finding, counted from 1. */
function ofFinding(figure: Asked, which: number): number {
  const finding = figure.shadowRoot?.querySelector(".finding");
  const found = finding?.textContent?.match(NUMBER)?.[which - 1];
  if (found === undefined) {
    throw new Unclear(
      `the finding of <${figure.localName}> has no number {${which}}`,
    );
  }
  return numberOf(found);
}

function ofState(figure: Asked, name: string): unknown {
  const { state = {} } = figure;
  const key = camel(name);
  if (!Object.hasOwn(state, key)) {
    const known = Object.keys(state).join(", ");
    throw new Unclear(
      `<${figure.localName}> has no value ${name} (known: ${known})`,
    );
  }
  return state[key];
}

/** The number that `answer` means: one, or `{name}` of the figure. */
export function answerOf(answer: string, figure: Asked | null): number {
  const [, name] = /^\s*\{([\w-]+)\}\s*$/.exec(answer) ?? [];
  if (name === undefined) {
    const value = readNumber(answer);
    if (Number.isNaN(value)) {
      throw new Unclear(
        `answer must be a number or {name} of a figure, got “${answer}”`,
      );
    }
    return value;
  }
  if (!figure)
    throw new Unclear(`answer="${answer}" needs for="id of a figure"`);
  const value = /^\d+$/.test(name)
    ? ofFinding(figure, Number(name))
    : Number(ofState(figure, name));
  if (Number.isNaN(value)) throw new Unclear(`${name} is no number`);
  return value;
}

type Comparison = "=" | "<" | ">" | "<=" | ">=";

/** One demand of a goal. */
export interface Demand {
  readonly name: string;
  readonly comparison: Comparison;
  readonly value: string;
}

/** Reads "pos=12 d-model>=64". */
export function demandsOf(goal: string): readonly Demand[] {
  const demands = goal
    .trim()
    .split(/[\s,]+/)
    .map((text) => {
      const [, name, comparison, value] =
        /^([a-z][\w-]*)(<=|>=|=|<|>)(\S+)$/i.exec(text) ?? [];
      if (!name || !comparison || !value) {
        throw new Unclear(
          `goal must be like "pos=12 d-model>64", got “${text}” in it`,
        );
      }
      return { name, comparison: comparison as Comparison, value };
    });
  return demands;
}

/** Whether the figure has been brought there. */
export function isMet(demands: readonly Demand[], figure: Asked): boolean {
  return demands.every(({ name, comparison, value }) => {
    const now = ofState(figure, name);
    if (typeof now !== "number") {
      if (comparison !== "=") {
        throw new Unclear(`${name} is no number: only = compares it`);
      }
      return String(now) === value;
    }
    const wanted = readNumber(value);
    if (Number.isNaN(wanted)) {
      throw new Unclear(`${name} is a number, and “${value}” is none`);
    }
    // What is typed has six digits at most; what is computed has more.
    const equal = Math.abs(now - wanted) <= 1e-6 * Math.abs(wanted);
    switch (comparison) {
      case "=":
        return equal;
      case "<":
        return now < wanted;
      case ">":
        return now > wanted;
      case "<=":
        return now < wanted || equal;
      case ">=":
        return now > wanted || equal;
      default:
        return comparison satisfies never;
    }
  });
}
