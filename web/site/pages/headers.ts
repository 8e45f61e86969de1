// What a host sends with every file of the site: the same as the server of
// npm start. Netlify and Cloudflare Pages read it from a file.
import POLICY from "../policy.json";

/** Below the site's root; hosts that read it do not give it away. */
export const HEADERS_FILE = "_headers";

export const HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": POLICY,
  // Frames without an origin load the site's scripts.
  "Access-Control-Allow-Origin": "*",
  "X-Content-Type-Options": "nosniff",
};

/** The file: for all paths. */
export const headersFile = (): string =>
  `/*\n${Object.entries(HEADERS)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join("")}`;
