/// <reference types="vite/client" />

/** Version of the package, put in by the build. */
declare const __POSENC_VERSION__: string;
