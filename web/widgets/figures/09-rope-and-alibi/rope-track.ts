// The line of positions below <pe-rope>, and what hands do above and on it.
import type { Drag, Point } from "../../kit/pointer.ts";
import type { Box } from "../../kit/spec.ts";
import { circle, type Mark, segment, textMark } from "../../plots/marks.ts";
import { type Hands, REACH, type State, wedge } from "./rope-model.ts";
import {
  atAngle,
  type Here,
  middle,
  type Place,
  plots,
  stage,
  TRACK,
  wall,
} from "./rope-scene.ts";
import { strings } from "./rope-strings.ts";

/** As far as the query can be. */
const END = 2 * REACH;
/** How near to a handle a hand takes hold of it, in px. */
const GRIP = 22;

/** px of a handle from its middle to its edge. */
const HANDLE = 12;

/** px from a handle to the sign beside it, and from the line to one above it. */
const BESIDE = 40;
const ABOVE = 24;

const line = ({ width, height }: Box) => {
  const [left, right] = [16, width - 16];
  return {
    x: (position: number) => left + (position / END) * (right - left),
    unit: (right - left) / END,
    y: height - TRACK + 34,
  };
};

/** The line, the band between query and key, their handles, and a grip of both. */
export function track(shown: Here, box: Box): Mark[] {
  const { state, lang } = shown;
  const { x, y } = line(box);
  const [key, query] = [x(state.pos), x(state.pos + state.distance)];
  const grip = gripAt(shown, box);
  const handle = (at: number, name: "q" | "k"): Mark[] => {
    const ink = name === "q" ? "accent" : "ink2";
    return [
      circle(at, y, HANDLE, { fill: ink, stroke: "paper", width: 2, name }),
      textMark(at, y + 5, name, "paper", {
        anchor: "middle",
        bold: true,
        size: 14,
      }),
    ];
  };
  const ticks = [0, 32, 64, 96, END].flatMap((p) => [
    segment(x(p), y - 4, x(p), y + 4, { stroke: "ink3" }),
    textMark(x(p), y + 32, String(p), "ink2", { anchor: "middle" }),
  ]);
  return [
    segment(x(0), y, x(END), y, { stroke: "ink3" }),
    ...ticks,
    textMark(x(80), y + 32, strings.position[lang], "ink2", {
      anchor: "middle",
    }),
    segment(key, y, query, y, { stroke: "ink3", width: 16, opacity: 0.25 }),
    circle(grip.x, grip.y, HANDLE, { stroke: "ink3", fill: "paper" }),
    ...[-4, 0, 4].map((d) =>
      segment(grip.x + d, grip.y - 5, grip.x + d, grip.y + 5, {
        stroke: "ink2",
        width: 1.5,
      }),
    ),
    ...handle(key, "k"),
    ...handle(query, "q"),
  ];
}

/** Above the middle of the band, beside handles that touch: what slides both. */
export function gripAt({ state }: Here, box: Box): Point {
  const { x, y } = line(box);
  const [key, query] = [x(state.pos), x(state.pos + state.distance)];
  if (query - key >= GRIP) return { x: (key + query) / 2, y: y - ABOVE };
  const after = query + BESIDE;
  return { x: after + BESIDE < box.width ? after : key - BESIDE, y };
}

type Taken =
  | "q"
  | "k"
  | "either"
  | "both"
  | "turn-q"
  | "turn-k"
  | "turn"
  | "view"
  | "curve";

const angleAt = (at: Point, { x, y }: Place): number =>
  Math.atan2(at.x - x, y - at.y);

