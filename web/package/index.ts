// posenc/widgets: all widgets as classes, and a function that registers them.
// Importing it changes nothing, in a browser or in Node.

import * as widgets from "virtual:posenc-widgets";
import { define, type WidgetClass } from "../element/define.ts";

export * from "virtual:posenc-widgets";
export { core } from "../element/library/core.ts";

/** All widget classes, by name. */
export const all: readonly WidgetClass[] = Object.values(widgets);

/**
 * Makes widgets known to the page: `<pe-heatmap>` and so on. What another copy
 * of the library has registered already stays as it is.
 *
 * @param classes - which ones; all by default
 */
export function register(classes: readonly WidgetClass[] = all): void {
  for (const Widget of classes) define(Widget);
}
