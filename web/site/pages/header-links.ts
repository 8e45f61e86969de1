import type { Text } from "../../widgets/words/text.ts";

/** A part of the site that the header names: only what is there. */
export interface HeaderLink {
  readonly name: Text;
  readonly target: string;
}

export const headerLinks: readonly HeaderLink[] = [
  { name: { en: "Learn", zh: "教程" }, target: "~/contents/" },
  { name: { en: "Glossary", zh: "术语表" }, target: "~/glossary/" },
  { name: { en: "Programs", zh: "程序" }, target: "~/programs/" },
  { name: { en: "Models", zh: "模型" }, target: "~/models/" },
  { name: { en: "Embed", zh: "嵌入网页" }, target: "~/teach/" },
  { name: { en: "API", zh: "接口" }, target: "/api/" },
];
