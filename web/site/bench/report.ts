// Results as others read them: rates, JSON, CSV.
import type { Case, Result } from "./types.ts";

/** Whether a contender only moves bytes: it has no rate of operations. */
export const isIdle = (work: Case["work"], by: string): boolean =>
  "flops" in work && by.startsWith("memory");

/** Operations or bytes in 10⁹ per second. */
export function rate(work: Case["work"], ms: number) {
  return "flops" in work
    ? { value: work.flops / ms / 1e6, unit: "GFLOP/s" }
    : { value: work.bytes / ms / 1e6, unit: "GB/s" };
}

/** Milliseconds with the digits that they deserve. */
export const time = (ms: number): string =>
  ms < 1 ? ms.toFixed(3) : ms.toFixed(ms < 100 ? 2 : 0);

/** A ratio with three digits, small ones with two. */
export const share = (ratio: number): string =>
  ratio >= 100
    ? ratio.toFixed(0)
    : ratio >= 10
      ? ratio.toFixed(1)
      : ratio < 0.1
        ? ratio.toFixed(3)
        : ratio.toFixed(2);

/** What `--json` prints and the page copies. */
export const plainResults = (results: readonly Result[]) =>
  results.map(({ kernel, shape, ms, peers }) => ({
    kernel,
    shape,
    ms,
    peers: Object.fromEntries(
      Object.entries(peers).map(([name, { ms: own, ratio }]) => [
        name,
        { ms: own, ratio },
      ]),
    ),
  }));

const quoted = (cell: string | number): string => {
  const text = String(cell);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One line for each contender of each case. */
export function csv(results: readonly Result[]): string {
  const header = "kernel,shape,by,ms,min,max,rate,unit,posenc takes";
  const lines = results.flatMap(({ kernel, shape, work, peers, ...own }) =>
    [
      { by: "posenc", ...own, ratio: 1 },
      ...Object.entries(peers).map(([by, peer]) => ({ by, ...peer })),
    ].map(({ by, ms, min, max, ratio }) => {
      const { value, unit } = isIdle(work, by)
        ? { value: "", unit: "" }
        : rate(work, ms);
      const cells = [kernel, shape, by, ms, min, max, value, unit, ratio];
      return cells.map(quoted).join(",");
    }),
  );
  return `${[header, ...lines].join("\n")}\n`;
}
