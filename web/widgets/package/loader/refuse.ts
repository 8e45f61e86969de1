// What is said of all figures of a page if none can be loaded.
import type { Text } from "../../words/text.ts";
import { write } from "./notice.ts";
import { watch } from "./watch.ts";

/**
 * Says of every figure that is not live what stands against it.
 *
 * @param more - what follows the text
 */
export function refuse(text: Text, more?: () => Node): void {
  console.error(`posenc: ${text.en}`);
  const told = new WeakSet<HTMLElement>();
  watch((element) => {
    if (told.has(element)) return;
    told.add(element);
    const notice = write(element, text);
    if (more) notice.append(more());
  });
}
