import { lede, paragraph, title } from "../blocks/blocks.ts";
import { program } from "../blocks/program.ts";
import type { Page } from "../page.ts";

export const programsPage: Page = {
  path: "programs/",
  title: {
    en: "Programs for every encoding · posenc",
    zh: "各种编码的程序 · posenc",
  },
  description: {
    en: "Complete programs in PyTorch, NumPy, Java, C++ and JavaScript for every positional encoding of this site, its layers and a small encoder and decoder, with your values in them.",
    zh: "本站每一种位置编码、各种编码层以及小型编码器和解码器的完整程序：PyTorch、NumPy、Java、C++ 与 JavaScript 五种语言，取值由你填写。",
  },
  body: [
    title({ en: "Programs for every encoding", zh: "各种编码的程序" }),
    lede({
      en: "Choose an encoding and a language, fill in values, copy the program.",
      zh: "选一种编码和一种语言，填入取值，复制程序。",
    }),
    program("program", "sinusoidal", { editable: true, choose: true }),
    paragraph({
      en: "Each program is complete and prints the same numbers in all five languages. The project’s tests run them and compare the output with the library’s own; Python, Java and C++ compute in float64, the library rounds once to float32, a whole model after each of its layers.",
      zh: "每个程序都可直接运行，五种语言的输出相同。本项目的测试会实际运行这些程序，并与本库的结果比较；Python、Java、C++ 以 float64 计算，本库只在最后舍入到 float32，整个模型则每层之后都舍入。",
    }),
  ],
};
