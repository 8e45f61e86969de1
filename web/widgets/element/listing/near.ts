// Loads <pe-code> when one comes near: its programs weigh more than a figure,
// and the page build has written what it shows first.
import { whenNear } from "../when/lazy.ts";

/** Watches the code panels that a document has now. */
export function loadNear(root: ParentNode): void {
  for (const panel of root.querySelectorAll("pe-code")) {
    whenNear(panel, () => void import("./element.ts"));
  }
}
