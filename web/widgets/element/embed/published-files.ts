/** Where a CDN has the files of a version of the package, ending in "/". */
export const publishedPackage = (version: string): string =>
  `https://cdn.jsdelivr.net/npm/posenc-widgets@${version}/`;

/** And those of the widgets. */
export const publishedFiles = (version: string): string =>
  `${publishedPackage(version)}dist/`;
