import {
  meanOutput,
  type Position,
  vectors,
} from "../../../widgets/figures/01-why-position/sentence/head.ts";
import { gap } from "../../../widgets/figures/01-why-position/sentence/order.ts";
import {
  compare,
  type Side,
} from "../../../widgets/figures/01-why-position/sentence/two-orders.ts";
import { gapText } from "../../../widgets/figures/shared/word-weights.ts";
import type { Text } from "../../../widgets/words/text.ts";
import { markdownChapter } from "../../pages/markdown-page.ts";
import { documentsInShort } from "../five-documents.ts";
import { textsOf } from "../texts.ts";

const HEAD = { dModel: 32, seed: 0, causal: false } as const;
const LOVE = { en: ["I", "love", "you"], zh: ["我", "爱", "你"] } as const;

/** Largest difference of any output when the sentence is reversed. */
const reversed =
  (how: { position: Position; causal?: boolean }, side: Side) => (): Text => {
    const one = (lang: "en" | "zh"): string =>
      gapText(compare(LOVE[lang], [2, 1, 0], { ...HEAD, ...how })[side].error);
    return { en: one("en"), zh: one("zh") };
  };

/** Chapter 1. */
export const whyPosition = markdownChapter(
  textsOf("1-why-position/why-position"),
  {
    number: 1,
    path: "why-position/",
    thumbnail: { tag: "pe-trained-attention", panel: "text" },
    answers: { who: "same-answer" },
    values: {
      plain: reversed({ position: "rotary" }, "plain"),
      placed: reversed({ position: "sinusoidal" }, "placed"),
      causal: reversed({ position: "rotary", causal: true }, "plain"),
      mirrored: () => {
        const mean = (words: readonly string[]) =>
          meanOutput(vectors(words, HEAD), {
            ...HEAD,
            position: "alibi",
          });
        const one = (words: readonly string[]) =>
          gapText(gap(mean(words), mean(words.toReversed())));
        return { en: one(LOVE.en), zh: one(LOVE.zh) };
      },
    },
    made: { documents: documentsInShort },
  },
);
