/**
 * The list of invoices of a lively shop, as a server would show it, in the orders that the specification leaves open. It moves on
 * whatever clock its reader has: orders come in, open ones end, and old ones are changed late (disputes). Everything is drawn from a
 * seed. It is also the truth that judges who lost what. Not here: HTTP (list-server.ts).
 */
import {
  adjustInvoice,
  type Business,
  finishInvoice,
  makeBusiness,
  makeInvoice,
  type StoredInvoice,
} from '../../test/support/independent-api/world.ts';
import { seeded } from '../../test/support/seeded.ts';

/**
 * Newest first; latest change first; and `heap`, as a database without ORDER BY gives it: a changed row becomes a new version at
 * the end of the table.
 */
export const ORDERS = ['created-desc', 'updated-desc', 'heap'] as const;
/** And by uuid, where new rows come in anywhere. */
export type Order = (typeof ORDERS)[number] | 'uuid';

/** What happens in the shop, per minute. */
export interface Churn {
  readonly orders: number;
  /** Old invoices, anywhere in the list, that are changed: a dispute, a late correction. */
  readonly late: number;
}

export const LIVELY: Churn = { orders: 20, late: 4 };
export const STILL: Churn = { orders: 0, late: 0 };

interface Event {
  readonly at: number;
  readonly happen: () => void;
}

const MINUTE = 60_000;
const FINAL = ['success', 'success', 'success', 'expired', 'success', 'canceled', 'success', 'fail'] as const;

export class MovingList {
  readonly business: Business;
  readonly #random: () => number;
  readonly #churn: Churn;
  /** Oldest change first. */
  readonly #byChange: StoredInvoice[];
  /** Null since an order came in. */
  #byUuid: readonly StoredInvoice[] | null = null;
  readonly #events: Event[] = [];
  readonly #startedAt: number;

  constructor(options: { size: number; open: number; seed: number; startMs: number; churn: Churn; key: string }) {
    const { size, open, seed, startMs, churn, key } = options;
    this.#random = seeded(seed);
    this.#churn = churn;
    this.#startedAt = startMs;
    this.business = makeBusiness({ name: `bench ${seed}`, key, invoices: 0, withdrawals: 40, now: startMs });
    const past = startMs - (size + 1) * 2 * MINUTE;
    for (let index = 0; index < size; index += 1) {
      const status = index >= size - open ? 'pending' : FINAL[index % FINAL.length];
      makeInvoice(this.business, past + index * 2 * MINUTE, { status: status ?? 'success' });
    }
    this.#byChange = [...this.business.invoices];
    if (churn.orders > 0) this.#scheduleAll();
  }

  /** Uuids of the list as it is now. */
  uuids(): ReadonlySet<string> {
    return new Set(this.business.invoices.map(({ uuid }) => uuid));
  }

  /** Uuids of what was there at that time. */
  uuidsAt(at: number): ReadonlySet<string> {
    return new Set(this.business.invoices.filter(({ createdAt }) => createdAt <= at).map(({ uuid }) => uuid));
  }

  /** Lets everything happen that is due. */
  advance(now: number): void {
    while ((this.#events[0]?.at ?? Number.POSITIVE_INFINITY) <= now) this.#events.shift()?.happen();
  }

  /** One page in the order, and how many there are. */
  page(order: Order, status: string | null, number: number, size: number): { items: unknown[]; total: number } {
    const all = this.#rows(order);
    const rows = status === null ? all : all.filter(({ json }) => json['status'] === status);
    const total = rows.length;
    const from = (number - 1) * size;
    const items =
      order === 'heap' || order === 'uuid'
        ? rows.slice(from, from + size)
        : rows.slice(Math.max(0, total - from - size), Math.max(0, total - from)).toReversed();
    return { items: items.map(({ json }) => json), total };
  }

  #rows(order: Order): readonly StoredInvoice[] {
    if (order === 'created-desc') return this.business.invoices;
    if (order !== 'uuid') return this.#byChange;
    return (this.#byUuid ??= this.business.invoices.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)));
  }

  /** A new order, now. */
  order(at: number): StoredInvoice {
    const invoice = makeInvoice(this.business, at, { status: 'pending' });
    this.#byChange.push(invoice);
    this.#byUuid = null;
    return invoice;
  }

  /** An open invoice ends. */
  finish(invoice: StoredInvoice, at: number): void {
    if (invoice.json['status'] !== 'pending') return;
    const status = FINAL[Math.floor(this.#random() * FINAL.length)] ?? 'success';
    finishInvoice(this.business, invoice, status, at, Math.floor(this.#random() * 1000));
    this.#changed(invoice, at);
  }

  #changed(invoice: StoredInvoice, at: number): void {
    Object.assign(invoice, { updatedAt: at });
    // What changes is mostly young, so it is sought from the end.
    this.#byChange.splice(this.#byChange.lastIndexOf(invoice), 1);
    this.#byChange.push(invoice);
  }

  #scheduleAll(): void {
    for (const invoice of this.business.invoices) {
      if (invoice.json['status'] === 'pending') this.#scheduleEnd(invoice, this.#startedAt);
    }
    this.#scheduleOrder(this.#startedAt);
    this.#scheduleLate(this.#startedAt);
  }

  #scheduleEnd(invoice: StoredInvoice, from: number): void {
    const at = from + (2 + this.#random() * 18) * MINUTE;
    this.#at(at, () => this.finish(invoice, at));
  }

  #scheduleOrder(from: number): void {
    const at = from + this.#gap(this.#churn.orders);
    this.#at(at, () => {
      this.#scheduleEnd(this.order(at), at);
      this.#scheduleOrder(at);
    });
  }

  #scheduleLate(from: number): void {
    const at = from + this.#gap(this.#churn.late);
    this.#at(at, () => {
      const { invoices } = this.business;
      const invoice = invoices[Math.floor(this.#random() * invoices.length)];
      if (invoice !== undefined && invoice.json['status'] === 'success') {
        adjustInvoice(invoice, Math.floor(this.#random() * 1000));
        this.#changed(invoice, at);
      }
      this.#scheduleLate(at);
    });
  }

  /** Milliseconds to the next of so many a minute, memoryless. */
  #gap(perMinute: number): number {
    return (-Math.log(1 - this.#random()) * MINUTE) / perMinute;
  }

  #at(at: number, happen: () => void): void {
    let index = this.#events.length;
    while (index > 0 && (this.#events[index - 1]?.at ?? 0) > at) index -= 1;
    this.#events.splice(index, 0, { at, happen });
  }
}
