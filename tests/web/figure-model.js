// The numbers and texts of a figure without a browser.
import { importSource, specOf } from "./figure.js";

/** Memory as figures keep it, without keeping. */
const keep = {
  buffer: (_, shape, make) => make([...shape]),
};

/**
 * Computes a figure's state, as the live element does.
 *
 * @param name its tag without "pe-"
 * @param values what differs from the defaults
 */
export async function figureModel(name, values = {}) {
  const spec = await specOf(name);
  const { defaults } = await importSource(
    "widgets/element/state/attributes.ts",
  );
  const wanted = { ...defaults(spec.table), ...values };
  const state = spec.settle?.(wanted) ?? wanted;
  const model = spec.compute(state, keep);
  const shown = { state, model, lang: "en", theme: "light", link: null };
  const finding = spec.finding(shown);
  return {
    state,
    model,
    finding,
    /** The numbers that the finding prints in bold. */
    bold: [...finding.matchAll(/<b>([^<]*)<\/b>/g)].map(([, text]) =>
      Number(
        text
          .replace(/\u2212/g, "-")
          .replace(/[\s\u202f%]/g, "")
          .replace(/×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/, (_, digits) => {
            const plain = [...digits].map((c) =>
              c === "⁻" ? "-" : "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c),
            );
            return `e${plain.join("")}`;
          }),
      ),
    ),
  };
}
