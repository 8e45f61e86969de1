// Meets the figures of a page: those that stand there, and those that come.

/** What tags of figures begin with. */
const OURS = "pe-";

/**
 * Calls `meet` with every element of the document that is called like a figure
 * and is not one yet, now and later, in shadow trees too: open ones that are
 * there, and all that are made from now on.
 */
export function watch(meet: (element: HTMLElement) => void): void {
  const seen = new WeakSet<Node>();

  function visit(element: Element): void {
    if (!element.localName.startsWith(OURS)) {
      if (element.shadowRoot) observe(element.shadowRoot);
    } else if (
      element instanceof HTMLElement &&
      !customElements.get(element.localName)
    ) {
      meet(element);
    }
  }

  function search(root: ParentNode & Node): void {
    if (root instanceof Element) visit(root);
    for (const element of root.querySelectorAll("*")) visit(element);
  }

  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (node instanceof Element && node.isConnected) search(node);
      }
    }
  });

  function observe(root: Document | ShadowRoot): void {
    if (seen.has(root)) return;
    seen.add(root);
    observer.observe(root, { childList: true, subtree: true });
    search(root);
  }

  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (this: Element, init) {
    const root = attachShadow.call(this, init);
    if (!this.localName.startsWith(OURS)) observe(root);
    return root;
  };
  observe(document);
}
