// <pe-rope>: rotary encoding in five scenes that become each other: one pair
// with the wedge between its hands, all pairs, their sum, a helix, and ALiBi.
import { WHOLE } from "../../kit/bounds.ts";
import { figure } from "../../kit/spec.ts";
import { Transition } from "../../kit/transition.ts";
import { cellValue, decimals } from "../../words/text.ts";
import {
  compute,
  type Hands,
  type Model,
  printed,
  program,
  type State,
  table,
  wedge,
} from "./rope-model.ts";
import { type Here, scene } from "./rope-scene.ts";
import { asked, SCENES, say, strings } from "./rope-strings.ts";
import { drag, gripAt, key, track } from "./rope-track.ts";

/** Ms from one scene to the next. */
const MORPH = 900;

const at =
  (...steps: readonly number[]) =>
  ({ step }: Readonly<State>): boolean =>
    steps.includes(step);

function steps({ state, lang }: Here): string {
  const buttons = SCENES.map((name, n) => {
    const here = state.step === n + 1;
    return `<button type="button"${here ? ' aria-current="step"' : ""} data-set="step=${n + 1} answer=false"><span class="number">${n + 1}</span> <span class="scene">${strings[name][lang]}</span></button>`;
  });
  // The answer of the helix is seen from its end.
  const view =
    state.step === 4 ? ` view=${state.answer ? table.view.default : 0}` : "";
  const label = strings[state.answer ? "question" : "answer"][lang];
  const answer = `<button type="button" class="answer" data-set="answer=${!state.answer}${view}">${label}</button>`;
  return `<p class="steps">${buttons.join("")}${answer}</p>`;
}

export const spec = figure<typeof table, Model>({
  tag: "pe-rope",
  table,
  strings,
  bounds: { pos: WHOLE, distance: WHOLE, view: WHOLE },
  transitions: () => ({
    step: new Transition(MORPH),
    pos: new Transition(100),
    view: new Transition(200),
  }),
  controls: [
    { key: "pos", play: { every: 100 } },
    { key: "distance" },
    { key: "pair", when: at(1, 2) },
    { key: "content", when: at(3) },
    { key: "view", when: at(4) },
    { key: "head", when: at(5) },
  ],
  compute,
  finding: asked,
  panels: [
    {
      kind: "html",
      id: "steps",
      label: () => "",
      html: (shown) =>
        steps({
          ...shown,
          state: { ...shown.state, step: Math.round(shown.state.step) },
        }),
      lines: () => [],
    },
    {
      kind: "plot",
      id: "scene",
      height: [400, 370],
      margin: { left: 0, right: 0, top: 4, bottom: 0 },
      label: say,
      canvas: scene,
      marks: track,
      pointing: { cursor: "grab", vertical: true, sign: gripAt, drag, key },
    },
  ],
  // Room for the longest question or answer: the picture stays where it is.
  styles: `.finding { min-height: 3lh; }
@container pe-figure (max-width: 560px) { .finding:lang(en) { min-height: 5lh; } }
.steps { display: flex; flex-wrap: wrap; gap: 6px; margin: 4px 0 0; }
.steps button[aria-current] { border-color: var(--_accent); background: var(--_soft); color: var(--_accent); }
.steps .answer { margin-left: auto; }
@container (max-width: 560px) { .steps { gap: 3px; } .steps button { padding-inline: 8px; } .steps button:not([aria-current], .answer) .scene { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } }`,
  sentence: say,
  tableData({ state, model, lang }) {
    return {
      caption: strings.name[lang],
      corner: strings.pair[lang],
      columns: [strings.wedge[lang], strings.part[lang]],
      rows: model.hands.map((hands: Hands, i) => ({
        head: String(i),
        cells: [
          decimals((180 / Math.PI) * Math.abs(wedge(hands, state)), 3),
          cellValue(model.parts[i] as number),
        ],
      })),
      marked: { row: state.pair, column: 0 },
    };
  },
  code: ({ state }) => program(state),
  states: ({ state, model }) => printed(model, state),
});
