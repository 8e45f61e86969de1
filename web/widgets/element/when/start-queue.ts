// Figures begin one after another, so that a page with many of them answers in
// between.

/** After so long the page has its turn. */
const SLICE_MS = 8;

const waiting = new Set<() => void>();
let scheduled = false;

function schedule(): void {
  if (scheduled || waiting.size === 0) return;
  scheduled = true;
  setTimeout(work);
}

function work(): void {
  scheduled = false;
  const end = performance.now() + SLICE_MS;
  try {
    for (const act of waiting) {
      waiting.delete(act);
      act();
      if (performance.now() >= end) break;
    }
  } finally {
    // One that throws does not keep the others from their turn.
    schedule();
  }
}

/**
 * Does something soon, after what waits already; once, however often it is
 * asked for meanwhile.
 *
 * @returns a function that gives up the place
 */
export function queueStart(act: () => void): () => void {
  waiting.add(act);
  schedule();
  return () => waiting.delete(act);
}
