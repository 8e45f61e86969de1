// Where the pictures of pages lie, and how lists of chapters show them.

/** Where the picture of a page lies; as SVG, where it has a thumbnail. */
export const socialName = (path: string, type: "png" | "svg" = "png"): string =>
  `social/${path.replace(/\/$/, "").replace(/\//g, "-") || "home"}.${type}`;

/** The thumbnail of a page in a list beside its name. */
export const thumbnailImage = (root: string, path: string): string =>
  `<img class="thumbnail" src="${root}${socialName(path, "svg")}" width="120" height="63" alt="" loading="lazy">`;
