// Widgets with the same `sync="name"` share what they have in common: the value
// chosen in one, and the place pointed at, show in all. By events of the
// document, so that widgets of two bundles on one page understand each other.

const EVENT = "posenc-sync";

type Values = Readonly<Record<string, unknown>>;

interface Message {
  readonly from: Sync;
  readonly group: string;
  readonly values?: Values;
  /** Present: what is pointed at; null: nothing any more. */
  readonly hover?: Values | null;
}

/** What a group needs of its members. */
export interface SyncHost {
  /** Name of the group, if any. */
  group(): string | null;
  take(values: Values): void;
  takeHover(values: Values | undefined): void;
}

export class Sync {
  readonly #host: SyncHost;

  constructor(host: SyncHost) {
    this.#host = host;
  }

  /** Begins to listen; the result ends it. */
  join(): () => void {
    const hear = (event: Event): void => {
      const message = (event as CustomEvent<Message>).detail;
      if (message.from === this || message.group !== this.#host.group()) return;
      if (message.values) this.#host.take(message.values);
      if (message.hover !== undefined) {
        this.#host.takeHover(message.hover ?? undefined);
      }
    };
    document.addEventListener(EVENT, hear);
    return () => document.removeEventListener(EVENT, hear);
  }

  tell(values: Values): void {
    this.#send({ values });
  }

  tellHover(values: Values | undefined): void {
    this.#send({ hover: values ?? null });
  }

  #send(what: Pick<Message, "values" | "hover">): void {
    const group = this.#host.group();
    if (!group) return;
    const detail: Message = { from: this, group, ...what };
    document.dispatchEvent(new CustomEvent(EVENT, { detail }));
  }
}
