// Steps that invent RoPE: each noun of the sentence has its hand. On the clocks
// both turn, and the wedge between them stays; then a word itself is turned.
import { clamp } from "../../../widgets/plots/easing.ts";
import { circle, type Mark, segment } from "../../../widgets/plots/marks.ts";
import { STEP } from "../moments.ts";
import {
  mix,
  mixed,
  numberIn,
  presence,
  type StageState,
  sentenceIn,
} from "../stage-state.ts";
import { apartText, onStage, wordOf } from "../stage-words.ts";
import { foundIn } from "../step-gestures.ts";
import {
  addedAngle,
  angleOf,
  CLOSE,
  HANDS,
  sumOf,
  TURN,
  wedgeOf,
} from "../story-numbers.ts";
import { faded, hand, rounded, said, tip, wedge } from "./shapes.ts";
import { placeIn, tilePose } from "./tiles.ts";

interface Clock {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly [name: string]: number;
}

/** What the tiles and their line leave above them. */
const roomOf = ({ frame }: StageState): number => frame.height - 172;

/** The clocks of the hands' step, all four side by side. */
function rowClock(stage: StageState, index: number): Clock {
  const { width } = stage.frame;
  const pitch = Math.min(168, (width - 36) / HANDS.length);
  return {
    x: width / 2 + (index - (HANDS.length - 1) / 2) * pitch,
    y: roomOf(stage) * 0.48,
    radius: pitch * 0.42,
  };
}

/** Side by side: what is added, and what is turned. */
function panel(stage: StageState, side: -1 | 1): Clock {
  const { width } = stage.frame;
  const room = roomOf(stage);
  return {
    x: width / 2 + side * Math.min(width * 0.25, 190),
    y: room * 0.5,
    radius: Math.min(width * 0.19, room * 0.3, 150),
  };
}

/** The clock that is looked at closely. */
const closePose = (stage: StageState): Clock =>
  mixed(stage, (step) => {
    const room = roomOf(stage);
    if (step <= STEP.look) return rowClock(stage, CLOSE);
    if (step === STEP.turn) return panel(stage, 1);
    return {
      x: stage.frame.width / 2,
      y: room * 0.44,
      radius: Math.min(room * 0.36, stage.frame.width * 0.3, 190),
    };
  });

/** The nouns' positions; between two steps on their way. */
const placesOf = (stage: StageState): readonly [number, number] => [
  mix(stage, (k) => placeIn(stage, k, 0)),
  mix(stage, (k) => placeIn(stage, k, 2)),
];

/** The colours of the two nouns and of what is theirs. */
const INKS = ["ink2", "accent"] as const;

const degrees = (angle: number): string => `${Math.round(angle)}°`;

/** Names beside the tips of arrows leave each other alone: away from the other. */
const aside = (angle: number, other: number): number =>
  angle < other ? -0.16 : 0.16;

/** Two hands of a pair and the wedge between them. */
function pairOfHands(
  { x, y, radius }: Clock,
  pair: number,
  [first, second]: readonly [number, number],
  style: { readonly width: number; readonly wedge: number },
): Mark[] {
  const angles = [angleOf(pair, first), angleOf(pair, second)] as const;
  return [
    circle(x, y, radius, { stroke: "ink3", width: 1.5 }),
    segment(x, y - radius - 5, x, y - radius + 5, {
      stroke: "ink3",
      width: 1.5,
    }),
    wedge(x, y, radius, angles[0], angles[1], {
      fill: "accent",
      opacity: 0.22 * style.wedge,
    }),
    ...angles.map((angle, k) =>
      hand(x, y, radius * 0.96, angle, {
        stroke: INKS[k] as (typeof INKS)[number],
        width: style.width,
      }),
    ),
    circle(x, y, 4, { fill: "ink" }),
  ];
}

/** All clocks of the step that looks closer, but for the one that stays. */
function others(stage: StageState): Mark[] {
  const shown = presence(stage, STEP.look);
  if (shown < 0.01) return [];
  const found = foundIn(stage.seen, STEP.look);
  const marks: Mark[] = [];
  for (const [index, pair] of HANDS.entries()) {
    const clock = rowClock(stage, index);
    if (index !== CLOSE) {
      const style = { width: 3.5, wedge: found };
      marks.push(...pairOfHands(clock, pair, placesOf(stage), style));
    }
    marks.push(
      said(
        clock.x,
        clock.y + clock.radius + 34,
        degrees(wedgeOf(pair)),
        "accent",
        { anchor: "middle", bold: true, size: 21, opacity: found },
      ),
    );
  }
  return faded(shown, marks);
}

/** The clock that stays, and becomes the circle in which words are turned. */
function close(stage: StageState): Mark[] {
  const shown = presence(stage, STEP.look, STEP.turn, STEP.formula);
  if (shown < 0.01) return [];
  const pose = closePose(stage);
  const places = placesOf(stage);
  const turned = presence(stage, STEP.turn, STEP.formula);
  const found = clamp(
    mix(stage, (k) =>
      k === STEP.look ? foundIn(stage.seen, k) : k < STEP.look ? 0 : 1,
    ),
  );
  const pair = HANDS[CLOSE];
  const style = { width: 3.5 + 1.5 * turned, wedge: found };
  return faded(shown, [
    ...pairOfHands(pose, pair, places, style),
    ...(turned > 0.01 ? names(stage, pose, places, turned) : []),
  ]);
}

