// What the buttons below a figure do.
import { escapeHtml } from "../../words/text.ts";

/** Hands a file to the reader. */
export function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies text; false where the browser or a sandbox forbids it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A table as a figure shows it. */
export interface TableData {
  readonly caption: string;
  readonly corner: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly head: string;
    readonly cells: readonly string[];
  }[];
  /** Column and row to mark. */
  readonly marked?: { readonly row: number; readonly column: number };
}

/** A data table; wide ones scroll inside their own box. */
export function tableHtml(data: TableData): string {
  const { caption, corner, columns, rows, marked } = data;
  const head = columns
    .map((name) => `<th scope="col">${escapeHtml(name)}</th>`)
    .join("");
  const body = rows
    .map(({ head: name, cells }, r) => {
      const values = cells.map((cell, c) => {
        const here = r === marked?.row && c === marked.column;
        return `<td${here ? ' aria-current="true"' : ""}>${escapeHtml(cell)}</td>`;
      });
      return `<tr><th scope="row">${escapeHtml(name)}</th>${values.join("")}</tr>`;
    })
    .join("");
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption><thead><tr><th scope="col">${escapeHtml(corner)}</th>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** A listing with a button that copies it. @param copy - its name, as HTML */
export function codeHtml(code: string, copy: string): string {
  return `<div class="scroll" tabindex="0" role="region" aria-label="JavaScript"><pre><code lang="en">${escapeHtml(code)}</code></pre></div><button type="button" data-copy data-t="copyCode">${copy}</button>`;
}

/** A link that could not be copied, to be copied by hand. Texts are HTML. */
export function linkHtml(link: string, why: string, label: string): string {
  return `${why} <input class="link" readonly value="${escapeHtml(link)}" aria-label="${label}">`;
}
