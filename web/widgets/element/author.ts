// What the console tells whoever wrote the page: attributes that are misspelt, once
// each.
import { TEACHER } from "./teacher.ts";

/** Attributes of every figure besides its own. */
const OF_ALL = [
  "lang",
  "theme",
  "sync",
  "loading",
  "url-state",
  "asks",
  ...TEACHER,
];

/** What any element may have, and what frameworks put there. */
const OF_ANYONE =
  /^(accesskey|align|autocapitalize|autocorrect|autofocus|class|contenteditable|dir|draggable|enterkeyhint|exportparts|hidden|id|inert|inputmode|is|item(id|prop|ref|scope|type)|key|nonce|part|popover|ref|role|slot|spellcheck|style|tabindex|title|told|translate|width|writingsuggestions|xmlns)$|^(aria|data|hx|ng|s|sx|up|v|wire|x)-|^on|[^a-z\d-]/;

/** Fewest letters to change, put in or take away. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let k = 1; k <= b.length; k++) {
      const [up, left, both] = [row[k], next[k - 1], row[k - 1]];
      const swap = a[i - 1] === b[k - 1] ? 0 : 1;
      next.push(
        Math.min(
          (up as number) + 1,
          (left as number) + 1,
          (both as number) + swap,
        ),
      );
    }
    row = next;
  }
  return row[b.length] as number;
}

/**
 * The known name that was meant, if one is near: a third of the letters wrong at
 * most, and two.
 */
export function meant(
  name: string,
  known: readonly string[],
): string | undefined {
  const plain = (it: string): string => it.replaceAll("-", "");
  const [nearest] = known
    .map((it) => ({ it, far: distance(plain(name), plain(it)) }))
    .filter(({ far }) => far <= Math.min(2, name.length / 3))
    .sort((a, b) => a.far - b.far);
  return nearest?.it;
}

const told = new Set<string>();

function tellOnce(text: string): void {
  if (told.has(text)) return;
  told.add(text);
  console.warn(`posenc: ${text}`);
}

/** @param own - names of the figure's attributes */
export function tellAuthor(element: Element, own: readonly string[]): void {
  const known = [...own, ...OF_ALL];
  for (const name of element.getAttributeNames()) {
    if (known.includes(name) || OF_ANYONE.test(name)) continue;
    const near = meant(name, known);
    if (near === undefined) continue;
    tellOnce(
      `<${element.localName}> has no attribute ${name}; did you mean ${near}?`,
    );
  }
}
