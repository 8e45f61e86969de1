// Sections on layouts and on cached keys.
import {
  listing,
  more,
  paragraph,
  quiz,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const layoutSection = section(
  "layout",
  { en: "Which two columns are a pair?", zh: "哪两列成一对？" },
  paragraph({
    en: "The formula does not say which columns to pair, and two answers are in use. RoFormer, GPT-J and Meta’s LLaMA take neighbours, columns 2i and 2i + 1: [interleaved](term:interleaved). GPT-NeoX and Hugging Face’s Llama take column i and column i + d/2: [halves](term:halves). Either is right; mixing them is a frequent mistake.",
    zh: "哪两列成一对，公式没有规定，实践中有两种答案。RoFormer、GPT-J 和 Meta 的 LLaMA 取相邻两列，即第 2i 列和第 2i + 1 列：[交错](term:interleaved)。GPT-NeoX 和 Hugging Face 的 Llama 取第 i 列和第 i + d/2 列：[两半](term:halves)。两种都对，混用则是常见的错误。",
  }),
  widget("pe-rotary-layout", "pairing"),
  more(
    "convert-weights",
    {
      en: "How to convert weights from one to the other",
      zh: "怎样在两者之间转换权重",
    },
    paragraph({
      en: "The proof that both are equally good is one line: a score is a sum over columns, and a sum stays the same if the columns of q *and* of k are put in another order. So weights trained for one layout can be run with the other once the rows of W_{Q} and W_{K} are permuted, head by head, which is what happens when Meta’s checkpoints are turned into Hugging Face’s. Their biases go along, and gains that normalise q and k; W_{V} and W_{O} must not be touched. With a partial rotation only the turning columns are permuted.",
      zh: "两种排布同样好，证明只有一行：分数是对各列求和，q *和* k 的列按同样的次序重排，和不变。因此，为一种排布训练的权重，只要把 W_{Q} 和 W_{K} 的行逐头重排，就能按另一种运行；Meta 的检查点转成 Hugging Face 格式时做的就是这件事。两者的偏置要跟着排，归一化 q、k 的增益也一样；W_{V} 和 W_{O} 不能动。若是部分旋转，只重排参与旋转的列。",
    }),
    listing(`
const { data } = pe.convert.queryKeyWeights(wQuery, {
  from: "interleaved", // Meta
  to: "halves", // Hugging Face
  numHeads: 32,
});
`),
    paragraph({
      en: "RoPE has been called complicated, yet the loop over pairs takes about six lines. What makes it hard is that the wrong six lines run just as smoothly: the shapes fit and nothing is raised. The class of document 4, a comment without a body, is easily completed; `rotary.apply` asks for the `layout` by name.",
      zh: "有人说 RoPE 实现复杂。其实对各对做的循环只有六行左右。难在写错了也照样跑得通：形状都对，也不报错。文档 4 的类只有一句注释，补全并不难；`rotary.apply` 要求用 `layout` 写明排布。",
    }),
    quiz("convert", {
      question: {
        en: "To run an interleaved checkpoint with halves, what has to be permuted?",
        zh: "要用“两半”的程序运行按“交错”训练的检查点，需要重排什么？",
      },
      choices: [
        {
          text: { en: "W_{Q}, W_{K} and W_{V}", zh: "W_{Q}、W_{K} 和 W_{V}" },
          why: {
            en: "Values are not rotated. Permuting them changes the output unless W_{O} undoes it.",
            zh: "值不旋转。重排了值，除非 W_{O} 再换回来，否则输出就错了。",
          },
        },
        {
          text: { en: "W_{Q} and W_{K}", zh: "W_{Q} 和 W_{K}" },
          right: true,
          why: {
            en: "Both alike, within each head, only the turning columns.",
            zh: "两者同样地排，在每个头之内，只排参与旋转的列。",
          },
        },
        {
          text: { en: "W_{Q} alone", zh: "只有 W_{Q}" },
          why: {
            en: "Then column c of q would meet another column of k.",
            zh: "那样 q 的第 c 列就会与 k 的另一列相乘。",
          },
        },
      ],
    }),
  ),
);

export const cacheSection = section(
  "cache",
  { en: "Keys in the cache", zh: "缓存里的键" },
  paragraph({
    en: "A decoder keeps the keys it has computed, usually after rotating them. What happens when the window is full, the oldest keys are dropped and the rest move up? Rotations add: turning a key at n back by c positions gives the key at n − c, to rounding, without the original.",
    zh: "解码器会把算过的键存起来，通常是旋转之后的。窗口满了，最早的键被丢弃，其余往前挪，怎么办？旋转可以叠加：把位置 n 的键往回转 c 个位置，就得到位置 n − c 的键，只有舍入误差，不需要原来的键。",
  }),
  widget("pe-key-shift", "cached-keys"),
  more(
    "cache-drift",
    { en: "What moving keys cannot do", zh: "移动键做不到的事" },
    paragraph({
      en: "Every shift rounds once more, so a cache that moves at each step drifts slowly; one large shift now and then is better. Keys that were rotated with *other speeds* cannot be mended in this way: a scaling that depends on the present length changes θ while keys in the cache still have the old one ([chapter 7](~/long-context/)). And moving keys renumbers positions only. What those keys say was computed by layers that saw the dropped tokens.",
      zh: "每移一次就多舍入一次，步步移动的缓存会慢慢漂移，不如隔一阵大移一次。这个办法补救不了的，是用*别的转速*转过的键：有些缩放随当前长度改变 θ，而缓存里的键还是旧的 θ（见[第 7 章](~/long-context/)）。另外，移动只是重新编号；那些键的内容，是各层看着被丢弃的词元算出来的。",
    }),
    tryThis({
      en: "Take 64 steps in place of one and compare the error. Then drop no key at all: circles, dots and crosses coincide.",
      zh: "把一步换成 64 步，比较误差。再把丢掉的键数设为 0：圆圈、圆点和叉全部重合。",
    }),
  ),
);
