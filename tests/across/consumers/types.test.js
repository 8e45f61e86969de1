// The types of the widgets as npm publishes them, for a strict user: programs
// that must compile, and uses that must not.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, describe, test } from "node:test";
import { promisify } from "node:util";
import { TAGS } from "../../web/every-widget.js";
import { compilerIn } from "./compiler.js";
import { notes, unpack } from "./notes.js";

const run = promisify(execFile);

/** How a project may resolve modules: --module, --moduleResolution. */
const RESOLUTIONS = [
  ["node16", "node16"],
  ["esnext", "bundler"],
];

/** What posenc-widgets/jsx and /vue add to, without the libraries themselves. */
const FRAMEWORKS = {
  react: `export interface HTMLAttributes<T> { onClick?: (from: T) => void }
export type DetailedHTMLProps<Attributes, T> = Attributes & { ref?: T };
export namespace JSX { interface IntrinsicElements {} }
`,
  vue: `export interface HTMLAttributes { title?: string }
export interface PublicProps { key?: PropertyKey }
export interface GlobalComponents {}
`,
};

let folder;
let compile;
let widgets;
before(async () => {
  const place = await unpack();
  folder = notes("types", { "package.json": '{"type":"module"}' });
  compile = compilerIn(folder);
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  // A copy: what it imports is looked for beside it.
  cpSync(place, join(modules, "posenc-widgets"), { recursive: true });
  for (const [name, types] of Object.entries(FRAMEWORKS)) {
    mkdirSync(join(modules, name));
    writeFileSync(join(modules, name, "index.d.ts"), types);
    const fields = JSON.stringify({
      name,
      type: "module",
      types: "./index.d.ts",
    });
    writeFileSync(join(modules, name, "package.json"), fields);
  }
  const manifest = join(place, "dist/custom-elements.json");
  const { modules: listed } = JSON.parse(readFileSync(manifest, "utf8"));
  widgets = listed[0].declarations.map(({ name, tagName }) => [name, tagName]);
});

/** Compiles a program in every resolution, all declarations checked too. */
function compiles(name, text) {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  for (const [module, resolution] of RESOLUTIONS) {
    const said = compile(
      "--noEmit",
      "--strict",
      "--exactOptionalPropertyTypes",
      "--skipLibCheck",
      "false",
      "--target",
      "es2022",
      "--lib",
      "es2022,dom",
      "--module",
      module,
      "--moduleResolution",
      resolution,
      name,
    );
    assert.equal(said, "", `${resolution}: ${said}`);
  }
}

