// The page of the reference that lists where references disagree.
import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/** The one place where they stand. */
export const CONVENTIONS = "docs/conventions.json";

const cell = (text) => text.replaceAll("|", "\\|");

/** `clamp: true`; an option alone where its value depends on the call. */
const setting = ([name, value]) =>
  `\`${name}${value === null ? "" : `: ${JSON.stringify(value)}`}\``;

function sideOf({ call, defaults }, { who, does, set }, first) {
  const entries = Object.entries(set ?? {});
  const isDefault =
    entries.length > 0 &&
    Object.entries(defaults).length > 0 &&
    Object.entries({ ...defaults, ...set }).every(
      ([name, value]) => defaults[name] === value,
    );
  const here = [
    entries.map(setting).join(", "),
    ...(isDefault ? ["(default)"] : []),
  ].join(" ");
  return [first ? `\`${call}\`` : "", cell(who), cell(does), here];
}

/** The page in Markdown, with the front matter that TypeDoc reads. */
export function conventionsPage() {
  const { rows } = JSON.parse(readFileSync(inRoot(CONVENTIONS), "utf8"));
  const lines = rows.flatMap((row) => {
    const { topic, call, sides, ours } = row;
    const all = sides.map((side, n) => sideOf(row, side, n === 0));
    if (ours) all.push(["", "", cell(ours), ""]);
    return [
      `## ${topic}`,
      "",
      `| ${call ? "call" : ""} | reference | what it does | here |`,
      "| --- | --- | --- | --- |",
      ...all.map((cells) => `| ${cells.join(" | ")} |`),
      "",
    ];
  });
  return `---
title: Where references disagree
---

# Where references disagree

Papers and published codes differ in ${rows.length} points that change numbers. For
each: who does what, and which option gives it here.

${lines.join("\n")}`;
}
