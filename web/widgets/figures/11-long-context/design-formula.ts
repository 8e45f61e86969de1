// The line of <pe-design> that shows the formula, marks its mistake, and offers
// others.
import type { Shown } from "../../kit/spec.ts";
import { DESIGNS, type Design } from "../../trained/by-formula.ts";
import { escapeHtml, type Text } from "../../words/text.ts";
import type { Reading } from "./design-reading.ts";

type Here = Shown<Design, Reading>;

const PRESETS: Readonly<Record<keyof typeof DESIGNS, Text>> = {
  fixed: { en: "one place per head", zh: "每头看一处" },
  slope: { en: "ALiBi", zh: "ALiBi" },
  window: { en: "window", zh: "窗口" },
  logarithm: { en: "log distance", zh: "对数距离" },
  turns: { en: "RoPE", zh: "RoPE" },
  far: { en: "a bad idea", zh: "坏主意" },
};

/** The reason, in the reader's language; "" for a good formula. */
export function mistakeText({ model, lang, state }: Here): string {
  const { mistake } = model;
  if (mistake === undefined) return "";
  const { column, text } = mistake;
  const sign =
    column === undefined ? "" : state.formula.slice(column - 1, column);
  if (column === undefined) {
    return {
      en: `This formula gives no usable number: ${text}.`,
      zh: `这条公式算不出可用的数（须在 ±10⁹ 之内，频率须在 ±2²⁰ 之内）。`,
    }[lang];
  }
  return {
    en: `Column ${column}: ${text}.`,
    zh: sign
      ? `第 ${column} 列看不懂：此处不能是“${sign}”。`
      : `第 ${column} 列看不懂：公式不完整。`,
  }[lang];
}

/** The formula with its mistake marked. */
function formulaHtml(shown: Here): string {
  const { state, model } = shown;
  const column = model.mistake?.column;
  const symbol = state.kind === "bias" ? "b(i, j, h)" : "ω(i)";
  const { formula } = state;
  if (column === undefined) {
    const text = model.mistake ? ` ${escapeHtml(mistakeText(shown))}` : "";
    return `<code lang="en">${symbol} = ${escapeHtml(formula)}</code><span class="bad" role="alert">${text}</span>`;
  }
  const [before, at, behind] = [
    formula.slice(0, column - 1),
    formula.slice(column - 1, column) || "⌷",
    formula.slice(column),
  ].map(escapeHtml);
  return `<code lang="en">${symbol} = ${before}<mark>${at}</mark>${behind}</code> <span class="bad" role="alert">${escapeHtml(mistakeText(shown))}</span>`;
}

/** Formulas to press, and the present one. */
export function presetsHtml(shown: Here): string {
  const { state, lang } = shown;
  const buttons = Object.entries(DESIGNS).map(([name, { kind, formula }]) => {
    const isOn = kind === state.kind && formula === state.formula;
    const set = `kind=${kind} formula=${encodeURIComponent(formula)}`;
    const text = PRESETS[name as keyof typeof DESIGNS][lang];
    return `<button type="button" data-set="${escapeHtml(set)}" aria-pressed="${isOn}">${escapeHtml(text)}</button>`;
  });
  return `<p class="presets">${buttons.join(" ")}</p><p class="said">${formulaHtml(shown)}</p>`;
}
