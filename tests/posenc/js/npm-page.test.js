// What npm shows of the package and what goes with it: README, addresses,
// notices, bill of materials.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { addressesIn } from "../../../tools/lib/addresses.mjs";
import { packageReadme } from "../../../tools/lib/package-readme.mjs";
import { PACKAGES, SOURCE } from "../../../tools/lib/packages.mjs";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { bill } from "../../../tools/lib/sbom.mjs";
import { PUBLISHED } from "../../packed.js";

const FOLDER = "src/posenc";
const own = (name) => readFileSync(inRoot(FOLDER, name), "utf8");
const published = (name, of = "posenc") =>
  readFileSync(join(PUBLISHED, of, name), "utf8");
const MANIFEST = {
  name: "p",
  version: "1.0.0",
  license: "MIT",
  homepage: "https://p.test/site",
  repository: { url: "git+https://p.test/code.git" },
};

test("npm shows the READMEs of the workspaces: npm install first, absolute links", () => {
  for (const { name } of PACKAGES.values()) {
    const text = readFileSync(join(PUBLISHED, name, "README.md"), "utf8");
    assert.equal(/```sh\n(.*)/.exec(text)[1], `npm install ${name}`);
    assert.ok(text.indexOf("npm install") < 600, name);
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, it]) => it);
    assert.ok(targets.length >= 3, name);
    for (const target of targets) assert.match(target, /^(https:\/\/|#)/);
    assert.doesNotMatch(text, /<!--/);
  }
});

test("links of a README lead to the repository", () => {
  const readme =
    "# A b\n[x](docs/x.md) [u](../../LICENSE) [y](#a-b) ![p](p.png)\n<!-- mark -->\n\n[w](https://w.test/)\n\n<!-- /mark -->\n";
  const text = packageReadme(readme, "src/a", MANIFEST);
  assert.match(
    text,
    /\[x\]\(https:\/\/p\.test\/code\/blob\/main\/src\/a\/docs\/x\.md\)/,
  );
  assert.match(text, /\[u\]\(https:\/\/p\.test\/code\/blob\/main\/LICENSE\)/);
  assert.match(text, /\[y\]\(#a-b\)/);
  assert.match(
    text,
    /!\[p\]\(https:\/\/p\.test\/code\/blob\/main\/src\/a\/p\.png\)/,
  );
  assert.match(text, /\[w\]\(https:\/\/w\.test\/\)/);
  assert.doesNotMatch(text, /<!--/);
});

test("all addresses are made from package.json; example.org is none", () => {
  assert.deepEqual(
    { ...addressesIn(MANIFEST), file: undefined },
    {
      site: "https://p.test/site/",
      code: "https://p.test/code",
      file: undefined,
      isKnown: true,
    },
  );
  const manifest = JSON.parse(published("package.json"));
  const { code } = addressesIn(manifest);
  assert.equal(manifest.bugs.url, `${code}/issues`);
  const nobodys = { ...MANIFEST, homepage: "https://example.org/p/" };
  assert.equal(addressesIn(nobodys).isKnown, false);
});

test("the published manifest has no scripts and no tools of ours", () => {
  const { scripts, devDependencies, ...rest } = JSON.parse(
    published("package.json"),
  );
  assert.deepEqual([scripts, devDependencies], [undefined, undefined]);
  const whole = JSON.parse(own("package.json"));
  for (const [name, entry] of Object.entries(whole.exports)) {
    if (typeof entry !== "object") continue;
    delete entry[SOURCE];
    if (Object.keys(entry).length === 0) delete whole.exports[name];
  }
  for (const field of ["exports", "version", "bin", "sideEffects", "types"]) {
    assert.deepEqual(rest[field], whole[field], field);
  }
});

test("the bill of materials names what the notices name, and nothing of the day", () => {
  const of = "posenc-widgets";
  const { components, ...head } = JSON.parse(published("sbom.cdx.json", of));
  assert.equal(head.metadata.timestamp, undefined);
  assert.equal(head.serialNumber, undefined);
  const notices = published("THIRD-PARTY-NOTICES.txt", of);
  const first = notices.slice(0, notices.indexOf("-----"));
  const has = (name, all = components) => all.some((it) => it.name === name);
  for (const name of ["d3-color", "d3-path", "d3-scale", "xsimd"]) {
    assert.ok(has(name), name);
  }
  // The library draws nothing.
  const { components: library } = JSON.parse(published("sbom.cdx.json"));
  assert.deepEqual(
    [has("xsimd", library), has("d3-color", library)],
    [true, false],
  );
  for (const { name, version = "" } of components) {
    assert.ok(first.includes(name), name);
    assert.ok(notices.includes(`\n${`${name} ${version}`.trim()}, `), name);
  }
  const compilers = head.metadata.tools.components.map(({ name }) => name);
  assert.ok(compilers.includes("emscripten"), `${compilers}`);
  const scoped = { name: "@a/b", version: "2.0.0", license: "MIT OR ISC" };
  const [one] = bill(MANIFEST, [{ ...scoped, text: "" }], {}).components;
  assert.deepEqual(one, {
    "bom-ref": "pkg:npm/%40a/b@2.0.0",
    type: "library",
    name: "@a/b",
    version: "2.0.0",
    purl: "pkg:npm/%40a/b@2.0.0",
    licenses: [{ expression: "MIT OR ISC" }],
  });
});
