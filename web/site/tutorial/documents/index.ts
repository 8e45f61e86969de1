// Companions to the five documents: what each says, heading by heading, and
// whether it holds. The texts are in Markdown.
import type { DocumentNumber } from "../../claims/types.ts";
import type { Page, Values } from "../../page.ts";
import { markdownPage } from "../../pages/markdown-page.ts";
import { textsOf } from "../texts.ts";
import { ofDocument0, ofDocument3 } from "./computed.ts";

const companion = (number: DocumentNumber, values: Values = {}): Page =>
  markdownPage({
    path: `documents/${number}/`,
    ...textsOf(`documents/${number}`),
    values,
  });

export const companions: readonly Page[] = [
  companion(0, ofDocument0),
  companion(1),
  companion(2),
  companion(3, ofDocument3),
  companion(4),
];
