// posenc-widgets/embed, for pages that show figures in frames: makes every frame as tall
// as its figure. Frames are known by their window, which no other frame can
// pretend to be, and heard when they were given the page of a figure and still
// show that host; heights are clamped, and nothing else is taken from a message.
const LOWEST = 80;
const HIGHEST = 4000;
/** Pages of figures, wherever their site is; hosts may leave out the ending. */
const PAGE = /\/embed\/[a-z\d-]+(\.html)?$/;

/** Whether a frame was given the page of a figure, and has it from there. */
function isFigure(frame: HTMLIFrameElement, origin: string): boolean {
  let given: URL;
  try {
    given = new URL(frame.src);
  } catch {
    return false;
  }
  if (!PAGE.test(given.pathname)) return false;
  // Hosts send those who ask without encryption to the encrypted page.
  if (origin === given.origin || origin === `https://${given.host}`)
    return true;
  // In a sandbox without an origin of its own, it says that it has none.
  const { sandbox } = frame;
  const bare =
    frame.hasAttribute("sandbox") && !sandbox.contains("allow-same-origin");
  return bare && origin === "null";
}

function hear({ data, origin, source }: MessageEvent): void {
  if (data?.source !== "posenc-embed" || data.type !== "height") return;
  const { height } = data;
  if (!Number.isFinite(height)) return;
  const clamped = Math.min(HIGHEST, Math.max(LOWEST, Math.ceil(height)));
  for (const frame of document.querySelectorAll("iframe")) {
    if (frame.contentWindow !== source || !isFigure(frame, origin)) continue;
    frame.style.height = `${clamped}px`;
  }
}

// Builders of pages import it where there is none.
if (typeof document !== "undefined") addEventListener("message", hear);
