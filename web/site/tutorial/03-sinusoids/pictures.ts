// Sections on the binary counter, the heatmap and single waves.
import { more, paragraph, tryThis, widget } from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const binarySection = section(
  "binary",
  { en: "A counter that glides", zh: "平滑的计数器" },
  paragraph({
    en: "Binary digits solve the same task in the same spirit: the last flips at every step, the one before it at every second, then at every fourth. Each alone repeats, all together never do within their range. The waves are such digits with rounded edges.",
    zh: "二进制位用同样的思路解决同样的问题：最低位每步翻转一次，次低位每两步一次，再往上每四步一次。单看一位会重复，合起来在其范围之内绝不重复。正弦波就像是磨圆了棱角的二进制位。",
  }),
  widget("pe-binary", "counter"),
  paragraph({
    en: "The edges matter. Between 15 and 16 all five digits change at once, although the two are neighbours. The waves move by the same small distance at every step, so that close positions have close rows. [Rotations are numbers in another base](~/derivations/#base), which explains most of what is done for long texts.",
    zh: "棱角磨不磨圆，差别很大。15 和 16 相邻，五个二进制位却同时变了；波每走一步，移动的距离都一样小，所以相近的位置有相近的行。[旋转就是另一种进制的数](~/derivations/#base)：处理长文本的大部分办法，都可以由此解释。",
  }),
);

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
  tryThis({
    en: "Under “More” show the steps: which dimension is the first that never changes by more than 0.1?",
    zh: "在“更多”里切换到“步长”：从第几维开始，变化再也不超过 0.1？",
  }),
  paragraph({
    en: "Is a row really a fingerprint, shared by no other? In exact arithmetic yes, since the first hand alone never returns to exactly the same place. What remains of it in 16-bit floats is counted in [chapter 4](~/what-waves-can-do/#unique).",
    zh: "一行真能当指纹、不与任何一行相同吗？在精确算术下可以，因为单是第一根针就不会重合。换成 16 位浮点数之后还剩多少，[第 4 章](~/what-waves-can-do/#unique)会数清。",
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
