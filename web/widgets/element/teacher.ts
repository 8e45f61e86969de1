// What a teacher may take away from a figure: `controls` names the controls that
// stay, `hide` parts that go, `lock` values that cannot be changed. What it says
// instead: `finding`, `caption`, and `question`, for which the finding waits. How much
// room it has: `fit` and `height`, see room.ts. What it shows: `data`, see kit/own-data.ts.

import { kebab } from "./state/attributes.ts";

/** Attributes that every widget has besides its own. */
export const TEACHER = [
  ...(["controls", "hide", "lock"] as const),
  ...(["finding", "caption", "question"] as const),
  ...(["fit", "height", "data"] as const),
];

/** Parts that `hide` knows, and what they are in the shadow root. */
const PARTS: Readonly<Record<string, string>> = {
  finding: ".finding",
  formula: ".formula",
  controls: ".controls, .more",
  caption: ".caption",
  toolbar: ".tools",
};

const names = (host: Element, attribute: string): readonly string[] | null =>
  host
    .getAttribute(attribute)
    ?.split(/[\s,]+/)
    .filter((name) => name !== "") ?? null;

/** "d-model" and "dModel" are the same control. */
const plain = (name: string): string => name.replaceAll("-", "").toLowerCase();

/** A name in one of these attributes that means nothing in a figure. */
export interface Unknown {
  readonly attribute: string;
  readonly name: string;
  /** Those that mean something there. */
  readonly known: readonly string[];
}

/** Elements that hold one control each. */
const controlsOf = (root: ShadowRoot): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>("[data-control]"),
];

/**
 * Shows, hides and locks.
 *
 * @param isLocked - whether a value of the figure is locked, by it or its group
 * @returns names that mean nothing here, with the attribute they stand in and
 *   those that would
 */
export function applyTeacher(
  host: Element,
  root: ShadowRoot,
  isLocked: (key: string) => boolean,
): readonly Unknown[] {
  const unknown: Unknown[] = [];
  const controls = controlsOf(root);
  const keyOf = (at: HTMLElement): string => plain(at.dataset.control ?? "");
  const known = new Set(controls.map(keyOf));
  const all = controls.map(({ dataset }) => kebab(dataset.control ?? ""));
  const panes = new Map(
    [...root.querySelectorAll<HTMLElement>("[data-pane]")].map((at) => [
      at.dataset.pane as string,
      at,
    ]),
  );
  const check = (attribute: string, list: readonly string[] | null): void => {
    for (const name of list ?? []) {
      if (!known.has(plain(name)))
        unknown.push({ attribute, name, known: all });
    }
  };

  const kept = names(host, "controls");
  check("controls", kept);
  const keep = kept && new Set(kept.map(plain));
  for (const at of controls) {
    at.toggleAttribute("data-left-out", keep !== null && !keep.has(keyOf(at)));
  }

  // What a teacher has chosen is not hidden behind a word.
  const more = root.querySelector<HTMLDetailsElement>(".more");
  if (more && keep !== null) more.open = true;
  more?.firstElementChild?.toggleAttribute("data-left-out", keep !== null);

  const locked = names(host, "lock");
  check("lock", locked);
  const inputs = "input, select, button, textarea";
  for (const at of controls) {
    for (const input of at.querySelectorAll<HTMLInputElement>(inputs)) {
      input.disabled = isLocked(at.dataset.control ?? "");
    }
  }
  for (const at of root.querySelectorAll<HTMLInputElement>("[data-field]")) {
    at.disabled = isLocked(at.dataset.field ?? "");
  }

  const hidden = new Set(names(host, "hide") ?? []);
  for (const [name, selector] of Object.entries(PARTS)) {
    for (const at of root.querySelectorAll(selector)) {
      at.toggleAttribute("data-left-out", hidden.has(name));
    }
  }
  for (const [name, at] of panes) {
    at.toggleAttribute("data-left-out", hidden.has(name));
  }
  for (const name of hidden) {
    if (name in PARTS || panes.has(name)) continue;
    const parts = [...Object.keys(PARTS), ...panes.keys()];
    unknown.push({ attribute: "hide", name, known: parts });
  }
  return unknown;
}

/** What a teacher has written on a widget. */
export function teacherAttributes(host: Element): Record<string, string> {
  const written = TEACHER.flatMap((name) => {
    const value = host.getAttribute(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(written);
}

/** Properties that a teacher has locked. */
export function isLocked(host: Element, key: string): boolean {
  return (names(host, "lock") ?? []).some((name) => plain(name) === plain(key));
}
