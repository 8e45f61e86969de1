/**
 * The site that has the embed pages: the one that this script is part of, or,
 * in the npm package, the one that the package was built for. "" if there is
 * none.
 */
export function siteAddress(): string {
  if (__POSENC_SITE__ !== "here") return __POSENC_SITE__;
  // Scripts of the site lie one folder below its root.
  return new URL(/* @vite-ignore */ "../", import.meta.url).href;
}
