// Classes in Java and C++, written alike: where fields stand, how they begin
// and what a method may change are said in each language's way.
import type { Braces } from "../braces.ts";
import { type Fragment, lines } from "../listing.ts";

/** `type name`, and what it begins as. */
type Member = { readonly type: string; readonly name: string } & (
  | { readonly from: string }
  | { readonly zeros: readonly string[] }
  | { readonly args: string }
);

interface Method {
  readonly signature: string;
  readonly body: Fragment;
  /** Changes the object. */
  readonly changes?: boolean;
}

interface Class {
  readonly name: string;
  readonly parameters: string;
  readonly members: readonly Member[];
  /** What is done when the members are there. */
  readonly body?: Fragment;
  readonly methods: readonly Method[];
}

const NUMBERS: Readonly<Record<string, string>> = {
  Vector: "double[]",
  Matrix: "double[][]",
  Integers: "int[]",
};

/** A type, or types in a signature, as the language writes them. */
export const typed = (c: Braces, text: string): string =>
  c.java
    ? text
        .replace(
          /\b(Vector|Matrix|Integers)\b/g,
          (name) => NUMBERS[name] ?? name,
        )
        .replace(/\bOptional (\w+)/g, "$1")
    : text
        .replace(/\bList</g, "std::vector<")
        .replace(/\bIntegers\b/g, "std::vector<int>")
        .replace(/\bOptional (\w+)/g, "const $1*");

/** Parameters: what is handed over is read only. */
const handed = (c: Braces, text: string): string =>
  c.java
    ? typed(c, text)
    : typed(c, text.replace(/\b(Vector|Matrix|Integers) /g, "const $1& "));

/** The line that begins a member. */
function begun(c: Braces, member: Member): string {
  const { type, name } = member;
  const zeros = "zeros" in member ? member.zeros : undefined;
  if (!c.java) {
    if (zeros) return `${name}(${zeros[0]}, Vector(${zeros[1]}))`;
    return `${name}(${"from" in member ? member.from : "args" in member ? member.args : ""})`;
  }
  if (zeros) return `this.${name} = new double[${zeros[0]}][${zeros[1]}];`;
  if ("from" in member) return `this.${name} = ${member.from};`;
  return type.startsWith("List")
    ? `this.${name} = new ArrayList<>();`
    : `this.${name} = new ${type}(${"args" in member ? member.args : ""});`;
}

const WIDTH = 80;

/** A long head in two lines, the second further in than what follows. */
function inTwo(head: string): Fragment {
  if (head.length <= WIDTH) return [{ text: head }];
  const at = head.lastIndexOf(", ", WIDTH) + 1;
  return [
    { text: head.slice(0, at) },
    { text: `    ${head.slice(at).trimStart()}` },
  ];
}

/** A class with its members, how it is made, and what it does. */
export function classOf(c: Braces, given: Class): Fragment {
  const { name, parameters, members, body = [], methods } = given;
  const all = methods.map(({ signature, body: inside, changes }) => {
    const at = signature.indexOf("(");
    const head = `${typed(c, signature.slice(0, at))}${handed(c, signature.slice(at))}`;
    const end = c.java || changes ? " {" : " const {";
    return lines`

      ${inTwo(`${head}${end}`)}
        ${inside}
      }`;
  });
  if (c.java) {
    return lines`
      static final class ${name} {
        ${members.flatMap(({ type, name: own }) => lines`private final ${typed(c, type)} ${own};`)}

        ${inTwo(`${name}(${handed(c, parameters)}) {`)}
          ${members.flatMap((member) => lines`${begun(c, member)}`)}
          ${body}
        }
        ${all.flat()}
      }`;
  }
  // An object of many lists is not made by filling one; the list is empty.
  const starts = members.filter(({ type }) => !type.startsWith("List"));
  const end = body.length > 0 ? " {" : " {}";
  return lines`
    class ${name} {
     public:
      ${inTwo(`${/,/.test(parameters) ? "" : "explicit "}${name}(${handed(c, parameters)})`)}
          ${starts.flatMap((member, k) => lines`${k === 0 ? ": " : "  "}${begun(c, member)}${k === starts.length - 1 ? end : ","}`)}
        ${body}
      ${body.length > 0 ? [{ text: "}" }] : []}
      ${all.flat()}

     private:
      ${members.flatMap(({ type, name: own }) => lines`${typed(c, type)} ${own};`)}
    };`;
}

/** Stops with a message if a text is too long for a table. */
export const cTooLong = (c: Braces, rows: string): Fragment => lines`
  if (end > ${rows}) {
    throw ${c.java ? "new IllegalArgumentException" : "std::invalid_argument"}("more positions than rows");
  }`;
