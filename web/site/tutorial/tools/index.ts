// The pages that are a tool with a few words around it.
import { escapeHtml, type Text } from "../../../widgets/words/text.ts";
import { program } from "../../blocks/program.ts";
import type { Block, Page } from "../../page.ts";
import { markdownPage } from "../../pages/markdown-page.ts";
import type { Made } from "../../pages/markdown-text.ts";
import { textsOf } from "../texts.ts";

/** An element, and what stands there without scripts. */
const element =
  (tag: string, without: Text): Block =>
  ({ lang }) =>
    `<${tag}></${tag}><noscript><p>${escapeHtml(without[lang])}</p></noscript>`;

const page = (name: string, made: Made): Page =>
  markdownPage({
    ...textsOf(`tools/${name}`),
    path: `${name}/`,
    isColumn: true,
    made,
  });

export const toolPages: readonly Page[] = [
  page("programs", {
    program: program("program", "sinusoidal", { editable: true, choose: true }),
  }),
  page("models", {
    reader: element("pe-models", {
      en: "To read a configuration, this page needs JavaScript. The command line does the same: npx posenc config config.json",
      zh: "读取配置需要启用 JavaScript。命令行也能做同样的事：npx posenc config config.json",
    }),
  }),
  page("bench", {
    bench: element("pe-bench", {
      en: "To measure your browser, this page needs JavaScript.",
      zh: "测量你的浏览器需要启用 JavaScript。",
    }),
  }),
];
