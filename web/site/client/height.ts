/**
 * Tells the page around a frame how tall the frame's content is, whenever that
 * changes by a pixel or more: to posenc-widgets/embed, and as learning platforms hear
 * it (LTI).
 */
export function reportHeight(content: HTMLElement): void {
  if (parent === window) return;
  let last = 0;
  const observer = new ResizeObserver(() => {
    // The content, not the document: that is never less tall than its frame.
    const height = Math.ceil(content.getBoundingClientRect().height);
    if (Math.abs(height - last) < 1) return;
    last = height;
    const messages = [
      { source: "posenc-embed", type: "height", height },
      { subject: "lti.frameResize", height },
    ];
    // A height is no secret: any page may hold the frame.
    for (const message of messages) parent.postMessage(message, "*");
  });
  observer.observe(content);
}
