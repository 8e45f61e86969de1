// What the page on own words shows; tests run it.
export const EXAMPLES = {
  attributes: {
    en: `<pe-heatmap seq-len="40"
  question="Which columns hardly change?"
  finding="Of {2} dimensions, {1} hardly move in {seq-len} positions."
  caption="The table from last week’s exercise."></pe-heatmap>`,
    zh: `<pe-heatmap seq-len="40"
  question="哪些列几乎不变？"
  finding="{seq-len} 个位置之内，{1} 个维度中有 {2} 个几乎不动。"
  caption="上周习题里的那张表。"></pe-heatmap>`,
  },
  json: {
    en: `<pe-heatmap>
  <script type="application/json">
    { "seqLen": "Rows", "the vector of position {1}": "row {1}" }
  </script>
</pe-heatmap>`,
    zh: `<pe-heatmap>
  <script type="application/json">
    { "seqLen": "行数", "位置 {1} 的整个向量": "第 {1} 行" }
  </script>
</pe-heatmap>`,
  },
  property: `document.querySelector("pe-heatmap").texts = { seqLen: "Rows" };`,
  language: `import { addWords } from "posenc-widgets";

addWords("pt", {
  "*": { More: "Mais" },
  "pe-heatmap": { Positions: "Posições" },
});`,
  spanish: `<pe-heatmap lang="es"></pe-heatmap>`,
} as const;
