import { forget, remember } from "./storage.ts";

/** Makes the theme menu work: auto follows the system, and is not kept. */
export function startThemeMenu(): void {
  const menu = document.querySelector<HTMLSelectElement>("#theme");
  if (!menu) return;
  const root = document.documentElement;
  menu.value = root.dataset.theme ?? "auto";
  menu.hidden = false;
  menu.addEventListener("change", () => {
    if (menu.value === "auto") {
      delete root.dataset.theme;
      forget("theme");
    } else {
      root.dataset.theme = menu.value;
      remember("theme", menu.value);
    }
  });
}
