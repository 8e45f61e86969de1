// <pe-ladder>: eight rungs against six demands, filled in rung by rung.
import { integer, type StateOf } from "../../element/state/attributes.ts";
import { figure, type Shown } from "../../kit/spec.ts";
import type { Text } from "../../words/text.ts";
import { plural } from "../../words/text.ts";
import { D, RUNGS, type Rung } from "./codes.ts";
import {
  criteria,
  DEMANDS,
  demandNames,
  judge,
  type Scores,
} from "./demands.ts";

const table = {
  "seq-len": integer({ default: 32, min: 8, max: 128 }),
  seed: integer({ default: 0, min: 0, max: 999 }),
  rungs: integer({ default: RUNGS.length, min: 1, max: RUNGS.length }),
} as const;

type State = StateOf<typeof table>;
type Model = readonly (readonly [rung: Rung, scores: Scores])[];
type Here = Shown<State, Model>;

const strings = {
  name: { en: "The ladder, scored", zh: "阶梯记分表" },
  caption: {
    en: "Press play and climb. Then lengthen the texts: which marks change, and which numbers change without their mark?",
    zh: "点击播放，逐级往上。再把文本加长：哪些勾叉变了？哪些数变了而勾叉不变？",
  },
  seqLen: { en: "Positions", zh: "位置个数" },
  seed: { en: "Seed", zh: "随机种子" },
  rungs: { en: "Rungs climbed", zh: "已登级数" },
} as const;

/** Names of the rungs. */
const rungNames: Readonly<Record<Rung, Text>> = {
  index: { en: "index", zh: "序号" },
  normalized: { en: "normalised", zh: "归一化" },
  binary: { en: "binary", zh: "二进制" },
  sinusoidal: { en: "sinusoidal", zh: "正弦" },
  learned: { en: "learned", zh: "可学习" },
  relative: { en: "relative (Shaw)", zh: "相对（Shaw）" },
  alibi: { en: "ALiBi", zh: "ALiBi" },
  rotary: { en: "RoPE", zh: "RoPE" },
};

/** ✓ or ✗ with words for those who hear it. */
function verdictHtml(passed: boolean, lang: "en" | "zh"): string {
  const said = { en: ["failed", "met"], zh: ["不满足", "满足"] }[lang];
  return `<span class="${passed ? "good" : "bad"}"><span aria-hidden="true">${passed ? "✓" : "✗"}</span><span class="said">${said[passed ? 1 : 0]}</span></span>`;
}

const climbed = ({ state, model }: Here) => model.slice(0, state.rungs);

function say(shown: Here): string {
  const { lang } = shown;
  const all = climbed(shown).map(
    ([rung, { passes }]) => `${rungNames[rung][lang]} ${passes}`,
  );
  return {
    en: `Demands met, of ${DEMANDS.length}: ${all.join(", ")}.`,
    zh: `${DEMANDS.length} 项要求中满足的项数：${all.join("，")}。`,
  }[lang];
}

