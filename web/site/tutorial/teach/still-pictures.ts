// A figure as a picture, made on the command line.
import { group, heading, listing, paragraph } from "../../blocks/blocks.ts";
import type { Block } from "../../page.ts";

const ONCE = { en: "once, for PNG", zh: "输出 PNG 时需要，只装一次" } as const;

const commands: Block = (context) =>
  listing(
    `npx posenc render clock --pos 90 --lang ${context.lang} -o clock.svg
npm install @resvg/resvg-js # ${ONCE[context.lang]}
npx posenc render clock --pos 90 --lang ${context.lang} --theme dark --scale 3 -o clock.png`,
  )(context);

const script: Block = (context) =>
  listing(
    `import { writeFile } from "node:fs/promises";
import { renderSVG } from "posenc-widgets/render";

const options = { lang: "${context.lang}", theme: "light", width: 640 };
await writeFile("clock.svg", await renderSVG("clock", { pos: 90 }, options));`,
  )(context);

export const pictures = group(
  "pictures",
  heading({ en: "As a static image", zh: "静态图片" }),
  paragraph({
    en: "A PDF, a printed sheet or a page without scripts takes the figure as a picture. Node draws it on the command line, without a browser, and it is the one that *Tools* below a figure saves as an SVG drawing. The attributes are those of the element:",
    zh: "PDF、纸质讲义或不运行脚本的页面只能放图片。用 Node 在命令行即可画出，不需要浏览器，结果与图下方“工具”里“存为 SVG 矢量图”所存的相同。各项属性与元素的属性一致：",
  }),
  commands,
  paragraph({
    en: "`--width` lays the figure out anew: at 400 its panels stand one below the other, which suits one column of a two-column paper. `--background transparent` leaves the paper out. `npx posenc render --help` lists the figures, and `npx posenc render clock --help` the attributes of one.",
    zh: "`--width` 会按给定宽度重新排版：设为 400 时各图块上下排列，适合双栏论文的一栏。`--background transparent` 去掉底色。`npx posenc render --help` 列出全部图，`npx posenc render clock --help` 列出某张图的属性。",
  }),
  paragraph({
    en: "An SVG file only names its fonts; they come from the computer that shows it. A PNG file is drawn with the fonts of your computer, or with one that you give: `--font NotoSansSC-Regular.otf`. If no font has a character, the command says which.",
    zh: "SVG 文件只写字体名称，显示时用读者电脑上的字体。PNG 文件则用你电脑上的字体绘制，也可用 `--font NotoSansSC-Regular.otf` 指定字体文件；若有字符在所有字体中都找不到，命令会指出是哪些。",
  }),
  paragraph({
    en: "A script that builds your notes gets the same file from `renderSVG`:",
    zh: "在生成讲义的脚本里，`renderSVG` 给出同样的文件：",
  }),
  script,
);
