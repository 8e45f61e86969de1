// What makes an element of the description of a figure, for auto.js.
export { define } from "../element/define.ts";
export { figureElement } from "../kit/element.ts";
