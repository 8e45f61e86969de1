// Steps 9 and 10: query and key as arrows that both turn; the wedge between
// them stays as it is.
import { circle, type Mark } from "../../../widgets/plots/marks.ts";
import { mix, numberIn, presence, type StageState } from "../stage-state.ts";
import { onStage } from "../stage-words.ts";
import { arrowOf, TURN } from "../story-numbers.ts";
import { faded, hand, said, tip, wedge } from "./shapes.ts";
import { tilePose } from "./tiles.ts";

const WHOLE = 360;

/** As hands of clocks have it: these turn the other way, and from the right. */
const onDial = (position: number): number => Math.PI / 2 - arrowOf(position);

/** A mark at the rim for each place: between two of them is one turn. */
function places(x: number, y: number, radius: number): Mark {
  return {
    kind: "path",
    draw(pen) {
      for (let at = 0; at < WHOLE / TURN; at += 1) {
        pen.moveTo(...tip(x, y, radius * 0.94, onDial(at)));
        pen.lineTo(...tip(x, y, radius * 1.02, onDial(at)));
      }
    },
    stroke: "ink3",
    width: 1.5,
  };
}

export function turning(stage: StageState): Mark[] {
  const shown = presence(stage, 9, 10);
  if (shown < 0.01) return [];
  const { width, height } = stage.frame;
  const x = mix(stage, () => width / 2);
  const y = mix(stage, (k) => (k >= 10 ? height * 0.22 : height * 0.36));
  const radius = mix(stage, (k) =>
    k >= 10
      ? Math.min(height * 0.15, 86)
      : Math.min(height * 0.27, width * 0.3),
  );
  const large = presence(stage, 9);
  const place = mix(stage, (k) => numberIn(stage, k <= 9 ? 9 : 10));
  const [key, between, query] = [place, place + 1, place + 2];
  const line = { width: 3 + 2 * large };
  const written = (far: number, at: number, places: number, size: number) => {
    const [tx, ty] = tip(x, y, radius * far, onDial(at));
    return said(tx, ty + size / 3, `${places * TURN}°`, "ink", {
      anchor: "middle",
      bold: places > 1,
      size,
      opacity: large,
    });
  };
  const marks: Mark[] = [
    circle(x, y, radius, { stroke: "rule", width: 1.5 }),
    places(x, y, radius),
    wedge(x, y, radius, onDial(query), onDial(key), {
      fill: "accent",
      opacity: 0.2,
    }),
    // The word between the two: half of the angle on either side.
    {
      kind: "path",
      draw(pen) {
        pen.moveTo(...tip(x, y, radius * 0.55, onDial(between)));
        pen.lineTo(...tip(x, y, radius, onDial(between)));
      },
      stroke: "ink3",
      width: 1.5,
      opacity: large,
    },
    hand(x, y, radius * 0.98, onDial(query), { stroke: "accent", ...line }),
    hand(x, y, radius * 0.98, onDial(key), { stroke: "ink2", ...line }),
    circle(x, y, 5, { fill: "ink" }),
    written(0.35, between, 2, 22),
    written(0.78, place + 0.5, 1, 16),
    written(0.78, place + 1.5, 1, 16),
    said(x + radius + 44, y + 6, onStage.start[stage.lang], "ink3", {
      size: 16,
      opacity: large,
    }),
  ];
  for (const [name, at, word, color] of [
    ["q", query, 2, "accent"],
    ["k", key, 0, "ink2"],
  ] as const) {
    const [tx, ty] = tip(x, y, radius + 22, onDial(at));
    const style = { anchor: "middle", serif: true, italic: true } as const;
    const own = tilePose(stage, word);
    marks.push(
      said(tx, ty + 9, name, color, { ...style, size: 20 + 8 * large }),
      said(own.x, own.y - own.height / 2 - 10, name, color, {
        ...style,
        size: 22,
        opacity: large,
      }),
    );
  }
  return faded(shown, marks);
}
