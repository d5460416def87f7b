// What can happen in the world: the operations that the endpoints, the sandbox's own life and tests use.
import { methodById } from '../catalog.ts';
import type { Clock } from '../clock.ts';
import { difference, FIAT_SCALE, toUnits, withClientShare } from '../money.ts';
import { KIND, uuidOf } from '../random.ts';
import type { WorldCore } from './core.ts';
import { isLoopback } from './hosts.ts';
import { adjustmentFor, credited, dealRate, methodsAccepting } from './orders.ts';
import type {
  Delivery,
  DeliveryStatus,
  FinalStatus,
  InvoiceRecord,
  ReceiverState,
  RejectCode,
  WithdrawalRecord,
} from './records.ts';
import { draftPayout, transactionHash } from './withdrawal-seeds.ts';

/** An invoice to be made. URLs that are left out come from the business settings. */
export type NewInvoice = Pick<InvoiceRecord, 'externalId' | 'customerId' | 'amount' | 'currency'> &
  Partial<Pick<InvoiceRecord, 'purpose' | 'callbackUrl' | 'successUrl' | 'failUrl'>>;

export class World {
  readonly #core: WorldCore;

  constructor(core: WorldCore) {
    this.#core = core;
  }

  get clock(): Clock {
    return this.#core.clock;
  }

