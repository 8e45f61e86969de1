// Sections on the heatmap and single waves.
import { more, paragraph, widget } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const heatmapSection = section(
  "heatmap",
  { en: "The table as a picture", zh: "把整张表画成图" },
  widget("pe-heatmap", "heatmap-51"),
  paragraph({
    en: "Hands are hard to compare by the hundred, so the picture has one row per position and a colour for every number: orange for positive, blue for negative. Read down a column and you follow one wave; read along a row and you see the fingerprint of one position.",
    zh: "成百根针很难比较，所以图中一个位置一行，每个数一种颜色：橙色为正，蓝色为负。顺着一列往下看，看到的是一道波；沿着一行看，看到的是一个位置的指纹。",
  }),
  paragraph({
    en: "The left part is lively and the right part nearly still: the fast pairs come first. The right part is not useless, though. Within 50 positions the slow hands have hardly left twelve o’clock, within 50 000 they have.",
    zh: "左边变化剧烈，右边几乎静止，因为快的在前。右边也并非无用：50 个位置之内，慢针几乎没离开十二点；50 000 个位置之内就不同了。",
  }),
);

export const wavesSection = section(
  "waves",
  {
    en: "Single waves, and how not to plot them",
    zh: "单独的波，以及怎样画才不误导",
  },
  more(
    "first-four",
    {
      en: "Why plots of the first four dimensions mislead",
      zh: "为什么只画前四维会误导",
    },
    paragraph({
      en: "Such plots are popular. But the first four dimensions are only two pairs, and at width 512 their speeds differ by a few per cent: four curves and two frequencies that look like one. Dimensions far apart show what the encoding is about.",
      zh: "很多文章喜欢画前四维，而前四维只是两对，维数为 512 时两对的转速只差百分之几：四条曲线，两种频率，看上去却像一种。相隔较远的维度才能说明这种编码的用意。",
    }),
    widget("pe-waves", "four-waves"),
    paragraph({
      en: "A slow wave seen through a short window looks like a line that rises. Stretch the window and it bends (at width 512 the last wave rises for 15 000 positions; narrow the table to 8): nothing in the table grows with the position. If something did, later positions would weigh more than earlier ones for no reason.",
      zh: "隔着短窗口看一道慢波，像是一条上升的直线；把窗口拉长，它就弯了（维数为 512 时，最后一道波要过 15 000 个位置才不再上升，不妨把维数降到 8）。表里没有什么会随位置一直增大；若有，后面的位置就会无缘无故地比前面的更重。",
    }),
  ),
);
