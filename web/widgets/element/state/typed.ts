// What a reader has done to the controls of a figure before it was live.

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The value that a slider has when nobody has touched it. */
function untouched(slider: HTMLInputElement): string {
  const fresh = document.createElement("input");
  // The value last: it is fitted to the range.
  for (const name of ["type", "min", "max", "step", "value"]) {
    fresh.setAttribute(name, slider.getAttribute(name) ?? "");
  }
  return fresh.value;
}

function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const own = [...field.options].findIndex((it) => it.defaultSelected);
    return field.selectedIndex !== Math.max(0, own);
  }
  if (field instanceof HTMLInputElement) {
    if (field.type === "radio") return field.checked && !field.defaultChecked;
    if (field.type === "checkbox")
      return field.checked !== field.defaultChecked;
    if (field.type === "range") return field.value !== untouched(field);
  }
  return field.value !== field.defaultValue;
}

const hasChecks = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type);

/**
 * Remembers what was typed, chosen or moved in markup that the page build has
 * written.
 *
 * @returns a function that does it again, for the figure that listens now
 */
export function typedInto(root: ParentNode): () => void {
  const fields = root.querySelectorAll<Field>("input, select, textarea");
  const touched = [...fields].filter(isTouched).map((field) => {
    const { value } = field;
    const checked = hasChecks(field) && field.checked;
    return { field, value, checked };
  });
  return () => {
    for (const { field, value, checked } of touched) {
      // A teacher may have locked it.
      if (field.disabled) continue;
      if (hasChecks(field)) field.checked = checked;
      else field.value = value;
      for (const type of ["input", "change"]) {
        field.dispatchEvent(new Event(type, { bubbles: true }));
      }
    }
  };
}
