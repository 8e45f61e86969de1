// What the reference says of the options, in the words of the command line.
import { readFileSync } from "node:fs";
import { kebab } from "./args.js";
import type { Option, Options } from "./commands/command.js";

/** An option in options.json; what is allowed and the default are told anew. */
interface Said {
  readonly prose: string;
  readonly fields?: Readonly<Record<string, Said>>;
}

type File = Readonly<Record<string, Readonly<Record<string, Said>>>>;

let file: File | undefined;

/** What the build has written beside the command line. */
function said(name: string, { of = "", named = name }: Option): Said {
  file ??= JSON.parse(
    readFileSync(new URL("./options.json", import.meta.url), "utf8"),
  ) as File;
  return file[of]?.[named] ?? { prose: "" };
}

/** Marks of the reference taken away, options named as here. */
export const plain = (text: string, options: Options): string =>
  text
    .replace(/\{@link (?:\w+\.)?(\w+)\}/g, (_, name: string) => kebab(name))
    // "−--window" could not be read.
    .replace(/−`(\w+)`/g, "−$1")
    .replace(/`([^`]*)`/g, (_, code: string) =>
      code
        .replaceAll('"', "")
        .replace(/^\w+$/, (word) =>
          Object.hasOwn(options, word) ? `--${kebab(word)}` : word,
        ),
    );

/** The first paragraph, and the list that it leads to; a line for each item. */
function opening(prose: string): string {
  const [first = "", second = ""] = prose.split("\n\n");
  const all = first.endsWith(":") ? `${first}\n${second}` : first;
  return all.replace(/\n(?!- )\s*/g, " ");
}

/** What an option is, as `--help` says it. */
export function proseOf(name: string, option: Option, options: Options) {
  const { prose, fields } = said(name, option);
  const inside = Object.entries(fields ?? {}).map(
    ([part, it]) => `- ${part}: ${opening(it.prose)}`,
  );
  const text = [opening(option.prose ?? prose), ...inside].join("\n");
  return plain(text, options);
}
