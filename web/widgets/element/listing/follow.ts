// A program that follows a figure: its state, and what is pointed at.

interface Figure extends HTMLElement {
  readonly state?: Readonly<Record<string, unknown>>;
  link?: string | null;
}

interface Host extends HTMLElement {
  state: Readonly<Record<string, unknown>>;
  link: string | null;
}

/** Keeps a host in step with the figure that its attribute `for` names. */
export class Follower {
  readonly #host: Host;
  #stop: (() => void) | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Begins to follow; the result ends it. */
  start(): () => void {
    this.#stop?.();
    const host = this.#host;
    const id = host.getAttribute("for");
    const root = host.getRootNode() as Document | ShadowRoot;
    const figure = id ? (root.getElementById(id) as Figure | null) : null;
    if (!figure) return () => this.#stop?.();
    const take = (): void => {
      if (figure.state) host.state = figure.state;
    };
    const hear = (event: Event): void => {
      host.link = (event as CustomEvent<string | null>).detail;
    };
    const say = (): void => {
      if ("link" in figure) figure.link = host.link;
    };
    for (const type of ["pe-ready", "pe-change"]) {
      figure.addEventListener(type, take);
    }
    figure.addEventListener("pe-link", hear);
    host.addEventListener("pe-link", say);
    take();
    this.#stop = () => {
      for (const type of ["pe-ready", "pe-change"]) {
        figure.removeEventListener(type, take);
      }
      figure.removeEventListener("pe-link", hear);
      host.removeEventListener("pe-link", say);
      this.#stop = undefined;
    };
    return () => this.#stop?.();
  }

  restart(): void {
    this.start();
  }
}
