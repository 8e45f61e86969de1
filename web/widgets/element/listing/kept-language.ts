// The programming language that the reader chose, kept where the browser
// allows it.
import { LANGUAGES, type Language } from "../../code/index.ts";

const KEY = "posenc.code";

export function keptLanguage(): Language | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return LANGUAGES.find((language) => language === kept);
  } catch {
    return undefined;
  }
}

export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Private windows and sandboxes forbid it; the choice lasts for the page.
  }
}
