// The bill of materials, in CycloneDX: what is in the package besides our own
// code, and what compiled the WebAssembly in it. It has no time and no random number: the same build gives the same file.

const purl = ({ name, version }) =>
  `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** @param {string} license */
const licenses = (license) =>
  /[ ()]/.test(license)
    ? [{ expression: license }]
    : [{ license: { id: license } }];

/**
 * @param {{ name: string, version: string, license: string }} manifest
 * @param {readonly import("../../web/site/bundle/libraries.ts").Library[]} libraries
 * @param {Readonly<Record<string, string>>} tools package of the toolchain → version
 */
export const bill = (manifest, libraries, tools) => ({
  $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: {
    tools: {
      components: Object.entries(tools).map(([name, version]) => ({
        type: "application",
        name,
        version,
      })),
    },
    component: {
      "bom-ref": purl(manifest),
      type: "library",
      name: manifest.name,
      version: manifest.version,
      licenses: licenses(manifest.license),
      purl: purl(manifest),
    },
  },
  components: libraries.map((it) => ({
    "bom-ref": it.version ? purl(it) : it.name,
    type: "library",
    name: it.name,
    // What is compiled into the module is no package of npm.
    ...(it.version && { version: it.version, purl: purl(it) }),
    licenses: licenses(it.license),
  })),
});
