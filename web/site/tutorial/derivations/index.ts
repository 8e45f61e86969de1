// Why things are as they are: derivations, each with its figure.
import { lede, paragraph, title } from "../../blocks/blocks.ts";
import type { Page } from "../../page.ts";
import { type Section, withContents } from "../../pages/chapter.ts";
import { entropySection } from "./entropy.ts";
import { frequenciesSection, originsSection } from "./frequencies.ts";
import { baseSection } from "./number-base.ts";
import { planeSection } from "./plane.ts";
import { rotationSection } from "./rotation.ts";
import { worksSection } from "./where-asked.ts";
import { windowSection } from "./window.ts";

const sections: readonly Section[] = [
  rotationSection,
  originsSection,
  frequenciesSection,
  baseSection,
  planeSection,
  entropySection,
  windowSection,
  worksSection,
];

export const derivationsPage: Page = {
  path: "derivations/",
  title: {
    en: "Why it must be so: derivations · posenc",
    zh: "为什么是这样：推导 · posenc",
  },
  description: {
    en: "Rotations from the wish for relative positions, the geometric frequencies, the bound of the decay, RoPE as a number in base β, images, log-n scaling, windows: line by line, with live figures.",
    zh: "从相对性要求推出旋转、等比的频率、远程衰减的上界、RoPE 是 β 进制数、图像、log-n 缩放与滑动窗口：逐行推导，配实时图示。",
  },
  layout: "sections",
  body: [
    withContents(
      [
        title({
          en: "Why it must be so",
          zh: "为什么是这样",
        }),
        lede({
          en: "The chapters say what encodings do and check it with numbers. Here is why they are as they are, one line at a time.",
          zh: "各章讲编码做什么，并用数字核对；这里讲它们为什么是这样，一次一行。",
        }),
        paragraph({
          en: "Each derivation opens at your own pace: read a line, try to guess the next one, press for it. The figure above it shows the very quantity that the lines are about. School mathematics is enough for most of them; where more is used, it is named.",
          zh: "每段推导由你自己掌握快慢：读一行，猜猜下一行，再点开。上方的图显示的正是推导里的那个量。多数推导只用中学数学；用到更多的地方会说明。",
        }),
      ],
      sections,
    ),
  ],
};
