// The README that npm shows, cut out of the repository's: what stands between
// <!-- npm --> and <!-- /npm -->, without other comments, with links that lead
// somewhere from there.
import { addressesIn } from "./addresses.mjs";
import { Failure } from "./steps.mjs";

const PART = /<!-- npm -->\n(.*?)<!-- \/npm -->/gs;
const COMMENT = /<!--.*?-->\n*/gs;
const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/** An anchor, as hosts make it of a heading. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");

/**
 * @param {string} readme
 * @param {Parameters<typeof addressesIn>[0]} manifest
 */
export function packageReadme(readme, manifest) {
  const { site, code, file } = addressesIn(manifest);
  const parts = [...readme.matchAll(PART)].map(([, part]) => part.trim());
  if (parts.length === 0) {
    throw new Failure("README.md has no part for npm", {
      hint: "put <!-- npm --> and <!-- /npm --> around it",
    });
  }
  const text = parts.join("\n\n").replace(COMMENT, "").trim();
  const headings = new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, it]) => anchorOf(it)),
  );
  const linked = text.replace(LINK, (_, image, words, target) => {
    const to = (address) => `${image}[${words}](${address})`;
    if (/^https:/.test(target)) return to(target);
    if (!target.startsWith("#")) return to(file(target));
    const anchor = target.slice(1);
    return to(headings.has(anchor) ? target : `${code}#${anchor}`);
  });
  return `${linked}\n\nTutorial, figures and API reference: <${site}>. Source, tests and benchmarks:\n<${code}>.\n`;
}