describe("the types of the widgets", () => {
  test("a program that uses them rightly compiles, and wrong uses do not", () =>
    compiles(
      "user.ts",
      `import "posenc-widgets/embed";
import "posenc-widgets/auto";
import { all, Heatmap, register, type WidgetAttributes } from "posenc-widgets";
import { Heatmap as Alone } from "posenc-widgets/pe-heatmap";
import { describe, renderSVG } from "posenc-widgets/render";

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : never;
const found = document.querySelector("pe-heatmap");
export const exactly: Same<typeof found, Heatmap | null> = true;
export const mapped: Same<HTMLElementTagNameMap["pe-heatmap"], Heatmap> = true;
export const alone: Same<Alone, Heatmap> = true;

register(all);
register([Heatmap, Alone]);
// @ts-expect-error all of them, by name
register();
const tags: string[] = all.map(({ tag }) => tag);
const heatmap: Heatmap = document.createElement("pe-heatmap");
heatmap.seqLen = heatmap.state.seqLen + 1;
heatmap.setState({ dModel: 32 });
heatmap.addEventListener("pe-change", ({ detail }) => {
  tags.push(detail.seqLen.toFixed(), detail.layout);
});
heatmap.addEventListener("pe-link", (event) => {
  const name: string | null = event.detail;
  tags.push(name ?? "");
});
heatmap.addEventListener("click", (event) => tags.push(String(event.clientX)));
heatmap.addEventListener("own", (event) => tags.push(event.type), { once: true });
const [first] = await describe();
export const name: string | undefined = first?.className;
export const svg: string = await renderSVG("heatmap", { dModel: 8 });
export const written: WidgetAttributes["pe-heatmap"] = { "seq-len": 8, lang: "zh" };

// @ts-expect-error no such class
import { Hetmap } from "posenc-widgets";
// @ts-expect-error a number
heatmap.setState({ seqLen: "many" });
// @ts-expect-error left out, or a number
heatmap.setState({ seqLen: undefined });
// @ts-expect-error no such value
heatmap.setState({ depth: 3 });
// @ts-expect-error not one of its layouts
heatmap.layout = "diagonal";
// @ts-expect-error for reading only
heatmap.state = heatmap.state;
// @ts-expect-error may be null
found.reset();
// @ts-expect-error the detail is the state
heatmap.addEventListener("pe-change", (event: MouseEvent) => event);
// @ts-expect-error the detail has no such value
heatmap.addEventListener("pe-ready", ({ detail }) => detail.depth);
// @ts-expect-error not a class of widgets
register([HTMLElement]);
// @ts-expect-error not a theme
export const wrong: WidgetAttributes["pe-heatmap"] = { theme: "red" };
`,
    ));

  test("every tag has its class, by each way to it", () => {
    const lines = widgets.map(([name, tag], k) => {
      const state = `${name}State`;
      return `import { ${name}, type ${state} } from "posenc-widgets";
import { ${name} as C${k} } from "posenc-widgets/${tag}";
export const a${k}: Same<HTMLElementTagNameMap["${tag}"], ${name}> = true;
export const b${k}: Same<C${k}, ${name}> = true;
export const c${k}: Same<${name}["state"], ${state}> = true;
export const d${k}: Same<Any<${name}>, false> = true;
`;
    });
    assert.equal(lines.length, TAGS.length);
    return compiles(
      "every.ts",
      `type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : never;
type Any<T> = 0 extends 1 & T ? true : false;
${lines.join("")}`,
    );
  });

  test("elements in JSX and in Vue have the attributes of their tags", () => {
    const lines = widgets.map(
      ([, tag], k) => `
export const a${k}: JSX.IntrinsicElements["${tag}"] = { lang: "en", "url-state": true };
// @ts-expect-error not a theme
export const b${k}: JSX.IntrinsicElements["${tag}"] = { theme: "red" };
export const c${k}: Props<"${tag}"> = { theme: "dark" };
// @ts-expect-error not a theme
export const d${k}: Props<"${tag}"> = { theme: "red" };`,
    );
    return compiles(
      "elements.ts",
      `import type {} from "posenc-widgets/jsx";
import type {} from "posenc-widgets/vue";
import type { JSX } from "react";
import type { GlobalComponents } from "vue";
type Props<Tag extends keyof GlobalComponents> =
  InstanceType<GlobalComponents[Tag]>["$props"];
export const heatmap: JSX.IntrinsicElements["pe-heatmap"] = { "seq-len": 4 };
// @ts-expect-error no such layout
export const wrong: Props<"pe-heatmap"> = { layout: "diagonal" };
${lines.join("")}`,
    );
  });

  test("describe() says the class that posenc-widgets exports", async () => {
    writeFileSync(
      join(folder, "describe.js"),
      `import * as widgets from "posenc-widgets";
import { describe } from "posenc-widgets/render";
const named = (await describe()).map(({ tag, className }) =>
  [tag, className, widgets[className]?.tag]);
console.log(JSON.stringify(named));`,
    );
    const { stdout } = await run(process.execPath, ["describe.js"], {
      cwd: folder,
    });
    const wanted = widgets.map(([name, tag]) => [tag, name, tag]);
    assert.deepEqual(JSON.parse(stdout), wanted);
  });
});
