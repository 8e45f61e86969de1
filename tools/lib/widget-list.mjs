// Which widgets there are, read from the list that the site uses too.
import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

const LIST = "web/widgets/figures.ts";

/** Tag and source of every figure. */
function figureList() {
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
    source: `/widgets/${file}`,
    exported,
  }));
}

/** The same with the name of each one's class, of their descriptions. */
function namedFigures(widgets) {
  const names = new Map(widgets.map((it) => [it.tag, it.className]));
  return figureList().map((it) => ({ ...it, name: names.get(it.tag) }));
}

/**
 * The module `virtual:posenc-widgets`: a class for every widget.
 *
 * @param widgets their descriptions
 */
export function widgetModule(root, widgets) {
  const figures = namedFigures(widgets);
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
  const classes = namedFigures(widgets).map(
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
export function singleModule(root, widgets, wanted) {
  if (wanted === "pe-playground") {
    return `export { Playground } from "${root}/widgets/playground.ts";`;
  }
  const { name, source, exported } = namedFigures(widgets).find(
    ({ tag }) => tag === wanted,
  );
  return `import { define } from "${root}/widgets/define.ts";
import { figureElement } from "${root}/widgets/kit/element.ts";
import { ${exported} as spec } from "${root}${source}";
export const ${name} = figureElement(spec);
define(${name});
`;
}
