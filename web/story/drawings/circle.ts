// Steps 9 and 10: query and key as arrows that both turn; the wedge between
// them stays as it is.
import { circle, type Mark } from "../../plots/marks.ts";
import { arrowsAt } from "../story-numbers.ts";
import { mix, numberIn, presence, type Take } from "../take.ts";
import { faded, hand, said, tip, wedge } from "./shapes.ts";

/** Positions back, for the traces of where it has been. */
const TRACES = [6, 4, 2] as const;

const degrees = (angle: number): string =>
  `${Math.round((angle * 180) / Math.PI)}°`;

export function turning(take: Take): Mark[] {
  const shown = presence(take, 9, 10);
  if (shown < 0.01) return [];
  const { width, height } = take.frame;
  const x = mix(take, () => width / 2);
  const y = mix(take, (k) => (k >= 10 ? height * 0.22 : height * 0.36));
  const radius = mix(take, (k) =>
    k >= 10
      ? Math.min(height * 0.15, 86)
      : Math.min(height * 0.27, width * 0.3),
  );
  const large = presence(take, 9);
  const place = mix(take, (k) => numberIn(take, k <= 9 ? 9 : 10));
  const marks: Mark[] = [circle(x, y, radius, { stroke: "rule", width: 1.5 })];
  const fan = (at: number, opacity: number, isNow: boolean): void => {
    const { query, key } = arrowsAt(at);
    marks.push(
      wedge(x, y, radius, key, query, {
        fill: "accent",
        opacity: 0.2 * opacity,
      }),
      hand(x, y, radius * 0.98, query, {
        stroke: "accent",
        width: isNow ? 3 + 2 * large : 2,
        opacity,
      }),
      hand(x, y, radius * 0.98, key, {
        stroke: "warm",
        width: isNow ? 3 + 2 * large : 2,
        opacity,
      }),
    );
  };
  for (const [k, back] of TRACES.entries()) {
    const at = place - back * 0.8;
    if (at >= 0) fan(at, 0.07 * (k + 1) * large, false);
  }
  fan(place, 1, true);
  const { query, key, between } = arrowsAt(place);
  marks.push(circle(x, y, 5, { fill: "ink" }));
  for (const [name, angle, color] of [
    ["q", query, "accent"],
    ["k", key, "warm"],
  ] as const) {
    const [tx, ty] = tip(x, y, radius + 22, angle);
    marks.push(
      said(tx, ty + 9, name, color, {
        anchor: "middle",
        serif: true,
        italic: true,
        size: 20 + 8 * large,
      }),
    );
  }
  const [mx, my] = tip(x, y, radius * 0.62, key + between / 2);
  marks.push(
    said(mx, my + 7, degrees(between), "ink", {
      anchor: "middle",
      bold: true,
      size: 22,
      opacity: large,
    }),
  );
  return faded(shown, marks);
}
