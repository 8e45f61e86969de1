import { checks } from "../../claims/checks/index.ts";
import { claims } from "../../claims/index.ts";
import { markdownShelf } from "../../pages/markdown-page.ts";
import { contradictions } from "../claims/contradictions.ts";
import { contradictionTable, ledger, meanings } from "../claims/section.ts";
import { textsOf } from "../texts.ts";
import { answers, exercises } from "./values.ts";

export const questions = markdownShelf(textsOf("shelf-questions/questions"), {
  path: "questions/",
  thumbnail: { tag: "pe-negation", panel: "first" },
  values: {
    ...answers,
    ...exercises,
    total: () => claims.length,
    checked: () => Object.keys(checks).length,
    count: () => contradictions.length,
  },
  made: { meanings, ledger, contradictions: contradictionTable },
});
