// <pe-trained-attention> of a page's own weights: one matrix, or one for each head.
import { brief, Refused, tensorOf } from "../../kit/given-data.ts";
import type { Panel } from "../../kit/panel.ts";
import type { AnyFigure } from "../../kit/spec.ts";
import { escapeHtml, quantity } from "../../words/text.ts";
import { inside, kept, tableCode } from "../shared/own-table.ts";
import type { Here, Model } from "./trained-text.ts";

/** Cells are texts: the first line and the first column may hold the words. */
export const cells = "text";

const MOST_WORDS = 12;
const MOST_HEADS = 4;
const MOST_LETTERS = 24;

const MATRIX = [
  [2, MOST_WORDS],
  [2, MOST_WORDS],
] as const;
const MATRICES = [[1, MOST_HEADS], ...MATRIX] as const;

/** What the weights of a row may come to, rounded as they may be. */
const MOST_SUM = 1.02;

const refuse = (en: string, zh: string): never => {
  throw new Refused({ en, zh });
};

interface Weights {
  readonly words: readonly string[];
  readonly heads: number;
  /** Of each head, row-major. */
  readonly weights: Float32Array;
}

const isNumber = (cell: unknown): boolean =>
  typeof cell === "number" ||
  (typeof cell === "string" && cell !== "" && Number.isFinite(Number(cell)));

/** Lines of CSV: the words above or beside the numbers, as a data frame has them. */
function fromCells(lines: readonly (readonly string[])[]) {
  const rows = lines.filter((line) => line.length > 0);
  const [first = []] = rows;
  const isHead = first[0] === "" || first.some((cell) => !isNumber(cell));
  const body = isHead ? rows.slice(1) : rows;
  const isNamed =
    body.length > 0 && body.every((row) => row.length === body.length + 1);
  const words = isHead
    ? first.slice(isNamed && first.length > body.length ? 1 : 0)
    : isNamed
      ? body.map(([word]) => word as string)
      : undefined;
  const data = body.map((row) =>
    // What is no number is told with its place by whoever checks the numbers.
    row
      .slice(isNamed ? 1 : 0)
      .map((cell) => (isNumber(cell) ? Number(cell) : cell)),
  );
  return { data, words };
}

const isCells = (given: unknown): given is string[][] =>
  Array.isArray(given) &&
  given.some((row) => Array.isArray(row) && typeof row[0] === "string");

/** How many lists there are inside each other. */
function depthOf(value: unknown): number {
  let depth = 0;
  for (
    let at = value;
    Array.isArray(at) || ArrayBuffer.isView(at);
    depth += 1
  ) {
    at = (at as ArrayLike<unknown>)[0];
    if (depth > 4) break;
  }
  return depth;
}

/** Numbers without the axis of a batch of one. */
function unbatched(given: unknown): unknown {
  const { data, shape } = Object(given) as {
    readonly data?: unknown;
    readonly shape?: unknown;
  };
  if (Array.isArray(shape)) {
    return shape.length === 4 && shape[0] === 1
      ? { data, shape: shape.slice(1) }
      : given;
  }
  const numbers = Array.isArray(given) ? given : data;
  return Array.isArray(numbers) &&
    numbers.length === 1 &&
    depthOf(numbers) === 4
    ? numbers[0]
    : (numbers ?? given);
}

function wordsIn(given: unknown, count: number): readonly string[] {
  if (given === undefined || given === null) {
    return Array.from({ length: count }, (_, k) => String(k));
  }
  if (!Array.isArray(given) || given.some((it) => typeof it !== "string")) {
    refuse(
      `“words” is ${brief(given)}; a list of texts is taken.`,
      `“words” 是 ${brief(given)}；应为由文字组成的数组。`,
    );
  }
  const words = given as readonly string[];
  if (words.length !== count) {
    refuse(
      `it has ${words.length} words and ${count} rows of weights; each word has a row.`,
      `它有 ${words.length} 个词、${count} 行权重；每个词应有一行。`,
    );
  }
  const long = words.find((word) => word.length > MOST_LETTERS);
  if (long !== undefined) {
    refuse(
      `the word ${brief(long)} has ${long.length} characters; at most ${MOST_LETTERS} are shown.`,
      `词 ${brief(long)} 有 ${long.length} 个字符；至多 ${MOST_LETTERS} 个。`,
    );
  }
  // The state holds them in one text, cut at these lines.
  return words.map((word) => word.trim().replaceAll(/[|｜]/g, "¦") || "␣");
}

