/**
 * Random businesses for the tie-out, with USDT of six or eighteen decimals: orders that tie out in every way the API allows, and planted faults
 * of every kind, each known by what was planted. Not here: what the sums should be (tie.ts). Shares no code with the engine.
 */
import type { Delivery } from '../../../src/domain/webhooks/delivery.ts';
import type { FindingKind } from '../../../src/domain/kernel/finding.ts';
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import type { Withdrawal } from '../../../src/domain/records/withdrawal.ts';
import { delivery, invoice, uuidOf, withdrawal } from '../../backend/mirror/sample.ts';
import { seeded } from '../seeded.ts';

export interface TieStory {
  /** As the console saw it first, when it was corrected later. */
  readonly before: Invoice | null;
  readonly invoice: Invoice;
  /** Null: never read. */
  readonly deliveries: readonly Delivery[] | null;
  readonly unreadable: number;
  /** Null: no success. */
  readonly coverage: 'three' | 'two' | 'none' | null;
  /** What the receiver was told, as far as it is known. */
  readonly credited: string | null;
  readonly planted: readonly FindingKind[];
}

export interface PaidOut {
  readonly withdrawal: Withdrawal;
  readonly planted: readonly FindingKind[];
}

export interface TieWorld {
  readonly stories: readonly TieStory[];
  readonly withdrawals: readonly PaidOut[];
}

/** When the console read the lists first, and again after the disputes. */
export const FIRST_READ = '2026-11-02T00:00:00Z';
export const SECOND_READ = '2026-11-09T00:00:00Z';
/** And once more, after everything was told. */
export const THIRD_READ = '2026-11-21T00:00:00Z';
const BEFORE_CORRECTION = '2026-11-03T10:00:00Z';
const AFTER_CORRECTION = '2026-11-10T10:00:00Z';
const LAST_READ = '2026-11-20T00:00:00Z';
export const DELIVERIES_READ = LAST_READ;

