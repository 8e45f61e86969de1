// What Node begins with where tests run on src/posenc/js instead of dist: `posenc` is
// resolved to its sources, TypeScript is compiled file by file.
import "tsx";
import { version } from "../lib/package-json.mjs";

// The build writes it into the package.
Object.assign(globalThis, { __POSENC_VERSION__: version });
