// npm run translations: says that the two languages of the texts agree.
import { readCommand } from "./lib/command.mjs";
import { root } from "./lib/paths.mjs";
import { main, say, step } from "./lib/steps.mjs";
import { needNodePackages } from "./setup/node-packages.mjs";

const HELP = `Usage: npm run translations [-- options]

Adds new texts to tools/translations.txt, the list of pairs whose two languages
agree, drops those that went, and refuses a change of one language alone.

  --accept  takes such changes, and prints them
  --help    this text
`;

await main(async () => {
  const read = readCommand("npm run translations --", HELP, {
    options: { accept: { type: "boolean" } },
  });
  if (!read) return;
  await needNodePackages();
  const { update } = await import("./lib/translations.mjs");
  const { pairs, accepted } = await step("Compare the translations", () =>
    update(root, read.values.accept),
  );
  for (const { pair } of accepted) say(`${pair.shown.en}\n${pair.shown.zh}\n`);
  console.log(`Translations: ${pairs.length} texts are in agreement`);
});
