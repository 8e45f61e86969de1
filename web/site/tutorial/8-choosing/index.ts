import { UNDATED } from "../../../widgets/figures/12-choosing/events.ts";
import { markdownChapter } from "../../pages/markdown-page.ts";
import { textsOf } from "../texts.ts";

/** Chapter 8. */
export const choosing = markdownChapter(textsOf("8-choosing/choosing"), {
  number: 8,
  path: "choosing/",
  thumbnail: { tag: "pe-timeline", panel: "lanes", zoom: 2 },
  values: { undated: () => UNDATED.length },
});
