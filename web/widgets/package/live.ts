// What makes an element of the description of a figure, for auto.js, which also
// brings the languages of pages.
import { offered } from "../element/define.ts";

export { define } from "../element/define.ts";
export { figureElement } from "../kit/element.ts";

offered.set("es", async (tag) => {
  const { shared, partOf } = await import("virtual:posenc-words/es");
  return [shared, await partOf(tag)];
});
