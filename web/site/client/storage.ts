/** What the reader may choose, and where they were. */
type Choice = "theme" | "language" | "slash" | "place";

/** What the reader chose, kept where the browser allows it. */
export function remember(key: Choice, value: string): void {
  try {
    localStorage.setItem(`posenc.${key}`, value);
  } catch {
    // Private windows and sandboxes forbid it; the choice lasts for the page.
  }
}

/** What the reader chose earlier, if anything was kept. */
export function recalled(key: Choice): string | null {
  try {
    return localStorage.getItem(`posenc.${key}`);
  } catch {
    return null;
  }
}

/** Forgets a choice. */
export function forget(key: Choice): void {
  try {
    localStorage.removeItem(`posenc.${key}`);
  } catch {
    // Nothing was kept.
  }
}
