// The way from the first question to RoPE in a quarter of an hour: one section
// after the other, each because the one before leaves something wanting.
import type { ShortWay, Stop } from "../site/pages/short-way.ts";
import { chapters } from "./chapters.ts";

const STOPS = [
  ["why-position/", "attention"],
  ["ladder/", "index"],
  ["ladder/", "normalized"],
  ["ladder/", "binary"],
  ["sinusoids/", "hands"],
  ["sinusoids/", "formula"],
  ["sinusoids/", "heatmap"],
  ["what-waves-can-do/", "rotation"],
  ["relative-positions/", "why"],
  ["rope-and-alibi/", "turn"],
  ["rope-and-alibi/", "slide"],
] as const;

function stop([path, id]: (typeof STOPS)[number]): Stop {
  const chapter = chapters.find((it) => it.path === path);
  const found = chapter?.sections.find((it) => it.id === id);
  if (!found) throw new Error(`the short way: there is no ${path}#${id}`);
  return { path, id, heading: found.heading };
}

export const shortWay: ShortWay = {
  stops: STOPS.map(stop),
  end: {
    path: "rope-and-alibi/",
    id: "start",
    heading: {
      en: "RoPE in five scenes, to turn by hand",
      zh: "五个画面看 RoPE，亲手转一转",
    },
  },
};
