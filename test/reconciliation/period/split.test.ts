/**
 * What a difference is made of: 10,000 merchants of one to four months, whose true balance is kept beside what the API shows of it, with every cause
 * planted. No unit of a difference is unnamed, each cause is exactly what was planted, and what is unexplained is exactly what nobody could know: nothing
 * where every cause was planted. The model counts in integers of 10^-18 and knows neither the engine nor its money.
 */
import { describe, expect, it } from 'vitest';
import {
  DIFFERENCE_CAUSES,
  type DifferenceCause,
  openItems,
  splitDifference,
} from '../../../src/domain/period/split.ts';
import { ITEM_KINDS, type ReconcilingItem } from '../../../src/domain/period/reconciling-item.ts';
import type { CreditFact, TokenStatement, WithdrawalFact } from '../../../src/domain/period/statement.ts';
import { type ChainedClose, supersededClosings } from '../../../src/reconciliation/period/close-chain.ts';
import type { MovementFact } from '../../../src/reconciliation/period/movements.ts';
import { buildStatement } from '../../../src/reconciliation/period/statement.ts';
import { seeded } from '../../support/seeded.ts';

const MERCHANTS = 10_000;
const DECIMALS = 18;
const DAY_MS = 86_400_000;
const START_MS = Date.parse('2026-01-01T00:00:00Z');
/** Months of thirty days: a statement is of any days. */
const MONTH_MS = 30 * DAY_MS;

