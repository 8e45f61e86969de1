/** Tables of results: for a terminal, and for the README. */

const time = (ms) => (ms < 1 ? ms.toFixed(3) : ms.toFixed(ms < 100 ? 2 : 0));

function rate({ flops, bytes }, ms) {
  return flops
    ? `${(flops / ms / 1e6).toFixed(1)} GFLOP/s`
    : `${(bytes / ms / 1e6).toFixed(1)} GB/s`;
}

/** A text table; numbers to the right. */
function grid(rows) {
  const widths = rows[0].map((_, c) =>
    Math.max(...rows.map((r) => r[c].length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, c) =>
          c < 3 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Every contender of every case, one line each. */
export function terminalTable(results) {
  const rows = [
    ["kernel", "shape", "by", "ms", "min", "max", "rate", "posenc takes"],
  ];
  for (const result of results) {
    const { kernel, shape, peers } = result;
    const line = (by, t, ratio) => [
      ...[by === "posenc" ? kernel : "", by === "posenc" ? shape : "", by],
      ...[time(t.ms), time(t.min), time(t.max), rate(result, t.ms), ratio],
    ];
    rows.push(line("posenc", result, ""));
    for (const [name, peer] of Object.entries(peers)) {
      rows.push(line(name, peer, `${peer.ratio.toFixed(2)} ×`));
    }
  }
  return grid(rows);
}

/** Ratios only, in Markdown: times belong to one machine. */
export function readmeTable(results) {
  const names = [
    ...new Set(results.flatMap(({ peers }) => Object.keys(peers))),
  ];
  const row = (cells) => `| ${cells.join(" | ")} |`;
  return [
    row(["kernel", "shape", ...names]),
    row(["---", "---", ...names.map(() => "---:")]),
    ...results.map(({ kernel, shape, peers }) =>
      row([
        kernel,
        shape,
        ...names.map((name) =>
          name in peers ? peers[name].ratio.toFixed(2) : "",
        ),
      ]),
    ),
  ].join("\n");
}

const BEGIN = "<!-- bench: written by npm run bench -- --readme -->";
const END = "<!-- /bench -->";

/** The text with the table between its markers replaced. */
export function withTable(text, results, versions) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) {
    throw new Error(`README.md has no lines ${BEGIN} and ${END}`);
  }
  const peers = Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ");
  const block = `${BEGIN}\n\n${readmeTable(results)}\n\n${peers}.\n\n`;
  return text.slice(0, begin) + block + text.slice(end);
}

/** What `--json` prints. */
export const plainResults = (results) =>
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
