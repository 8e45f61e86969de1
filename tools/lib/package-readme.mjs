// The README that npm shows: a workspace's own, with links that lead somewhere
// from there.
import { posix } from "node:path";
import { addressesIn } from "./addresses.mjs";

const COMMENT = /<!--.*?-->\n*/gs;
const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/**
 * @param {string} readme
 * @param {string} folder of the workspace
 * @param {Parameters<typeof addressesIn>[0]} manifest
 */
export function packageReadme(readme, folder, manifest) {
  const { site, code, file } = addressesIn(manifest);
  const text = readme.replace(COMMENT, "").trim();
  const linked = text.replace(LINK, (_, image, words, target) => {
    const to = (address) => `${image}[${words}](${address})`;
    return /^(https:|#)/.test(target)
      ? to(target)
      : to(file(posix.join(folder, target)));
  });
  return `${linked}\n\nTutorial, figures and API reference: <${site}>. Source, tests and benchmarks:\n<${code}>.\n`;
}
