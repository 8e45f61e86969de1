// How tall each figure is in a frame as wide as a column of text, for frames
// around which no script of ours runs. tools/heights.mjs measures and writes them.
import measured from "./heights.json";

const heights: Readonly<Record<string, number>> = measured;

/** For a figure that is not measured; a test names it. */
const USUAL = 560;

/** px that a figure and the line below it take. */
export const heightOf = (tag: string): number => heights[tag] ?? USUAL;