/** Where a row stands, in a message. */
const rowText = (heads: number, head: number, row: number) => ({
  en: `${heads > 1 ? `table ${head + 1}, ` : ""}row ${row + 1}`,
  zh: `${heads > 1 ? `第 ${head + 1} 张表` : ""}第 ${row + 1} 行`,
});

function check(weights: Float32Array, heads: number, n: number): void {
  for (let at = 0; at < heads * n; at += 1) {
    const where = rowText(heads, Math.floor(at / n), at % n);
    const row = weights.subarray(at * n, (at + 1) * n);
    const column = row.findIndex((weight) => weight < 0);
    if (column >= 0) {
      refuse(
        `${where.en}, column ${column + 1} holds ${brief(row[column])}; weights, after the softmax, are from 0 to 1.`,
        `${where.zh}第 ${column + 1} 列是 ${brief(row[column])}；softmax 之后的权重在 0 到 1 之间。`,
      );
    }
    const sum = row.reduce((a, b) => a + b, 0);
    if (sum > MOST_SUM) {
      refuse(
        `${where.en} sums to ${quantity(sum)}; the weights of a row, after the softmax, sum to 1.`,
        `${where.zh}的和是 ${quantity(sum)}；softmax 之后一行权重的和为 1。`,
      );
    }
  }
}

/** @throws Refused for what are no such weights */
function weightsIn(given: unknown): Weights {
  const named = isCells(given) ? fromCells(given) : given;
  const numbers = unbatched(named);
  const { words, shape } = Object(named) as Record<string, unknown>;
  const depth = Array.isArray(shape)
    ? (Object(numbers) as { shape: unknown[] }).shape.length
    : depthOf(numbers);
  const tensor = tensorOf(numbers, depth >= 3 ? MATRICES : MATRIX);
  const [heads, rows, columns] = (
    depth >= 3 ? tensor.shape : [1, ...tensor.shape]
  ) as [number, number, number];
  if (rows !== columns) {
    refuse(
      `it has ${rows} rows and ${columns} columns; words that attend to each other have as many rows as columns.`,
      `它有 ${rows} 行 ${columns} 列；同一句话里的词互相看，行数应与列数相同。`,
    );
  }
  check(tensor.values, heads, rows);
  return { words: wordsIn(words, rows), heads, weights: tensor.values };
}

