// What a reader answered, kept where the browser allows it.
const KEY = "posenc.answers";

function read(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null
      ? (kept as Record<string, string>)
      : {};
  } catch {
    return {};
  }
}

/** Name under which something of a page is kept: the same in both languages. */
export function nameOf(id: string): string {
  const path = location.pathname.replace(/^.*\/(en|zh)\//, "");
  return `${path}#${id}`;
}

/** The answer given to a question earlier. */
export function recall(question: string): string | undefined {
  const answer = read()[question];
  return typeof answer === "string" ? answer : undefined;
}

/** Keeps an answer, or forgets it. */
export function keep(question: string, answer: string | undefined): void {
  try {
    const answers = read();
    if (answer === undefined) delete answers[question];
    else answers[question] = answer;
    localStorage.setItem(KEY, JSON.stringify(answers));
  } catch {
    // Private windows and sandboxes forbid it; the page works all the same.
  }
}
