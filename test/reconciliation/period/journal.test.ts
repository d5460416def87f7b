/**
 * The journal of a period: twenty random businesses line by line against exact rationals, 2,000 generated merchants over months that were closed or not, and
 * the rules one by one. Not here: real files (test/backend/workers/reports/journal.test.ts), the files that leave (journal-file.test.ts).
 */
import { describe, expect, it } from 'vitest';
import type { JournalSwitches } from '../../../src/domain/period/journal.ts';
import { periodBounds } from '../../../src/domain/period/period.ts';
import { ITEM_KINDS, type ReconcilingItem } from '../../../src/domain/period/reconciling-item.ts';
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import type { TakeRateFact } from '../../../src/domain/reconcile/take-rate.ts';
import {
  type ChangeFact,
  inHome,
  itemsOfPeriod,
  type JournalFacts,
  journalLines,
  journalRows,
  type PayoutFact,
} from '../../../src/reconciliation/period/journal.ts';
import { FEE_PERIODS } from '../../support/fee-checks.ts';
import { expectBalanced, expectJournal, signed } from '../../support/journal-checks.ts';
import { dayIn, paidWithin } from '../../support/oracles/fees.ts';
import { nanoseconds, rational } from '../../support/oracles/statement.ts';
import { seeded } from '../../support/seeded.ts';
import { feeWorld } from '../../support/worlds/fees.ts';

const BOTH: JournalSwitches = { estimates: true, customerFees: true };
const NOTHING: JournalFacts = { sales: [], payouts: [], changes: [], items: [] };

const factOf = (invoice: Invoice): TakeRateFact => ({
  uuid: invoice.uuid,
  externalId: invoice.external_id,
  method: invoice.payment_method?.name ?? null,
  currency: invoice.currency.code,
  finishedAt: invoice.finished_at,
  amount: invoice.amount,
  amountToSend: invoice.amount_to_send,
  rate: invoice.rate,
  settledUsdt: invoice.settled_amount_usdt,
  isAdjusted: invoice.is_adjusted,
  actualFiat: invoice.adjustment?.actual_amount_fiat ?? null,
});

it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))('the journal of the world of seed %i', async (seed) => {
  const period = FEE_PERIODS[seed % FEE_PERIODS.length] ?? FEE_PERIODS[0];
  const bounds = periodBounds(period) ?? expect.unreachable();
  const world = feeWorld(seed, [bounds.from, bounds.to], { invoices: 400, withdrawals: 200 });
  const [fromMs, toMs] = [Date.parse(bounds.from), Date.parse(bounds.to)];
  const sales = paidWithin(world.invoices, fromMs, toMs).map(factOf);
  const payouts = world.withdrawals.flatMap((one) => {
    const at = nanoseconds(one.processed_at);
    const isWithin = at !== null && at >= BigInt(fromMs) * 1_000_000n && at < BigInt(toMs) * 1_000_000n;
    const {
      uuid,
      address: label,
      token,
      amount,
      network_commission: networkCommission,
      processed_at: processedAt,
    } = one;
    return one.status === 'approved' && isWithin
      ? [{ uuid, label, token, amount, networkCommission, processedAt }]
      : [];
  });
  const facts = { ...NOTHING, sales, payouts };
  const lines = await expectJournal(world, period, {
    journal: async (switches) => journalLines(facts, switches),
    rows: async (switches, line, offset, limit) => journalRows(facts, switches, { ...line, offset, limit }),
  });
  expect(lines).toBeGreaterThan(20);
});

/** A rational over 10^120, to the minor unit, a tie to the even one: over 10^2. */
function halfEven(numerator: bigint): bigint {
  const one = 10n ** 118n;
  const [size, sign] = numerator < 0n ? [-numerator, -1n] : [numerator, 1n];
  const [whole, rest] = [size / one, size % one];
  return sign * (whole + (2n * rest > one || (2n * rest === one && whole % 2n === 1n) ? 1n : 0n));
}

