declare const __POSENC_VERSION__: string;

/** The package's version, such as "1.2.3". */
export const version: string = __POSENC_VERSION__;
