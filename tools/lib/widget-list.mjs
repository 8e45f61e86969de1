// Which widgets there are, read from the list that the site uses too.
import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

const LIST = "web/widgets/figures.ts";

/** "pe-four-terms" → "FourTerms", the name of its class. */
export const classNameOf = (tag) =>
  tag
    .replace(/^pe-/, "")
    .replace(/(^|-)([a-z])/g, (_, __, letter) => letter.toUpperCase());

/** Tag, class and source of every figure. */
export function figureList() {
  const text = readFileSync(inRoot(LIST), "utf8");
  const lines = text.matchAll(
    /"(pe-[a-z0-9-]+)":\s*\(\)\s*=>\s*import\("\.\/(figures\/[\w-]+\.ts)"\)\.then\(\s*(?:spec|\(m\) => m\.(\w+))\s*,?\s*\)/g,
  );
  const found = [...lines];
  // A line that is written in another way must not be left out in silence.
  const listed = text.match(/^ {2}"pe-/gm) ?? [];
  if (found.length !== listed.length) {
    throw new Error(`${LIST}: ${listed.length} figures, ${found.length} read`);
  }
  return found.map(([, tag, file, exported = "spec"]) => ({
    tag,
    name: classNameOf(tag),
    source: `/widgets/${file}`,
    exported,
  }));
}

/** The module `virtual:posenc-widgets`: a class for every widget. */
export function widgetModule(root) {
  const figures = figureList();
  const imports = figures.map(
    ({ source, exported }, k) =>
      `import { ${exported} as s${k} } from "${root}${source}";`,
  );
  const classes = figures.map(
    ({ name }, k) =>
      `export const ${name} = /*#__PURE__*/ figureElement(s${k});`,
  );
  return `import { figureElement } from "${root}/widgets/kit/element.ts";
export { Playground } from "${root}/widgets/playground.ts";
${imports.join("\n")}
${classes.join("\n")}
`;
}

/**
 * The same, but the source of a widget runs when the first one of its kind is
 * made: a page that has three need not wait for all.
 *
 * @param widgets their descriptions
 */
export function deferredModule(root, widgets) {
  const attributes = new Map(
    widgets.map((it) => [it.tag, it.attributes.map(({ name }) => name)]),
  );
  const classes = figureList().map(
    ({ tag, name, source, exported }) =>
      `export const ${name} = deferredFigure({
  tag: "${tag}",
  names: ${JSON.stringify(attributes.get(tag))},
  load: () => require("${root}${source}").${exported},
});`,
  );
  return `import { deferredFigure } from "${root}/widgets/kit/element.ts";
export { Playground } from "${root}/widgets/playground.ts";
${classes.join("\n")}
`;
}

/** Tags of all widgets that have a module of their own. */
export const ownModules = () => [
  "pe-playground",
  ...figureList().map(({ tag }) => tag),
];

/** The module of one widget: registers it, and gives its class. */
export function singleModule(root, wanted) {
  if (wanted === "pe-playground") {
    return `export { Playground } from "${root}/widgets/playground.ts";`;
  }
  const { name, source, exported } = figureList().find(
    ({ tag }) => tag === wanted,
  );
  return `import { define } from "${root}/widgets/define.ts";
import { figureElement } from "${root}/widgets/kit/element.ts";
import { ${exported} as spec } from "${root}${source}";
export const ${name} = figureElement(spec);
define(${name});
`;
}
