// Mistakes that stop a program, or bend its shapes.
import { remark } from "../listing.ts";
import { type Mistake, program } from "./types.ts";

export const shapeMistakes: readonly Mistake[] = [
  {
    id: "bracket",
    title: { en: "A bracket that never closes", zh: "没有闭合的括号" },
    language: "pytorch",
    wrong: program`
      import math
      import torch

      d_model = 8
      rate = torch.exp(
          torch.arange(0, d_model, 2).float()
          * (-math.log(10000.0) / d_model)
      print(rate.tolist())
    `,
    outcome: { error: "SyntaxError", says: "'(' was never closed" },
    why: {
      en: "The bracket of `exp(` is still open when `print(` comes. Python refuses the whole file before it runs a single line.",
      zh: "到 `print(` 这一行时，`exp(` 的括号仍未闭合。Python 在执行任何一行之前就拒绝整个文件。",
    },
    right: program`
      import math
      import torch

      d_model = 8
      rate = torch.exp(
          torch.arange(0, d_model, 2).float()
          * (-math.log(10000.0) / d_model)
      )
      print([round(x, 4) for x in rate.tolist()])
    `,
    prints: "[1.0, 0.1, 0.01, 0.001]",
    repair: {
      en: "One bracket more, on a line of its own where its absence shows.",
      zh: "补上一个括号，并让它独占一行，缺了就一目了然。",
    },
    about: ["003-07", "S3-06"],
  },
  {
    id: "import",
    title: { en: "A name that was never imported", zh: "未导入的名字" },
    language: "pytorch",
    wrong: program`
      import torch

      class Encoding(nn.Module):
          def forward(self, x):
              return x

      print(Encoding()(torch.ones(2)).tolist())
    `,
    outcome: { error: "NameError", says: "name 'nn' is not defined" },
    why: {
      en: "The class names `nn.Module`, but only `torch` is imported.",
      zh: "类中用到 `nn.Module`，却只导入了 `torch`。",
    },
    right: program`
      import torch
      from torch import nn

      class Encoding(nn.Module):
          def forward(self, x):
              return x

      print(Encoding()(torch.ones(2)).tolist())
    `,
    prints: "[1.0, 1.0]",
    repair: {
      en: "Import what is named. A listing is complete when it runs in an empty file.",
      zh: "用到什么就导入什么。放进空文件也能运行，代码才算完整。",
    },
    about: ["000-19", "S0-23"],
  },
  {
    id: "odd",
    title: { en: "An odd width", zh: "奇数宽度" },
    language: "pytorch",
    wrong: program`
      import torch

      d_model, length = 5, 4
      pos = torch.arange(length).unsqueeze(1)
      rate = 10000.0 ** (-torch.arange(0, d_model, 2) / d_model)
      table = torch.zeros(length, d_model)
      table[:, 0::2] = torch.sin(pos * rate)
      table[:, 1::2] = torch.cos(pos * rate)
      print(list(table.shape))
    `,
    outcome: {
      error: "RuntimeError",
      says: "The expanded size of the tensor (2) must match the existing size (3)",
    },
    why: {
      en: "Five columns have three even and two odd places, but there are three frequencies: the last cosine has nowhere to go.",
      zh: "五列中有三个偶数列、两个奇数列，频率却有三个：最后一个余弦无处可放。",
    },
    right: program`
      import torch

      d_model, length = 5, 4
      pos = torch.arange(length).unsqueeze(1)
      rate = 10000.0 ** (-torch.arange(0, d_model, 2) / d_model)
      table = torch.zeros(length, d_model)
      table[:, 0::2] = torch.sin(pos * rate)
      table[:, 1::2] = torch.cos(pos * rate[: d_model // 2])
      print(list(table.shape))
    `,
    prints: "[4, 5]",
    repair: {
      en: "The cosines take as many frequencies as there are odd columns; the row ends on a sine.",
      zh: "余弦只取与奇数列同样多的频率，整行以正弦结尾。",
    },
    about: ["000-19", "004-05", "S0-23"],
  },
  {
    id: "overflow",
    title: { en: "Longer than the buffer", zh: "超出缓冲区长度" },
    language: "pytorch",
    wrong: program`
      import torch

      buffer = torch.zeros(1, 5000, 4)  # ${remark("rows for 5000 positions", "5000 个位置各占一行")}
      x = torch.ones(2, 6000, 4)
      print(list((x + buffer[:, : x.size(1)]).shape))
    `,
    outcome: {
      error: "RuntimeError",
      says: "The size of tensor a (6000) must match the size of tensor b (5000)",
    },
    why: {
      en: "A slice past the end is cut silently to 5000 rows; the addition then meets two lengths. The formula knows no limit, the buffer does.",
      zh: "切片越界时不报错，只截到 5000 行；随后相加时两个长度对不上。公式没有长度上限，缓冲区有。",
    },
    right: program`
      import torch

      def rows(length, d_model=4):
          pos = torch.arange(length).unsqueeze(1)
          rate = 10000.0 ** (-torch.arange(0, d_model, 2) / d_model)
          return torch.stack([torch.sin(pos * rate), torch.cos(pos * rate)], -1).flatten(1)

      buffer = rows(5000)
      x = torch.ones(2, 6000, 4)
      if x.size(1) > len(buffer):
          buffer = rows(x.size(1))
      print(list((x + buffer[: x.size(1)]).shape))
    `,
    prints: "[2, 6000, 4]",
    repair: {
      en: "Compute the missing rows when a longer text comes. That the rows exist says nothing about what a model makes of them.",
      zh: "来了更长的文本就补算缺少的行。不过，行算得出来并不意味着模型用得好。",
    },
    about: ["003-16", "003-10", "S3-26"],
  },
  {
    id: "learned-overflow",
    title: { en: "Past the learned table", zh: "越过可学习的表" },
    language: "pytorch",
    wrong: program`
      import torch

      table = torch.nn.Embedding(512, 4)
      positions = torch.arange(513)
      print(list(table(positions).shape))
    `,
    outcome: { error: "IndexError", says: "index out of range in self" },
    why: {
      en: "The table has rows 0 to 511. Row 512 was never trained and does not exist.",
      zh: "表中只有第 0 到 511 行；第 512 行从未训练过，也不存在。",
    },
    right: program`
      import torch

      table = torch.nn.Embedding(512, 4)
      tokens = torch.arange(513)
      kept = tokens[-512:]  # ${remark("the newest; their positions start at 0 again", "最新的词元；位置又从 0 数起")}
      positions = torch.arange(len(kept))
      print(list(table(positions).shape))
    `,
    prints: "[512, 4]",
    repair: {
      en: "Cut the text, and count positions of what is left from 0. Resizing the table is the other way.",
      zh: "截断文本，并把剩余部分的位置从 0 重新编号。另一种办法是对表插值。",
    },
    about: ["000-11", "000-21", "003-29", "S0-25", "S3-25"],
  },
  {
    id: "unsqueeze",
    title: { en: "A missing unsqueeze", zh: "漏掉 unsqueeze" },
    language: "pytorch",
    wrong: program`
      import torch

      pos = torch.arange(6)
      rate = 10000.0 ** (-torch.arange(0, 8, 2) / 8)
      print(list((pos * rate).shape))
    `,
    outcome: {
      error: "RuntimeError",
      says: "The size of tensor a (6) must match the size of tensor b (4)",
    },
    why: {
      en: "Six positions and four frequencies are meant to make a grid. As two plain vectors they are multiplied number by number.",
      zh: "六个位置和四个频率本应构成一张网格；写成两个一维向量，就变成逐元素相乘。",
    },
    right: program`
      import torch

      pos = torch.arange(6).unsqueeze(1)
      rate = 10000.0 ** (-torch.arange(0, 8, 2) / 8)
      print(list((pos * rate).shape))
    `,
    prints: "[6, 4]",
    repair: {
      en: "`unsqueeze(1)` makes a column of the positions; column times row is the grid. With as many positions as frequencies the first program would not even have failed.",
      zh: "`unsqueeze(1)` 把位置变成一列，列乘行才是网格。若位置数恰好等于频率数，前面的程序甚至不会报错。",
    },
    about: ["S0-23", "S3-07"],
  },
  {
    id: "batch-first",
    title: { en: "Batch and time mixed up", zh: "批次轴与时间轴混淆" },
    language: "pytorch",
    wrong: program`
      import torch

      table = torch.arange(5.0).reshape(5, 1, 1)  # ${remark("row p holds number p", "第 p 行的内容就是数 p")}
      x = torch.zeros(2, 4, 1)  # ${remark("batch, time, width", "批次、时间、维度")}
      print((x + table[: x.size(0)]).squeeze(-1).tolist())
    `,
    outcome: { prints: "[[0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0]]" },
    why: {
      en: "The table is laid out for time first. Added to a batch that comes first, it gives every token of text b the position b, and nothing fails.",
      zh: "这张表按“时间在前”排布，却加到“批次在前”的张量上：第 b 段文本的所有词元都得到位置 b，而且不报错。",
    },
    right: program`
      import torch

      table = torch.arange(5.0).reshape(1, 5, 1)
      x = torch.zeros(2, 4, 1)  # ${remark("batch, time, width", "批次、时间、维度")}
      print((x + table[:, : x.size(1)]).squeeze(-1).tolist())
    `,
    prints: "[[0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 3.0]]",
    repair: {
      en: "Axis 0 of the table has length 1 and is shared by the batch; positions lie along axis 1.",
      zh: "表的第 0 轴长度为 1，由整个批次共用；位置沿第 1 轴排列。",
    },
    about: ["003-10", "S3-09"],
  },
];
