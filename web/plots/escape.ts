const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Text as HTML or XML, in elements and in attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ESCAPES[c] as string);
}
