/// <reference types="vite/client" />

/** Version of the package, put in by the build. */
declare const __POSENC_VERSION__: string;

/** Hash of the published auto.js, for script tags; "" where it is not known. */
declare const __POSENC_INTEGRITY__: string;

/** Address of the hosted site; "here" in the site itself, "" if there is none. */
declare const __POSENC_SITE__: string;

/** The classes of all widgets, made of the list of figures by the build. */
declare module "virtual:posenc-widgets" {
  export const Playground: import("./widgets/element/define.ts").WidgetClass;
  export const all: readonly import("./widgets/element/define.ts").WidgetClass[];
}

/** Tag → imports the module that registers the widget. */
declare module "virtual:posenc-loads" {
  export const loads: Readonly<Record<string, () => Promise<unknown>>>;
}

/** A list of words in another language, in parts: tools/widgets/words.mjs. */
declare module "virtual:posenc-words/es" {
  type List = import("./widgets/element/define.ts").List;
  /** Of every figure. */
  export const shared: List;
  /** The part with the words of a figure; undefined: there is none such. */
  export const partOf: (tag: string) => Promise<List | undefined>;
}

/** Training in threads, whose file is given by its address. */
declare module "virtual:posenc-training-pool" {
  export const connectingByUrl: (
    trust: (url: string) => string,
  ) => typeof import("posenc-training/worker").connect;
}

declare module "subset-font" {
  /** A font with the signs of a text alone. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { readonly targetFormat: "woff2" },
  ): Promise<Uint8Array>;
}
