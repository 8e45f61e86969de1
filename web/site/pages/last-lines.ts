// The ends of Chinese paragraphs. Chinese may break before any sign, and
// browsers then leave a single one to the last line; it takes others along.

/** At which no line ends; it is not seen, and takes no room. */
export const JOINER = "\u2060";

const END =
  /(\p{sc=Han}?)(\p{sc=Han})(\p{sc=Han})((?:<\/(?:a|em|strong|span)>)*[^\p{sc=Han}<>\s&;\w]*)(?=(?:<\/(?:a|em|strong|span)>)*<\/(?:p|li|dd|summary)>)/gu;
/** Figures write their own lines; the 151 rows of the ledger are folded. */
const APART =
  /(<template[\s\S]*?<\/template>|<details class="claim-row"[\s\S]*?<\/details>)/;

const kept = (html: string): string =>
  html.replace(END, (_, first, second, third, stop) => {
    // A full stop is a sign as well.
    const joined = first && !/[^>]$/.test(stop) ? first + JOINER : first;
    return joined + second + JOINER + third + stop;
  });

/** Chinese HTML whose paragraphs end in lines of three signs at least. */
export const keepEnds = (html: string): string =>
  html
    .split(APART)
    .map((part, k) => (k % 2 === 0 ? kept(part) : part))
    .join("");

/** Text without what only lines need. */
export const withoutJoiners = (text: string): string =>
  text.replaceAll(JOINER, "");
