/** Tables of results: for a terminal, and for the README. */
import { RATE_NOTE } from "../../tools/lib/peer-rate.mjs";

/** Order of the columns; what else there is follows. */
const PEERS = [
  "plain JS",
  "tfjs-wasm",
  "onnxruntime-web",
  "PyTorch",
  "no position",
  "memory limit",
];

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

/**
 * Every contender of every case, one line each.
 *
 * @param shared what web/site/bench/index.ts exports
 */
export function terminalTable({ isIdle, rate, share, time }, results) {
  const rows = [
    ["kernel", "shape", "by", "ms", "min", "max", "rate", "posenc takes"],
  ];
  for (const { kernel, shape, work, peers, failures, ...own } of results) {
    const line = (names, t, ratio) => {
      const { value, unit } = rate(work, t.ms);
      const times = [t.ms, t.min, t.max].map(time);
      const speed = isIdle(work, names[2]) ? "" : `${value.toFixed(1)} ${unit}`;
      return [...names, ...times, speed, ratio];
    };
    rows.push(line([kernel, shape, "posenc"], own, ""));
    for (const [name, peer] of Object.entries(peers)) {
      rows.push(line(["", "", name], peer, `${share(peer.ratio)} ×`));
    }
    for (const name of Object.keys(failures ?? {})) {
      rows.push(["", "", name, "failed", "", "", "", ""]);
    }
  }
  return grid(rows);
}

/** Why peers are missing or failed, a line each. */
export const troubles = (results, absent) => [
  ...Object.entries(absent).map(([name, why]) => `${name} is absent: ${why}`),
  ...results.flatMap(({ kernel, shape, failures }) =>
    Object.entries(failures ?? {}).map(
      ([name, why]) => `${name} failed at ${kernel}, ${shape}: ${why}`,
    ),
  ),
];

/** Ratios only, in Markdown: times belong to one machine. */
export function readmeTable({ share }, results) {
  const found = new Set(results.flatMap(({ peers }) => Object.keys(peers)));
  const known = PEERS.filter((name) => found.has(name));
  const names = [...new Set([...known, ...found])];
  const row = (cells) => `| ${cells.join(" | ")} |`;
  return [
    row(["kernel", "shape", ...names]),
    row(["---", "---", ...names.map(() => "---:")]),
    ...results.map(({ kernel, shape, peers }) =>
      row([
        kernel,
        shape,
        ...names.map((name) => (name in peers ? share(peers[name].ratio) : "")),
      ]),
    ),
  ].join("\n");
}

/** The lines around each table of README.md. */
export const TABLES = {
  kernels: [
    "<!-- bench: written by npm run bench -- --readme -->",
    "<!-- /bench -->",
  ],
  token: [
    "<!-- one token: written by npm run bench -- --token --readme -->",
    "<!-- /one token -->",
  ],
};

/** What took part, in a line: every name with its own configuration. */
export const configurationLine = (configurations) =>
  `${Object.entries(configurations)
    .map(([name, text]) => `${name} ${text}`)
    .join("; ")}. ${RATE_NOTE}.`;

/**
 * The text with the table between its markers replaced.
 *
 * @param configurations name → what it is
 */
export function withTable(
  shared,
  text,
  results,
  configurations,
  [BEGIN, END] = TABLES.kernels,
) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) {
    throw new Error(`README.md has no lines ${BEGIN} and ${END}`);
  }
  const table = readmeTable(shared, results);
  const last = configurationLine(configurations);
  const block = `${BEGIN}\n\n${table}\n\n${last}\n\n`;
  return text.slice(0, begin) + block + text.slice(end);
}
