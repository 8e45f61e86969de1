// Files that a reader drops onto a part of a figure.
import type { Text } from "../words/text.ts";

/** CSS of what a file is held over. */
export const OVER_STYLES = `
.over {
  outline: 2px dashed var(--_accent);
  outline-offset: 4px;
}
`;

export const ONE_AT_A_TIME: Text = {
  en: "One file at a time, please.",
  zh: "请一次只放一个文件。",
};

/** Takes what is dropped there; words go where the browser puts them. */
export function takeFiles(
  at: HTMLElement,
  open: (files: readonly File[]) => void,
): void {
  const takes = (event: DragEvent, isOver: boolean): boolean => {
    if (!event.dataTransfer?.types.includes("Files")) return false;
    event.preventDefault();
    at.classList.toggle("over", isOver);
    return true;
  };
  at.addEventListener("dragenter", (event) => takes(event, true));
  at.addEventListener("dragover", (event) => takes(event, true));
  at.addEventListener("dragleave", (event) => {
    if (!at.contains(event.relatedTarget as Node | null)) takes(event, false);
  });
  at.addEventListener("drop", (event) => {
    if (takes(event, false)) open([...(event.dataTransfer?.files ?? [])]);
  });
}