/** The hand or handle that a point takes hold of. */
function taken({ state, model }: Here, at: Point, box: Box): Taken | number {
  const { x, y } = line(box);
  if (at.y > stage(box).height + 4) {
    const [key, query] = [x(state.pos), x(state.pos + state.distance)];
    const [toKey, toQuery] = [Math.abs(at.x - key), Math.abs(at.x - query)];
    const near = Math.min(toKey, toQuery) <= GRIP && Math.abs(at.y - y) < 30;
    // Between the handles, and over what lies between their middles.
    const within = at.y < y - HANDLE ? 0 : HANDLE;
    const inside = at.x > key + within && at.x < query - within;
    if (!near || inside) return "both";
    // Upon each other: the way of the hand tells which.
    if (query - key < 1) return "either";
    return toQuery <= toKey ? "q" : "k";
  }
  switch (state.step) {
    case 1: {
      const center = middle(box);
      const hands = model.hands[state.pair] as Hands;
      const key = hands.k + hands.theta * state.pos;
      const far = (angle: number, size: number): number => {
        const long = (center.radius * size) / model.longest;
        const [x, y] = atAngle(center, angle, long);
        return Math.hypot(at.x - x, at.y - y);
      };
      const [q, k] = [
        far(key + wedge(hands, state), hands.sizeQ),
        far(key, hands.sizeK),
      ];
      if (Math.min(q, k) > 30) return "turn";
      return q <= k ? "turn-q" : "turn-k";
    }
    case 2: {
      const far = wall(box).map((it) => Math.hypot(at.x - it.x, at.y - it.y));
      return far.indexOf(Math.min(...far));
    }
    case 4:
      return "view";
    default:
      return at.x >= plots(state.step, box).curve.left - 10 ? "curve" : "both";
  }
}

/** Query and key where a hand has put them, the query never before the key. */
function put(state: Readonly<State>, way: Taken, far: number) {
  const { pos, distance } = state;
  const by = Math.round(far);
  const within = (v: number): number => Math.min(REACH, Math.max(0, v));
  if (way === "q") return { distance: within(distance + by) };
  if (way === "both") return { pos: within(pos + by) };
  // The key alone: the query stays where it is.
  const [low, high] = [
    Math.max(-pos, distance - REACH),
    Math.min(REACH - pos, distance),
  ];
  const step = Math.min(high, Math.max(low, by));
  return { pos: pos + step, distance: distance - step };
}

/** What a drag does; the state is that at its beginning and the way since. */
export function drag(
  shown: Here,
  at: Point,
  box: Box,
  { first, memory }: Drag,
): Partial<State> | undefined {
  if (first) {
    memory.set("taken", taken(shown, at, box));
    memory.set("state", shown.state);
    memory.set("at", at);
    memory.set("angle", 0);
    memory.set("last", at);
  }
  const what = memory.get("taken") as Taken | number;
  if (typeof what === "number") return { pair: what };
  const state = memory.get("state") as State;
  const from = memory.get("at") as Point;
  if (what === "view") {
    const view = state.view + (at.x - from.x) / 3;
    return { view, ...told(view < 12) };
  }
  if (what === "curve") {
    const { left, right } = plots(state.step, box).curve;
    const distance = (REACH * (at.x - left)) / (right - left);
    return { distance, ...told(!first) };
  }
  let by = (at.x - from.x) / line(box).unit;
  let way = what;
  if (what === "either") way = by < 0 ? "k" : "q";
  if (what.startsWith("turn")) {
    // Round and round: the angle since the last moment, added up.
    const center = middle(box);
    const last = memory.get("last") as Point;
    const step = angleAt(at, center) - angleAt(last, center);
    const small = Math.atan2(Math.sin(step), Math.cos(step));
    const angle = (memory.get("angle") as number) + small;
    memory.set("angle", angle);
    memory.set("last", at);
    by = angle / (shown.model.hands[state.pair] as Hands).theta;
    way = ({ "turn-q": "q", "turn-k": "k" } as const)[what as string] ?? "both";
  }
  return { ...put(state, way, by), ...told(Math.abs(by) > 6) };
}

/** Whoever has seen it may read the answer. */
const told = (seen: boolean): { answer?: true } =>
  seen ? { answer: true } : {};

/** What keys do. */
export function key(
  { state }: Here,
  event: KeyboardEvent,
): Partial<State> | undefined {
  const fast = event.shiftKey ? 8 : 1;
  const slide = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (slide !== undefined) return put(state, "both", slide * fast);
  const apart = { ArrowDown: -1, ArrowUp: 1 }[event.key];
  return apart === undefined ? undefined : put(state, "q", apart * fast);
}