export const spec = figure<typeof table, Model>({
  tag: "pe-ladder",
  table,
  strings,
  controls: [
    { key: "rungs", play: { every: 900 } },
    { key: "seqLen" },
    { key: "seed" },
  ],
  main: ["rungs"],
  compute: ({ seqLen, seed }) =>
    RUNGS.map((rung) => [rung, judge(rung, seqLen, seed)] as const),
  finding(shown) {
    const best = Math.max(...climbed(shown).map(([, { passes }]) => passes));
    const names = (lang: "en" | "zh"): string =>
      climbed(shown)
        .filter(([, { passes }]) => passes === best)
        .map(([rung]) => rungNames[rung][lang])
        .join(lang === "zh" ? "、" : ", ");
    const { seqLen, rungs } = shown.state;
    return {
      en: `Best of the first ${rungs} ${plural(rungs, "rung")}, at ${seqLen} positions: ${names("en")}, with <b>${best}</b> of ${DEMANDS.length} demands met.`,
      zh: `${seqLen} 个位置时，前 ${rungs} 级中最好的：${names("zh")}，${DEMANDS.length} 项要求满足了 <b>${best}</b> 项。`,
    }[shown.lang];
  },
  panels: [
    {
      kind: "html",
      id: "ladder",
      label: say,
      html(shown) {
        const { model, state, lang } = shown;
        const head = DEMANDS.map(
          (demand) =>
            `<th scope="col" title="${criteria[demand][lang]}">${demandNames[demand][lang]}</th>`,
        );
        const rows = model.map(([rung, found], k) => {
          const shut = k >= state.rungs;
          const cells = DEMANDS.map((demand) => {
            if (shut) return "<td>·</td>";
            const { passed, text } = found[demand];
            return `<td>${verdictHtml(passed, lang)} ${text}</td>`;
          });
          const total = shut
            ? ""
            : ` <span class="dim">${found.passes}/${DEMANDS.length}</span>`;
          return `<tbody><tr><th scope="rowgroup" colspan="${DEMANDS.length}">${k + 1} ${rungNames[rung][lang]}${total}</th></tr><tr>${cells.join("")}</tr></tbody>`;
        });
        return `<table><thead><tr>${head.join("")}</tr></thead>${rows.join("")}</table>`;
      },
      lines: (shown) =>
        climbed(shown).map(([rung, found]) => {
          const cells = DEMANDS.map((demand) => {
            const { passed, text } = found[demand];
            return `${demandNames[demand][shown.lang]} ${text} ${passed ? "✓" : "✗"}`;
          });
          return `${rungNames[rung][shown.lang]}:  ${cells.join("   ")}`;
        }),
    },
  ],
  sentence: say,
  tableData(shown) {
    const { lang } = shown;
    return {
      caption: strings.name[lang],
      corner: lang === "zh" ? "级" : "rung",
      columns: [
        ...DEMANDS.map((demand) => demandNames[demand][lang]),
        lang === "zh" ? "满足" : "met",
      ],
      rows: climbed(shown).map(([rung, found]) => ({
        head: rungNames[rung][lang],
        cells: [
          ...DEMANDS.map(
            (demand) =>
              `${found[demand].text} ${found[demand].passed ? "✓" : "✗"}`,
          ),
          String(found.passes),
        ],
      })),
    };
  },
  code: ({ state }) => `import { load } from "posenc";

const pe = await load();
const seqLen = ${state.seqLen};
// The rungs that write a row per position; the others change the scores.
const rows = {
  index: pe.embedding.index({ seqLen }),
  normalized: pe.embedding.normalized({ seqLen }),
  binary: pe.embedding.binary({ seqLen }),
  sinusoidal: pe.embedding.sinusoidal({ seqLen, dModel: ${D} }),
  learned: pe.embedding.learned({ maxLen: seqLen, dModel: ${D}, seed: ${state.seed} }),
};
for (const [name, table] of Object.entries(rows)) {
  const { distinct } = pe.analysis.collisions({ rows: table });
  const { min, max } = pe.analysis.rangePerDimension(table);
  // Rows that differ, and the largest number.
  console.log(name, distinct, Math.max(...max, ...min.map((value) => -value)));
}
`,
  states: ({ model }) =>
    model
      .slice(0, 5)
      .map(([, { distinct, bounded }]) => [distinct.value, bounded.value]),
  styles: `.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.pane-ladder table { width: 100%; table-layout: fixed; }
.pane-ladder thead th { padding-right: 4px; font-size: calc(13em / 14); }
.pane-ladder tbody th { padding: 10px 0 0; border: 0; font-weight: 600; }
.pane-ladder tbody th .dim { font-weight: 400; margin-left: 8px; }
.pane-ladder tbody a { color: inherit; text-decoration-color: var(--_ink3); text-underline-offset: 3px; }
.pane-ladder td { padding-right: 4px; white-space: nowrap; }
@container pe-figure (max-width: 560px) { .pane-ladder td, .pane-ladder thead th { font-size: calc(11em / 14); } }`,
});
