// posenc-widgets/anywidget: one module for Jupyter, JupyterLab, Colab, VS Code, marimo
// and MyST. The model names the widget; its attributes are traits, which follow
// the figure, and `state` gets all values whether they are traits or not. It
// fetches the figure, unless somebody has registered it already.

import { loads } from "virtual:posenc-loads";

import type { PosencElement } from "../element/base.ts";
import type { WidgetClass } from "../element/define.ts";
import { cdnFiles } from "../element/embed/cdn.ts";
import { camel, kebab, type Table } from "../element/state/attributes.ts";
import { TEACHER } from "../element/teacher.ts";

/** What anywidget hosts give. */
interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, act: () => void): void;
  off(event: string, act: () => void): void;
}

/** MyST has no kernel: what its model cannot do, it says by throwing. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // The figure lives without.
  }
}

/** Attributes that every widget has. */
const COMMON = ["lang", "theme", "sync", ...TEACHER] as const;

type Scalar = string | number | boolean;

const isScalar = (value: unknown): value is Scalar =>
  ["string", "number", "boolean"].includes(typeof value);

/**
 * What a model says of an attribute, and under which name. A Python name has no
 * hyphen, and one that is taken gets an underscore behind it: `d-model` is
 * `d_model`, `from` is `from_`.
 */
function traitOf(
  model: Model,
  name: string,
): { readonly trait: string; readonly value: unknown } | undefined {
  const python = name.replaceAll("-", "_");
  for (const trait of [name, python, `${python}_`]) {
    const value = model.get(trait);
    if (value === undefined || value === null) continue;
    // Every widget of Jupyter has a layout of its own, which is no text.
    if (trait === "layout" && !isScalar(value)) continue;
    return { trait, value };
  }
  return undefined;
}

/** Sets the trait of an attribute, where the model has one. */
function give(model: Model, name: string, value: Scalar): void {
  const found = traitOf(model, name);
  if (found === undefined) return;
  // A trait keeps its type, or its kernel would refuse it.
  const kept = typeof found.value === "string" ? String(value) : value;
  if (typeof kept === typeof found.value && kept !== found.value) {
    model.set(found.trait, kept);
  }
}

/**
 * Registers a figure. Hosts that hand the browser this module as a text leave
 * nothing beside it: then it comes from where the package is published.
 */
async function register(tag: string): Promise<void> {
  if (customElements.get(tag)) return;
  try {
    await loads[tag]?.();
  } catch {
    const files = cdnFiles(__POSENC_VERSION__);
    await import(/* @vite-ignore */ `${files}each/${tag}.js`);
  }
}

/** Shows the figure of a model; what it returns takes the figure away. */
function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const wanted = String(model.get("widget") ?? "pe-playground");
  const tag = wanted.startsWith("pe-") ? wanted : `pe-${wanted}`;
  if (!(tag in loads)) {
    const known = Object.keys(loads).join(", ");
    el.textContent = `posenc: there is no widget "${wanted}"; there are ${known}.`;
    return () => {};
  }
  let end: (() => void) | undefined;
  let isGone = false;
  register(tag).then(
    () => {
      if (!isGone) end = show(tag, model, el);
    },
    (error: unknown) => {
      el.textContent = `posenc: the figure cannot be loaded (${(error as Error).message}).`;
    },
  );
  return () => {
    isGone = true;
    end?.();
  };
}

function show(tag: string, model: Model, el: HTMLElement): () => void {
  const Widget = customElements.get(tag) as WidgetClass;
  const widget = document.createElement(tag) as PosencElement<Table>;
  const own = new Set<string>(Widget.names);
  const names = [...own, ...COMMON];
  let begun = false;
  let pushing = false;
  const pull = (name: string): void => {
    const found = pushing ? undefined : traitOf(model, name);
    if (found === undefined) return;
    // What comes later is no new beginning for "reset" to go back to.
    if (own.has(name) && begun) {
      widget.setState({ [camel(name)]: found.value });
    } else widget.setAttribute(name, String(found.value));
  };
  const push = (event: Event): void => {
    const { detail } = event as CustomEvent<Record<string, Scalar>>;
    const state = Object.entries(detail).map(
      ([key, value]) => [kebab(key), value] as const,
    );
    pushing = true;
    attempt(() => {
      for (const [name, value] of state) give(model, name, value);
      model.set("state", Object.fromEntries(state));
      model.save_changes();
    });
    pushing = false;
  };
  for (const name of names) pull(name);
  begun = true;
  const heard = names.flatMap((name) => {
    const python = name.replaceAll("-", "_");
    const act = (): void => pull(name);
    return [...new Set([name, python, `${python}_`])].map(
      (trait) => [`change:${trait}`, act] as const,
    );
  });
  for (const [event, act] of heard) attempt(() => model.on(event, act));
  widget.addEventListener("pe-ready", push);
  widget.addEventListener("pe-change", push);
  el.append(widget);
  return () => {
    for (const [event, act] of heard) attempt(() => model.off(event, act));
    widget.remove();
  };
}

export default { render };