/** Units of the last of `decimals` digits as text. */
function text(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

class Chance {
  readonly #next: () => number;
  constructor(seed: number) {
    this.#next = seeded(seed);
  }
  below(end: number): number {
    return Math.floor(this.#next() * end);
  }
  of<Item>(...items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }
  units(digits: number): bigint {
    return BigInt(Array.from({ length: digits }, () => this.below(10)).join('')) + 1n;
  }
}

interface Order {
  readonly number: number;
  readonly fiat: bigint;
  readonly usdt: bigint;
  readonly record: Invoice;
}

class Maker {
  readonly chance: Chance;
  readonly decimals: number;
  #number = 0;

  constructor(seed: number) {
    this.chance = new Chance(seed);
    this.decimals = seed % 2 === 0 ? 6 : 18;
  }

  usdt(units: bigint): string {
    // The API does not say that it keeps the zeros at the end.
    const full = text(units, this.decimals);
    return this.chance.below(4) === 0 ? full.replace(/0+$/, '').replace(/\.$/, '') : full;
  }

  order(change: Partial<Invoice> = {}): Order {
    this.#number += 1;
    const { chance } = this;
    const [fiat, usdt] = [chance.units(6), chance.units(this.decimals + 3)];
    const day = String(1 + chance.below(28)).padStart(2, '0');
    const code = chance.of('EUR', 'PLN', 'TRY');
    const record = invoice(this.#number, {
      amount: text(fiat, 2),
      currency: { id: null, code, name: code, symbol: code },
      settled_amount_usdt: this.usdt(usdt),
      rate: text(chance.units(5), 4),
      payment_method: { name: chance.of('Card', 'SEPA', 'BLIK'), logo_url: null },
      created_at: '2026-09-20T10:00:00Z',
      finished_at: `2026-${chance.of('09', '10')}-${day}T${String(chance.below(24)).padStart(2, '0')}:00:00Z`,
      ...change,
    });
    return { number: this.#number, fiat, usdt, record };
  }

  /** The record after a dispute: `paid` of the order came. */
  corrected({ record, fiat, usdt }: Order, change: Partial<Invoice> = {}): Invoice {
    const share = BigInt(this.chance.below(150));
    const actual = (usdt * share) / 100n;
    return {
      ...record,
      is_adjusted: true,
      adjustment: {
        expected_amount_fiat: text(fiat, 2),
        actual_amount_fiat: text((fiat * share) / 100n, 2),
        expected_amount_usdt: this.usdt(usdt),
        actual_amount_usdt: this.usdt(actual),
      },
      settled_amount_usdt: this.usdt(actual),
      ...change,
    };
  }

  paid(
    { number }: Order,
    credited: unknown,
    change: Partial<Delivery> = {},
    data: Readonly<Record<string, unknown>> = {},
  ): Delivery {
    return delivery(number, {
      delivered_at: BEFORE_CORRECTION,
      payload: {
        event: 'invoice.paid',
        // The fiat of a payload is never a fault: it may hold the customer's fee.
        data: {
          status: 'success',
          amount: text(this.chance.units(4), 2),
          credited_usdt: credited,
          adjusted: false,
          ...data,
        },
      },
      ...change,
    });
  }

  /** Told that it is over without being paid. */
  canceled({ number, record }: Order): Delivery {
    const data = { status: 'expired', amount: record.amount, adjusted: false };
    const event = 'invoice.canceled';
    return delivery(number, { event, payload: { event, data } });
  }
}

type Draft = Partial<TieStory> & Pick<TieStory, 'invoice'>;
const story = (draft: Draft): TieStory => ({
  before: null,
  deliveries: null,
  unreadable: 0,
  coverage: 'two',
  credited: null,
  planted: [],
  ...draft,
});

/** Orders that tie out, whatever could be read of them. */
const CLEAN: readonly ((make: Maker) => TieStory)[] = [
  (make) => {
    const order = make.order();
    const credited = make.usdt(order.usdt);
    return story({ invoice: order.record, deliveries: [make.paid(order, credited)], coverage: 'three', credited });
  },
  (make) => story({ invoice: make.order().record }),
  // Without an address no delivery is missing.
  (make) => story({ invoice: make.order({ callback_url: null }).record, deliveries: [] }),
  (make) => {
    // Told as it ended.
    const order = make.order({ settled_amount_usdt: null, status: 'expired' });
    return story({
      invoice: order.record,
      deliveries: [make.canceled(order)],
      coverage: null,
    });
  },
  (make) => {
    const order = make.order();
    return story({
      invoice: order.record,
      deliveries: [make.paid(order, '1', { status: 'failed', delivered_at: null })],
    });
  },
  (make) => {
    const order = make.order();
    return story({ invoice: order.record, deliveries: [make.paid(order, '1')], unreadable: 1 });
  },
  (make) => {
    // A number is no money: what was told is not known.
    const order = make.order();
    return story({ invoice: order.record, deliveries: [make.paid(order, 12.5)], coverage: 'none' });
  },
  (make) => story({ invoice: make.order({ status: 'expired', settled_amount_usdt: null }).record, coverage: null }),
  (make) =>
    story({
      invoice: make.order({ status: 'pending', settled_amount_usdt: null, finished_at: null }).record,
      coverage: null,
    }),
];

/** A fault of each kind, in several ways where there are several. A corrected order is always one that a person has to see. */
const FAULTS: readonly ((make: Maker) => TieStory)[] = [
  (make) => {
    // Corrected and told again: told of both, the later one counts.
    const order = make.order();
    const invoice = make.corrected(order);
    const credited = invoice.settled_amount_usdt;
    const again = make.paid(
      order,
      credited,
      { uuid: uuidOf(800_000 + order.number), delivered_at: AFTER_CORRECTION },
      { adjusted: true },
    );
    const deliveries = [again, make.paid(order, order.record.settled_amount_usdt)];
    return story({ before: order.record, invoice, deliveries, coverage: 'three', credited, planted: ['adjusted'] });
  },
  (make) => {
    const order = make.order({ status: 'fail', settled_amount_usdt: null });
    return story({
      invoice: make.corrected(order, { settled_amount_usdt: null }),
      coverage: null,
      planted: ['adjusted'],
    });
  },
  (make) =>
    story({
      invoice: make.corrected(make.order(), { adjustment: null }),
      coverage: 'none',
      planted: ['adjusted', 'adjustment-missing'],
    }),
  (make) => {
    const order = make.order();
    return story({
      invoice: make.corrected(order, { amount: text(order.fiat + 1n, 2) }),
      planted: ['adjusted', 'ordered-differs'],
    });
  },
  (make) => {
    const invoice = make.corrected(make.order());
    const settled = text(make.chance.units(make.decimals + 4), make.decimals);
    return story({ invoice: { ...invoice, settled_amount_usdt: settled }, planted: ['adjusted', 'settled-differs'] });
  },
  (make) => {
    const order = make.order({ settled_amount_usdt: null });
    const credited = make.usdt(order.usdt);
    return story({
      invoice: order.record,
      deliveries: [make.paid(order, credited)],
      coverage: 'none',
      credited,
      planted: ['settled-missing'],
    });
  },
  (make) => {
    // The last digit.
    const order = make.order();
    const credited = text(order.usdt - 1n, make.decimals);
    return story({
      invoice: order.record,
      deliveries: [make.paid(order, credited)],
      coverage: 'three',
      credited,
      planted: ['credited-differs'],
    });
  },
  (make) => {
    const order = make.order();
    const credited = text(order.usdt + make.chance.units(9), make.decimals);
    const invoice = make.corrected(order, { settled_amount_usdt: '0.5' });
    const adjustment = invoice.adjustment === null ? null : { ...invoice.adjustment, actual_amount_usdt: '0.50' };
    const deliveries = [make.paid(order, credited, { delivered_at: AFTER_CORRECTION }, { adjusted: true })];
    const planted: readonly FindingKind[] = ['adjusted', 'credited-differs'];
    return story({
      before: order.record,
      invoice: { ...invoice, adjustment },
      deliveries,
      coverage: 'three',
      credited,
      planted,
    });
  },
  (make) => {
    // Told before the correction; the payload does not say whether it knows of one.
    const order = make.order();
    const invoice = make.corrected(order, { settled_amount_usdt: '0.25' });
    const adjustment = invoice.adjustment === null ? null : { ...invoice.adjustment, actual_amount_usdt: '0.250' };
    const credited = order.record.settled_amount_usdt;
    const deliveries = [make.paid(order, credited, {}, { adjusted: null })];
    const planted: readonly FindingKind[] = ['adjusted', 'stale-receiver'];
    return story({
      before: order.record,
      invoice: { ...invoice, adjustment },
      deliveries,
      coverage: 'three',
      credited,
      planted,
    });
  },
  (make) => {
    // Corrected before the console saw it first, told of no correction much later.
    const order = make.order();
    const invoice = make.corrected(order, { settled_amount_usdt: '7' });
    const adjustment = invoice.adjustment === null ? null : { ...invoice.adjustment, actual_amount_usdt: '7.0' };
    const credited = order.record.settled_amount_usdt;
    const deliveries = [make.paid(order, credited, { delivered_at: AFTER_CORRECTION })];
    const planted: readonly FindingKind[] = ['adjusted', 'stale-receiver'];
    return story({ invoice: { ...invoice, adjustment }, deliveries, coverage: 'three', credited, planted });
  },
  (make) => {
    // Told that it was over, and then it was paid.
    const order = make.order();
    return story({
      invoice: order.record,
      deliveries: [make.canceled(order)],
      coverage: 'none',
      planted: ['told-other-end'],
    });
  },
  (make) => {
    // Told that it was paid, and it was not.
    const order = make.order({ status: make.chance.of('fail', 'canceled', 'expired'), settled_amount_usdt: null });
    return story({
      invoice: order.record,
      deliveries: [make.paid(order, make.usdt(order.usdt))],
      coverage: null,
      planted: ['told-other-end'],
    });
  },
  (make) => story({ invoice: make.order().record, deliveries: [], planted: ['delivery-missing'] }),
  (make) => {
    const order = make.order({ status: 'canceled', settled_amount_usdt: null });
    return story({ invoice: order.record, deliveries: [], coverage: null, planted: ['delivery-missing'] });
  },
  (make) => {
    // Told the same twice: plain, but for that.
    const order = make.order();
    const credited = order.record.settled_amount_usdt;
    const again = make.paid(order, credited, { uuid: uuidOf(800_000 + order.number) });
    const deliveries = [again, make.paid(order, credited)];
    return story({ invoice: order.record, deliveries, coverage: 'three', credited, planted: ['delivery-twice'] });
  },
  (make) => {
    const order = make.order({ status: make.chance.of('fail', 'pending') });
    return story({ invoice: order.record, coverage: null, planted: ['settled-unexpected'] });
  },
  (make) => {
    const order = make.order();
    const credited = order.record.settled_amount_usdt;
    const { adjustment } = make.corrected(order);
    const deliveries = [make.paid(order, credited)];
    return story({
      invoice: { ...order.record, adjustment },
      deliveries,
      coverage: 'three',
      credited,
      planted: ['adjustment-unmarked'],
    });
  },
  (make) => {
    // Another settled amount, of an order that nobody marked.
    const order = make.order();
    const invoice = { ...order.record, settled_amount_usdt: text(order.usdt + 5n, make.decimals) };
    const credited = order.record.settled_amount_usdt;
    const deliveries = [make.paid(order, credited)];
    return story({
      before: order.record,
      invoice,
      deliveries,
      coverage: 'three',
      credited,
      planted: ['stale-receiver'],
    });
  },
  (make) => story({ invoice: make.order({ finished_at: null }).record, planted: ['finished-missing'] }),
];

function payout(make: Maker, number: number): PaidOut {
  const { chance } = make;
  const fee = chance.units(make.decimals);
  const sent = chance.units(make.decimals + 4);
  const fault = number % 7;
  const planted: FindingKind[] = [];
  if (fault === 0) planted.push('sent-differs');
  if (fault === 1) planted.push('processed-missing');
  if (fault === 3) planted.push('hash-missing');
  return {
    planted,
    withdrawal: withdrawal(number, {
      uuid: uuidOf(700_000 + number),
      token: chance.of('USDT', 'USDT', 'TRX'),
      amount: text(sent + fee + (fault === 0 ? BigInt(1 + chance.below(999)) : 0n), make.decimals),
      network_commission: fault === 2 ? null : text(fee, make.decimals),
      amount_to_send: text(sent, make.decimals),
      tx_hash: fault === 3 ? null : `hash-${number}`,
      status: fault === 1 || fault === 3 ? 'approved' : chance.of('approved', 'pending', 'rejected'),
      created_at: chance.of('2026-09-10T10:00:00Z', '2026-10-10T10:00:00Z'),
      processed_at: fault === 1 ? null : '2026-10-12T10:00:00Z',
    }),
  };
}

/** The same world for the same seed; even seeds have six decimals, odd ones eighteen. */
export function tieWorld(seed: number, size: number): TieWorld {
  const make = new Maker(seed);
  const makers = [...FAULTS, ...CLEAN];
  const stories = Array.from({ length: size }, (_, index) => {
    // Each of them once, then mostly what is clean.
    const list = index < makers.length ? makers : make.chance.below(5) === 0 ? FAULTS : CLEAN;
    const maker = index < makers.length ? list[index] : list[make.chance.below(list.length)];
    if (maker === undefined) throw new Error('no such story');
    return maker(make);
  });
  return { stories, withdrawals: Array.from({ length: 24 }, (_, index) => payout(make, index + 1)) };
}
