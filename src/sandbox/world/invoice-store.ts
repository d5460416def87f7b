// All invoices of the world by number: the untouched seeded ones are made on demand, the others are held.
import { FINE_SCALE, toUnits } from '../money.ts';
import { KIND, numberOfUuid } from '../random.ts';
import { indexOfOrderId, outline, seededInvoice, type Plan } from './orders.ts';
import type { InvoiceRecord, InvoiceStatus } from './records.ts';

/** The share of all invoices that are adjusted: 300 of 12,500. */
const ADJUSTED_OF_SIZE = 300 / 12_500;

export class InvoiceStore {
  readonly plan: Plan;
  readonly pending = new Set<number>();
  /** Numbers that a test took away; a real service shows no deletion, but a client must notice one. */
  readonly removed = new Set<number>();
  /** Grows with every change; lists that are sorted by something else are kept until it does. */
  version = 0;
  readonly #statuses: InvoiceStatus[] = [];
  readonly #currencies: string[] = [];
  readonly #touched: number[] = [];
  readonly #held = new Map<number, InvoiceRecord>();
  readonly #disputed = new Set<number>();
  readonly #byExternalId = new Map<string, number>();

  constructor(plan: Plan) {
    this.plan = plan;
    const paid: number[] = [];
    for (let i = 0; i < plan.size; i++) {
      const { status, currency, touched } = outline(plan, i);
      this.#statuses.push(status);
      this.#currencies.push(currency);
      this.#touched.push(touched);
      if (status === 'success') paid.push(i);
      if (status === 'pending') this.pending.add(i);
    }
    const adjusted = Math.min(Math.round(plan.size * ADJUSTED_OF_SIZE), paid.length);
    for (let k = 0; k < adjusted; k++) {
      const i = paid[Math.floor(((k + 0.5) * paid.length) / adjusted)];
      if (i !== undefined) this.#disputed.add(i);
    }
  }

  get count(): number {
    return this.#statuses.length;
  }

  status(index: number): InvoiceStatus | undefined {
    return this.#statuses[index];
  }

  currency(index: number): string | undefined {
    return this.#currencies[index];
  }

  /** The instant of the last change, for the order "updated first". */
  touched(index: number): number {
    return this.#touched[index] ?? 0;
  }

  /** The invoice with this number. Throws when there is none. */
  at(index: number): InvoiceRecord {
    const held = this.#held.get(index);
    if (held !== undefined) return held;
    if (index < 0 || index >= this.plan.size) throw new Error(`no invoice with number ${index}`);
    return seededInvoice(this.plan, index, this.#disputed.has(index));
  }

  /**
   * The invoice with this uuid or, failing that, this external id. That the uuid goes first is a choice: the
   * specification (section "Endpoints") shows no precedence for an external id that looks like a uuid.
   */
  find(ident: string): InvoiceRecord | undefined {
    const byUuid = numberOfUuid(this.plan.seed, KIND.invoice, ident.toLowerCase());
    if (byUuid !== undefined && byUuid < this.count && !this.removed.has(byUuid)) {
      const record = this.at(byUuid);
      if (record.uuid === ident.toLowerCase()) return record;
    }
    return this.findExternal(ident);
  }

  /** The invoice with this external id, compared exactly. */
  findExternal(externalId: string): InvoiceRecord | undefined {
    const added = this.#byExternalId.get(externalId);
    const seeded = indexOfOrderId(externalId);
    const index = added ?? (seeded !== undefined && seeded >= 0 && seeded < this.plan.size ? seeded : undefined);
    if (index === undefined || this.removed.has(index)) return undefined;
    const record = this.at(index);
    return record.externalId === externalId ? record : undefined;
  }

  /** Adds the next invoice or replaces a present one; `at` is the instant of the change. */
  put(record: InvoiceRecord, at: number): void {
    const { index } = record;
    if (index > this.count) throw new Error(`invoice ${index} leaves a gap after ${this.count}`);
    if (index === this.count) this.#byExternalId.set(record.externalId, index);
    this.#statuses[index] = record.status;
    this.#currencies[index] = record.currency;
    this.#touched[index] = at;
    this.#held.set(index, record);
    if (record.status === 'pending') this.pending.add(index);
    else this.pending.delete(index);
    this.version += 1;
  }

  /** Takes an invoice out of lists and look-ups. */
  remove(index: number): void {
    this.removed.add(index);
    this.pending.delete(index);
    this.version += 1;
  }

  /** The sum credited by a success, in units of 18 decimals. */
  settledUnits(index: number): bigint {
    const { settled } = this.at(index);
    return settled === null ? 0n : toUnits(settled, FINE_SCALE);
  }
}
