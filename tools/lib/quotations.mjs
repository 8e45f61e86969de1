// Sentences that say what a paper, a program or a model card says rest on words of
// it that somebody has read: web/site/claims/quotations.json. Nothing else on the site
// is believed; numbers are computed, and code is run.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sourcesBelow } from "./imports.mjs";
import { markdownPairs } from "./markdown-texts.mjs";
import { Failure } from "./steps.mjs";
import { textsOf } from "./texts.mjs";

const TABLE = "web/site/claims/quotations.json";
const FOLDERS = ["web", "src/posenc/js/catalog"];
/** The longest quotation, in words. */
const MOST_WORDS = 25;

/**
 * @typedef {object} Quotation
 * @property {string} at where in the source
 * @property {string} quote its own words, "…" where some are left out
 * @property {readonly string[]} for a part of each sentence that rests on it
 *
 * @typedef {object} Source
 * @property {string} source
 * @property {string} text what was read: the copy of it
 * @property {readonly [first: string, second: string]} read when, by whom first, by whom again
 * @property {readonly Quotation[]} quotations
 *
 * @typedef {object} Table
 * @property {readonly Source[]} sources
 * @property {readonly string[]} own parts of sentences that name a source and state
 *   what was computed here, or that something was not found
 */

/** Models and programs, whose own digits are no statement. */
const MODELS =
  /\b(?:ALBERT|BERT(?:-base|-large)?|BLOOM|Baichuan(?:-13B| 2(?: 13B)?)?|ChatGLM(?:-6B)?|Claude(?: 2\.1)?|ConvS2S|DINOv\d|DeBERTa|DeepSeek(?:-V\d(?:\.\d)?)?|GPT(?:-(?:\d|J|NeoX)(?:-20B)?)?|Gemini(?: 1\.5(?: Pro)?)?|Gemma(?: \d)?|LLaMA(?: 7B)?|Llama(?: \d(?:\.\d)?)?|MAE|MPT(?:-7B)?(?:-StoryWriter)?|MemN2N|[Mm]emory [Nn]etworks|Mistral(?: 7B)?|OPT|PaLM|Phi-\d|Qwen\d?(?:\.\d)?|RoBERTa|RoFormer|Shortformer|T5|Transformer-XL|ViT|XLNet|fairseq|gpt-oss|tensor2tensor|timm|wav2vec 2\.0)(?:’s)?\b|\b(?:ALiBi|BiPE|CAPE|CPVT|CoPE|FIRE|KERPLE|LongRoPE|NoPE|Sandwich|TUPE|YaRN|xPos)(?= \(20)/g;

/** What figures and checks say of models, the library has computed. */
const COMPUTED =
  /^web\/(?:site\/(?:claims\/checks|story)|widgets\/(?:code|figures))\//;

/** Somebody and a year, or what somebody did. */
const AUTHORS =
  /\b(?:Alammar|Chen|Dai|Devlin|Gehring|Golovneva|Haviv|Islam|Kazemnejad|McLeish|Peng|Raffel|Ruoss|Shaw|Su(?= Jianlin| and)|Sukhbaatar|Tancik|Vaswani|Zhou)\b|\bPress(?=, Smith| et al)/;

/** Words that hand on what somebody else says. */
const TOLD =
  /\b(?:[Pp]apers?|[Aa]uthors?|[Aa]bstracts?|READMEs?|(?:model|data) cards?|announce(?:d|ments?)|reported|makers|et al\.|published (?:it|theirs))\b|’s (?:code|configuration|picture)\b/;
const TOLD_IN_CHINESE = /(?<!无)论文|(?:原|首个|第一)作者|作者(?!：)|模型卡/;

/** What is no number of a source: places, links, values, numbers of documents. */
const plain = (text) =>
  text
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/`[^`]*`/g, "")
    .replace(/\$\{(?:[^{}]|\{[^}]*\})*\}|\{[A-Za-z]\w*\}/g, "")
    .replace(/[_^]\{[^}]*\}/g, "")
    .replace(/\b[Dd]ocuments? \d(?:(?:, \d)* and \d)?/g, "")
    .replace(
      /\b(?:[Cc]hapter|[Ss]ections?|§|[Ff]igure|[Rr]ung|[Rr]ow|[Ll]ayer) ?\d[\d.]*/g,
      "",
    );

/** The sentences of a text; none ends after "et al." or within a number. */
export const sentencesOf = (text) =>
  text
    .split(/(?<=[^A-Z ][.!?][”)]?)(?<!et al\.|vs\.)\s+(?=[A-Z“[`*(\d])/)
    .map((it) => it.trim())
    .filter((it) => it.split(/\s+/).length > 3);

/** Whether an English sentence says what a source says. */
export function tellsOfSource(sentence, file = "") {
  const text = plain(sentence);
  if (AUTHORS.test(text) || TOLD.test(text)) return true;
  const rest = text.replace(MODELS, "");
  return rest !== text && /\d/.test(rest) && !COMPUTED.test(file);
}

