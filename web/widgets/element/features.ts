// What few figures need: one file, which they load when they do.
import { languageOf, type Text } from "../words/text.ts";

export { keepRoom } from "./room.ts";
export { tellOfGroup } from "./sync-notes.ts";
export { withhold } from "./withheld.ts";

/** Says why there is no figure, below what its element contains. */
export function showFault(host: Element, text: Text | undefined): void {
  const notice = document.createElement("p");
  const language = languageOf(host);
  notice.lang = language;
  notice.setAttribute("role", "alert");
  notice.textContent = text?.[language] ?? "";
  host.shadowRoot?.append(notice);
}
