// Which widgets there are, read from the list that the site uses too.
import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { importSource } from "./web-source.mjs";

/** They have a class of their own, by tag; all others are made by the kit. */
const CLASSES = {
  "pe-playground": {
    name: "Playground",
    source: "/widgets/playground/element.ts",
  },
  "pe-quiz": { name: "Quiz", source: "/widgets/quiz/element.ts" },
};

/** @param {string} root */
const exportClasses = (root) =>
  Object.values(CLASSES)
    .map(
      ({ name, source }) => `import { ${name} } from "${root}${source}";
export { ${name} };`,
    )
    .join("\n");

/** Tag and source of every figure. */
async function figureList() {
  const { LIST, addressesIn } = await importSource(
    "widgets/figures/addresses.ts",
  );
  const list = readFileSync(inRoot("web", LIST), "utf8");
  return [...addressesIn(list)].map(([tag, { file, exported }]) => ({
    tag,
    source: `/${file}`,
    exported,
  }));
}

/**
 * What a figure takes until it is drawn: where it is 960 px wide, 700, on a
 * telephone, in English and in Chinese.
 */
export const roomsOf = () =>
  JSON.parse(
    readFileSync(inRoot("web", "widgets", "element", "rooms.json"), "utf8"),
  );

/** Tag → the same as web/widgets/element/size.ts reads it. */
export function roomCodes() {
  const rooms = roomsOf();
  const code = (px) =>
    Math.round(px / 2)
      .toString(36)
      .padStart(2, "0");
  return (tag) => (rooms[tag] ?? Array(6).fill(0)).map(code).join("");
}

/** The same with the name of each one's class, of their descriptions. */
async function namedFigures(widgets) {
  const names = new Map(widgets.map((it) => [it.tag, it.className]));
  const rooms = roomCodes();
  return (await figureList()).map((it) => ({
    ...it,
    name: names.get(it.tag),
    room: JSON.stringify(rooms(it.tag)),
  }));
}

const listAll = (figures) =>
  `export const all = [${[...Object.values(CLASSES), ...figures].map(({ name }) => name).join(", ")}];`;

/**
 * The module `virtual:posenc-widgets`: a class for every widget, and all of them
 * in a list. Each can be left out without the others.
 *
 * @param widgets their descriptions
 */
export async function widgetModule(root, widgets) {
  const figures = await namedFigures(widgets);
  const imports = figures.map(
    ({ source, exported }, k) =>
      `import { ${exported} as s${k} } from "${root}${source}";`,
  );
  const classes = figures.map(
    ({ name, room }, k) =>
      `export const ${name} = /*#__PURE__*/ figureElement(s${k}, ${room});`,
  );
  return `import { figureElement } from "${root}/widgets/kit/element.ts";
${exportClasses(root)}
${imports.join("\n")}
${classes.join("\n")}
${listAll(figures)}
`;
}

/**
 * The same, but the source of a widget runs when the first one of its kind is
 * made: a page that has three need not wait for all.
 *
 * @param widgets their descriptions
 */
export async function deferredModule(root, widgets) {
  const attributes = new Map(
    widgets.map((it) => [it.tag, it.attributes.map(({ name }) => name)]),
  );
  const classes = (await namedFigures(widgets)).map(
    ({ tag, name, source, exported, room }) =>
      `export const ${name} = deferredFigure({
  tag: "${tag}",
  names: ${JSON.stringify(attributes.get(tag))},
  room: ${room},
  load: () => require("${root}${source}").${exported},
});`,
  );
  return `import { deferredFigure } from "${root}/widgets/kit/element.ts";
${exportClasses(root)}
${classes.join("\n")}
${listAll(await namedFigures(widgets))}
`;
}

/**
 * Where each widget is described, below web/, by its tag: some by their
 * class, all others by a description that the kit makes live.
 */
export const sources = async () =>
  new Map([
    ...Object.entries(CLASSES).map(
      ([tag, { source }]) => /** @type {const} */ ([tag, source]),
    ),
    ...(await figureList()).map(
      ({ tag, source }) => /** @type {const} */ ([tag, source]),
    ),
  ]);

/**
 * The module of one widget: registers it, and gives its class.
 *
 * @param {string} root
 * @param {readonly { tag: string, className: string }[]} widgets
 * @param {string} wanted its tag
 */
export async function singleModule(root, widgets, wanted) {
  const own = CLASSES[wanted];
  if (own) {
    const { name, source } = own;
    return `import { define } from "${root}/widgets/element/define.ts";
import { ${name} } from "${root}${source}";
export { ${name} };
define(${name});
`;
  }
  const figures = await namedFigures(widgets);
  const figure = figures.find(({ tag }) => tag === wanted);
  if (!figure) throw new Error(`there is no figure ${wanted}`);
  const { name, source, exported, room } = figure;
  return `import { define } from "${root}/widgets/element/define.ts";
import { figureElement } from "${root}/widgets/kit/element.ts";
import { ${exported} as spec } from "${root}${source}";
export const ${name} = figureElement(spec, ${room});
define(${name});
`;
}
