// Keys pressed in the panels of figures, for the tests of chapters.

import assert from "node:assert/strict";
import { settle } from "./browser.js";

/**
 * Presses a key in one panel of each figure and looks what changed.
 *
 * @param wanted - id of the figure → its panel, the key, the property that the
 *   key changes
 */
export async function tryKeys(page, wanted) {
  for (const [id, [panel, key, property]] of Object.entries(wanted)) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await page.waitForFunction(
      (name) =>
        document.getElementById(name)?.state !== undefined &&
        document.getElementById(name).shadowRoot.querySelector(".finding b") !==
          null,
      id,
    );
    const read = () =>
      page.evaluate(
        ([name, of]) => {
          const at = document.getElementById(name);
          return at.state[of];
        },
        [id, property],
      );
    const plot = page.locator(`#${id} [data-pane="${panel}"] [tabindex="0"]`);
    await plot.first().focus();
    const before = await read();
    await page.keyboard.press(key);
    await settle(page);
    const after = await read();
    assert.notEqual(after, before, `${id}: ${property}`);
  }
}
