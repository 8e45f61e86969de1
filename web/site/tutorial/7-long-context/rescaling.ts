// Sections on slowing rotary pairs down, and on the files that ask for it.
import {
  dataTable,
  displayFormula,
  more,
  paragraph,
  quiz,
  source,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

const s = String.raw;

export const rescaleSection = section(
  "rescale",
  { en: "Slowing the pairs down", zh: "让各对转慢一些" },
  paragraph({
    en: "The remedies of this section all change the frequencies θ_{i}; they differ in *which* pairs they slow down. All of them follow from one picture, [RoPE as a number in base β](~/derivations/#base). L is the trained length, s how many times longer the text is to be. What leaves the frequencies alone, [windows and ReRoPE](~/derivations/#window) or [log-n](~/derivations/#entropy), is derived there as well.",
    zh: "本节的办法都是改频率 θ_{i}，区别在于放慢*哪些*对；它们都可由一个图景推出：[RoPE 是 β 进制数](~/derivations/#base)。L 是训练长度，s 是要扩展的倍数。不改频率的办法，如[滑动窗口与 ReRoPE](~/derivations/#window)、[log-n](~/derivations/#entropy)，也在那里推导。",
  }),
  widget("pe-scalings", "scalings"),
  more(
    "interpolation",
    { en: "PI: all of them", zh: "PI：全部放慢" },
    displayFormula(s`\theta'_i = \theta_i / s`),
    source("pi", { en: "section 2.3", zh: "第 2.3 节" }),
    paragraph({
      en: "[Position interpolation](term:interpolation) divides every angle by s, the same as counting in steps of 1/s. Nearly all angles are then known ones; what is left over is less than one step at the end, as position 8191 becomes 2047.75 for s = 4. But the fast pairs that told neighbours apart now turn by a fraction 1/s of their old step, and the model needs some training to read the finer steps: up to a thousand training steps in its paper.",
      zh: "[位置内插](term:interpolation)把所有角度除以 s，相当于步长改为 1/s。角度几乎都是见过的，只在末尾多出不到一步：s = 4 时，位置 8191 变成 2047.75。可是负责区分相邻词元的高频维度，区分力降到 1/s；要再训练一阵才读得懂更细的步子，其论文至多用了一千步。",
    }),
  ),
  more(
    "ntk",
    { en: "NTK: the slow ones most", zh: "NTK：越慢的放慢得越多" },
    displayFormula(s`b' = b \cdot s^{d/(d-2)}`),
    paragraph({
      en: "[NTK-aware scaling](term:ntk-scaling) changes the base alone: pair 0 stays, the last pair is slowed by exactly s, the others in between. With d = 128 and s = 4 the base of 10 000 becomes {ntkBase}. It needs no training to be usable, yet pairs in the middle still step out of their arcs. *Dynamic* NTK lets s follow the present length; keys that were cached after their rotation keep the angles of that moment, and no error tells. A cache that holds keys before the rotation avoids this.",
      zh: "[NTK 感知缩放](term:ntk-scaling)只改底数：第 0 对不变，最后一对的转速恰好降为 1/s，其余居中。d = 128、s = 4 时，底数从 10 000 变成 {ntkBase}。它不训练就能用，但中间一些对仍会越出弧外。*动态* NTK 让 s 随当前长度变化；缓存若存的是旋转之后的键，就仍是旧角度，而且无从察觉；缓存旋转之前的键，可以避免这一点。",
    }),
    source("yarn", { en: "section 3.1", zh: "第 3.1 节" }),
  ),
  more(
    "yarn",
    { en: "YaRN: only those that need it", zh: "YaRN：只放慢有必要的" },
    displayFormula(
      s`\theta'_i = \gamma_i\,\theta_i + (1-\gamma_i)\,\frac{\theta_i}{s} \qquad m = 0.1 \ln s + 1`,
    ),
    source("yarn", { en: "sections 3.2 and 3.4", zh: "第 3.2、3.4 节" }),
    paragraph({
      en: "[YaRN](term:yarn) looks at the turns in L. More than 32: the pair has seen all, it stays. Less than one: it is interpolated. A ramp γ lies between. Cosine *and* sine are multiplied by m, so a score changes by m²: a temperature that keeps attention from flattening over more tokens. At s = 32, m = {yarnM}. The trap is this factor: some runtimes put it on the tables, some on the scores, some forget it, and DeepSeek-V3’s configuration, by `mscale` and `mscale_all_dim`, moves all of it from the tables to the scores.",
      zh: "[YaRN](term:yarn) 看的是在 L 之内转了几圈。超过 32 圈，什么都见过，保持不变；不到一圈，内插；中间用斜坡 γ 过渡。cos *和* sin 都乘以 m，分数因此变为 m² 倍，相当于调温度，免得词元多了注意力变平。s = 32 时，m = {yarnM}。坑就在这个系数：有的运行时乘在表上，有的乘在分数上，有的干脆漏掉；DeepSeek-V3 的配置用 `mscale` 与 `mscale_all_dim` 把它全部从表上挪到分数上。",
    }),
  ),
  more(
    "longrope-llama3",
    {
      en: "LongRoPE and llama3: a list, a band",
      zh: "LongRoPE 与 llama3：一张表，一段频带",
    },
    paragraph({
      en: "LongRoPE searches for a factor λ_{i} for each pair and publishes the list: Phi-3 has {longropeCount} numbers for long texts, from {longropeFirst} to {longropeLast}, and a second list for texts up to L. The switch happens for the whole text at once, when it passes L; a cache filled before then has other angles. Llama 3.1 keeps YaRN’s idea without its temperature: wavelengths below L/4 stay, those above L are divided by s, a ramp between.",
      zh: "LongRoPE 为每一对搜索一个因子 λ_{i}，直接公布因子表：Phi-3 给长文本的有 {longropeCount} 个数，从 {longropeFirst} 到 {longropeLast}，L 以内的文本另有一张。文本一超过 L 就整体切换，之前填好的缓存却还是旧角度。Llama 3.1 沿用 YaRN 的思路，但不调温度：波长小于 L/4 的不变，大于 L 的除以 s，中间用斜坡过渡。",
    }),
    source("longrope"),
    source("llama3"),
  ),
  more(
    "rescale-check",
    { en: "Try it, and check yourself", zh: "动手试试，再自测一下" },
    tryThis(
      {
        en: "Choose Llama 3.1 and compare the largest new angle of the five rules. Which rule leaves pairs far outside, and which hardly at all?",
        zh: "选 Llama 3.1，比较五种规则的最大新角度。哪种规则仍有维度对转到弧外很远？哪些只是舍入之差？",
      },
      {
        en: "Switch between YaRN and llama3 with the same factor: the ramps begin at different pairs. Which of the two keeps more fast pairs?",
        zh: "倍数不变，在 YaRN 与 llama3 之间切换：两条斜坡起点不同。哪一种保留的高频维度更多？",
      },
    ),
    quiz("which-pairs", {
      question: {
        en: "A text of four times the trained length. Which pairs *have* to change so that no angle is new?",
        zh: "文本是训练长度的四倍。要让角度都不新，*必须*改动的是哪些对？",
      },
      choices: [
        {
          text: { en: "All", zh: "全部" },
          why: {
            en: "A pair that turned fully in training has met every angle. Slowing it only blurs neighbours.",
            zh: "训练中转满一圈的对，所有角度都见过；再放慢，只会模糊相邻词元的差别。",
          },
        },
        {
          text: { en: "The fastest", zh: "频率最高的那些" },
          why: {
            en: "The fastest pair turns every {fastest} positions: it has seen its circle in the first sentence.",
            zh: "频率最高的一对每 {fastest} 个位置转一圈，第一句话里就把整个圆见遍了。",
          },
        },
        {
          text: {
            en: "Those that made less than one turn in training",
            zh: "训练中不到一圈的那些",
          },
          right: true,
          why: {
            en: "They alone have an end of their arc to run past. YaRN and llama3 are built on this.",
            zh: "只有它们的弧有尽头可越。YaRN 和 llama3 就建立在这一点上。",
          },
        },
      ],
    }),
  ),
);

export const configSection = section(
  "config",
  { en: "Reading a config.json", zh: "读懂 config.json" },
  paragraph({
    en: "In practice all this comes down to a few lines of a file. They have been spelt in several ways (`rope_scaling.type`, `rope_type`, since 2025 `rope_parameters`), have defaults that are not written anywhere, and a wrong value is often accepted, at best with a warning. The figure reads a configuration as the transformers library does and says what other runtimes may do with it. The example runs everywhere; every one of its problems has been found in real files.",
    zh: "落到实处，这一切只是配置文件里的几行。写法前后变过几次（`rope_scaling.type`、`rope_type`，2025 年起又有 `rope_parameters`），默认值没有写在文件里，写错了往往照样加载，最多给一条警告。下图按 transformers 的方式读配置，并指出别的运行时可能怎样理解。示例文件在哪里都能加载，其中的问题在真实文件里却都出现过。",
  }),
  widget("pe-config", "config-reader"),
  more(
    "config-habits",
    {
      en: "Three habits that catch most mistakes",
      zh: "三个习惯，查出多数错误",
    },
    paragraph({
      en: "Compare `factor` with the ratio of the two lengths. Check that `original_max_position_embeddings` is there, since without it runtimes guess, and differently. And look at the angles: a rescaling after which filled columns are left has not done its work.",
      zh: "一，拿 `factor` 与两个长度之比对一对。二，确认写了 `original_max_position_embeddings`，否则各运行时只好猜，而且猜得不一样。三，看角度：缩放之后若还有实心的柱子，这次缩放就没有起作用。",
    }),
    tryThis(
      {
        en: "Correct the example until the reader has nothing left to say: the misspelt key, and the factor that contradicts the lengths.",
        zh: "修改示例，直到再无可疑之处：改正拼错的键，并让倍数与两个长度一致。",
      },
      {
        en: "Choose DeepSeek-V3: its factor is 40, its length {deepseekMax}. Then BERT: what stands there in place of a rescaling?",
        zh: "选 DeepSeek-V3：它的倍数是 40，长度为 {deepseekMax}。再选 BERT：那里没有缩放，取而代之的是什么？",
      },
    ),
  ),
  quiz("factor-and-lengths", {
    question: {
      en: "`factor` is 8, `original_max_position_embeddings` 32768, `max_position_embeddings` 131072. What will the model get?",
      zh: "`factor` 为 8，`original_max_position_embeddings` 为 32768，`max_position_embeddings` 为 131072。模型得到的是什么？",
    },
    choices: [
      {
        text: {
          en: "Frequencies for 8 times the length, everywhere",
          zh: "各处都按 8 倍长度计算频率",
        },
        why: {
          en: "The lengths say 4. Some releases of the transformers library take the ratio instead of the factor.",
          zh: "两个长度之比是 4。transformers 的某些版本用比值，不用 factor。",
        },
      },
      {
        text: {
          en: "It depends on the runtime and its version",
          zh: "取决于运行时及其版本",
        },
        right: true,
        why: {
          en: "That is why the reader above calls it a warning. The weights were trained with one of the two; only the publisher knows which.",
          zh: "所以上面的工具给出警告。权重是按其中一种训练的，究竟哪一种，只有发布者知道。",
        },
      },
      {
        text: { en: "An error at loading", zh: "加载时报错" },
        why: {
          en: "At most a warning in the log, in recent versions of transformers. The text comes out slightly wrong, which is worse.",
          zh: "最多在日志里给一条警告（较新的 transformers）。输出只是略微变差，这反而更糟。",
        },
      },
    ],
  }),
);

export const experimentSection = section(
  "experiments",
  { en: "What experiments report", zh: "实验怎么说" },
  paragraph({
    en: "Whether a model works at a new length is decided by running it. What a page can compute (coverage, precision and cost) tells you where to expect trouble. These are results that the authors state in their abstracts:",
    zh: "模型在新长度上行不行，只能跑了才知道。页面上能算的覆盖、精度与代价，只能指出哪里会出问题。以下是作者在摘要里报告的结果：",
  }),
  more(
    "experiments-table",
    { en: "Five abstracts", zh: "五篇摘要" },
    dataTable({
      caption: {
        en: "Reported by the authors, in their abstracts",
        zh: "作者在摘要中报告的结果",
      },
      columns: [
        { en: "method", zh: "方法" },
        { en: "date", zh: "日期" },
        { en: "reported", zh: "报告的结果" },
      ],
      rowHeads: true,
      rows: [
        [
          {
            en: "[ALiBi](https://arxiv.org/abs/2108.12409)",
            zh: "[ALiBi](https://arxiv.org/abs/2108.12409)",
          },
          { en: "August 2021", zh: "2021 年 8 月" },
          {
            en: "1.3 billion parameters, trained on 1024 tokens: at 2048 the perplexity of a sinusoidal model trained on 2048, training 11% faster, with 11% less memory",
            zh: "13 亿参数，以 1024 个词元训练，在 2048 上的困惑度与以 2048 训练的正弦模型相同，训练快 11%，内存省 11%",
          },
        ],
        [
          {
            en: "[Position interpolation](https://arxiv.org/abs/2306.15595)",
            zh: "[位置内插](https://arxiv.org/abs/2306.15595)",
          },
          { en: "June 2023", zh: "2023 年 6 月" },
          {
            en: "LLaMA from 2048 to 32 768 with at most 1000 steps; its bound on scores is at most 1/600 of that of extrapolation",
            zh: "LLaMA 从 2048 扩到 32 768，至多训练 1000 步；分数的上界至多为外推的 1/600",
          },
        ],
        [
          {
            en: "[YaRN](https://arxiv.org/abs/2309.00071)",
            zh: "[YaRN](https://arxiv.org/abs/2309.00071)",
          },
          { en: "August 2023", zh: "2023 年 8 月" },
          {
            en: "a tenth of the tokens and 1/2.5 of the training steps of earlier methods",
            zh: "所需词元为此前方法的十分之一，训练步数为 1/2.5",
          },
        ],
        [
          {
            en: "[LongRoPE](https://arxiv.org/abs/2402.13753)",
            zh: "[LongRoPE](https://arxiv.org/abs/2402.13753)",
          },
          { en: "February 2024", zh: "2024 年 2 月" },
          {
            en: "2048k tokens, trained at lengths up to 256k, with at most 1000 steps",
            zh: "达到 2048k 词元，训练长度不超过 256k，至多 1000 步",
          },
        ],
        [
          {
            en: "[NoPE study](https://arxiv.org/abs/2305.19466)",
            zh: "[NoPE 研究](https://arxiv.org/abs/2305.19466)",
          },
          { en: "May 2023", zh: "2023 年 5 月" },
          {
            en: "decoders without any encoding generalise to longer reasoning tasks better than with ALiBi, RoPE or absolute positions",
            zh: "在更长的推理任务上，不加任何位置编码的解码器比 ALiBi、RoPE、绝对位置编码都更能泛化",
          },
        ],
      ],
    }),
    paragraph({
      en: "The last line is a warning: perplexity on running text, where near tokens decide, is a different question from a task that needs one far token. Of any number, ask which of the two it measures.",
      zh: "最后一行值得警惕：文本困惑度主要由近处词元决定，与必须找到某个远处词元的任务，是两个不同的问题。看到任何数字，先问它量的是哪一个。",
    }),
  ),
);
