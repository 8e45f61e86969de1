// What npm shows of the package and what goes with it: README, addresses,
// notices, bill of materials.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { addressesIn } from "../../tools/lib/addresses.mjs";
import { SOURCE } from "../../tools/lib/package-json.mjs";
import { packageReadme } from "../../tools/lib/package-readme.mjs";
import { bill } from "../../tools/lib/sbom.mjs";
import { PUBLISHED } from "../packed.js";
import { ROOT } from "./installed.js";

const own = (name) => readFileSync(join(ROOT, name), "utf8");
const published = (name) => readFileSync(join(PUBLISHED, name), "utf8");
const MANIFEST = {
  name: "p",
  version: "1.0.0",
  license: "MIT",
  homepage: "https://p.test/site",
  repository: { url: "git+https://p.test/code.git" },
};

test("the README of the package is shorter, begins with npm install, and its links are absolute", () => {
  const text = published("README.md");
  assert.ok(text.length < 0.75 * own("README.md").length, `${text.length}`);
  assert.equal(/```sh\n(.*)/.exec(text)[1], "npm install posenc");
  assert.equal(/```sh\n(.*)/.exec(own("README.md"))[1], "npm install posenc");
  assert.ok(text.indexOf("npm install") < 600);
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, it]) => it);
  assert.ok(targets.length > 3);
  assert.match(text, /\n## Everywhere\n/);
  for (const target of targets) assert.match(target, /^(https:\/\/|#)/);
  assert.doesNotMatch(text, /<!--/);
});

test("links of the README lead to the repository, anchors to where they are", () => {
  const readme = [
    "<!-- npm -->\n# A b\n[x](docs/x.md) [y](#a-b) [z](#away) ![p](p.png)",
    "<!-- mark -->\n\n[w](https://w.test/)\n\n<!-- /mark -->\n\n<!-- /npm -->\n## Away\n",
  ].join("\n");
  const text = packageReadme(readme, MANIFEST);
  assert.match(
    text,
    /\[x\]\(https:\/\/p\.test\/code\/blob\/main\/docs\/x\.md\)/,
  );
  assert.match(text, /\[y\]\(#a-b\) \[z\]\(https:\/\/p\.test\/code#away\)/);
  assert.match(text, /!\[p\]\(https:\/\/p\.test\/code\/blob\/main\/p\.png\)/);
  assert.match(text, /\[w\]\(https:\/\/w\.test\/\)/);
  assert.doesNotMatch(text, /## Away|<!--/);
  assert.throws(() => packageReadme("# none\n", MANIFEST), {
    message: "README.md has no part for npm",
  });
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
  for (const entry of Object.values(whole.exports)) {
    if (typeof entry === "object") delete entry[SOURCE];
  }
  for (const field of ["exports", "version", "bin", "sideEffects", "types"]) {
    assert.deepEqual(rest[field], whole[field], field);
  }
});

test("the bill of materials names what the notices name, and nothing of the day", () => {
  const { components, ...head } = JSON.parse(published("sbom.cdx.json"));
  assert.equal(head.metadata.timestamp, undefined);
  assert.equal(head.serialNumber, undefined);
  const notices = published("THIRD-PARTY-NOTICES.txt");
  const first = notices.slice(0, notices.indexOf("-----"));
  for (const name of ["d3-color", "d3-path", "d3-scale", "xsimd"]) {
    assert.ok(
      components.some((it) => it.name === name),
      name,
    );
  }
  for (const { name, version = "" } of components) {
    assert.ok(first.includes(name), name);
    assert.ok(notices.includes(`\n${`${name} ${version}`.trim()}, `), name);
  }
  const compilers = head.metadata.tools.components.map(({ name }) => name);
  assert.ok(compilers.includes("emscripten"), `${compilers}`);
  const library = { name: "@a/b", version: "2.0.0", license: "MIT OR ISC" };
  const [one] = bill(MANIFEST, [{ ...library, text: "" }], {}).components;
  assert.deepEqual(one, {
    "bom-ref": "pkg:npm/%40a/b@2.0.0",
    type: "library",
    name: "@a/b",
    version: "2.0.0",
    purl: "pkg:npm/%40a/b@2.0.0",
    licenses: [{ expression: "MIT OR ISC" }],
  });
});
