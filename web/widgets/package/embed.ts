// posenc/embed, for pages that show figures in frames: makes every frame as tall
// as its figure. Frames are known by their window, which no other frame can
// pretend to be; heights are clamped, and nothing else is taken from a message.
const LOWEST = 80;
const HIGHEST = 4000;

addEventListener("message", ({ data, source }) => {
  if (data?.source !== "posenc-embed" || data.type !== "height") return;
  const height = Number(data.height);
  if (!Number.isFinite(height)) return;
  const clamped = Math.min(HIGHEST, Math.max(LOWEST, Math.ceil(height)));
  for (const frame of document.querySelectorAll("iframe")) {
    if (frame.contentWindow === source) frame.style.height = `${clamped}px`;
  }
});
