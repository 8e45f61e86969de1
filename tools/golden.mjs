// npm run golden: the numbers of the reference implementations, through the
// built package. POSENC_GOLDEN names another folder of the same format.
import { buildPackage } from "./build-package.mjs";
import { inRoot } from "./lib/paths.mjs";

await buildPackage();
process.argv[1] = inRoot("tests", "golden", "run.js");
await import("../tests/golden/run.js");
