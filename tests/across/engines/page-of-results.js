// Pages that compute the results of results.js with the package.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const PACKAGE = fileURLToPath(
  new URL("../../../src/posenc/dist/", import.meta.url),
);

const page = (script) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Results</title><link rel="icon" href="data:,"><script type="module" src="${script}"></script></head></html>`;
const COMPUTE = `import { load } from "./index.js";
import { fingerprints } from "./results.js";
const found = fingerprints(await load());
`;

/** Their files, to lie beside those of the package. */
export const pageOfResults = () => ({
  "results.js": readFileSync(new URL("results.js", import.meta.url), "utf8"),
  "results.html": page("in-page.js"),
  "in-page.js": `${COMPUTE}globalThis.found = found;\n`,
  "worker.html": page("starts-worker.js"),
  "starts-worker.js": `const worker = new Worker("in-worker.js", { type: "module" });
worker.onmessage = ({ data }) => {
  globalThis.found = data;
};
`,
  "in-worker.js": `${COMPUTE}postMessage(found);\n`,
});
