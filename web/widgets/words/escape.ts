const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** What no XML 1.0 document can hold, escaped or not; half a pair is in it. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * Text as HTML or XML, in elements and in attributes. What neither can hold
 * becomes the sign for that, U+FFFD.
 */
export function escapeMarkup(text: string): string {
  return text
    .replace(FORBIDDEN, "\uFFFD")
    .replace(/[&<>"]/g, (c) => ESCAPES[c] as string);
}
