// Runs `posenc config` on files of a repository; POSENC is another command for it.
import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";

const { FILES = "", VERSION = "latest", FAIL_ON = "warning" } = process.env;
/** Exit codes of the command that fail the step. */
const FAILING = { warning: [1, 2, 3], unknown: [2, 3], never: [] };
const failing = FAILING[FAIL_ON];
if (!failing) {
  console.log(
    `::error::fail-on must be warning, unknown or never, got ${FAIL_ON}`,
  );
  process.exit(2);
}

const [command, ...before] = process.env.POSENC
  ? JSON.parse(process.env.POSENC)
  : ["npx", "--yes", `posenc@${VERSION}`];

const patterns = FILES.split("\n")
  .map((line) => line.trim())
  .filter(Boolean);
// What the repository has under version control, and nothing that was installed.
const listed = spawnSync(
  "git",
  ["ls-files", "-z", "--", ...patterns.map((it) => `:(glob)${it}`)],
  { encoding: "utf8", maxBuffer: 2 ** 28 },
);
if (listed.status !== 0) {
  console.log(`::error::git ls-files: ${(listed.stderr ?? "").trim()}`);
  process.exit(2);
}
const files = listed.stdout.split("\0").filter(Boolean);
if (files.length === 0) {
  console.log(`::error::no file matches ${patterns.join(", ")}`);
  process.exit(2);
}

/** As commands of a workflow take it. */
const escaped = (text) =>
  text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
const property = (text) =>
  escaped(text).replace(/:/g, "%3A").replace(/,/g, "%2C");

let failed = 0;
for (const file of files) {
  const { status, stdout, stderr, error } = spawnSync(
    command,
    [...before, "config", "--", file],
    { encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  if (error) throw error;
  const text = `${stdout}${stderr}`.trimEnd();
  console.log(`::group::${escaped(file)}\n${text}\n::endgroup::`);
  const isFailing = failing.includes(status ?? 2);
  if (isFailing) failed++;
  if (status !== 0) {
    const level = isFailing ? "error" : "notice";
    const last = text
      .split("\n")
      .filter((line) => /^(error|warning|info) [\w-]+: /.test(line));
    console.log(
      `::${level} file=${property(file)}::${escaped(last.join("\n") || text)}`,
    );
  }
  if (process.env.GITHUB_STEP_SUMMARY) {
    // A fence longer than any in the text.
    const fence = "`".repeat(
      Math.max(3, ...[...text.matchAll(/`+/g)].map(([it]) => it.length + 1)),
    );
    appendFileSync(
      process.env.GITHUB_STEP_SUMMARY,
      `### ${file.replace(/[<>&`]/g, "")}\n\n${fence}text\n${text}\n${fence}\n\n`,
    );
  }
}
console.log(`${files.length} checked, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
