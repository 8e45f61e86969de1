// The pages for teachers: the gallery, recipes, own words, what all figures
// have, and a page for each figure.
import { recipes } from "../../../widgets/element/embed/recipes.ts";
import { QUIZ } from "../../../widgets/package/common.ts";
import { listing } from "../../blocks/blocks.ts";
import type { Block, Page } from "../../page.ts";
import { markdownPage } from "../../pages/markdown-page.ts";
import type { Made } from "../../pages/markdown-text.ts";
import { textsOf } from "../texts.ts";
import { figurePages } from "./figure-pages.ts";
import { gallery } from "./gallery.ts";
import { EXAMPLE, platforms, policy } from "./platforms.ts";
import { entries, reference, sizes } from "./reference.ts";

const quickStart: Block = (context) => {
  const { lang, packageFacts } = context;
  const widget = packageFacts.widgets.find(({ tag }) => tag === EXAMPLE.tag);
  const steps = recipes[0]?.steps({
    ...EXAMPLE,
    lang,
    title: widget?.name[lang] ?? EXAMPLE.tag,
    version: __POSENC_VERSION__,
    integrity: __POSENC_INTEGRITY__,
    site: "",
  });
  return listing((steps ?? []).map(({ code }) => code).join("\n"))(context);
};

const page = (path: string, texts: string, made: Made): Page =>
  markdownPage({
    ...textsOf(`teach/${texts}`),
    path,
    isColumn: true,
    made,
  });

/** All of them, the gallery first. */
export const teachPages: readonly Page[] = [
  page("teach/", "teach", { start: quickStart, gallery }),
  page("teach/platforms/", "platforms", { recipes: platforms, policy, sizes }),
  page("teach/own-words/", "own-words", {
    attributes: entries({ en: "Attributes of a question", zh: "题目的属性" }, [
      ...QUIZ.attributes,
    ]),
  }),
  page("teach/reference/", "reference", reference),
  ...figurePages,
];
