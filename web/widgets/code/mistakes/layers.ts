// Mistakes of layers: what is trained, saved, moved, and where counting starts.
import { remark } from "../listing.ts";
import { type Mistake, program } from "./types.ts";

export const layerMistakes: readonly Mistake[] = [
  {
    id: "offset",
    title: { en: "Every step at position 0", zh: "每一步都在位置 0" },
    language: "pytorch",
    wrong: program`
      import torch

      table = torch.arange(5.0).unsqueeze(1)  # ${remark("row p holds the number p", "第 p 行的内容就是数 p")}

      def encode(x):
          return x + table[: x.size(0)]

      steps = [encode(torch.zeros(1, 1)) for _ in range(3)]
      print(torch.cat(steps).flatten().tolist())
    `,
    outcome: { prints: "[0.0, 0.0, 0.0]" },
    why: {
      en: "A decoder with a cache sees one new token at a time. A layer that always counts from 0 puts all of them at position 0.",
      zh: "带缓存的解码器每次只看到一个新词元。总从 0 数起的层会把它们全都放在位置 0。",
    },
    right: program`
      import torch

      table = torch.arange(5.0).unsqueeze(1)  # ${remark("row p holds the number p", "第 p 行的内容就是数 p")}

      def encode(x, offset):
          return x + table[offset : offset + x.size(0)]

      steps = [encode(torch.zeros(1, 1), step) for step in range(3)]
      print(torch.cat(steps).flatten().tolist())
    `,
    prints: "[0.0, 1.0, 2.0]",
    repair: {
      en: "The caller says how many tokens came before.",
      zh: "由调用者说明前面已有多少个词元。",
    },
    about: ["000-19", "003-10", "004-19", "S1-37"],
  },
  {
    id: "buffer",
    title: { en: "A table that stays behind", zh: "没有随模块迁移的表" },
    language: "pytorch",
    wrong: program`
      import torch
      from torch import nn

      class Encoding(nn.Module):
          def __init__(self):
              super().__init__()
              self.table = torch.zeros(1, 8, 4)

      layer = Encoding().to("meta")
      print(layer.table.device, list(layer.state_dict()))
    `,
    outcome: { prints: "cpu []" },
    why: {
      en: "A plain attribute is not part of the module: `to(device)` leaves it where it is, and the first addition on a GPU fails.",
      zh: "普通属性不属于模块：`to(device)` 不会移动它，在 GPU 上第一次相加就会报错。",
    },
    right: program`
      import torch
      from torch import nn

      class Encoding(nn.Module):
          def __init__(self):
              super().__init__()
              self.register_buffer("table", torch.zeros(1, 8, 4))

      layer = Encoding().to("meta")
      print(layer.table.device, list(layer.state_dict()))
    `,
    prints: "meta ['table']",
    repair: {
      en: "A buffer moves and is saved with the module and is not trained. With `persistent=False` it is not saved either; a table made by a formula need not be saved.",
      zh: "缓冲区随模块迁移和保存，但不参与训练。设 `persistent=False` 则连保存也省去，由公式算出的表本就无需保存。",
    },
    about: ["003-09", "S3-08"],
  },
  {
    id: "device",
    title: { en: "Positions on another device", zh: "位置在另一个设备上" },
    language: "pytorch",
    wrong: program`
      import torch

      table = torch.nn.Embedding(8, 4, device="meta")
      x = torch.zeros(2, 3, 4, device="meta")
      positions = torch.arange(x.size(1))
      print(positions.device == x.device)
    `,
    outcome: { prints: "False" },
    why: {
      en: "`arange` makes its numbers on the processor unless told otherwise; the table and the tokens are elsewhere. On a GPU the lookup fails, and only there.",
      zh: "`arange` 默认在 CPU 上生成，而表和词元在别处。换到 GPU 上查表就会报错，且只在那时才报错。",
    },
    right: program`
      import torch

      table = torch.nn.Embedding(8, 4, device="meta")
      x = torch.zeros(2, 3, 4, device="meta")
      positions = torch.arange(x.size(1), device=x.device)
      print(positions.device == x.device)
    `,
    prints: "True",
    repair: {
      en: "Positions are made where the tokens are.",
      zh: "词元在哪里，位置就在哪里生成。",
    },
    about: ["000-21", "S0-25"],
  },
  {
    id: "detached",
    title: {
      en: "A learned table that never learns",
      zh: "从不学习的可学习表",
    },
    language: "pytorch",
    wrong: program`
      import torch

      table = torch.nn.Parameter(torch.zeros(8, 4))
      x = torch.ones(3, 4, requires_grad=True)
      y = x + table.data[: len(x)]
      y.sum().backward()
      print(table.grad)
    `,
    outcome: { prints: "None" },
    why: {
      en: "The rows are taken from the raw numbers, outside of what records gradients. Training runs, the loss falls, the table keeps its first values.",
      zh: "各行取自裸数据，脱离了记录梯度的计算图。训练照常进行，损失也会下降，表却一直是初始值。",
    },
    right: program`
      import torch

      table = torch.nn.Parameter(torch.zeros(8, 4))
      x = torch.ones(3, 4, requires_grad=True)
      y = x + table[: len(x)]
      y.sum().backward()
      print(table.grad[:, 0].tolist())
    `,
    prints: "[1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]",
    repair: {
      en: "Slice the parameter itself. Rows that no text reaches still get no gradient.",
      zh: "直接对参数切片。文本够不到的行依然没有梯度。",
    },
    about: ["004-07", "S4-11"],
  },
  {
    id: "unused",
    title: { en: "A length that goes nowhere", zh: "没有传入的长度" },
    language: "pytorch",
    wrong: program`
      import torch

      def make_table(d_model, max_len=5000):
          return torch.zeros(max_len, d_model)

      d_model, max_len = 512, 50
      table = make_table(d_model)
      print(len(table), table.numel() * 4, "bytes")
    `,
    outcome: { prints: "5000 10240000 bytes" },
    why: {
      en: "`max_len` is set and never handed over: the default of 5000 rows stands.",
      zh: "`max_len` 设了值却没有传入，用的仍是默认的 5000 行。",
    },
    right: program`
      import torch

      def make_table(d_model, max_len):
          return torch.zeros(max_len, d_model)

      d_model, max_len = 512, 50
      table = make_table(d_model, max_len)
      print(len(table), table.numel() * 4, "bytes")
    `,
    prints: "50 102400 bytes",
    repair: {
      en: "Without a default, forgetting the argument is an error.",
      zh: "去掉默认值，漏传参数就会报错。",
    },
    about: ["003-22", "000-23", "S3-17"],
  },
  {
    id: "scale",
    title: { en: "Tokens drowned by positions", zh: "词元被位置淹没" },
    language: "pytorch",
    wrong: program`
      import torch

      torch.manual_seed(0)
      d_model = 512
      tokens = torch.randn(100, d_model) / d_model**0.5  # ${remark("as weights begin", "与权重的初始值同样大小")}
      position = torch.tensor([0.0, 1.0]).repeat(d_model // 2)
      print(round(tokens.norm(dim=1).mean().item()), round(position.norm().item()))
    `,
    outcome: { prints: "1 16" },
    why: {
      en: "Embeddings that begin with variance 1/d have length 1; every sinusoidal row has length √(d/2) = 16. In the sum the content is a whisper.",
      zh: "方差为 1/d 的词嵌入长度约为 1，而正弦编码每行长度都是 √(d/2) = 16：相加之后，内容几乎被淹没。",
    },
    right: program`
      import torch

      torch.manual_seed(0)
      d_model = 512
      tokens = torch.randn(100, d_model) / d_model**0.5  # ${remark("as weights begin", "与权重的初始值同样大小")}
      tokens = tokens * d_model**0.5
      position = torch.tensor([0.0, 1.0]).repeat(d_model // 2)
      print(round(tokens.norm(dim=1).mean().item()), round(position.norm().item()))
    `,
    prints: "23 16",
    repair: {
      en: "The paper multiplies the embeddings by √d before it adds.",
      zh: "论文在相加之前先把词嵌入乘以 √d。",
    },
    about: ["004-19", "S4-20"],
  },
];