it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))(
  'the values of the journal of the world of seed %i',
  (seed) => {
    const period = FEE_PERIODS[seed % FEE_PERIODS.length] ?? FEE_PERIODS[0];
    const bounds = periodBounds(period) ?? expect.unreachable();
    const world = feeWorld(seed, [bounds.from, bounds.to], { invoices: 300, withdrawals: 0 });
    const paid = paidWithin(world.invoices, Date.parse(bounds.from), Date.parse(bounds.to));
    const chance = seeded(seed);
    // Of some days and units a rate is known, of some it was taken away, of some another one was saved later.
    const days = Array.from({ length: 31 }, (_, at) =>
      new Date(Date.parse(bounds.from) + at * 86_400_000).toISOString().slice(0, 10),
    );
    const rates = days.flatMap((day) =>
      ['USDT', 'PLN', 'USD'].flatMap((unit) =>
        Array.from({ length: Math.floor(chance() * 3) }, () => ({
          unit,
          from: day,
          to: day,
          rate: chance() < 0.2 ? null : `${Math.floor(chance() * 9)}.${1 + Math.floor(chance() * 99_999_998)}`,
        })),
      ),
    );
    const typed = (unit: string, day: string) =>
      rates.findLast((one) => one.unit === unit && one.from === day)?.rate ?? null;
    const facts = { ...NOTHING, sales: paid.map(factOf) };
    const { lines, home } = journalLines(facts, BOTH, { book: { currency: 'EUR', rates }, timeZone: period.timeZone });
    let unknown = 0;
    for (const line of lines) {
      const { rows } = journalRows(facts, BOTH, {
        ...line,
        offset: 0,
        limit: 1_000,
        valuedBy: { book: { currency: 'EUR', rates }, timeZone: period.timeZone },
      });
      let [value, missing] = [0n, 0];
      for (const { uuid, amount, home: told } of rows) {
        const invoice = paid.find((one) => one.uuid === uuid) ?? expect.unreachable();
        const day = dayIn(invoice.finished_at, period.timeZone);
        const unit = line.currency ?? '';
        const deal = unit === 'USDT' && invoice.currency.code === 'EUR' ? invoice.rate : null;
        const rate = unit === 'EUR' ? '1' : (deal ?? typed(unit, day));
        expect(told === null ? null : rational(told)).toBe(
          rate === null ? null : (rational(amount) * rational(rate)) / 10n ** 60n,
        );
        if (rate === null) missing += 1;
        else value += rational(amount) * rational(rate);
      }
      unknown += missing;
      expect([line.entry, line.role, line.currency, line.home]).toEqual([
        line.entry,
        line.role,
        line.currency,
        { value: expect.any(String), unknown: missing },
      ]);
      expect(rational(line.home?.value ?? '')).toBe(halfEven(value) * 10n ** 58n);
    }
    if (home === null) return expect.unreachable();
    for (const { line, currency, count, value, unknown: missing } of home.statement) {
      const own = paid.filter(
        (one) => one.settled_amount_usdt !== null && (currency === null || one.currency.code === currency),
      );
      const worth = own.map((one) => {
        const deal = one.currency.code === 'EUR' ? one.rate : null;
        const rate = deal ?? typed('USDT', dayIn(one.finished_at, period.timeZone));
        return rate === null ? null : rational(one.settled_amount_usdt ?? '') * rational(rate);
      });
      const known = worth.filter((one) => one !== null);
      expect([line, currency, count, missing]).toEqual([line, currency, own.length, own.length - known.length]);
      expect(rational(value)).toBe(halfEven(known.reduce((all, one) => all + one, 0n)) * 10n ** 58n);
    }
    expect([home.unknown, unknown > 0]).toEqual([unknown, true]);
    const all = [...lines.map(inHome), ...(home.rounding === null ? [] : [home.rounding])];
    const sum = (side: string) =>
      all.filter((one) => one.side === side).reduce((so, { amount }) => so + rational(amount), 0n);
    expect([sum('debit'), sum('credit')]).toEqual([rational(home.total), rational(home.total)]);
    // At most half a minor unit a line.
    expect(rational(home.rounding?.amount ?? '0') <= (BigInt(lines.length) * 10n ** 58n) / 2n).toBe(true);
  },
);