/** The words at the tips of their arrows, and how far apart they are. */
function names(
  stage: StageState,
  { x, y, radius }: Clock,
  places: readonly [number, number],
  opacity: number,
): Mark[] {
  const pair = HANDS[CLOSE];
  const { lang } = stage;
  const sentence = sentenceIn(stage, STEP.turn);
  const withLetters = presence(stage, STEP.formula);
  const marks: Mark[] = [];
  for (const [k, token] of [sentence[0], sentence[2]].entries()) {
    const angle = angleOf(pair, places[k] as number);
    const far = radius + 16 + 14 * Math.abs(Math.sin(angle));
    const [tx, ty] = tip(x, y, far, angle + (k === 0 ? -0.08 : 0.08));
    marks.push(
      said(tx, ty + 6, wordOf(token)[lang], INKS[k], {
        anchor: "middle",
        bold: true,
        serif: true,
        size: 19,
        opacity,
      }),
    );
    const letter = k === 0 ? "k" : "q";
    const at = k === 0 ? "n" : "m";
    const tile = tilePose(stage, 2 * k);
    marks.push(
      said(
        tile.x,
        tile.y - tile.height / 2 - 12,
        `${letter}, ${at} = ${Math.round(places[k] as number)}`,
        INKS[k],
        {
          anchor: "middle",
          serif: true,
          italic: true,
          size: 20,
          opacity: withLetters,
        },
      ),
    );
  }
  return marks;
}

/** A word with its hand added: its own arrow, the hand at its end, the sum. */
function added(stage: StageState): Mark[] {
  const shown = presence(stage, STEP.turn);
  if (shown < 0.01) return [];
  const { x, y, radius } = panel(stage, -1);
  const { lang } = stage;
  const [first, second] = placesOf(stage);
  const sentence = sentenceIn(stage, STEP.turn);
  const sums = [sumOf(first), sumOf(second)] as const;
  const [wordX, wordY] = [x, y - radius * sumOf(0).length * 0.62];
  const marks: Mark[] = [
    circle(x, y, radius, { stroke: "rule", width: 1.5 }),
    wedge(
      x,
      y,
      radius * Math.min(sums[0].length, sums[1].length),
      Math.min(sums[0].angle, sums[1].angle),
      Math.max(sums[0].angle, sums[1].angle),
      { fill: "ink3", opacity: 0.2 },
    ),
    segment(x, y, wordX, wordY, { stroke: "ink3", width: 3, opacity: 0.6 }),
  ];
  for (const [k, { angle, length }] of sums.entries()) {
    const ink = INKS[k] as (typeof INKS)[number];
    const other = sums[1 - k]?.angle ?? angle;
    const [tx, ty] = tip(x, y, radius * length, angle);
    marks.push(
      segment(wordX, wordY, tx, ty, { stroke: ink, width: 1.5, opacity: 0.7 }),
      hand(x, y, radius * length, angle, { stroke: ink, width: 5 }),
    );
    const token = sentence[2 * k] as number;
    const [nx, ny] = tip(
      x,
      y,
      radius * length + 22,
      angle + aside(angle, other),
    );
    marks.push(
      said(nx, ny + 6, wordOf(token)[lang], ink, {
        anchor: "middle",
        bold: true,
        serif: true,
        size: 19,
      }),
    );
  }
  marks.push(circle(x, y, 4, { fill: "ink" }));
  return faded(shown, marks);
}

/** What the two panels are, and the angle in each. */
function captions(stage: StageState): Mark[] {
  const shown = presence(stage, STEP.turn);
  if (shown < 0.01) return [];
  const place = numberIn(stage, STEP.turn);
  const { lang } = stage;
  const columns = [
    [-1, onStage.added, addedAngle(place), "ink"],
    [1, onStage.turned, wedgeOf(HANDS[CLOSE]), "accent"],
  ] as const;
  const marks = columns.flatMap(([side, name, angle, color]) => {
    const { x, y, radius } = panel(stage, side);
    return [
      said(x, y - radius - 46, name[lang], "ink2", {
        anchor: "middle",
        size: 19,
      }),
      said(x, y + radius + 58, degrees(angle), color, {
        anchor: "middle",
        bold: true,
        size: 26,
      }),
    ];
  });
  return faded(shown, marks);
}

/** So many places, such an angle. */
function measured(stage: StageState): Mark[] {
  const shown = presence(stage, STEP.formula);
  if (shown < 0.01) return [];
  const apart = Math.round(numberIn(stage, STEP.formula));
  const { x, y, radius } = closePose(stage);
  const text = apartText(apart, degrees(apart * TURN))[stage.lang];
  return faded(shown, [
    said(x, y + radius + 50, text, "accent", {
      anchor: "middle",
      bold: true,
      size: 22,
    }),
  ]);
}

/** Which noun has which hand. */
function owners(stage: StageState): Mark[] {
  const shown = presence(stage, STEP.look, STEP.turn, STEP.formula);
  if (shown < 0.01) return [];
  return INKS.map((fill, k) => {
    const { x, y, width, height } = tilePose(stage, 2 * k);
    const foot = y + height / 2 + 6;
    const box = { x, y: foot, width: width - 16, height: 5 };
    return rounded(box, 2.5, { fill, opacity: shown });
  });
}

export const twoHands = (stage: StageState): Mark[] => [
  ...owners(stage),
  ...others(stage),
  ...added(stage),
  ...close(stage),
  ...captions(stage),
  ...measured(stage),
];
