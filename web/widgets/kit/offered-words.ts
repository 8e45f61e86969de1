// Languages that figures are loaded with, such as by auto.js.
import type { List } from "./said-words.ts";

/** Language → what loads its words, where a page is in it. */
export const offered = new Map<string, () => Promise<{ default: List }>>();
