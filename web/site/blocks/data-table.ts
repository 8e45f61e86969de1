import { escapeHtml } from "../../widgets/words/text.ts";
import type { Block, Context, Words } from "../page.ts";
import { inline, plain } from "./inline.ts";

/** A cell: a text, or what reads the same in both languages. */
export type Cell = Words | string | number;

function content(cell: Cell, context: Context): string {
  if (typeof cell === "object" || typeof cell === "function")
    return inline(cell, context);
  return inline({ en: String(cell), zh: String(cell) }, context);
}

/**
 * A table, which scrolls in a box of its own where it is too wide.
 *
 * @param table.rowHeads the first cell of a row is its heading
 */
export const dataTable =
  (table: {
    readonly caption: Words;
    readonly columns: readonly Cell[];
    readonly rows: readonly (readonly Cell[])[];
    readonly rowHeads?: boolean;
  }): Block =>
  (context) => {
    const { caption, columns, rows, rowHeads = false } = table;
    const bad = rows.find((row) => row.length !== columns.length);
    if (bad) {
      throw new Error(
        `table “${plain(inline(caption, context))}”: a row of ${bad.length} cells below ${columns.length} columns`,
      );
    }
    const headings = columns.map((cell) => content(cell, context));
    if (headings.some((html) => plain(html).trim() === "")) {
      throw new Error(
        `table “${plain(inline(caption, context))}”: a column has no heading`,
      );
    }
    const cells = rows.map((row) => row.map((cell) => content(cell, context)));
    // A column of numbers stands to the right, its heading too; heads of rows don't.
    const numeric = columns.map(
      (_, k) =>
        rows.length > 0 &&
        !(rowHeads && k === 0) &&
        rows.every((row, r) => isNumber(row[k] as Cell, cells[r]?.[k] ?? "")),
    );
    const marked = (k: number) => (numeric[k] ? ' class="number"' : "");
    const head = headings
      .map((html, k) => `<th scope="col"${marked(k)}>${html}</th>`)
      .join("");
    const body = cells.map((row) => {
      const written = row.map((html, k) => {
        return rowHeads && k === 0
          ? `<th scope="row">${html}</th>`
          : `<td${widthClass(html) || marked(k)}>${html}</td>`;
      });
      return `<tr>${written.join("")}</tr>`;
    });
    const title = inline(caption, context);
    const name = escapeHtml(plain(title));
    const dense = columns.length > 6 ? " dense" : "";
    return `<div class="table${dense}" role="region" aria-label="${name}" tabindex="0"><table><caption>${title}</caption><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
  };

/**
 * Long is what takes several lines of a telephone; a Chinese sign is as wide as
 * two letters. A Chinese word or a date would break between any two signs.
 */
function widthClass(html: string): string {
  const text = plain(html);
  const han = text.match(/\p{sc=Han}/gu)?.length ?? 0;
  if (text.length + han > 36) return ' class="long"';
  return han > 0 && text.length + han <= 12 ? ' class="short"' : "";
}

function isNumber(cell: Cell, html: string): boolean {
  if (typeof cell === "number") return true;
  const text =
    typeof cell === "string" ? cell : "en" in cell ? cell.en : plain(html);
  return /^[−\-\d\s.×⁰¹²³⁴-⁹⁻%]+$/.test(text);
}
