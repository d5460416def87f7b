// The life of the sandbox: orders arrive, customers pay or do not, withdrawals are requested and reviewed, now and then a dispute corrects a payment.
import { KIND, rng, type Rng } from '../random.ts';
import type { WorldCore } from './core.ts';
import { disputedAmount, draftOrder, urlsOf } from './orders.ts';
import { type InvoiceRecord, REJECT_CODES } from './records.ts';
import type { World } from './world.ts';

const SECOND = 1_000;
const MINUTE = 60_000;

/** How lively it is: mean waits in milliseconds of the world's time. */
export interface Pace {
  readonly orderEveryMs: number;
  readonly withdrawalEveryMs: number;
  readonly disputeEveryMs: number;
}

/** One order every 20 to 40 seconds, a withdrawal about every 40 minutes, a dispute about every 30. */
export const DEFAULT_PACE: Pace = {
  orderEveryMs: 30 * SECOND,
  withdrawalEveryMs: 40 * MINUTE,
  disputeEveryMs: 30 * MINUTE,
};

/** Arrivals that were missed by more than this (the computer slept) do not arrive. */
const MISSED_MS = 5 * MINUTE;
/** How far back a dispute reaches, in invoices. */
const DISPUTE_REACH = 400;
/** No withdrawal is requested below this balance (20 USDT, in units of 18 decimals). */
const LEAST_BALANCE = 20n * 10n ** 18n;

export class Life {
  readonly #world: World;
  readonly #core: WorldCore;
  readonly #pace: Pace;
  readonly #random: Rng;

  constructor(world: World, core: WorldCore, pace: Pace) {
    this.#world = world;
    this.#core = core;
    this.#pace = pace;
    this.#random = rng(core.state.plan.seed, KIND.life, core.state.invoices.count);
  }

  /** Begins. What was open when the sandbox was last closed goes on. */
  start(): void {
    const { state, clock } = this.#core;
    const now = clock.now();
    for (const index of state.invoices.pending) this.#follow(state.invoices.at(index), now);
    this.#core.onEvent((event) => {
      if (event.e === 'order') this.#follow(state.invoices.at(event.i), event.at);
      if (event.e === 'payout') this.#review(event.i, event.at);
    });
    // Requests of the seeded past stay under review; those of its life are decided.
    for (const record of state.withdrawals) {
      if (record.status === 'pending' && record.createdAt > state.plan.epoch) this.#review(record.index, now);
    }
    this.#every(now, this.#pace.orderEveryMs, (at) => this.#order(at));
    this.#every(now, this.#pace.withdrawalEveryMs, (at) => this.#withdraw(at));
    this.#every(now, this.#pace.disputeEveryMs, (at) => this.#dispute(at));
  }

  /** Does something again and again, each time after two thirds to four thirds of the mean wait. */
  #every(from: number, mean: number, run: (at: number) => void): void {
    const now = this.#core.clock.now();
    const start = from < now - MISSED_MS ? now : from;
    this.#core.agenda.add(start + Math.floor(mean * (2 / 3 + (2 / 3) * this.#random.next())), (at) => {
      run(at);
      this.#every(at, mean, run);
    });
  }

  #order(at: number): void {
    const { state, settings } = this.#core;
    const draft = draftOrder(state.plan.seed, state.invoices.count, settings.ttlMs);
    const { externalId, customerId, purpose, amount, currency } = draft;
    if (!settings.dealsEnabled) return;
    if (this.#world.find(externalId) !== undefined) return;
    if (this.#world.unpaidWait(customerId, settings.unpaidCap, settings.unpaidWindowMs, at) > 0) return;
    this.#world.createInvoice({ externalId, customerId, purpose, amount, currency, ...urlsOf(draft.host) }, at);
  }

  /** Enters what the customer will do with an invoice. Its expiry is the core's business. */
  #follow(invoice: InvoiceRecord, now: number): void {
    const { state, settings, agenda } = this.#core;
    const { destiny } = draftOrder(state.plan.seed, invoice.index, settings.ttlMs);
    const { index, uuid } = invoice;
    const open = (): boolean => state.invoices.pending.has(index) && !state.invoices.removed.has(index);
    // A destiny whose instant has passed comes about soon.
    const soon = now + Math.floor(MINUTE * (0.2 + this.#random.next()));
    const methodAt = Math.max(invoice.createdAt + destiny.methodAfter, now);
    const endAt = Math.max(invoice.createdAt + destiny.after, methodAt + SECOND, invoice.createdAt < now ? soon : 0);
    if (destiny.method !== null && invoice.method === null) {
      const { id, currency } = destiny.method;
      agenda.add(methodAt, (at) => {
        if (open() && currency === invoice.currency) this.#world.chooseMethod(uuid, id, at);
      });
    }
    if (destiny.status === 'expired' || endAt >= invoice.expiresAt) return;
    agenda.add(endAt, (at) => {
      if (!open()) return;
      if (destiny.status === 'success') this.#world.pay(uuid, undefined, at);
      else if (destiny.status !== 'expired') this.#world.end(uuid, destiny.status, at);
    });
  }

  #withdraw(at: number): void {
    if (this.#core.state.balance >= LEAST_BALANCE) this.#world.requestWithdrawal({}, at);
  }

  #review(index: number, from: number): void {
    const verdict = this.#random.next();
    this.#core.agenda.add(from + Math.floor(MINUTE * (3 + 12 * this.#random.next())), (at) => {
      const record = this.#core.state.withdrawals[index];
      if (record?.status !== 'pending') return;
      if (verdict < 0.85) this.#world.approveWithdrawal(record.uuid, at);
      else this.#world.rejectWithdrawal(record.uuid, this.#random.pick(REJECT_CODES), null, at);
    });
  }

  #dispute(at: number): void {
    const { invoices, plan } = this.#core.state;
    const first = Math.max(0, invoices.count - DISPUTE_REACH);
    for (let tries = 0; tries < 20; tries++) {
      const index = first + this.#random.int(Math.max(1, invoices.count - first));
      if (invoices.status(index) !== 'success' || invoices.removed.has(index)) continue;
      const invoice = invoices.at(index);
      if (invoice.adjustment !== null) continue;
      this.#world.adjust(invoice.uuid, disputedAmount(plan.seed, index, invoice.amount), at);
      return;
    }
  }
}
