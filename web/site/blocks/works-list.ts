// Works to read, with what each gives.

import type { WorkId } from "../claims/works.ts";
import type { Block, Words } from "../page.ts";
import { citation } from "./cite.ts";
import { inline } from "./inline.ts";

/** A list of works. */
export const reading =
  (...entries: readonly (readonly [id: WorkId, gives: Words])[]): Block =>
  (context) => {
    const items = entries.map(
      ([id, gives]) =>
        `<li>${citation(id, context)}<br>${inline(gives, context)}</li>`,
    );
    return `<ul class="reading">${items.join("")}</ul>`;
  };
