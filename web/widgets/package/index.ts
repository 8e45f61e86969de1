// posenc-widgets: all widgets as classes, and a function that registers them.
// Importing it changes nothing, in a browser or in Node. What is not used of it,
// bundlers leave out: nothing here may name all classes but `all`.

import { define, type WidgetClass } from "../element/define.ts";

export * from "virtual:posenc-widgets";
export { addWords } from "../kit/said-words.ts";

/**
 * Makes widgets known to the page: `<pe-heatmap>` and so on. What another copy
 * of the library has registered already stays as it is.
 *
 * @param classes - which ones; `all` for all
 * @throws TypeError without classes, which once meant all
 */
export function register(classes: readonly WidgetClass[]): void {
  if (!Array.isArray(classes)) {
    throw new TypeError(
      `register: classes must be an array of widgets, got ${classes === undefined ? "nothing" : typeof classes}; write register([Heatmap]), or register(all) for all of them`,
    );
  }
  for (const Widget of classes) define(Widget);
}