  /** The business that every record belongs to; the same as long as the seed is. */
  get businessUuid(): string {
    return uuidOf(this.#core.state.plan.seed, KIND.business, 0);
  }

  /** How many invoices a list without a filter holds. */
  get invoiceCount(): number {
    return this.#core.state.invoices.count - this.#core.state.invoices.removed.size;
  }

  /** All invoices, oldest first. */
  *invoices(): Generator<InvoiceRecord> {
    const { invoices } = this.#core.state;
    for (let i = 0; i < invoices.count; i++) if (!invoices.removed.has(i)) yield invoices.at(i);
  }

  /** All withdrawals, oldest first. */
  get withdrawals(): readonly WithdrawalRecord[] {
    return this.#core.state.withdrawals;
  }

  /** The invoice with this uuid or external id, or undefined. */
  find(ident: string): InvoiceRecord | undefined {
    return this.#core.state.invoices.find(ident);
  }

  /** The same; throws when there is none. */
  invoice(ident: string): InvoiceRecord {
    const invoice = this.find(ident);
    if (invoice === undefined) throw new Error(`no invoice ${ident}`);
    return invoice;
  }

  /** The deliveries of an invoice as they stand now, oldest first. */
  deliveries(ident: string): readonly Delivery[] {
    return this.#core.state.deliveries.of(this.invoice(ident).index, this.clock.now());
  }

  /**
   * Milliseconds of the world's time from `now` until a customer may have one more open unpaid invoice, 0 when at once: until so many
   * of those that were created within the window have expired or left it that fewer than `cap` remain. With a cap of 0, one window.
   */
  unpaidWait(customerId: string, cap: number, windowMs: number, now = this.clock.now()): number {
    const { invoices } = this.#core.state;
    const leaving: number[] = [];
    for (const index of invoices.pending) {
      const { createdAt, customerId: owner, expiresAt } = invoices.at(index);
      if (owner === customerId && createdAt >= now - windowMs)
        leaving.push(Math.min(expiresAt, createdAt + windowMs + 1));
    }
    if (leaving.length < cap) return 0;
    const freeAt = leaving.sort((left, right) => left - right)[leaving.length - cap] ?? now + windowMs;
    return Math.max(1, freeAt - now);
  }

  /** Creates an invoice without asking any precondition. Throws when the external id is taken. */
  createInvoice(order: NewInvoice, at = this.clock.now()): InvoiceRecord {
    const { state, settings } = this.#core;
    if (state.invoices.findExternal(order.externalId) !== undefined)
      throw new Error(`external id ${order.externalId} is taken`);
    const { callback, success, fail } = settings.defaultUrls;
    const i = state.invoices.count;
    this.#core.commit({
      e: 'order',
      at,
      i,
      ext: order.externalId,
      cus: order.customerId,
      pur: order.purpose ?? null,
      amt: order.amount,
      cur: order.currency,
      urls: [order.callbackUrl ?? callback, order.successUrl ?? success, order.failUrl ?? fail],
      exp: at + settings.ttlMs,
    });
    return state.invoices.at(i);
  }

  /** The customer chooses a method: by id, or the first that takes the amount. */
  chooseMethod(ident: string, methodId?: number, at = this.clock.now()): InvoiceRecord {
    const invoice = this.#pending(ident);
    const method =
      methodId === undefined ? methodsAccepting(invoice.currency, invoice.amount)[0] : methodById(methodId);
    if (method === undefined) throw new Error(`no method takes ${invoice.amount} ${invoice.currency}`);
    const rate = dealRate(this.#core.state.plan.seed, invoice.currency, invoice.index, at);
    const send = withClientShare(invoice.amount, method.client);
    this.#core.commit({ e: 'method', at, i: invoice.index, m: method.id, rate, send });
    return this.invoice(invoice.uuid);
  }

  /** The customer pays; with `actualFiat` another sum than ordered, which makes the invoice adjusted from the start. */
  pay(ident: string, actualFiat?: string, at = this.clock.now()): InvoiceRecord {
    const open = this.#pending(ident);
    const invoice = open.method === null ? this.chooseMethod(ident, undefined, at) : open;
    const { method, rate, amount, index } = invoice;
    if (method === null || rate === null) throw new Error('no method was chosen');
    const { seed } = this.#core.state.plan;
    const other = actualFiat !== undefined && actualFiat !== amount;
    const adj = other ? adjustmentFor(seed, index, { method, rate, amount }, actualFiat) : null;
    const settled = adj?.actualUsdt ?? credited(seed, index, method, rate, amount);
    this.#core.commit({ e: 'final', at, i: index, s: 'success', settled, adj });
    return this.invoice(invoice.uuid);
  }

  /** Ends a pending invoice without money: `expired`, `canceled` or `fail`. */
  end(ident: string, status: Exclude<FinalStatus, 'success'>, at = this.clock.now()): InvoiceRecord {
    const invoice = this.#pending(ident);
    this.#core.commit({ e: 'final', at, i: invoice.index, s: status, settled: null, adj: null });
    return this.invoice(invoice.uuid);
  }

  expire(ident: string): InvoiceRecord {
    return this.end(ident, 'expired');
  }

  cancel(ident: string): InvoiceRecord {
    return this.end(ident, 'canceled');
  }

  fail(ident: string): InvoiceRecord {
    return this.end(ident, 'fail');
  }

  /** A dispute corrects what was paid for a success. Throws for any other status. */
  adjust(ident: string, actualFiat: string, at = this.clock.now()): InvoiceRecord {
    const invoice = this.invoice(ident);
    const { method, rate, amount, index } = invoice;
    if (invoice.status !== 'success' || method === null || rate === null)
      throw new Error('only a success can be adjusted');
    const adj = adjustmentFor(this.#core.state.plan.seed, index, { method, rate, amount }, actualFiat);
    const hook = this.#core.settings.adjustmentWebhook === 'new-delivery';
    this.#core.commit({ e: 'adjust', at, i: index, adj, hook });
    return this.invoice(invoice.uuid);
  }

  /** What is left of an invoice's amount when so much less is paid. Throws when nothing is. */
  lessThanOrdered(ident: string, less: string): string {
    const actual = difference(this.invoice(ident).amount, less);
    if (toUnits(actual, FIAT_SCALE) <= 0n) throw new Error(`the invoice is not for more than ${less}`);
    return actual;
  }

  /** From now on this made-up receiver does as it is told. Throws for one that really is there. */
  setReceiver(host: string, how: ReceiverState): void {
    const name = URL.parse(`https://${host}/`)?.hostname;
    if (name !== host) throw new Error('not the name of a host');
    if (isLoopback(host)) throw new Error('this receiver is a program of this machine');
    this.#core.commit({ e: 'receiver', at: this.clock.now(), i: 0, host, how });
  }

  /** By host, how each stands that somebody has broken or mended. */
  get receivers(): ReadonlyMap<string, ReceiverState | undefined> {
    return new Map([...this.#core.state.receivers].map(([host, spells]) => [host, spells.at(-1)?.how]));
  }

  /** So many orders of 20 EUR come in at once and are paid; their webhooks go to that host. */
  sell(host: string, orders: number): void {
    for (let at = 0; at < orders; at += 1) {
      const externalId = `training-${this.#core.state.invoices.count}`;
      const urls = { callbackUrl: `https://${host}/hooks/payments` };
      this.pay(
        this.createInvoice({ externalId, customerId: 'training', amount: '20.00', currency: 'EUR', ...urls }).uuid,
      );
    }
  }

  /** Takes an invoice away, which the specification never does. */
  remove(ident: string): void {
    this.#core.commit({ e: 'remove', at: this.clock.now(), i: this.invoice(ident).index });
  }

  /**
   * Sends the latest delivery now, on behalf of `by` ("api", "user" for the dashboard, "system" for the schedule itself).
   * Throws when there is none or one is being sent; the interval is the endpoint's business.
   */
  resend(ident: string, by: string, user: string | null = null): Delivery {
    const { index, uuid } = this.invoice(ident);
    const latest = this.deliveries(uuid).at(-1);
    if (latest === undefined) throw new Error('no delivery yet');
    if (latest.status === 'delivering') throw new Error('a delivery is being sent right now');
    this.#core.commit({ e: 'resend', at: this.clock.now(), i: index, by, user });
    const sent = this.deliveries(uuid).at(-1);
    return sent ?? latest;
  }

  /** A person at the dashboard resends: the same, by another hand. */
  resendFromDashboard(ident: string): Delivery {
    const user = uuidOf(this.#core.state.plan.seed, KIND.user, 0);
    return this.resend(ident, 'user', user);
  }

  /** Sets the state of the latest delivery. `next`: when the next attempt is due, or when the one being made ends. */
  setDelivery(ident: string, status: DeliveryStatus, next: number | null = null): void {
    const { index } = this.invoice(ident);
    this.#core.commit({ e: 'set', at: this.clock.now(), i: index, s: status, next });
  }

  /** The merchant requests a withdrawal; what is not said is made up. */
  requestWithdrawal(
    wanted: { amount?: string; network?: string; address?: string } = {},
    at = this.clock.now(),
  ): WithdrawalRecord {
    const { state } = this.#core;
    const i = state.withdrawals.length;
    const draft = draftPayout(state.plan.seed, i, state.balance > 0n ? state.balance : 0n);
    const { actor, balanceType: bal, token, networkCommission: fee } = draft;
    const amt = wanted.amount ?? draft.amount;
    const send = wanted.amount === undefined ? draft.amountToSend : difference(amt, fee);
    const net = wanted.network ?? draft.network;
    this.#core.commit({
      e: 'payout',
      at,
      i,
      actor,
      bal,
      token,
      net,
      addr: wanted.address ?? draft.address,
      amt,
      fee,
      send,
    });
    return this.withdrawal(draft.uuid);
  }

  /** The withdrawal with this uuid. Throws when there is none. */
  withdrawal(uuid: string): WithdrawalRecord {
    const record = this.withdrawals.find((candidate) => candidate.uuid === uuid);
    if (record === undefined) throw new Error(`no withdrawal ${uuid}`);
    return record;
  }

  approveWithdrawal(uuid: string, at = this.clock.now()): WithdrawalRecord {
    const { index, network } = this.#requested(uuid);
    const tx = transactionHash(this.#core.state.plan.seed, index, network);
    this.#core.commit({ e: 'review', at, i: index, ok: true, tx, code: null, why: null });
    return this.withdrawal(uuid);
  }

  /** Declines a withdrawal with a code, a text, or neither. */
  rejectWithdrawal(
    uuid: string,
    code: RejectCode | null,
    why: string | null = null,
    at = this.clock.now(),
  ): WithdrawalRecord {
    const { index } = this.#requested(uuid);
    this.#core.commit({ e: 'review', at, i: index, ok: false, tx: null, code, why });
    return this.withdrawal(uuid);
  }

  /** Moves time forward by `ms`, letting everything happen on time. */
  async advance(ms: number): Promise<void> {
    await this.#core.advance(ms);
  }

  /** Resolves when no webhook is being sent to a receiver on this machine. */
  async idle(): Promise<void> {
    await this.#core.idle();
  }

  #pending(ident: string): InvoiceRecord {
    const invoice = this.invoice(ident);
    if (invoice.status !== 'pending') throw new Error(`invoice ${ident} is ${invoice.status}`);
    return invoice;
  }

  #requested(uuid: string): WithdrawalRecord {
    const record = this.withdrawal(uuid);
    if (record.status !== 'pending') throw new Error(`withdrawal ${uuid} is ${record.status}`);
    return record;
  }
}
