// npm start: from a fresh clone to the site in a browser.
import { existsSync } from "node:fs";
import { buildSite } from "./build-site.mjs";
import { readAddress } from "./lib/address.mjs";
import { inRoot } from "./lib/paths.mjs";
import { endOnSignal } from "./lib/run.mjs";
import { serve } from "./lib/serve.mjs";
import { Failure, main } from "./lib/steps.mjs";
import { needNodePackages } from "./setup/node-packages.mjs";

const DEFAULT_PORT = 8080;
const PORTS_TRIED = 20;
const HELP = `Usage: npm start [-- options]

Sets up what is missing, builds what is out of date, and serves the site.

  --port N     port to listen on (default: ${DEFAULT_PORT}, or the next free one)
  --host NAME  address to listen on (default: 127.0.0.1, this machine only)
  --help       this text
`;

/** @param {{ port?: string, host?: string }} options */
async function serveSomewhere({ port, host }) {
  const folder = inRoot("web", "dist");
  const given = port !== undefined;
  for (let offset = 0; ; offset += 1) {
    const tried = given ? Number(port) : DEFAULT_PORT + offset;
    try {
      return await serve(folder, { port: tried, host });
    } catch (/** @type {any} */ error) {
      if (given || error.code !== "EADDRINUSE" || offset === PORTS_TRIED) {
        throw new Failure(`Port ${tried} cannot be used: ${error.message}`, {
          hint: "choose another one: npm start -- --port N",
        });
      }
    }
  }
}

await main(async () => {
  const options = readAddress("npm start --", HELP);
  if (!options) return;
  await needNodePackages();
  await buildSite();
  if (!existsSync(inRoot("web", "dist", "index.html"))) {
    throw new Failure("There is no site to serve: web/dist/index.html");
  }
  const server = await serveSomewhere(options);
  endOnSignal();
  console.log(`\n  posenc is at ${server.url}\n  Stop with Ctrl-C.`);
});
