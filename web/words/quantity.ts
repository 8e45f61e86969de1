// The letter of a quantity: one italic in text, in formulas and in figures.
// Browsers would take the italic of a formula from another font than the text's.

const LETTER = /^[A-Za-z\u0370-\u03ff]$/;

/**
 * A quantity in a formula.
 *
 * @param attributes - of the element, each after a space
 */
export function identifier(name: string, attributes = ""): string {
  if (!LETTER.test(name)) return `<mi${attributes}>${name}</mi>`;
  const named = attributes.includes(' class="')
    ? attributes.replace(' class="', ' class="v ')
    : `${attributes} class="v"`;
  return `<mi mathvariant="normal"${named}>${name}</mi>`;
}

const IN_TEXT =
  /(?<![\p{sc=Latin}\p{sc=Greek}’'.\\@#-])(?:(?<!\d)[DHKLMNPQRSTVWX]|(?<!\d)B(?!\+)|a(?=\/k)|(?<=·|[kq] \+ )a|a(?=$)|A(?= for [Wt]| = W|，新)|(?<!\d)k|(?<=\b2)k|[b-jl-z\u03b1-\u03c9])(?![\p{sc=Latin}\p{sc=Greek}\d’'-]|\.\p{L})/gu;
/** Names of things, of which B is one. */
const NAMED = /(?<![A-Za-z])A(?![A-Za-z])/;

/**
 * Running text with its quantities marked.
 *
 * @param mark - makes HTML of a letter
 * @param rest - makes HTML of what is between
 */
export function markQuantities(
  text: string,
  mark: (letter: string) => string,
  rest: (text: string) => string,
): string {
  let html = "";
  let end = 0;
  for (const { 0: letter, index } of text.matchAll(IN_TEXT)) {
    const around = text.slice(Math.max(0, index - 9), index + 10);
    if (letter === "B" && NAMED.test(around)) continue;
    html += rest(text.slice(end, index)) + mark(letter);
    end = index + 1;
  }
  return html + rest(text.slice(end));
}