const unitsOf = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(DECIMALS, '0'));
  return text.startsWith('-') ? -units : units;
};
const textOf = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
};
const keyOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 23)}000000Z`;
const isoOf = (ms: number): string => new Date(ms).toISOString();
const dayOf = (ms: number): string => isoOf(ms).slice(0, 10);
const monthMs = (month: number): number => START_MS + month * MONTH_MS;

/** Money that really moved, and when. */
interface Move {
  readonly ms: number;
  readonly units: bigint;
}

/** A merchant: what is true, what the API shows, what people typed, and what was planted. */
interface Merchant {
  readonly months: number;
  readonly openingUnits: bigint;
  /** What a person took for the opening when he closed the first month; the close was superseded once later ones stood on it. */
  readonly wrongOpening: bigint | null;
  readonly truth: Move[];
  readonly credits: CreditFact[];
  readonly withdrawals: WithdrawalFact[];
  readonly moved: MovementFact[];
  readonly items: ReconcilingItem[];
  readonly adjustments: { readonly month: number; readonly seenMs: number; readonly units: bigint }[];
  readonly readMs: number;
  readonly planted: Map<DifferenceCause, bigint>;
  unknown: bigint;
}

function merchantOf(seed: number): Merchant {
  const chance = seeded(seed);
  const below = (end: number): number => Math.floor(chance() * end);
  const units = (): bigint => {
    const decimals = [2, 6, 18][below(3)] ?? 6;
    return (1n + BigInt(below(90_000_000))) * 10n ** BigInt(DECIMALS - decimals);
  };
  const signed = (): bigint => (below(2) === 0 ? units() : -units());
  const months = 1 + below(4);
  const endMs = monthMs(months);
  const within = (fromMs: number, toMs: number): number => fromMs + below(toMs - fromMs);
  const planted = new Map<DifferenceCause, bigint>();
  const plant = (cause: DifferenceCause, amount: bigint): void =>
    void planted.set(cause, (planted.get(cause) ?? 0n) + amount);
  const readMs =
    [endMs, endMs, within(endMs, endMs + 5 * DAY_MS), within(endMs - 3 * DAY_MS, endMs)][below(4)] ?? endMs;
  const one: Merchant = {
    months,
    openingUnits: units(),
    wrongOpening: months > 1 && below(3) === 0 ? units() : null,
    truth: [],
    credits: [],
    withdrawals: [],
    moved: [],
    items: [],
    adjustments: [],
    readMs,
    planted,
    unknown: 0n,
  };
  const show = (ms: number, amount: bigint, isDated: boolean, createdMs: number): void => {
    const dates = { createdKey: keyOf(createdMs), notShown: false, asOf: isoOf(endMs + 9 * DAY_MS) };
    const text = textOf(amount < 0n ? -amount : amount);
    if (amount > 0n) {
      const finishedKey = isDated ? keyOf(ms) : null;
      one.credits.push({ status: 'success', currency: 'EUR', amount: text, finishedKey, ...dates });
    } else {
      const split = { networkCommission: null, amountToSend: null, balanceType: null, actor: null };
      const processedKey = isDated ? keyOf(ms) : null;
      one.withdrawals.push({ token: 'USDT', status: 'approved', amount: text, processedKey, ...split, ...dates });
    }
  };
  // What moves and is shown, also between the end and the reading.
  for (let at = below(12); at > 0; at -= 1) {
    const [ms, amount] = [within(START_MS, endMs + 6 * DAY_MS), signed()];
    one.truth.push({ ms, units: amount });
    show(ms, amount, true, ms - below(DAY_MS));
    one.moved.push({
      kind: amount > 0n ? 'credit' : 'withdrawal',
      key: keyOf(ms),
      amount: textOf(amount < 0n ? -amount : amount),
    });
    const [first, last] = [Math.min(endMs, readMs), Math.max(endMs, readMs)];
    if (ms >= first && ms < last) plant('moved-after-end', readMs < endMs ? -amount : amount);
  }
  // Shown without a date: moved within the chain, or before it, where the opening has it.
  for (let at = below(3); at > 0; at -= 1) {
    const [createdMs, amount] = [within(START_MS, Math.min(endMs, readMs) - DAY_MS), signed()];
    const ms = within(createdMs, Math.min(endMs, readMs));
    one.truth.push({ ms, units: amount });
    show(ms, amount, false, createdMs);
    plant('without-date', amount);
    show(ms, signed(), false, within(START_MS - MONTH_MS, START_MS));
  }
  // Moved, and in no record at all: known to a person, or to nobody.
  for (let at = below(5); at > 0; at -= 1) {
    const [ms, amount] = [within(START_MS, Math.min(endMs, readMs)), signed()];
    const kind = ITEM_KINDS[below(ITEM_KINDS.length)] ?? 'timing';
    one.truth.push({ ms, units: amount });
    if (below(3) === 0) {
      const dates = { createdKey: keyOf(ms), notShown: false, asOf: isoOf(endMs) };
      one.credits.push({ status: 'success', currency: 'EUR', amount: null, finishedKey: keyOf(ms), ...dates });
    }
    if (seed % 4 === 0 && below(2) === 0) {
      one.unknown += amount;
      continue;
    }
    const clearedMs = below(3) === 0 ? within(ms, endMs + 20 * DAY_MS) : null;
    const clearedDay = clearedMs === null ? null : dayOf(clearedMs);
    const isCleared = clearedDay !== null && clearedDay < dayOf(endMs);
    // What clears has come the other way.
    if (isCleared) one.truth.push({ ms, units: -amount });
    else plant(kind, amount);
    one.items.push({
      id: `item-${one.items.length}`,
      token: 'USDT',
      kind,
      amount: textOf(amount),
      day: dayOf(ms),
      text: 'seen on the dashboard',
      evidence: null,
      addedAt: isoOf(ms),
      addedBy: 'finance',
      cleared: clearedDay === null ? null : { day: clearedDay, reason: 'came back', at: isoOf(endMs), by: 'finance' },
    });
  }
  // Items of another token, and of later days, explain nothing here.
  const [sample] = one.items;
  if (sample !== undefined) {
    one.items.push(
      { ...sample, id: 'other', token: 'TRX' },
      { ...sample, id: 'later', day: dayOf(endMs), cleared: null },
    );
  }
  // Closed facts that were another one later: it is on the dashboard from then on.
  for (let at = months > 1 ? below(4) : 0; at > 0; at -= 1) {
    const month = below(months - 1);
    const [seenMs, amount] = [within(monthMs(month + 1) + 1, endMs + 6 * DAY_MS), signed()];
    one.truth.push({ ms: seenMs, units: amount });
    one.adjustments.push({ month, seenMs, units: amount });
    if (seenMs < endMs) plant(seenMs < monthMs(months - 1) ? 'brought-forward' : 'changed-after-close', amount);
    const [first, last] = [Math.min(endMs, readMs), Math.max(endMs, readMs)];
    if (seenMs >= first && seenMs < last) plant('moved-after-end', readMs < endMs ? -amount : amount);
  }
  if (one.wrongOpening !== null) plant('superseded-close', one.openingUnits - one.wrongOpening);
  return one;
}

function statementOf(one: Merchant, month: number, chain: readonly ChainedClose[], opening: bigint): TokenStatement {
  const [fromMs, toMs] = [monthMs(month), monthMs(month + 1)];
  const isLast = month === one.months - 1;
  const reported = one.truth.reduce((sum, { ms, units }) => (ms < one.readMs ? sum + units : sum), one.openingUnits);
  const [first, last] = [Math.min(toMs, one.readMs), Math.max(toMs, one.readMs)].map(keyOf);
  const statement = buildStatement({
    period: { from: dayOf(fromMs), to: dayOf(toMs), timeZone: 'UTC' },
    bounds: { from: isoOf(fromMs), to: isoOf(toMs) },
    credits: one.credits.filter(
      ({ finishedKey }) => finishedKey === null || (finishedKey >= keyOf(fromMs) && finishedKey < keyOf(toMs)),
    ),
    withdrawals: one.withdrawals.filter(
      ({ createdKey, processedKey }) =>
        processedKey === null || (createdKey ?? '') < keyOf(toMs) || processedKey >= keyOf(toMs),
    ),
    typed: [
      {
        token: 'USDT',
        opening: textOf(opening),
        ...(isLast ? { closing: textOf(reported), readAt: isoOf(one.readMs) } : {}),
      },
    ],
    lastClose: chain.at(-1) ?? null,
    adjustments: one.adjustments.map(({ seenMs, units }) => ({
      token: 'USDT',
      amount: textOf(units),
      firstSeenAt: isoOf(seenMs),
    })),
    unreadable: { invoices: 0, withdrawals: 0 },
    beside: {
      items: one.items,
      chainFrom: isoOf(START_MS),
      superseded: supersededClosings(chain),
      afterEnd: isLast ? one.moved.filter(({ key }) => key >= (first ?? '') && key < (last ?? '')) : [],
    },
  });
  return statement.tokens.find(({ token }) => token === 'USDT') ?? expect.unreachable();
}

function closeOf(month: number, { opening, impliedClosing }: TokenStatement): ChainedClose {
  const [from, to] = [monthMs(month), monthMs(month + 1)];
  return {
    id: `close-${month}`,
    period: { from: dayOf(from), to: dayOf(to), timeZone: 'UTC' },
    bounds: { from: isoOf(from), to: isoOf(to) },
    openings: [{ token: 'USDT', amount: opening?.amount ?? expect.unreachable() }],
    closings: [{ token: 'USDT', amount: impliedClosing }],
  };
}

/** Closes all months but the last, supersedes the first where its opening was wrong, and tells the statement of the last. */
function lastStatement(one: Merchant): TokenStatement {
  const chain: ChainedClose[] = [];
  for (let month = 0; month < one.months - 1; month += 1)
    chain.push(closeOf(month, statementOf(one, month, chain, one.wrongOpening ?? one.openingUnits)));
  // A month stands on the first before that is superseded; when it is the last one, the next opening is right.
  if (one.wrongOpening !== null) {
    const right = closeOf(0, statementOf(one, 0, [], one.openingUnits));
    chain.splice(0, 1, right);
    if (chain.length === 1) one.planted.delete('superseded-close');
  }
  return statementOf(one, one.months - 1, chain, one.openingUnits);
}

describe('the split of a difference', () => {
  it(`names every unit of ${MERCHANTS} merchants, and leaves to nobody only what nobody knew`, () => {
    const seen = new Map<string, number>();
    let [unknown, whole] = [0, 0];
    for (let seed = 1; seed <= MERCHANTS; seed += 1) {
      const one = merchantOf(seed);
      const { difference, split } = lastStatement(one);
      if (difference === null || split === null) return expect.unreachable();
      const unexplained = unitsOf(split.unexplained ?? expect.unreachable());
      const named = split.causes.reduce((sum, { amount }) => sum + unitsOf(amount), 0n);
      const found = new Map(split.causes.map(({ cause, amount }) => [cause, unitsOf(amount)]));
      const told = [unitsOf(difference) - named - unexplained, unexplained];
      const expected = [0n, one.unknown];
      for (const cause of DIFFERENCE_CAUSES) {
        told.push(found.get(cause) ?? 0n);
        expected.push(one.planted.get(cause) ?? 0n);
        if (found.has(cause)) seen.set(cause, (seen.get(cause) ?? 0) + 1);
      }
      // Units unnamed, the unknown bucket, then every cause.
      if (told.join(' ') !== expected.join(' ')) expect(told, `merchant ${seed}`).toEqual(expected);
      if (one.unknown === 0n) whole += 1;
      else unknown += 1;
    }
    // Every cause was there often, and so were merchants with and without a remainder.
    for (const cause of DIFFERENCE_CAUSES) expect([cause, (seen.get(cause) ?? 0) > 300]).toEqual([cause, true]);
    expect([unknown > 1_000, whole > 7_000]).toEqual([true, true]);
  });

  it('leaves out causes without rows, adds items of one kind up, and counts what has no place', () => {
    const item = {
      id: 'a',
      day: '2026-10-01',
      text: 'x',
      evidence: null,
      addedAt: '',
      addedBy: '',
      ageDays: 1,
      isCarried: false,
    } as const;
    const split = splitDifference('12.30', {
      causes: [{ cause: 'without-date', count: 0, amount: '0' }],
      items: [
        { ...item, kind: 'timing', amount: '4' },
        { ...item, kind: 'timing', amount: '6.00' },
      ],
      unplaced: 3,
    });
    expect(split).toMatchObject({
      causes: [{ cause: 'timing', count: 2, amount: '10.00' }],
      unexplained: '2.30',
      unplaced: 3,
    });
    expect(splitDifference(null, { causes: [], items: [], unplaced: 0 }).unexplained).toBeNull();
  });

  it('carries an item forward until the day that clears it, and tells its age', () => {
    const item: ReconcilingItem = {
      id: 'a',
      token: 'USDT',
      kind: 'fee',
      amount: '-1',
      day: '2026-09-30',
      text: 'x',
      evidence: null,
      addedAt: '2026-10-02T00:00:00Z',
      addedBy: 'finance',
      cleared: { day: '2026-11-05', reason: 'refunded', at: '2026-11-06T00:00:00Z', by: 'finance' },
    };
    const inMonth = (from: string, to: string) =>
      openItems([item], 'USDT', { from, to, timeZone: 'UTC' }).map(({ ageDays, isCarried }) => [ageDays, isCarried]);
    expect(inMonth('2026-08-01', '2026-09-01')).toEqual([]);
    expect(inMonth('2026-09-01', '2026-10-01')).toEqual([[0, false]]);
    expect(inMonth('2026-10-01', '2026-11-01')).toEqual([[31, true]]);
    expect(inMonth('2026-11-01', '2026-12-01')).toEqual([]);
  });
});
