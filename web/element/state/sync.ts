// Widgets with the same `sync="name"` share what they have in common: the value
// chosen in one, and the place pointed at, show in all. By events of the
// document, so that widgets of two bundles on one page understand each other.
// One that the reader does not see takes the values too, and draws when the
// change has come to rest: of many figures in a group, only those in view cost
// time in a drag.
import { isSeen, watchSight } from "../when/lazy.ts";
import { Quiet } from "../when/quiet.ts";

/** Quiet time after which what is out of sight is drawn. */
const REST_MS = 150;

const EVENT = "posenc-sync";

type Values = Readonly<Record<string, unknown>>;

interface Message {
  readonly from: Sync;
  readonly group: string;
  readonly values?: Values;
  /** Present: what is pointed at; null: nothing any more. */
  readonly hover?: Values | null;
  /** Present: asks for the values that the group has by now. */
  readonly ask?: true;
  /** Present: what a member begins with, for others to compare, not to take. */
  readonly begins?: Values;
  /** Present: for this one only. */
  readonly to?: Sync;
}

/** What anyone may send by that name, and what of it makes sense. */
function messageOf(event: Event): Message | undefined {
  const { detail } = event as CustomEvent<unknown>;
  if (!isRecord(detail)) return undefined;
  const { values, hover, begins, ...rest } = detail;
  return {
    ...rest,
    ...(isRecord(values) && { values }),
    ...(isRecord(begins) && { begins }),
    ...((isRecord(hover) || hover === null) && { hover }),
  } as Message;
}

const isRecord = (it: unknown): it is Values =>
  typeof it === "object" && it !== null && !Array.isArray(it);

/** What a group needs of its members. */
export interface SyncHost {
  readonly element: Element;
  /** Name of the group, if any. */
  group(): string | null;
  take(values: Values): void;
  /** Shows what was taken. */
  follow(): void;
  takeHover(values: Values | undefined): void;
  /** Says which of these values it cannot have. */
  compare(values: Values): void;
}

export class Sync {
  readonly #host: SyncHost;
  readonly #rest = new Quiet(REST_MS, () => this.#host.follow());

  /** The values that were last told in the group, here or elsewhere. */
  #known: Values | undefined;
  /** What it began with. */
  #began: Values | undefined;

  constructor(host: SyncHost) {
    this.#host = host;
  }

  /**
   * Begins to listen, and takes what the group has come to: a widget further
   * down the page is made only when the reader comes near.
   *
   * @returns a function that ends it
   */
  join(): () => void {
    const hear = (event: Event): void => {
      const message = messageOf(event);
      if (message === undefined) return;
      if (message.from === this || message.group !== this.#host.group()) return;
      if (message.to !== undefined && message.to !== this) return;
      if (message.ask && this.#known) {
        this.#send({ values: this.#known, to: message.from });
      }
      if (message.begins) {
        this.#host.compare(message.begins);
        // Who came first hears who comes later, and answers.
        if (message.to === undefined && this.#began) {
          this.#send({ begins: this.#began, to: message.from });
        }
      }
      if (message.values) this.#take(message.values);
      if (message.hover !== undefined) {
        this.#host.takeHover(message.hover ?? undefined);
      }
    };
    const stop = watchSight(this.#host.element);
    document.addEventListener(EVENT, hear);
    this.#known = undefined;
    this.#began = undefined;
    this.#send({ ask: true });
    return () => {
      stop();
      this.#rest.stop();
      document.removeEventListener(EVENT, hear);
    };
  }

  #take(values: Values): void {
    // All who answer say the same.
    if (values === this.#known) return;
    this.#known = values;
    this.#host.take(values);
    this.#host.compare(values);
    if (isSeen(this.#host.element)) this.#host.follow();
    else this.#rest.touch();
  }

  begin(values: Values): void {
    this.#began = values;
    this.#send({ begins: values });
  }

  tell(values: Values): void {
    this.#known = values;
    this.#send({ values });
  }

  tellHover(values: Values | undefined): void {
    this.#send({ hover: values ?? null });
  }

  #send(what: Omit<Message, "from" | "group">): void {
    const group = this.#host.group();
    if (!group) return;
    const detail: Message = { from: this, group, ...what };
    document.dispatchEvent(new CustomEvent(EVENT, { detail }));
  }
}
