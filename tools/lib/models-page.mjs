// The page of the reference that lists the model types whose configs are read.
import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/** The one place where they stand. */
export const MODELS = "docs/models.json";

/** How positions enter, by the kind of a rule. */
const KINDS = {
  alibi: "ALiBi",
  axial: "rotary, by grid coordinates",
  axialHeads: "rotary, by grid coordinates, all heads as one vector",
  baichuan: "rotary (7B) or ALiBi (13B)",
  deberta: "disentangled attention",
  falcon: "rotary or ALiBi",
  hiera: "learned rows, resized and repeated",
  learned: "learned rows",
  mpt: "ALiBi or learned rows",
  none: "none",
  rotary: "rotary",
  sinusoidal: "sinusoids",
  t5: "T5's buckets",
  t5gemma: "rotary, in two stacks",
  transformerXL: "Transformer-XL's terms",
};

/** The page in Markdown, with the front matter that TypeDoc reads. */
export function modelsPage() {
  const { about, models } = JSON.parse(readFileSync(inRoot(MODELS), "utf8"));
  const rows = Object.entries(models).map(
    ([type, { kind, repository, file, commit, date }]) =>
      `| \`${type}\` | ${KINDS[kind]} | ${repository} \`${file}\` | ${commit.slice(0, 12)} | ${date} |`,
  );
  const files = rows.filter((row) => row.startsWith("| `gguf_")).length;
  return `---
title: Models whose configurations are read
---

# Models whose configurations are read

\`config.fromHuggingFace\` knows these ${rows.length - files} values of \`model_type\` (of
\`_class_name\` in diffusers); all others get no plan. Those in \`gguf_\` are ${files} more:
the architectures of GGUF files, as \`readGguf\` names them. ${about}

| model_type | positions | code | commit | date |
| --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
}
