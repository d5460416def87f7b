// The deliveries of all invoices. Those to made-up hosts that nobody has interfered with are worked out when they are
// read; the others are held. It decides nothing about sending.
import { isReal, openDelivery, settle } from './deliveries.ts';
import type { DeliveryRules } from './deliveries.ts';
import type { InvoiceStore } from './invoice-store.ts';
import type { Delivery, InvoiceRecord } from './records.ts';

export class DeliveryBook {
  readonly #held = new Map<number, Delivery[]>();
  readonly #rules: DeliveryRules;
  readonly #invoices: InvoiceStore;

  constructor(rules: DeliveryRules, invoices: InvoiceStore) {
    this.#rules = rules;
    this.#invoices = invoices;
  }

  /** The deliveries of an invoice as they stand at `now`, oldest first; empty while it is pending. */
  of(index: number, now: number): readonly Delivery[] {
    const held = this.#held.get(index);
    const list = held ?? this.#fresh(this.#invoices.at(index));
    for (const delivery of list) settle(this.#rules, delivery, now);
    return list;
  }

  /** The same, kept from now on, so that it can be changed. */
  hold(index: number, now: number): readonly Delivery[] {
    const list = this.of(index, now);
    if (!this.#held.has(index)) this.#held.set(index, [...list]);
    return this.#held.get(index) ?? [];
  }

  /** An invoice became final at `at`: its one delivery begins. Held only when it will really be sent. */
  opened(invoice: InvoiceRecord, at: number): void {
    const delivery = openDelivery(this.#rules, invoice, 0, at);
    if (isReal(delivery)) this.#held.set(invoice.index, [delivery]);
  }

  /** A late adjustment sends a delivery of its own. The invoice's deliveries must be held already. */
  reopened(invoice: InvoiceRecord, at: number): void {
    const held = this.#held.get(invoice.index);
    if (held !== undefined) held.push(openDelivery(this.#rules, invoice, held.length, at));
  }

  /** All held deliveries to receivers on this machine. */
  *real(): Generator<Delivery> {
    for (const list of this.#held.values()) for (const delivery of list) if (isReal(delivery)) yield delivery;
  }

  #fresh(invoice: InvoiceRecord): Delivery[] {
    if (invoice.finishedAt === null) return [];
    return [openDelivery(this.#rules, invoice, 0, invoice.finishedAt)];
  }
}
