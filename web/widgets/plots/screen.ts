/** What every DOM has that lays out and paints. */
const OF_SCREENS = [
  "CanvasRenderingContext2D",
  "IntersectionObserver",
  "ResizeObserver",
];

/**
 * Whether this DOM is one that is shown. Those of tests (jsdom, happy-dom) lay
 * out nothing and paint nothing; figures there have their texts alone.
 */
export const hasScreen = (): boolean =>
  OF_SCREENS.every((name) => name in globalThis);
