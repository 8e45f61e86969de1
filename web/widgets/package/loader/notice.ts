// What is said in the place of a figure that is not live.
import { languageOf, type Text } from "../../words/text.ts";

const again: Text = { en: "Try again", zh: "重试" };

/** Writes below what the element contains, which readers see as it is not live. */
export function write(
  element: HTMLElement,
  text: Text,
  retry?: () => void,
): HTMLElement {
  const notice = document.createElement("p");
  const lang = languageOf(element);
  notice.lang = lang;
  notice.setAttribute("role", "alert");
  notice.textContent = text[lang];
  if (retry) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = again[lang];
    button.addEventListener("click", retry);
    notice.append(" ", button);
  }
  element.append(notice);
  element.dispatchEvent(
    new CustomEvent("pe-error", {
      detail: text[lang],
      bubbles: true,
      composed: true,
    }),
  );
  return notice;
}
