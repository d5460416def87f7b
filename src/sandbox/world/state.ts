// The whole state of the world and how each event changes it.
import { FINE_SCALE, toUnits } from '../money.ts';
import { KIND, uuidOf } from '../random.ts';
import type { Settings } from '../settings.ts';
import type {
  AdjustEvent,
  AttemptEvent,
  OrderEvent,
  PayoutEvent,
  ReviewEvent,
  SetEvent,
  WorldEvent,
} from '../events.ts';
import { begin, DeliveryBook, type DeliveryRules, finish, resend } from './deliveries.ts';
import { InvoiceStore } from './invoice-store.ts';
import type { Delivery, ReceiverSpell, WithdrawalRecord } from './records.ts';
import type { Plan } from './orders.ts';
import { requestInstants, seededWithdrawals } from './withdrawal-seeds.ts';

export class WorldState {
  readonly plan: Plan;
  readonly rules: DeliveryRules;
  readonly invoices: InvoiceStore;
  readonly withdrawals: WithdrawalRecord[];
  readonly deliveries: DeliveryBook;
  readonly receivers = new Map<string, ReceiverSpell[]>();
  /** Credited less withdrawn and reserved, in units of 18 decimals of USDT. */
  balance = 0n;

  constructor(plan: Plan, settings: Settings) {
    this.plan = plan;
    this.rules = { plan, settings, receivers: this.receivers };
    this.invoices = new InvoiceStore(plan);
    this.deliveries = new DeliveryBook(this.rules, this.invoices);
    const instants = requestInstants(plan);
    const credits = creditsBefore(this.invoices, instants);
    this.withdrawals = seededWithdrawals(plan, instants, credits.before);
    this.balance = credits.all - this.withdrawals.reduce((sum, record) => sum + taken(record), 0n);
  }

  /** Changes the state as the event says. */
  apply(event: WorldEvent): void {
    switch (event.e) {
      case 'order':
        return this.#order(event);
      case 'method': {
        const invoice = this.invoices.at(event.i);
        return this.invoices.put({ ...invoice, method: event.m, rate: event.rate, amountToSend: event.send }, event.at);
      }
      case 'final': {
        const { s: status, settled, adj: adjustment, at } = event;
        const invoice = { ...this.invoices.at(event.i), status, settled, adjustment, finishedAt: at };
        this.invoices.put(invoice, at);
        this.deliveries.opened(invoice, at);
        if (settled !== null) this.balance += toUnits(settled, FINE_SCALE);
        return undefined;
      }
      case 'adjust':
        return this.#adjust(event);
      case 'payout':
        return this.#payout(event);
      case 'review':
        return this.#review(event);
      case 'resend':
        return this.#latest(event.i, event.at, (delivery) =>
          resend(this.rules, delivery, event.at, event.by, event.user),
        );
      case 'attempt':
        return this.#attempt(event);
      case 'set':
        return this.#latest(event.i, event.at, (delivery) => setState(delivery, event));
      case 'remove':
        return this.invoices.remove(event.i);
      case 'receiver':
        this.receivers.set(event.host, [...(this.receivers.get(event.host) ?? []), { at: event.at, how: event.how }]);
        return undefined;
    }
  }

  #order(event: OrderEvent): void {
    const [callbackUrl, successUrl, failUrl] = event.urls;
    this.invoices.put(
      {
        index: event.i,
        uuid: uuidOf(this.plan.seed, KIND.invoice, event.i),
        externalId: event.ext,
        customerId: event.cus,
        purpose: event.pur,
        amount: event.amt,
        currency: event.cur,
        status: 'pending',
        callbackUrl,
        successUrl,
        failUrl,
        createdAt: event.at,
        expiresAt: event.exp,
        finishedAt: null,
        method: null,
        rate: null,
        amountToSend: null,
        settled: null,
        adjustment: null,
      },
      event.at,
    );
  }

  #adjust(event: AdjustEvent): void {
    const before = this.invoices.at(event.i);
    const { adj: adjustment, at, hook } = event;
    this.balance += toUnits(adjustment.actualUsdt, FINE_SCALE) - toUnits(before.settled ?? '0', FINE_SCALE);
    // What has been sent by now is worked out with the sums of its time, before the record changes.
    this.deliveries.hold(event.i, at);
    const invoice = { ...before, adjustment, settled: adjustment.actualUsdt };
    this.invoices.put(invoice, at);
    if (hook) this.deliveries.reopened(invoice, at);
  }

  #payout(event: PayoutEvent): void {
    const record: WithdrawalRecord = {
      index: event.i,
      uuid: uuidOf(this.plan.seed, KIND.withdrawal, event.i),
      actor: event.actor,
      balanceType: event.bal,
      token: event.token,
      network: event.net,
      address: event.addr,
      amount: event.amt,
      networkCommission: event.fee,
      amountToSend: event.send,
      status: 'pending',
      txHash: null,
      rejectCode: null,
      rejectReason: null,
      createdAt: event.at,
      processedAt: null,
    };
    this.withdrawals[event.i] = record;
    this.balance -= taken(record);
  }

  #review(event: ReviewEvent): void {
    const before = this.withdrawals[event.i];
    if (before === undefined) throw new Error(`no withdrawal with number ${event.i}`);
    const after: WithdrawalRecord = {
      ...before,
      status: event.ok ? 'approved' : 'rejected',
      txHash: event.tx,
      rejectCode: event.code,
      rejectReason: event.why,
      processedAt: event.at,
    };
    this.withdrawals[event.i] = after;
    this.balance += taken(before) - taken(after);
  }

  #attempt(event: AttemptEvent): void {
    const delivery = this.deliveries.hold(event.i, event.at)[event.d];
    if (delivery === undefined) return;
    if (delivery.current === null) begin(this.rules, delivery, event.at, event.by, null);
    finish(this.rules, delivery, {
      durationMs: event.ms,
      statusCode: event.code,
      responseBody: event.body,
      error: event.err,
    });
  }

  #latest(index: number, at: number, change: (delivery: Delivery) => void): void {
    const delivery = this.deliveries.hold(index, at).at(-1);
    if (delivery !== undefined) change(delivery);
  }
}

function setState(delivery: Delivery, event: SetEvent): void {
  delivery.status = event.s;
  delivery.updatedAt = event.at;
  delivery.nextAttemptAt = event.s === 'pending' ? (event.next ?? event.at) : null;
  delivery.deliveredAt = event.s === 'delivered' ? event.at : delivery.deliveredAt;
  delivery.current =
    event.s === 'delivering' ? { startedAt: event.at, triggeredBy: 'system', user: null, endsAt: event.next } : null;
}

/** What a withdrawal takes from the balance: nothing once it is rejected, nor in another token. */
function taken(record: WithdrawalRecord): bigint {
  return record.token === 'USDT' && record.status !== 'rejected' ? toUnits(record.amount, FINE_SCALE) : 0n;
}

/** What the seeded successes had credited before each instant, and in all. */
function creditsBefore(invoices: InvoiceStore, instants: readonly number[]): { before: bigint[]; all: bigint } {
  const between = Array.from({ length: instants.length + 1 }, () => 0n);
  for (let i = 0; i < invoices.count; i++) {
    if (invoices.status(i) !== 'success') continue;
    const finished = invoices.touched(i);
    const slot = instants.findIndex((instant) => instant > finished);
    const place = slot < 0 ? instants.length : slot;
    between[place] = (between[place] ?? 0n) + invoices.settledUnits(i);
  }
  let all = 0n;
  const sums = between.map((sum) => (all += sum));
  return { before: sums.slice(0, -1), all };
}
