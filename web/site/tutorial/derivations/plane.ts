// RoPE for positions in a plane.
import { paragraph, source, tryThis, widget } from "../../blocks/blocks.ts";
import { derivation } from "../../blocks/derivation.ts";
import { section } from "../../pages/chapter.ts";

const s = String.raw;

export const planeSection = section(
  "plane",
  {
    en: "Two dimensions: RoPE for images",
    zh: "二维：图像上的 RoPE",
  },
  paragraph({
    en: "A patch of an image has a row and a column. Numbering the patches in reading order and using RoPE as it is throws the second dimension away: the patch below is a whole row’s length off. What does the derivation give when a position is a point (x, y)?",
    zh: "图像块有行有列。若按阅读顺序编号，照搬一维的 RoPE，第二个维度就丢了：正下方的块远在一整行之外。位置若是点 (x, y)，推导会给出什么？",
  }),
  widget("pe-rope-plane", "plane-figure"),
  derivation(
    "plane-lines",
    [
      s`R_{x,y}^{\top}\, R_{x',y'} = R_{x'-x,\; y'-y}`,
      {
        en: "The same wish as in one dimension: only the offset counts, now a vector.",
        zh: "要求与一维相同：只取决于偏移，只是偏移成了向量。",
      },
    ],
    [
      s`R_{x,y} = R_{x,0}\, R_{0,y} = R_{0,y}\, R_{x,0}`,
      {
        en: "Going right and then down must come to the same as down and then right, so rotations along the two axes commute. This is the new condition.",
        zh: "先向右再向下，与先向下再向右应当一样，所以两个轴的旋转可以交换。这是新增的条件。",
      },
    ],
    [
      s`R_{x,0} = e^{x A}, \quad R_{0,y} = e^{y B} \qquad A^{\top} = -A,\; B^{\top} = -B,\; AB = BA`,
      {
        en: "Along one axis the one-dimensional answer holds: a rotation at a constant speed, written as the exponential of an antisymmetric matrix.",
        zh: "沿一个轴，一维的结论仍成立：匀速旋转，写成反对称矩阵的指数。",
      },
    ],
    [
      s`R_{x,y} = \operatorname{diag}\bigl( \operatorname{rot}(\alpha_0 x + \beta_0 y),\, \operatorname{rot}(\alpha_1 x + \beta_1 y),\, \ldots \bigr)`,
      {
        en: "Antisymmetric matrices that commute can be brought to blocks of two together. In the right coordinates every pair of columns turns by one angle, and the angle is linear in x and y.",
        zh: "可交换的反对称矩阵能同时化成 2 × 2 的分块。选好坐标，每一对维度只转一个角度，而且角度是 x、y 的线性函数。",
      },
    ],
    [
      s`\begin{bmatrix} \operatorname{rot}(x\theta_i) & 0 \\ 0 & \operatorname{rot}(y\theta_i) \end{bmatrix}`,
      {
        en: "The usual choice takes either x or y for each pair: a block of four columns, half for the row and half for the column, both with the same speeds. This is axial RoPE.",
        zh: "通常的取法是每一对只看 x 或只看 y：四列为一块，一半给行、一半给列，转速相同。这就是分轴的 RoPE。",
      },
    ],
    [
      {
        en: s`\text{score} = g_x(x' - x) + g_y(y' - y)`,
        zh: s`\text{分数} = g_x(x' - x) + g_y(y' - y)`,
      },
      {
        en: "Its price: the score is a sum of one function of the rows and one of the columns. With the same content everywhere a cross is what can be seen, never a disc. Pairs with both α and β (mixed, trained angles) can see on a slant.",
        zh: "代价是：分数等于行的函数加列的函数。内容处处相同时，看得出的只能是十字，而不会是圆。α、β 都不为零的对（可训练的混合角度）才能斜着看。",
      },
    ],
    [
      s`(t, x, y) \;\to\; \operatorname{diag}\bigl( \operatorname{rot}(t\,\theta_i),\ \operatorname{rot}(x\,\theta_j),\ \operatorname{rot}(y\,\theta_k) \bigr)`,
      {
        en: "Three coordinates work the same way; models for video share the pairs out among time, height and width. A text token takes t = x = y, and all is as in one dimension.",
        zh: "三个坐标同理：视频模型把各对分给时间、高和宽。文本词元取 t = x = y，就退回一维。",
      },
    ],
  ),
  source("suPlane"),
  tryThis({
    en: "Choose the number in reading order and drag the cell to the right border. Which cells light up on the left?",
    zh: "选“阅读顺序的编号”，把格子拖到右边界。左边哪些格子亮了起来？",
  }),
);
