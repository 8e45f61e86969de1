/** What the reader chose, kept where the browser allows it. */
export function remember(key: "theme" | "language", value: string): void {
  try {
    localStorage.setItem(`posenc.${key}`, value);
  } catch {
    // Private windows and sandboxes forbid it; the choice lasts for the page.
  }
}

/** Forgets a choice. */
export function forget(key: "theme" | "language"): void {
  try {
    localStorage.removeItem(`posenc.${key}`);
  } catch {
    // Nothing was kept.
  }
}
