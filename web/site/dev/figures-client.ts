// The page of all figures: those whose names have the words of the field, which
// the address keeps, loaded when they come near, in frames as tall as they are.
const field = document.querySelector<HTMLInputElement>("#filter");
const count = document.querySelector<HTMLOutputElement>("#count");
const sections = [...document.querySelectorAll<HTMLElement>("section")];

function filter(): void {
  const words = field?.value.toLowerCase().split(/\s+/) ?? [];
  let shown = 0;
  for (const section of sections) {
    section.hidden = !words.every((word) => section.id.includes(word));
    if (!section.hidden) shown += 1;
  }
  if (count) count.value = `${shown} of ${sections.length}`;
}

if (field) {
  field.value = new URLSearchParams(location.search).get("name") ?? "";
  field.addEventListener("input", () => {
    filter();
    const query = field.value ? `?name=${encodeURIComponent(field.value)}` : "";
    history.replaceState(null, "", `${location.pathname}${query}`);
  });
  filter();
}

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      const frame = target as HTMLIFrameElement;
      frame.src = frame.dataset.src as string;
    }
  },
  { rootMargin: "50%" },
);
for (const frame of document.querySelectorAll("iframe")) near.observe(frame);

addEventListener("message", ({ data, source }) => {
  if (data?.source !== "posenc-embed" || data.type !== "height") return;
  for (const frame of document.querySelectorAll("iframe")) {
    if (frame.contentWindow === source) frame.style.height = `${data.height}px`;
  }
});
