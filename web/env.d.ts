/// <reference types="vite/client" />

/** Version of the package, put in by the build. */
declare const __POSENC_VERSION__: string;

/** Hash of the published auto.js, for script tags; "" where it is not known. */
declare const __POSENC_INTEGRITY__: string;

/** Address of the hosted site; "here" in the site itself, "" if there is none. */
declare const __POSENC_SITE__: string;

/** Tags of all widgets, for the module that knows no more of them. */
declare const __POSENC_TAGS__: readonly string[];

/** The classes of all widgets, made of the list of figures by the build. */
declare module "virtual:posenc-widgets" {
  export const Playground: import("./element/define.ts").WidgetClass;
}
