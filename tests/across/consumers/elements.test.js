// Widgets as elements in the JSX of other libraries, against these libraries'
// own types: attributes of HTML, of the widget, and its events.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { compilerIn } from "./compiler.js";
import { notes, unpack } from "./notes.js";

const MODULES = fileURLToPath(
  new URL("../../../node_modules/", import.meta.url),
);

/** Packages whose types an element has. */
const LIBRARIES = {
  react: ["@types/react", "csstype"],
  preact: ["preact", "csstype"],
  "solid-js": ["solid-js", "csstype", "seroval", "seroval-plugins"],
};

let place;
before(async () => {
  place = await unpack();
});

for (const [library, packages] of Object.entries(LIBRARIES)) {
  test(`elements in the JSX of ${library} have their attributes and events`, () => {
    const isSolid = library === "solid-js";
    const name = isSolid ? "solid.tsx" : "elements.tsx";
    const types = library === "react" ? "jsx" : library.replace("-js", "");
    const program = readFileSync(
      new URL(`./types/${name}`, import.meta.url),
      "utf8",
    );
    const folder = notes(`elements-${types}`, {
      "package.json": '{"type":"module"}',
      [name]: program.replaceAll("LIBRARY", library).replaceAll("TYPES", types),
    });
    for (const it of packages) {
      const to = join(folder, "node_modules", it);
      mkdirSync(dirname(to), { recursive: true });
      symlinkSync(join(MODULES, it), to, "junction");
    }
    cpSync(place, join(folder, "node_modules/posenc-widgets"), {
      recursive: true,
    });
    const compile = compilerIn(folder);
    for (const [module, resolution] of [
      ["node16", "node16"],
      ["esnext", "bundler"],
    ]) {
      const said = compile(
        "--noEmit",
        "--strict",
        "--exactOptionalPropertyTypes",
        "--skipLibCheck",
        "false",
        "--target",
        "es2022",
        "--lib",
        "es2022,dom,dom.iterable",
        "--jsxImportSource",
        library,
        "--jsx",
        isSolid ? "preserve" : "react-jsx",
        "--module",
        module,
        "--moduleResolution",
        resolution,
        name,
      );
      assert.equal(said, "", `${resolution}: ${said}`);
    }
  });
}
