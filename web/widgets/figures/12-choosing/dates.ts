// Dates as readers of each language write them.
import type { Lang } from "../../words/text.ts";

const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

/** "Jul 2024", "2024 年 7 月"; the year alone where no month is known. */
export function dateText(
  { year, month }: { readonly year: number; readonly month: number | null },
  lang: Lang,
): string {
  if (month === null) return lang === "zh" ? `${year} 年` : String(year);
  return lang === "zh"
    ? `${year} 年 ${month} 月`
    : `${MONTHS.slice(3 * month - 3, 3 * month)}\u00a0${year}`;
}
