// The way from the first question to RoPE in a quarter of an hour: one section
// after the other, each fixing what the one before couldn't.
import type { ShortWay, Stop } from "../pages/short-way.ts";
import { chapters } from "./chapters.ts";

/** Sections, and where one begins to read them if their figure stands above. */
const STOPS: readonly (readonly [path: string, id: string, from?: string])[] = [
  ["why-position/", "attention"],
  ["ladder/", "index", "start"],
  ["ladder/", "normalized"],
  ["ladder/", "binary"],
  ["sinusoids/", "hands", "start"],
  ["sinusoids/", "formula"],
  ["sinusoids/", "heatmap"],
  ["sinusoids/", "rotation"],
  ["relative-positions/", "why"],
  ["rope/", "turn", "start"],
];

function stop([path, id, from = id]: (typeof STOPS)[number]): Stop {
  const chapter = chapters.find((it) => it.path === path);
  const found = chapter?.sections.find((it) => it.id === id);
  if (!found) throw new Error(`the short way: there is no ${path}#${id}`);
  return { path, id, from, heading: found.heading };
}

export const shortWay: ShortWay = {
  stops: STOPS.map(stop),
  end: stop(["rope/", "slide"]),
};
