// Why things are as they are: derivations, each with its figure.
import type { Page } from "../../page.ts";
import { markdownPage } from "../../pages/markdown-page.ts";
import { textsOf } from "../texts.ts";

export const derivationsPage: Page = {
  ...markdownPage({
    path: "derivations/",
    ...textsOf("derivations/derivations"),
  }),
  title: {
    en: "Why it must be so: derivations · posenc",
    zh: "为什么是这样：推导 · posenc",
  },
};
