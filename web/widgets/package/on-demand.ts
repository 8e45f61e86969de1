// posenc-widgets/auto for bundlers and Node, which make a file of each import.
import { loads } from "virtual:posenc-loads";
import { onDemand } from "./loader/demand.ts";

onDemand(async (tag) => {
  const load = loads[tag];
  if (load === undefined) return Object.keys(loads);
  await load();
  return undefined;
});
