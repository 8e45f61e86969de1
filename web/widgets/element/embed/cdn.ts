/** Where a CDN has the files of a version of the package, ending in "/". */
export const cdnPackage = (version: string): string =>
  `https://cdn.jsdelivr.net/npm/posenc-widgets@${version}/`;

/** And those of the widgets. */
export const cdnFiles = (version: string): string =>
  `${cdnPackage(version)}dist/`;
