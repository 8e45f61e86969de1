// The section on models that were trained short and tested long.
import {
  aside,
  more,
  paragraph,
  tryThis,
  widget,
} from "../../blocks/blocks.ts";
import { section } from "../../pages/chapter.ts";

export const trainedSection = section(
  "trained",
  {
    en: "Trained short, tested long: no single winner",
    zh: "短训练、长测试：赢家不止一个",
  },
  paragraph({
    en: "So far everything was computed from formulas. Only a trial can tell whether a *model* works past its training length. Here are {runs} small ones, two layers of width 64 with four heads, each trained for {trainSteps} steps at one length and then graded at others. The models of one task differ in nothing but the way positions enter.",
    zh: "前面都是公式算出来的。*模型*超出训练长度还行不行，只能试。这里有 {runs} 个小模型，两层、64 维、四个头，各以一个长度训练 {trainSteps} 步，再用别的长度测试；同一任务的模型，除位置方案外全都一样。",
  }),
  widget("pe-train", "train-short"),
  paragraph({
    en: "A task asks for something: a fixed distance back, a place that moves with the length, or no place at all. A scheme that gives just this carries over; one that gives more has learned places it will never meet again, and one that gives less fails before the training length. “Which encoding extrapolates?” has no answer without “doing what?”.",
    zh: "每个任务要的东西不一样：固定的距离、随长度移动的位置，或者根本不需要位置。方案给的正好是任务要的，就能延续；给多了，学到的是再也遇不到的位置；给少了，没到训练长度就失败。“哪种编码能外推？”不说“做什么”就没有答案。",
  }),
  more(
    "trained-try",
    {
      en: "What to try, and what models this small can show",
      zh: "可以试什么，这么小的模型又能说明什么",
    },
    tryThis(
      {
        en: "Change the task and leave everything else. Which line is on top at twice the length, and which at the trained length itself?",
        zh: "只换任务，别的不动。在两倍长度上，哪条线在最上面？在训练长度上呢？",
      },
      {
        en: "Find a scheme that answers nearly everything at the trained length and hardly beats guessing at twice the length. How does it do at half of it?",
        zh: "找一种方案：在训练长度上几乎全对，两倍长度上却只比瞎猜好一点。在一半长度上又如何？",
      },
    ),
    paragraph({
      en: "Models this small show how an encoding *can* fail, not how far a large one reaches: those are trained on text, on many lengths, and for millions of times as long. Of each kind there is {seedsEach}; another seed gives other numbers. “Train it yourself” makes the chosen run again in your browser, with any seed; with the seed of a shipped run its numbers come out the same to the last digit.",
      zh: "这么小的模型只能说明编码*会怎样*失败，说明不了大模型能走多远：后者用文本训练，长度各异，训练量大上百万倍。每种训练了 {seedsEach}；换个种子，数值不同。点“亲自训练一次”，就在浏览器里重做选中的那次训练，种子任选；种子若与发布的相同，数值逐位一致。",
    }),
    aside(
      {
        en: "Pause a run, or wait for its end, and “Save the run” gives you the model and its optimiser in a file. Open it here later, or drop it on the figure: it goes on bit for bit. `restore` of `posenc/training` reads the same file.",
        zh: "训练暂停时或结束后，点“保存这次训练”，就把模型连同优化器的状态存成文件。以后在这里打开，或拖到图上，就逐位一致地接着训练；`posenc/training` 的 `restore` 也能读这个文件。",
      },
      { en: "Stop today, go on tomorrow", zh: "今天停下，明天继续" },
    ),
  ),
);

export const ownTextSection = section(
  "own-text",
  {
    en: "Where does writing fall apart?",
    zh: "续写到哪里会乱？",
  },
  paragraph({
    en: "Now such models learn a text, {textLength} characters at a time, and go on writing past that length.",
    zh: "模型再学一段文本，每次 {textLength} 个字符，然后往下写。",
  }),
  widget("pe-own-text", "own-text-one"),
  tryThis({
    en: "Compare what RoPE and ALiBi write beyond the mark. Then bring a text of your own.",
    zh: "比较 RoPE 与 ALiBi 的续写，再换你的文本。",
  }),
);

export const designSection = section(
  "design",
  { en: "Design your own", zh: "自己设计一种" },
  paragraph({
    en: "If no scheme wins everywhere, which would you make for *one* task? A scheme that adds numbers to the scores is a formula b(i, j, h). The one below lets head h look h places back, wherever it stands: for “the symbol 3 places back” that is all there is to know, and it carries to eight times the length. Choose another task, and the same formula is of no use.",
    zh: "既然没有哪种方案处处都赢，那么只为*一个*任务，你会设计成什么样？在分数上加一个数的方案，就是一条公式 b(i, j, h)。下面这条让第 h 个头无论在哪里都往前看 h 个位置：对“往前第 3 个符号”来说，要知道的就这么多，八倍长度也不在话下。换一个任务，同一条公式就没用了。",
  }),
  widget("pe-design", "design-one"),
  more(
    "design-try",
    { en: "Two formulas to try", zh: "两条可以试的公式" },
    tryThis(
      {
        en: "Let heads look further: `-3 * abs((i - j) - 2*h)`. Which head finds the third symbol back now? Guess, then train it.",
        zh: "让各个头看得更远：`-3 * abs((i - j) - 2*h)`。这时还有哪个头能找到往前第 3 个符号？先猜，再训练。",
      },
      {
        en: "Find a formula for “copy”, where the distance to look back is the length itself, which the formula does not know.",
        zh: "为“复制”找一条公式：要回看的距离就是文本长度本身，而公式并不知道它。",
      },
    ),
  ),
);
