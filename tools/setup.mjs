// node tools/setup.mjs: node packages, system packages and the toolchain.
import { readCommand } from "./lib/command.mjs";
import { showCommand } from "./lib/run.mjs";
import { main, showProgressOn } from "./lib/steps.mjs";
import { needNodePackages } from "./setup/node-packages.mjs";
import { needBuildTools } from "./setup/system-packages.mjs";
import { needToolchain } from "./setup/toolchain.mjs";

const HELP = `Usage: node tools/setup.mjs [options]

Installs what is missing: node packages, system packages and the toolchain.

  --env   prints the toolchain as shell exports, for use by hand:
          eval "$(node tools/setup.mjs --env)" && emcmake cmake --preset wasm
  --help  this text
`;

await main(async () => {
  const read = readCommand("node tools/setup.mjs", HELP, {
    options: { env: { type: "boolean" } },
  });
  if (!read) return;
  const asExports = read.values.env;
  if (asExports) showProgressOn(process.stderr);
  await needNodePackages();
  await needBuildTools();
  const toolchain = await needToolchain();
  if (asExports) {
    for (const [name, value] of Object.entries(toolchain.env)) {
      console.log(`export ${name}=${showCommand(value)}`);
    }
    console.log(`export PATH=${showCommand(toolchain.emscripten)}:"$PATH"`);
    if (toolchain.headers) {
      console.log(`export POSENC_HEADERS=${showCommand(toolchain.headers)}`);
    }
  } else {
    console.log(`Emscripten ${toolchain.version} in ${toolchain.emscripten}`);
  }
});