/** A source alone, beside which a table or list has what it says. */
const SOURCE =
  /^(?:[A-Z]\w+ et al\., \d{4}|\[[^\]]+\]\(https:\/\/arxiv\.org[^)]*\))$/;

/** A model, its date and its length, in figures/12-choosing/dated-models.ts. */
const MODEL = /"([^"\n]+)",\s+"20\d\d-\d\d",\s+[\d_]+/g;

/** Lines below a source within which its row of the table ends. */
const ROW = 10;

/** What documents claim is theirs: it is held against the sources, not taken from them. */
const CLAIMED = /\bclaim: \{\s*en: ?("(?:[^"\\]|\\.)*")/g;

/**
 * Sentences that need a quotation, with their places.
 *
 * @param {readonly (readonly [file: string, text: string])[]} files
 */
export function toldIn(files, others = []) {
  const claimed = new Set(
    files.flatMap(([, text]) =>
      [...text.matchAll(CLAIMED)].map(([, it]) => JSON.parse(it)),
    ),
  );
  const models = files
    .filter(([file]) => file.endsWith("/dated-models.ts"))
    .flatMap(([file, text]) =>
      [...text.matchAll(MODEL)].map(([sentence]) => ({
        sentence,
        place: file,
      })),
    );
  let source = { file: "", line: 0 };
  const told = [...textsOf(files).pairs, ...others].flatMap(
    ({ shown: { en, zh }, places }) => {
      const [file = "", at = "0"] = places.en.split(":");
      const line = Number(at);
      if (SOURCE.test(en)) source = { file, line };
      const below = file === source.file ? line - source.line : 0;
      if (claimed.has(en)) return [];
      // A row of Markdown is a line.
      const isRow = file.endsWith(".md")
        ? file === source.file && below === 0
        : 0 < below && below < ROW;
      if (isRow && !SOURCE.test(en)) {
        // A year, or what was computed here.
        return /\d{4}$|\{\w+\}/.test(en)
          ? []
          : [{ sentence: en, place: places.en }];
      }
      const sentences = SOURCE.test(en) ? [] : sentencesOf(en);
      // What follows such a sentence goes on about the source.
      const first = sentences.findIndex((it) => TOLD.test(plain(it)));
      const those = sentences.filter(
        (it, k) =>
          tellsOfSource(it, file) ||
          (first >= 0 && k > first && /\d/.test(plain(it))),
      );
      const alone =
        !TOLD.test(en) && !AUTHORS.test(en) && TOLD_IN_CHINESE.test(zh);
      return [
        ...those.map((sentence) => ({ sentence, place: places.en })),
        ...(alone ? [{ sentence: zh, place: places.zh }] : []),
      ];
    },
  );
  return [...told, ...models];
}

/**
 * What is to be said of the sentences and the table.
 *
 * @param {readonly (readonly [file: string, text: string])[]} files
 * @param {Table} table
 */
export function missing(files, table, others = []) {
  const told = toldIn(files, others);
  const quoted = table.sources.flatMap(({ source, quotations }) =>
    quotations.map((it) => ({ ...it, source })),
  );
  const parts = [...quoted.flatMap((it) => it.for), ...table.own];
  const whole = [
    ...files.map(([, text]) => text),
    ...others.flatMap(({ shown }) => [shown.en, shown.zh]),
  ].join("\n");
  return [
    ...told
      .filter(({ sentence }) => !parts.some((part) => sentence.includes(part)))
      .map(
        ({ sentence, place }) =>
          `${place}: no quotation stands behind this: ${sentence}`,
      ),
    ...parts
      .filter((part) => !whole.includes(part))
      .map((part) => `${TABLE}: this is in no text: ${part}`),
    ...quoted
      .filter(({ quote }) => quote.trim().split(/\s+/).length > MOST_WORDS)
      .map(
        ({ source, quote }) =>
          `${TABLE}: ${source}: more than ${MOST_WORDS} words: ${quote}`,
      ),
  ];
}

/** Fails and names the sentences that rest on nothing that was read. */
export function refuseUnquoted(root) {
  const files = sourcesBelow(FOLDERS, root)
    .filter((file) => !/\.[ch]pp$/.test(file))
    .map((file) => [file, readFileSync(join(root, file), "utf8")]);
  const table = JSON.parse(readFileSync(join(root, TABLE), "utf8"));
  const found = missing(
    /** @type {[string, string][]} */ (files),
    table,
    markdownPairs(root),
  );
  if (found.length > 0) {
    throw new Failure(
      `${found.length} statements about sources:\n${found.join("\n")}`,
      {
        hint: `read the source, and put its words into ${TABLE}; what cannot be read is not stated`,
      },
    );
  }
}