const MERCHANTS = 2_000;
const dayOf = (at: number): string => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
const unitText = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(19, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -18)}.${digits.slice(-18)}`;
};

/** Four months of thirty days of a merchant, some of them closed; each fact with the month that it belongs to, and what the balance must come to. */
function merchantOf(seed: number) {
  const chance = seeded(seed);
  const below = (end: number): number => Math.floor(chance() * end);
  const amount = (): bigint => BigInt(below(2_000_000_000)) * 10n ** BigInt([16, 12, 0][below(3)] ?? 0) + 1n;
  const signedAmount = (): bigint => (below(2) === 0 ? amount() : -amount());
  const closedMonths = below(4);
  const closedAt = (month: number): string | null =>
    month < closedMonths ? `${dayOf(30 * (month + 1) + 5)}T00:00:00Z` : null;
  const months = Array.from({ length: 4 }, () => {
    const own = (): readonly number[] => Array.from({ length: below(6) }, (_, at) => at);
    const sales: TakeRateFact[] = own().map((at) => ({
      uuid: `i-${at}`,
      externalId: `order-${at}`,
      method: null,
      currency: ['EUR', 'PLN'][below(2)] ?? 'EUR',
      finishedAt: null,
      amount: unitText(amount()),
      amountToSend: below(3) === 0 ? null : unitText(amount()),
      rate: below(4) === 0 ? null : unitText(amount()),
      settledUsdt: below(5) === 0 ? null : unitText(amount()),
      isAdjusted: below(4) === 0,
      actualFiat: below(2) === 0 ? null : unitText(amount()),
    }));
    const payouts: PayoutFact[] = own().map((at) => ({
      uuid: `w-${at}`,
      label: null,
      token: ['USDT', 'TRX', null][below(3)] ?? null,
      amount: unitText(amount()),
      networkCommission: below(3) === 0 ? null : unitText(amount()),
      processedAt: null,
    }));
    const changes: ChangeFact[] = own().map((at) => ({
      list: 'invoices',
      recordUuid: `c-${at}`,
      label: null,
      token: 'USDT',
      amount: below(4) === 0 ? '0.00' : unitText(signedAmount()),
      firstSeenAt: '2026-01-01T00:00:00Z',
    }));
    return { sales, payouts, changes };
  });
  const items: ReconcilingItem[] = Array.from({ length: below(8) }, (_, at) => {
    const day = below(120);
    const added = day + below(40);
    const cleared = below(2) === 0 ? null : day + below(60);
    return {
      id: `item-${at}`,
      token: below(4) === 0 ? 'TRX' : 'USDT',
      kind: ITEM_KINDS[below(ITEM_KINDS.length)] ?? 'timing',
      amount: unitText(signedAmount()),
      day: dayOf(day),
      text: 'seen on the dashboard',
      evidence: null,
      addedAt: `${dayOf(added)}T00:00:00Z`,
      addedBy: 'finance',
      cleared:
        cleared === null
          ? null
          : {
              day: dayOf(cleared),
              reason: 'came back',
              at: `${dayOf(Math.max(added, cleared) + below(30))}T00:00:00Z`,
              by: 'finance',
            },
    };
  });
  return { months, items, closedAt };
}

describe('the journals of the months of a merchant', () => {
  it(`of ${MERCHANTS} balance, and add up to what the months moved and to the items that stand at the end`, () => {
    let [booked, cleared] = [0, 0];
    for (let seed = 1; seed <= MERCHANTS; seed += 1) {
      const { months, items, closedAt } = merchantOf(seed);
      const balance = new Map<string, bigint>();
      const moved = new Map<string, bigint>();
      const move = (token: string | null, units: bigint): unknown =>
        moved.set(token ?? '', (moved.get(token ?? '') ?? 0n) + units);
      for (const [month, { sales, payouts, changes }] of months.entries()) {
        const begin = { day: dayOf(30 * month), knownAt: month === 0 ? null : closedAt(month - 1) };
        const end = { day: dayOf(30 * (month + 1)), knownAt: closedAt(month) };
        const facts = { sales, payouts, changes, items: [...itemsOfPeriod(items, begin, end)] };
        const journal = journalLines(facts, { estimates: seed % 2 === 0, customerFees: seed % 3 === 0 });
        expectBalanced(journal);
        for (const line of journal.lines)
          if (line.role === 'balance')
            balance.set(line.currency ?? '', (balance.get(line.currency ?? '') ?? 0n) + signed(line));
        for (const { settledUsdt } of sales) move('USDT', rational(settledUsdt ?? '0'));
        for (const { token, amount } of payouts) move(token, -rational(amount));
        for (const { token, amount } of changes) move(token, rational(amount));
        booked += facts.items.length;
      }
      // The last month is open: all that is known by now stands at its end.
      for (const { token, amount, day, cleared: end } of items) {
        if (day >= dayOf(120)) continue;
        if (end !== null && end.day < dayOf(120)) cleared += 1;
        else move(token, rational(amount));
      }
      const nonzero = (sums: ReadonlyMap<string, bigint>) => new Map([...sums].filter(([, sum]) => sum !== 0n));
      expect([seed, nonzero(balance)]).toEqual([seed, nonzero(moved)]);
    }
    expect([booked > MERCHANTS, cleared > 500]).toEqual([true, true]);
  });
});

const SALE: TakeRateFact = {
  uuid: 'i1',
  externalId: 'order-1',
  method: 'Card',
  currency: 'EUR',
  finishedAt: '2026-10-05T10:00:00Z',
  amount: '100.00',
  amountToSend: '102.50',
  rate: '0.92',
  settledUsdt: '106.5',
  isAdjusted: false,
  actualFiat: null,
};
const PAYOUT: PayoutFact = {
  uuid: 'w1',
  label: 'T-address',
  token: 'USDT',
  amount: '50',
  networkCommission: '1.5',
  processedAt: '2026-10-06T10:00:00Z',
};
const told = (facts: Partial<JournalFacts>, switches = BOTH) =>
  journalLines({ ...NOTHING, ...facts }, switches).lines.map(
    ({ entry, role, currency, side, amount }) => `${entry} ${role} ${currency}: ${side} ${amount}`,
  );

describe('a record', () => {
  it('that was sold is booked gross, with what the customer paid on top, and with the estimated fee', () => {
    expect(told({ sales: [SALE] })).toEqual([
      'sales conversion EUR: debit 100.00',
      'sales sales EUR: credit 100.00',
      'customer-fees customer-fee-cost EUR: debit 2.50',
      'customer-fees customer-fee-income EUR: credit 2.50',
      'settlement balance USDT: debit 106.5',
      'settlement conversion USDT: credit 108.695652',
      'settlement merchant-fee USDT: debit 2.195652',
    ]);
    expect(told({ sales: [SALE] }, { estimates: false, customerFees: false })).toEqual([
      'sales conversion EUR: debit 100.00',
      'sales sales EUR: credit 100.00',
      'settlement balance USDT: debit 106.5',
      'settlement conversion USDT: credit 106.5',
    ]);
  });

  it('of which something is not told is booked as far as it is, and counted', () => {
    const [noRate, unpaid] = [
      { ...SALE, rate: null },
      { ...SALE, uuid: 'i2', isAdjusted: true },
    ];
    const { left, lines } = journalLines(
      { ...NOTHING, sales: [noRate, unpaid], payouts: [{ ...PAYOUT, networkCommission: null }] },
      BOTH,
    );
    expect(left).toEqual([
      { kind: 'fee-not-estimated', count: 2 },
      { kind: 'sale-not-told', count: 1 },
      { kind: 'network-fee-not-told', count: 1 },
    ]);
    expect(lines.find(({ role }) => role === 'sales')).toMatchObject({ amount: '100.00', count: 1 });
    expect(lines.find(({ role }) => role === 'withdrawn')).toMatchObject({ side: 'debit', amount: '50' });
  });

  it('that was withdrawn leaves the balance whole, the network’s share apart; of no token it is still there', () => {
    expect(told({ payouts: [PAYOUT, { ...PAYOUT, uuid: 'w2', token: null }] })).toEqual([
      'withdrawals balance USDT: credit 50',
      'withdrawals withdrawn USDT: debit 48.5',
      'withdrawals network-fee USDT: debit 1.5',
      'withdrawals balance null: credit 50',
      'withdrawals withdrawn null: debit 48.5',
      'withdrawals network-fee null: debit 1.5',
    ]);
  });

  it('whose fee is a gain turns its side, and a line of nothing keeps its own', () => {
    const gain = { ...SALE, settledUsdt: '110' };
    expect(told({ sales: [gain] })).toContain('settlement merchant-fee USDT: credit 1.304348');
    expect(told({ sales: [{ ...SALE, amount: '0.00', amountToSend: null }] })).toEqual(
      expect.arrayContaining(['sales conversion EUR: debit 0.00', 'sales sales EUR: credit 0.00']),
    );
  });

  it('that an item names is booked when it is added and taken back when it is cleared', () => {
    const item: ReconcilingItem = {
      id: 'item-1',
      token: 'USDT',
      kind: 'fee',
      amount: '-3.10',
      day: '2026-10-12',
      text: 'card scheme fee',
      evidence: null,
      addedAt: '2026-11-02T00:00:00Z',
      addedBy: 'finance',
      cleared: { day: '2026-11-20', reason: 'came back', at: '2026-11-21T00:00:00Z', by: 'finance' },
    };
    const at = (day: string, knownAt: string | null = null) => ({ day, knownAt });
    const of = (begin: string, end: string, knownAt: string | null = null, before: string | null = null) =>
      told({ items: itemsOfPeriod([item], at(begin, before), at(end, knownAt)) });
    expect(of('2026-10-01', '2026-11-01')).toEqual([
      'reconciling-items balance USDT: credit 3.10',
      'reconciling-items fee USDT: debit 3.10',
    ]);
    expect(of('2026-11-01', '2026-12-01')).toEqual([
      'reconciling-items balance USDT: debit 3.10',
      'reconciling-items fee USDT: credit 3.10',
    ]);
    // October was closed before anybody wrote it: November has it, and takes it back at once.
    expect(of('2026-10-01', '2026-11-01', '2026-11-01T12:00:00Z')).toEqual([]);
    expect(of('2026-11-01', '2026-12-01', null, '2026-11-01T12:00:00Z')).toEqual([]);
    expect(of('2026-12-01', '2027-01-01')).toEqual([]);
  });
});
