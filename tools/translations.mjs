// Says that the two languages of the texts agree.
//
//   npm run translations               adds new texts, drops those that went
//   npm run translations -- --accept   and takes changes of one language alone
//
// The list of pairs that agree is tools/translations.txt.
import { parseArgs } from "node:util";
import { root } from "./lib/paths.mjs";
import { main, say, step } from "./lib/steps.mjs";
import { needNodePackages } from "./setup/node-packages.mjs";

const { values: options } = parseArgs({
  options: { accept: { type: "boolean" } },
});

await main(async () => {
  await needNodePackages();
  const { update } = await import("./lib/translations.mjs");
  const { pairs, accepted } = await step("Compare the translations", () =>
    update(root, options.accept),
  );
  for (const { pair } of accepted) say(`${pair.shown.en}\n${pair.shown.zh}\n`);
  console.log(`Translations: ${pairs.length} texts are in agreement`);
});
