/** All figures in one file, with an example, below the root of the site. */
export const ARCHIVE = "posenc-widgets.zip";
