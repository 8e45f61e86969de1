// The markup of the line from which a figure's work is started.
import { labelled } from "../element/look/frame.ts";
import { common } from "../words/strings.ts";
import { escapeHtml, type Lang } from "../words/text.ts";
import type { AnyFigure } from "./spec.ts";
import { OVER_STYLES } from "./take-files.ts";
import type { Phase } from "./work.ts";

type State = Record<string, unknown>;

type Act = "pause" | "goOn" | "stop" | "tryAgain";

/** Buttons of a phase; those of the figure by their number. */
export function buttonsHtml(
  { work, strings }: AnyFigure,
  state: Readonly<State>,
  phase: Phase,
  lang: Lang,
  inputText?: unknown,
): string {
  const own = (work?.offers(state, phase, inputText) ?? []).map(
    ({ text }, n) =>
      `<button type="button" data-work="${n}">${escapeHtml(strings[text]?.[lang] ?? "")}</button>`,
  );
  const button = (act: Act) =>
    `<button type="button" data-work="${act}">${escapeHtml((strings[act] ?? common[act])[lang])}</button>`;
  const kit = {
    idle: [],
    going: [button("pause"), button("stop")],
    paused: [button("goOn"), button("stop")],
    done: [],
    failed: [button("tryAgain")],
  }[phase];
  const { files } = work ?? {};
  const file = (act: "save" | "open") =>
    files
      ? `<button type="button" class="plain" data-work="${act}">${escapeHtml(strings[files[act]]?.[lang] ?? "")}</button>`
      : "";
  const ofFiles = {
    idle: [file("open")],
    going: [],
    paused: [file("save")],
    done: [file("save"), file("open")],
    failed: [file("open")],
  }[phase];
  return [...kit, ...own, ...ofFiles].join("");
}

/** The line before anything was started; "" for figures without work. */
function workHtml(spec: AnyFigure, state: Readonly<State>, lang: Lang): string {
  if (!spec.work) return "";
  return `<div class="work" part="work"><span class="work-buttons">${buttonsHtml(spec, state, "idle", lang)}</span><progress max="1" value="0" ${labelled(common, "howFar", lang)} hidden></progress><span class="told"></span><span class="spoken" role="status"></span></div>`;
}

const STYLES = `
.work {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  min-height: 40px;
  margin-top: 8px;
}
.work-buttons {
  display: inline-flex;
  flex-wrap: wrap;
  gap: 8px;
}
/* Until the page keeps what is pressed (element/when/early-press.ts). */
:host(:not(:defined)) .work:not(.awake) .work-buttons {
  visibility: hidden;
}
.work button {
  min-height: 32px;
  border-color: var(--_accent);
  color: var(--_accent);
}
.work button:hover {
  background: var(--_soft);
}
.work button.plain {
  border-color: var(--_ink3);
  color: var(--_ink);
}
.work progress {
  width: 96px;
  height: 8px;
  accent-color: var(--_accent);
}
.told {
  flex: 1 1 200px;
  color: var(--_ink2);
  font-size: calc(13em / 14);
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
}
@media (pointer: coarse) { .work button { min-height: 44px; } }
@media print { .work { display: none; } }
${OVER_STYLES}`;

/** How it looks. */
export const WORK_LOOK = { html: workHtml, styles: STYLES } as const;
