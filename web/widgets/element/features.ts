// What few figures need: one file, which they load when they do.
import { languageOf } from "../words/text.ts";
import type { Faults } from "./faults.ts";
import { remedy } from "./library/remedy.ts";

export { keepRoom } from "./room.ts";
export { tellOfGroup } from "./sync-notes.ts";
export { withhold } from "./withheld.ts";

/** Says what to do about a failed start. */
export const advise = (faults: Faults, error: unknown): void =>
  faults.advise(remedy(error));

/** Says why there is no figure, below what its element contains. */
export function showFault(host: Element, faults: Faults): void {
  const notice = document.createElement("p");
  const language = languageOf(host);
  notice.lang = language;
  notice.setAttribute("role", "alert");
  notice.textContent = faults.start?.[language] ?? "";
  host.shadowRoot?.append(notice);
}
