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
  data: `<pe-heatmap data="positions.npy"></pe-heatmap>
<pe-waves data="positions.csv"></pe-waves>
<pe-similarity>
  <script type="application/json">
    [[1, 0], [0.9, 0.4], [0.6, 0.8], [0.3, 1], [0, 1], [-0.3, 1], [-0.6, 0.8], [-0.9, 0.4]]
  </script>
</pe-similarity>`,
  property: `document.querySelector("pe-heatmap").wording = { seqLen: "Rows" };`,
  language: `import { addWords } from "posenc-widgets";

addWords("pt", {
  "*": { More: "Mais" },
  "pe-heatmap": { Positions: "Posições" },
});`,
  quiz: {
    en: `<pe-quiz for="map" lock>
  <p>How many of the dimensions hardly move?</p>
  <details><summary>A few</summary>Look at the right-hand side.</details>
  <details data-right><summary>Most</summary>Yes: they turn slowly.</details>
</pe-quiz>
<pe-heatmap id="map" seq-len="40"></pe-heatmap>`,
    zh: `<pe-quiz for="map" lock>
  <p>有多少个维度几乎不动？</p>
  <details><summary>少数几个</summary>再看看图的右侧。</details>
  <details data-right><summary>大多数</summary>对，它们转得很慢。</details>
</pe-quiz>
<pe-heatmap id="map" seq-len="40"></pe-heatmap>`,
  },
  others: {
    en: `<pe-quiz for="map" answer="{1}" tolerance="0.1">
  <p>How many, exactly?</p>
</pe-quiz>
<pe-quiz for="map" goal="pos=12 show=steps">
  <p>Show the steps of position 12.</p>
</pe-quiz>`,
    zh: `<pe-quiz for="map" answer="{2}" tolerance="0.1">
  <p>到底是多少个？</p>
</pe-quiz>
<pe-quiz for="map" goal="pos=12 show=steps">
  <p>把图调到位置 12 的“步长”。</p>
</pe-quiz>`,
  },
  spanish: `<pe-heatmap lang="es"></pe-heatmap>`,
} as const;
