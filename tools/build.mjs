// npm run build: the package in dist/ and the site in web/dist/.
import { buildSite } from "./build-site.mjs";
import { main } from "./lib/steps.mjs";
import { needNodePackages } from "./setup/node-packages.mjs";
import { showSizes } from "./sizes.mjs";

await main(async () => {
  await needNodePackages();
  await buildSite();
  await showSizes();
  console.log("Built: dist/ and web/dist/");
});
