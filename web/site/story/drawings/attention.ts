// Step 1: lines from word to word, as thick as their weights. They travel with
// the tiles, and no weight changes.
import { clamp } from "../../../widgets/plots/easing.ts";
import type { Mark } from "../../../widgets/plots/marks.ts";
import { mix, numberIn, presence, type StageState } from "../stage-state.ts";
import { DOG_BITES_MAN, onStage, percent, wordOf } from "../stage-words.ts";
import { ORDERS } from "../step-gestures.ts";
import { faded, said } from "./shapes.ts";
import { tilePose } from "./tiles.ts";

const WORDS = [0, 1, 2] as const;

/** The weights for the order that is shown, or the one it changes into. */
function weightsOf(stage: StageState) {
  const value = Math.round(numberIn(stage, 1));
  return stage.answers.attention(ORDERS[value] ?? [0, 1, 2]);
}

export function attention(stage: StageState): Mark[] {
  const shown = presence(stage, 1);
  if (shown < 0.01) return [];
  const weights = weightsOf(stage);
  if (!weights) return [];
  // Lines lie down when the step ends.
  const tall = mix(stage, (step) => (step <= 1 ? 1 : 0.1));
  const marks: Mark[] = [];
  const labels: Mark[] = [];
  for (const from of WORDS) {
    for (const to of WORDS) {
      if (from === to) continue;
      const [a, b] = [tilePose(stage, from), tilePose(stage, to)];
      const weight = weights[from]?.[to] ?? 0;
      // To the right above the words, to the left below them.
      const above = a.x <= b.x;
      const side = above ? -1 : 1;
      const gap = Math.abs(b.x - a.x);
      const [x1, x2] = [
        a.x - side * Math.min(16, gap * 0.1),
        b.x + side * Math.min(16, gap * 0.1),
      ];
      const y1 = a.y + side * (a.height / 2 + 8);
      const y2 = b.y + side * (b.height / 2 + 8);
      const bow = side * tall * (26 + gap * 0.42);
      const width = clamp(weight * 26, 0.5, 22);
      const half = width / 2 + 4;
      const ink = from === 1 ? "accent" : "ink3";
      const opacity = from === 1 ? 0.75 : 0.4;
      marks.push(
        {
          kind: "path",
          draw(pen) {
            pen.moveTo(x1, y1);
            pen.bezierCurveTo(x1, y1 + bow, x2, y2 + bow, x2, y2);
          },
          stroke: ink,
          width,
          opacity,
        },
        // Its head, at the word that is looked at.
        {
          kind: "path",
          draw(pen) {
            pen.moveTo(x2 - half, y2 - 1);
            pen.lineTo(x2 + half, y2 - 1);
            pen.lineTo(x2, y2 - side * 8);
          },
          fill: ink,
          opacity,
        },
      );
      // Within its arc: outside of it runs the longer one.
      const y = (y1 + y2) / 2 + bow * 0.75 + (above ? 26 : -14);
      labels.push(
        said(
          (x1 + x2) / 2,
          y,
          percent(weight),
          from === 1 ? "accent" : "ink2",
          {
            anchor: "middle",
            size: 17,
            bold: from === 1,
            opacity: clamp((gap - 90) / 60),
          },
        ),
      );
    }
  }
  // What is missing from 100%.
  const own = WORDS.map((word) => {
    const name = wordOf(DOG_BITES_MAN[word])[stage.lang];
    return `${name} ${percent(weights[word]?.[word] ?? 0)}`;
  });
  const { itself } = onStage;
  const text = {
    en: `${itself.en}: ${own.join(", ")}`,
    zh: `${itself.zh}：${own.join("，")}`,
  };
  labels.push(
    said(
      stage.frame.width / 2,
      stage.frame.height - 44,
      text[stage.lang],
      "ink2",
      {
        anchor: "middle",
      },
    ),
  );
  return faded(shown, [...marks, ...labels]);
}
