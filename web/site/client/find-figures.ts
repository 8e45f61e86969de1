// The gallery's search box and marks: which figures are shown, as the address
// says it, so that a choice can be linked to.
import type { Text } from "../../widgets/words/text.ts";

const COUNT: Text = {
  en: "{shown} of {all} figures",
  zh: "共 {all} 张图，显示 {shown} 张",
};

interface Figure {
  readonly item: HTMLElement;
  readonly words: string;
  readonly marks: readonly string[];
}

export function startFinding(): void {
  const form = document.getElementById("find-figures") as HTMLFormElement;
  const box = form.elements.namedItem("q") as HTMLInputElement;
  const ticks = [
    ...form.querySelectorAll<HTMLInputElement>("input[name=mark]"),
  ];
  const count = form.querySelector("output");
  const empty = document.querySelector<HTMLElement>(".no-figures");
  const lectures = [...document.querySelectorAll<HTMLElement>(".lecture")];
  const figures: readonly Figure[] = [
    ...document.querySelectorAll<HTMLElement>(".gallery > li"),
  ].map((item) => ({
    item,
    words: item.dataset.words ?? "",
    marks: item.dataset.marks?.split(" ") ?? [],
  }));

  const show = (): void => {
    const parts = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const marks = ticks.filter((it) => it.checked).map((it) => it.value);
    let shown = 0;
    for (const figure of figures) {
      const fits =
        parts.every((part) => figure.words.includes(part)) &&
        marks.every((mark) => figure.marks.includes(mark));
      figure.item.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const lecture of lectures) {
      const isEmpty = !lecture.querySelector(".gallery > li:not([hidden])");
      lecture.hidden = isEmpty;
      const link = document.querySelector<HTMLElement>(
        `.lectures a[href="#${lecture.id}"]`,
      );
      if (link) link.hidden = isEmpty;
    }
    if (empty) empty.hidden = shown > 0;
    if (count) {
      const lang = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
      count.textContent =
        parts.length + marks.length === 0
          ? ""
          : COUNT[lang]
              .replace("{shown}", String(shown))
              .replace("{all}", String(figures.length));
    }
  };

  /** The address says what is shown. */
  const write = (): void => {
    const url = new URL(location.href);
    const { searchParams: query } = url;
    query.delete("q");
    query.delete("mark");
    if (box.value.trim()) query.set("q", box.value.trim());
    for (const { checked, value } of ticks) {
      if (checked) query.append("mark", value);
    }
    if (url.href !== location.href) history.replaceState(null, "", url);
  };

  const read = (): void => {
    const query = new URLSearchParams(location.search);
    box.value = query.get("q") ?? "";
    const marks = new Set(query.getAll("mark"));
    for (const tick of ticks) tick.checked = marks.has(tick.value);
    show();
  };

  const clear = (): void => {
    box.value = "";
    for (const tick of ticks) tick.checked = false;
    show();
    write();
  };

  /** A link to a figure or a lecture shows it, whatever was searched for. */
  const reveal = (): void => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target?.closest(".lecture")) return;
    if (target.closest("[hidden]")) clear();
    target.scrollIntoView();
  };

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    show();
    write();
  });
  empty?.querySelector("button")?.addEventListener("click", () => {
    clear();
    box.focus();
  });
  addEventListener("hashchange", reveal);
  addEventListener("popstate", read);
  // The language switch has put the page's own texts and address back.
  new MutationObserver(() => {
    setTimeout(() => {
      show();
      write();
    });
  }).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["lang"],
  });
  read();
  reveal();
}
