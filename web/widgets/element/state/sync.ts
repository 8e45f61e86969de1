// Widgets with the same `sync="name"` share what they have in common: the values
// that they begin with, the value chosen in one, and the place pointed at, show in
// all; a value that one of them locks is locked in all. By events of the
// document, so that widgets of two bundles on one page understand each other.
// One that the reader does not see takes the values too, and draws when the
// change has come to rest: of many figures in a group, only those in view cost
// time in a drag.

import { Debounce } from "../when/debounce.ts";
import { isSeen, watchSight } from "../when/lazy.ts";
import { agreed, type Offer } from "./agreed.ts";

/** Debounce time after which what is out of sight is drawn. */
const REST_MS = 150;

const EVENT = "posenc-sync";

type Values = Readonly<Record<string, unknown>>;

interface Message {
  readonly from: Sync;
  readonly group: string;
  readonly values?: Values;
  /** Present: what is pointed at; null: nothing any more. */
  readonly hover?: Values | null;
  /** Present: asks for the values that the group has by now, and for offers. */
  readonly ask?: true;
  /** Present: what a member begins with; null: it has left. */
  readonly offer?: Offer | null;
  /** Present: for this one only. */
  readonly to?: Sync;
}

/** What anyone may send by that name, and what of it makes sense. */
function messageOf(event: Event): Message | undefined {
  const { detail } = event as CustomEvent<unknown>;
  if (!isRecord(detail)) return undefined;
  const { values, hover, offer, ...rest } = detail;
  return {
    ...rest,
    ...(isRecord(values) && { values }),
    ...((isOffer(offer) || offer === null) && { offer }),
    ...((isRecord(hover) || hover === null) && { hover }),
  } as Message;
}

const isRecord = (it: unknown): it is Values =>
  typeof it === "object" && it !== null && !Array.isArray(it);

const isOffer = (it: unknown): it is Offer =>
  isRecord(it) &&
  isRecord(it.element) &&
  isRecord(it.values) &&
  isRecord(it.limits) &&
  Array.isArray(it.written) &&
  Array.isArray(it.locked);

/** What a group needs of its members. */
export interface SyncHost {
  readonly element: Element;
  /** Name of the group, if any. */
  group(): string | null;
  /** What it begins with by itself. */
  offer(): Offer;
  /** Takes what the group begins with. */
  agree(values: Values): void;
  take(values: Values): void;
  /** Shows what was taken. */
  follow(): void;
  takeHover(values: Values | undefined): void;
  /** Says which of these values it cannot have. */
  compare(values: Values): void;
  /** What others of the group lock has changed. */
  relock(): void;
}

export class Sync {
  readonly #host: SyncHost;
  readonly #rest = new Debounce(REST_MS, () => this.#host.follow());

  /** The values that were last told in the group, here or elsewhere. */
  #known: Values | undefined;
  /** What the members begin with. */
  readonly #offers = new Map<Sync, Offer>();
  #agreeing = false;
  /** What others lock, and the values that these have. */
  #held: Values = {};

  constructor(host: SyncHost) {
    this.#host = host;
  }

  /** Values that another member locks. */
  get held(): Values {
    return this.#held;
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
      const { from: to } = message;
      if (message.ask) {
        const offer = this.#offers.get(this);
        if (offer) this.#send({ offer, to });
        if (this.#known) this.#send({ values: this.#known, to });
      }
      if (message.offer !== undefined) this.#hearOffer(to, message.offer);
      if (message.values) {
        this.#take(message.values, to, message.to !== undefined);
      }
      if (message.hover !== undefined) {
        this.#host.takeHover(message.hover ?? undefined);
      }
    };
    const stop = watchSight(this.#host.element);
    document.addEventListener(EVENT, hear);
    this.#known = undefined;
    this.#offers.clear();
    this.offer();
    this.#send({ ask: true });
    return () => {
      stop();
      this.#rest.stop();
      this.#send({ offer: null });
      document.removeEventListener(EVENT, hear);
    };
  }

  /** Tells what it begins with: at first, and when its attributes have changed. */
  offer(): void {
    if (!this.#host.group()) return;
    const offer = this.#host.offer();
    this.#hearOffer(this, offer);
    this.#send({ offer });
  }

  #hearOffer(from: Sync, offer: Offer | null): void {
    if (offer === null) this.#offers.delete(from);
    else this.#offers.set(from, offer);
    // Members come in turn; they agree when all that come now are there.
    if (!this.#agreeing) queueMicrotask(() => this.#agree());
    this.#agreeing = true;
  }

  #agree(): void {
    this.#agreeing = false;
    if (!this.#host.element.isConnected) return;
    const values = agreed([...this.#offers.values()]);
    // What the reader has chosen since then is the group's.
    if (this.#known === undefined) this.#host.agree(values);
    this.#hold({ ...values, ...this.#known });
    this.#host.compare(this.#known ?? values);
  }

  /** @param values - what the group has */
  #hold(values: Values): void {
    const own = this.#offers.get(this)?.locked ?? [];
    const locked = [...this.#offers.values()].flatMap((it) => it.locked);
    const keys = locked.filter((key) => !own.includes(key) && key in values);
    const before = Object.keys(this.#held);
    this.#held = Object.fromEntries(keys.map((key) => [key, values[key]]));
    if (before.join() !== Object.keys(this.#held).join()) this.#host.relock();
  }

  /** @param isAnswer - to this member, which comes after the choice */
  #take(all: Values, from: Sync, isAnswer: boolean): void {
    // All who answer say the same.
    if (all === this.#known) return;
    this.#known = all;
    const theirs = this.#offers.get(from)?.locked ?? [];
    const own = this.#offers.get(this)?.locked ?? [];
    const isFixed = (key: string): boolean =>
      !isAnswer && own.includes(key) && !theirs.includes(key);
    const values = Object.fromEntries(
      Object.entries(all).filter(([key]) => !isFixed(key)),
    );
    this.#hold(values);
    this.#host.take(values);
    this.#host.compare(values);
    if (isSeen(this.#host.element)) this.#host.follow();
    else this.#rest.touch();
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