/** @throws Refused for what are no such weights */
export function takes(given: unknown, spec: AnyFigure): AnyFigure {
  const { words, heads, weights } = weightsIn(given);
  const n = words.length;
  const weightAt = (head: number, row: number, column: number): number =>
    weights[(head * n + row) * n + column] as number;
  const model = {
    all: [],
    backwards: { length: n, weights, nouns: () => [] },
    chosen: { reading: { length: n, weights, nouns: () => [] } },
  } as unknown as Model;

  /** What the chosen word looks at most, in the heads that are shown. */
  function found({ state: { pick, head } }: Pick<Here, "state">) {
    const mean = Array.from({ length: n }, (_, column) => {
      if (head > 0) return weightAt(head - 1, pick, column);
      let sum = 0;
      for (let h = 0; h < heads; h += 1) sum += weightAt(h, pick, column);
      return sum / heads;
    });
    const most = Math.max(...mean);
    const [from, to] = [words[pick], words[mean.indexOf(most)]] as string[];
    return { from: from as string, to: to as string, most };
  }
  function say(
    shown: Here,
    plain = (text: string) => text,
    mark = plain,
  ): string {
    const { most, ...ends } = found(shown);
    const [from, to] = [plain(ends.from), plain(ends.to)];
    const { head } = shown.state;
    const weight = mark(quantity(most));
    const which = {
      en:
        heads === 1
          ? ""
          : head > 0
            ? ` in head ${head}`
            : ", in the mean of all heads",
      zh:
        heads === 1 ? "" : head > 0 ? `在头 ${head} 里，` : "对所有头取平均，",
    };
    return {
      en: `“${from}” looks most at “${to}”, with weight ${weight}${which.en}.`,
      zh: `${which.zh}“${from}”最关注“${to}”，权重为 ${weight}。`,
    }[shown.lang];
  }
  const size = {
    en:
      heads === 1
        ? `<b>${n}</b> words`
        : `<b>${n}</b> words in <b>${heads}</b> heads`,
    zh:
      heads === 1
        ? `<b>${n}</b> 个词`
        : `<b>${n}</b> 个词、<b>${heads}</b> 个头`,
  };
  const strings = {
    ...spec.strings,
    name: { en: "Attention weights", zh: "注意力权重" },
    caption: {
      en: "Press a word or a row: the lines show where that word looks, as thick as their weights.",
      zh: "点按一个词或一行：连线显示这个词在看哪里，粗细表示权重。",
    },
    keys: {
      en: "Words; left and right arrows choose one.",
      zh: "各个词；左右方向键选择一个。",
    },
  };

  const shownHeads = Array.from({ length: heads }, (_, head) => `head${head}`);
  const panels = spec.panels
    .filter(({ id }) => id === "text" || shownHeads.includes(id))
    .map((panel): Panel<unknown, unknown> => {
      if (panel.kind === "html") return panel;
      const head = shownHeads.indexOf(panel.id);
      const own = {
        ...panel,
        attention: head < 0 ? ("given" as const) : undefined,
        pointing: { ...panel.pointing, keys: strings.keys },
      };
      if (head < 0) {
        const title = {
          en: "where the chosen word looks",
          zh: "选中的词在看哪里",
        };
        return {
          ...own,
          height: [118, n > 6 ? 220 : 158],
          title: ({ lang }: Here) => title[lang],
          label: (shown: Here) => say(shown),
        } as Panel<unknown, unknown>;
      }
      const name = (shown: Here) =>
        heads === 1
          ? { en: "a row for each word", zh: "每行是一个词的权重" }[shown.lang]
          : (panel.title?.(shown) ?? "");
      return {
        ...own,
        height: [Math.max(118, 20 * n), Math.max(104, 18 * n)],
        title: name,
        label: (shown: Here) => `${name(shown)}: ${say(shown)}`,
      } as Panel<unknown, unknown>;
    });

  return {
    ...spec,
    ...kept(spec, heads === 1 ? [] : ["head"]),
    strings,
    panels,
    rows: [[["text", 1]], [], [], shownHeads.map((id) => [id, 1] as const)],
    tight: heads === 1 ? [] : [3],
    below: shownHeads,
    settle: inside(
      { pick: n, head: heads === 1 ? 1 : heads + 1 },
      {
        sentence: "own",
        words: words.join("|"),
        order: "auto",
        positions: true,
        place: 0,
      },
    ),
    compute: (): Model => model,
    finding: (shown: Here) => {
      const said = say(shown, escapeHtml, (text) => `<b>${text}</b>`);
      return {
        en: `This page’s own weights: ${size.en}. ${said}`,
        zh: `这是本页自备的权重：${size.zh}。${said}`,
      }[shown.lang];
    },
    sentence: (shown: Here) => say(shown),
    tableData: ({ state: { pick }, lang }: Here) => ({
      caption: {
        en: `where “${words[pick]}” looks`,
        zh: `“${words[pick]}”在看哪里`,
      }[lang],
      corner: { en: "word", zh: "词" }[lang],
      columns: shownHeads.map((_, head) =>
        heads === 1
          ? { en: "weight", zh: "权重" }[lang]
          : { en: `head ${head + 1}`, zh: `头 ${head + 1}` }[lang],
      ),
      rows: words.map((word, column) => ({
        head: word,
        cells: shownHeads.map((_, head) =>
          quantity(weightAt(head, pick, column)),
        ),
      })),
    }),
    csv: () =>
      Array.from({ length: heads * n }, (_, row) =>
        weights.subarray(row * n, (row + 1) * n).join(","),
      )
        .join("\n")
        .concat("\n"),
    code: ({ state: { pick } }: Here) =>
      tableCode(
        spec.tag,
        `const words = ${JSON.stringify(words)};
// A block of rows for each head; this is the row of ${JSON.stringify(words[pick])}.
for (let row = ${pick}; row < table.length; row += words.length) {
  console.log(...table[row]);
}
`,
      ),
    listing: () => undefined,
    states: ({ state: { pick } }: Here) =>
      shownHeads.map((_, head) =>
        weights.subarray((head * n + pick) * n, (head * n + pick + 1) * n),
      ),
  };
}
