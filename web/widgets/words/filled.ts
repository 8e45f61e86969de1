// Texts with places in braces, so that a page can say template and contents in its
// own words.
import { LANGUAGES, type Lang, type Text } from "./text.ts";

/** What stands in the places of a template, by their names. */
export type Contents = Readonly<Record<string, Text | string>>;

/** A text made of a template. */
export interface Filled extends Text {
  readonly template: Text;
  readonly contents: Contents;
}

/** Fills the places of a template. @param say - how its contents are said */
export const fill = (
  template: string,
  contents: Contents,
  say: (text: Text) => string,
): string =>
  template.replace(/\{(\w+)\}/g, (place, name: string) => {
    const content = contents[name] ?? place;
    return typeof content === "string" ? content : say(content);
  });

/** A template and what stands in it, as one text. */
export function filled(template: Text, contents: Contents): Filled {
  const said = LANGUAGES.map((lang: Lang) => [
    lang,
    fill(template[lang], contents, (text) => text[lang]),
  ]);
  return { ...(Object.fromEntries(said) as Text), template, contents };
}

/** A name in a program, which is the same in every language. @param after - in Chinese */
export const asWritten = (name: string, after = ""): Text =>
  filled({ en: "{name}", zh: `{name}${after}` }, { name });
