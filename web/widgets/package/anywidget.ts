// posenc/anywidget: one module for Jupyter, JupyterLab, Colab, VS Code, marimo
// and MyST. The model names the widget; all its attributes are traits.

import { kebab, type Table } from "../attributes.ts";
import type { PosencElement } from "../base.ts";
import { all, register } from "./index.ts";

/** What anywidget hosts give; MyST has no kernel, so nothing to save to. */
interface Model {
  get(name: string): unknown;
  set?(name: string, value: unknown): void;
  save_changes?(): void;
  on?(event: string, act: () => void): void;
  off?(event: string, act: () => void): void;
}

/** Attributes that every widget has. */
const COMMON = ["lang", "theme", "controls", "hide", "lock", "sync"] as const;

/** A Python name cannot have a hyphen: `d_model` is `d-model`. */
function traitOf(model: Model, name: string): unknown {
  return model.get(name) ?? model.get(name.replaceAll("-", "_"));
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  register();
  const wanted = String(model.get("widget") ?? "pe-playground");
  const tag = wanted.startsWith("pe-") ? wanted : `pe-${wanted}`;
  const Widget = all.find((it) => it.tag === tag);
  if (Widget === undefined) {
    const known = all.map((it) => it.tag).join(", ");
    el.textContent = `posenc: there is no widget "${wanted}"; there are ${known}.`;
    return () => {};
  }
  const widget = document.createElement(tag) as PosencElement<Table>;
  const names = [...Widget.names, ...COMMON];
  const pull = (): void => {
    for (const name of names) {
      const value = traitOf(model, name);
      if (value === undefined || value === null) continue;
      if (widget.getAttribute(name) !== String(value)) {
        widget.setAttribute(name, String(value));
      }
    }
  };
  const push = (event: Event): void => {
    const { detail } = event as CustomEvent<Record<string, unknown>>;
    const state = Object.fromEntries(
      Object.entries(detail).map(([key, value]) => [kebab(key), value]),
    );
    model.set?.("state", state);
    model.save_changes?.();
  };
  pull();
  const events = names.flatMap((name) => [
    `change:${name}`,
    `change:${name.replaceAll("-", "_")}`,
  ]);
  for (const event of new Set(events)) model.on?.(event, pull);
  widget.addEventListener("pe-change", push);
  el.append(widget);
  return () => {
    for (const event of new Set(events)) model.off?.(event, pull);
    widget.remove();
  };
}

export default { render };
