import type { Text } from "../../words/text.ts";

/** A part of the site that the header names. */
export interface Door {
  readonly name: Text;
  /** Where it leads; none until there is something behind it. */
  readonly target?: string;
}

export const doors: readonly Door[] = [
  { name: { en: "Learn", zh: "教程" }, target: "~/contents/" },
  { name: { en: "Lab", zh: "实验室" } },
  { name: { en: "Embed", zh: "嵌入" }, target: "~/teach/" },
  { name: { en: "API", zh: "接口" }, target: "/api/" },
];
