import type { Term } from "../page.ts";
import { aToH } from "./glossary/a-h.ts";
import { iToZ } from "./glossary/i-z.ts";

/** The terms by id; `[外推](term:extrapolation)` refers to one. */
export const glossary: Readonly<Record<string, Term>> = { ...aToH, ...iToZ };
