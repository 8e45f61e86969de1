// What the tests meet and no package declares.
// biome-ignore-all lint/suspicious/noExplicitAny: pages hold anything

// What tests/bench and tests/across/consumers install for themselves, if at all.
declare module "@mdx-js/mdx";
declare module "@tensorflow/tfjs-backend-wasm";
declare module "@tensorflow/tfjs-core";
declare module "onnxruntime-web/wasm";
declare module "react";
declare module "react-dom/server";
declare module "react/jsx-runtime";

// What the build makes of web/widgets/package.
declare module "posenc-widgets/embed";
declare module "posenc-widgets/render" {
  export const describe: typeof import("../web/widgets/package/render.ts").describe;
  export const renderSVG: typeof import("../web/widgets/package/render.ts").renderSVG;
  export const undrawn: typeof import("../web/widgets/package/render.ts").undrawn;
}

/** In functions that run in a page of tests/across/engines: see page.js there. */
declare function seek(place: string): any;

/** In a page of Reveal.js. */
declare const Reveal: {
  getScale(): number;
  getConfig(): { width: number; height: number };
  getTotalSlides(): number;
  isReady(): boolean;
  slide(index: number): void;
  getIndices(): { h: number };
  prev(): void;
  next(): void;
};

/** The selector that a test wrote knows what it finds. */
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

/** So does the id: in a page of figures it is mostly one of them. */
interface Document {
  getElementById(id: string): any;
}

/** What the pages' own events tell stands in their detail. */
interface Document {
  addEventListener(
    type: `pe-${string}`,
    listener: (event: CustomEvent & { target: any }) => void,
  ): void;
}
