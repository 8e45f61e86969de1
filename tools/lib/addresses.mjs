// Where the project is on the net, made from what package.json says. An address
// that is not known yet is one of example.org, which belongs to nobody.

/**
 * @param {{ homepage: string, repository: { url: string } }} manifest
 */
export function addressesIn({ homepage, repository }) {
  const code = repository.url.replace(/^git\+|\.git$/g, "");
  return {
    /** The site, ending in "/". */
    site: homepage.replace(/\/*$/, "/"),
    /** The repository. */
    code,
    /** A file of the repository. */
    file: (path) => `${code}/blob/main/${path}`,
    isKnown: !/\/\/example\.org\//.test(`${homepage} ${code}/`),
  };
}
