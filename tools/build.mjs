// npm run build: the package in dist/ and the site in web/dist/.
import { buildSite } from "./build-site.mjs";
import { readCommand } from "./lib/command.mjs";
import { main } from "./lib/steps.mjs";
import { needNodePackages } from "./setup/node-packages.mjs";
import { showSizes } from "./sizes.mjs";

const HELP = `Usage: npm run build

Builds what is out of date: the package in dist/ and build/npm, and the site in
web/dist. Prints what a reader of the package downloads, by folder.

  --help  this text
`;

await main(async () => {
  if (!readCommand("npm run build --", HELP)) return;
  await needNodePackages();
  await buildSite();
  await showSizes();
  console.log("Built: dist/ and web/dist/");
});
