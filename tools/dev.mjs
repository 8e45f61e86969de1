// npm run dev: the site, made anew whenever a source of it is saved.

import { buildNpm } from "./build-npm.mjs";
import { writeGenerated, writePublished } from "./build-package.mjs";
import { buildWasm } from "./build-wasm.mjs";
import { readAddress } from "./lib/address.mjs";
import { cmakeInputs } from "./lib/cmake.mjs";
import { inRoot } from "./lib/paths.mjs";
import { endOnSignal } from "./lib/run.mjs";
import { Failure, main, report } from "./lib/steps.mjs";
import { needNodePackages } from "./setup/node-packages.mjs";

const CONFIG = "web/vite.dev.config.ts";
const HELP = `Usage: npm run dev [-- options]

Serves the site as it is edited: pages, figures and the library as they are
saved, the WebAssembly module compiled again when C++ is. What is wrong is said
here and on the page.

  --port N     port to listen on (default: 5173, or the next free one)
  --host NAME  address to listen on (default: 127.0.0.1, this machine only)
  --help       this text
`;
const MODULE_SOURCES = [...cmakeInputs, "src/posenc/core", "src/posenc/wasm"];
/** ms; a checkout changes many files. */
const CALM = 200;

/** Compiles the module when its sources change, one time after another. */
function rebuildModule(server) {
  const folders = MODULE_SOURCES.map((name) => inRoot(name));
  const { hot } = server.environments.client;
  let fault;
  let timer;
  let isBuilding = false;
  const show = () => hot.send({ type: "error", err: fault });
  const build = async () => {
    if (isBuilding) return later();
    isBuilding = true;
    try {
      await buildWasm();
      // Vite sees these change and reloads what imports them.
      writePublished();
      await writeGenerated();
      if (fault) hot.send({ type: "full-reload" });
      fault = undefined;
    } catch (/** @type {any} */ error) {
      report(error);
      const { message, tail = "", hint = "" } = error;
      fault = { message: `${message}\n${tail}\n${hint}`, stack: "" };
      show();
    }
    isBuilding = false;
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(build, CALM);
  };
  server.watcher.add(folders);
  server.watcher.on("all", (_, file) => {
    if (folders.some((it) => file === it || file.startsWith(`${it}/`))) later();
  });
  // Pages that are opened while the module is broken say so too.
  hot.on("connection", () => fault && show());
}

await main(async () => {
  const options = readAddress("npm run dev --", HELP);
  if (!options) return;
  await needNodePackages();
  // The page about embedding has the widgets as they are published.
  await buildNpm();
  writePublished();
  endOnSignal();
  const { createServer } = await import("vite");
  const { port, host = "127.0.0.1" } = options;
  const server = await createServer({
    configFile: inRoot(CONFIG),
    server: {
      host,
      ...(port && { port: Number(port), strictPort: true }),
    },
  });
  try {
    await server.listen();
  } catch (/** @type {any} */ error) {
    throw new Failure(error.message, {
      hint: "choose another port: npm run dev -- --port N",
    });
  }
  rebuildModule(server);
  const { local = [], network = [] } = server.resolvedUrls ?? {};
  const [address] = [...local, ...network];
  console.log(
    `\n  posenc is at ${address}\n  all figures at ${address}dev/figures/\n  Stop with Ctrl-C.`,
  );
});
