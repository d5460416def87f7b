/**
 * Tie-out, findings, adjusted queue and take rates over random businesses, through the real mirror and the real compute job: every figure equals an
 * independent calculation over the records themselves, every planted fault is found once, and nothing else is.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdjustedPage } from '../../../../src/domain/reconcile/adjusted.ts';
import { FINDING_KINDS, type Finding, MATCH_FINDING_KINDS } from '../../../../src/domain/kernel/finding.ts';
import type { TakeRateReport } from '../../../../src/domain/reconcile/take-rate.ts';
import type { TieOutReport } from '../../../../src/domain/reconcile/tie-out.ts';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import { SOAK, scaled } from '../../../support/scale.ts';
import { rational } from '../../../support/oracles/statement.ts';
import { expectedCurrencies, expectedDelta, halfEven, tiedIn } from '../../../support/oracles/tie.ts';
import {
  DELIVERIES_READ,
  FIRST_READ,
  SECOND_READ,
  THIRD_READ,
  type TieWorld,
  tieWorld,
} from '../../../support/worlds/tie.ts';
import { page, temporaryFolder } from '../../mirror/sample.ts';
import { start } from '../fixture.ts';

const WORLDS = Array.from({ length: scaled(20) }, (_, index) => index + 1);
const OCTOBER = { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' };
const profileId = 'p1';

async function fill(store: Store, world: TieWorld): Promise<void> {
  await store.books.write('settings.set', { key: 'any', value: 'any' });
  const { write } = store.mirror(profileId);
  const first = world.stories.map(({ before, invoice }) => before ?? invoice);
  const second = world.stories.flatMap(({ before, invoice }) => (before === null ? [] : [invoice]));
  await write('invoices.store', page(first, { asOf: FIRST_READ }));
  await write('invoices.store', page(second, { asOf: SECOND_READ }));
  const now = world.stories.map(({ invoice }) => invoice);
  await write('invoices.store', page(now, { asOf: THIRD_READ }));
  await write(
    'withdrawals.store',
    page(
      world.withdrawals.map(({ withdrawal }) => withdrawal),
      { asOf: FIRST_READ },
    ),
  );
  for (const { invoice, deliveries, unreadable } of world.stories) {
    if (deliveries === null) continue;
    await write('deliveries.store', {
      invoiceUuid: invoice.uuid,
      deliveries,
      asOf: DELIVERIES_READ,
      quarantined: unreadable,
    });
  }
}

describe.each(WORLDS)('world %i', (seed) => {
  const folder = temporaryFolder();
  const world = tieWorld(seed, SOAK ? 400 : 150);
  let store: Store;

  beforeAll(async () => {
    store = await start(folder.path);
    await fill(store, world);
  });
  afterAll(async () => {
    await store.close();
    folder.remove();
  });

  const QUIET = { onProgress: () => undefined };
  const tieOut = (bounds: typeof OCTOBER | null): Promise<TieOutReport> =>
    store.compute({ kind: 'tie-out', profileId, bounds }, QUIET);

  it.each([[null], [OCTOBER]])('ties out to the last digit, in %j', async (bounds) => {
    const report = await tieOut(bounds);
    const stories = tiedIn(world, bounds);
    const expected = expectedCurrencies(stories);
    expect(report.currencies.map(({ currency }) => currency)).toEqual([...expected.keys()].sort());
    for (const { currency, paidMissing, settledMissing, ...figures } of report.currencies) {
      for (const [name, figure] of Object.entries(figures)) {
        const value = typeof figure === 'string' ? rational(figure) : figure;
        expect([currency, name, value]).toEqual([currency, name, Object(expected.get(currency))[name]]);
      }
      const here = stories.filter(({ invoice }) => invoice.currency.code === currency).map(({ invoice }) => invoice);
      expect(paidMissing).toBe(here.filter((one) => one.is_adjusted && one.adjustment === null).length);
      expect(settledMissing).toBe(here.filter((one) => one.settled_amount_usdt === null).length);
    }
    const inside = world.withdrawals.filter(({ withdrawal: { created_at: at } }) => {
      return bounds === null || (at !== null && at >= bounds.from && at < bounds.to);
    });
    expect(report.withdrawals).toEqual({
      count: inside.length,
      tied: inside.filter(
        ({ planted, withdrawal }) => !planted.includes('sent-differs') && withdrawal.network_commission !== null,
      ).length,
      differing: inside.filter(({ planted }) => planted.includes('sent-differs')).length,
      unknown: inside.filter(({ withdrawal }) => withdrawal.network_commission === null).length,
    });
    expect(report.undated).toEqual({
      invoices: world.stories.filter(({ planted }) => planted.includes('finished-missing')).length,
      withdrawals: 0,
    });
    const planted = [...stories, ...inside].flatMap((one) => one.planted);
    for (const kind of FINDING_KINDS) {
      const found = report.findings.filter((totals) => totals.kind === kind);
      expect([kind, found.reduce((sum, { count }) => sum + count, 0)]).toEqual([
        kind,
        planted.filter((one) => one === kind).length,
      ]);
      for (const { unit, delta } of found.filter((totals) => totals.unit !== null && kind !== 'sent-differs')) {
        const deltas = stories.flatMap((one) => (one.planted.includes(kind) ? [expectedDelta(kind, one)] : []));
        const sum = deltas.reduce((total, one) => (one?.unit === unit ? total + one.delta : total), 0n);
        expect([kind, unit, rational(delta ?? 'none')]).toEqual([kind, unit, sum]);
      }
    }
  });

  it('finds every planted fault once, with its difference, and nothing else', async () => {
    const found: Finding[] = [];
    const result = await store.compute(
      { kind: 'findings', profileId },
      {
        ...QUIET,
        onBatch: async (rows) => {
          expect(rows.length).toBeLessThanOrEqual(1000);
          for (const row of rows) found.push(Object(row));
        },
      },
    );
    const planted = [
      ...world.stories.flatMap(({ invoice, planted: kinds }) => kinds.map((kind) => `${kind} ${invoice.uuid}`)),
      ...world.withdrawals.flatMap(({ withdrawal, planted: kinds }) =>
        kinds.map((kind) => `${kind} ${withdrawal.uuid}`),
      ),
    ];
    expect(found.map(({ kind, recordUuid }) => `${kind} ${recordUuid}`).sort()).toEqual([...planted].sort());
    // None of entries, of closed periods, and of what only a person opens.
    expect(new Set(found.map(({ kind }) => kind)).size).toBe(FINDING_KINDS.length - MATCH_FINDING_KINDS.length - 2);
    expect(result.findings).toBe(planted.length);
    const stories = new Map(world.stories.map((one) => [one.invoice.uuid, one]));
    const payouts = new Map(world.withdrawals.map(({ withdrawal }) => [withdrawal.uuid, withdrawal]));
    for (const { kind, recordUuid, unit, delta } of found) {
      const told = stories.get(recordUuid);
      const payout = payouts.get(recordUuid);
      const expected = told === undefined ? null : expectedDelta(kind, told);
      if (kind === 'sent-differs' && payout !== undefined) {
        const off =
          rational(payout.amount) - rational(payout.network_commission ?? '') - rational(payout.amount_to_send ?? '');
        expect([unit, rational(delta ?? 'none')]).toEqual([payout.token, off]);
      } else
        expect([kind, unit, delta === null ? null : rational(delta)]).toEqual([
          kind,
          expected?.unit ?? null,
          expected?.delta ?? null,
        ]);
    }
  });

  it('has the adjusted queue with every delta, percentage and sum', async () => {
    const query = { filter: {}, sort: [], offset: 0, limit: 1000 };
    const answer: AdjustedPage = await store.mirror(profileId).read('reconciliation.adjusted', query);
    const adjusted = world.stories.filter(({ invoice }) => invoice.is_adjusted).map(({ invoice }) => invoice);
    expect(answer.rows.map(({ uuid }) => uuid).sort()).toEqual(adjusted.map(({ uuid }) => uuid).sort());
    const records = new Map(adjusted.map((one) => [one.uuid, one]));
    for (const row of answer.rows) {
      const adjustment = records.get(row.uuid)?.adjustment ?? null;
      if (adjustment === null) {
        expect([row.deltaFiat, row.deltaUsdtPercent]).toEqual([null, null]);
        continue;
      }
      const pairs = [
        [row.deltaFiat, row.deltaFiatPercent, adjustment.actual_amount_fiat, adjustment.expected_amount_fiat],
        [row.deltaUsdt, row.deltaUsdtPercent, adjustment.actual_amount_usdt, adjustment.expected_amount_usdt],
      ] as const;
      for (const [delta, percent, actual, expected] of pairs) {
        const off = rational(actual) - rational(expected);
        expect(rational(delta ?? 'none')).toBe(off);
        expect(rational(percent ?? 'none')).toBe(halfEven(off * 100n, rational(expected), 4) * 10n ** 56n);
      }
    }
    for (const totals of answer.totals) {
      const here = adjusted.filter(({ currency }) => currency.code === totals.currency);
      const sum = (of: (invoice: (typeof here)[number]) => string | undefined | null): bigint =>
        here.reduce((total, one) => total + rational(of(one) ?? '0'), 0n);
      expect(totals).toMatchObject({ token: 'USDT', count: here.length });
      expect(rational(totals.expectedFiat)).toBe(sum(({ adjustment }) => adjustment?.expected_amount_fiat));
      expect(rational(totals.actualUsdt)).toBe(sum(({ adjustment }) => adjustment?.actual_amount_usdt));
      expect(rational(totals.settledUsdt)).toBe(sum(({ settled_amount_usdt: settled }) => settled));
      expect(rational(totals.deltaFiat)).toBe(rational(totals.actualFiat) - rational(totals.expectedFiat));
      expect(rational(totals.deltaUsdt)).toBe(rational(totals.actualUsdt) - rational(totals.expectedUsdt));
    }
  });

  it('has the take rate of every success, and the lower median of each method', async () => {
    const job = {
      kind: 'take-rates',
      profileId,
      bounds: null,
      tolerance: '0',
      method: null,
      currency: null,
      estimate: null,
      offset: 0,
      limit: 1000,
    } as const;
    const report: TakeRateReport = await store.compute(job, QUIET);
    const rates = new Map<string, bigint[]>();
    const exact = new Map<string, bigint>();
    let uncounted = 0;
    for (const { invoice, coverage } of world.stories) {
      if (coverage === null) continue;
      const paid = rational(invoice.is_adjusted ? (invoice.adjustment?.actual_amount_fiat ?? '0') : invoice.amount);
      if (invoice.settled_amount_usdt === null || paid === 0n) {
        uncounted += 1;
        continue;
      }
      const unit = 10n ** 60n;
      const worth = rational(invoice.settled_amount_usdt) * rational(invoice.rate ?? '');
      const rate = halfEven(paid * unit - worth, paid * unit, 8);
      const key = `${invoice.currency.code} ${invoice.payment_method?.name}`;
      rates.set(key, [...(rates.get(key) ?? []), rate]);
      exact.set(invoice.uuid, rate);
    }
    expect(report.uncounted).toBe(uncounted);
    expect(report.methods.map(({ currency, method }) => `${currency} ${method}`)).toEqual([...rates.keys()].sort());
    const unit = 10n ** 52n;
    for (const { currency, method, count, median, lowest, highest, catalogue } of report.methods) {
      const sorted = (rates.get(`${currency} ${method}`) ?? []).sort((left, right) => (left < right ? -1 : 1));
      expect([count, catalogue]).toEqual([sorted.length, null]);
      const expected = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[0], sorted.at(-1)];
      expect([median, lowest, highest].map((text) => rational(text) / unit)).toEqual(expected);
    }
    for (const { uuid, takeRate } of report.rows) expect(rational(takeRate) / unit).toBe(exact.get(uuid));
    expect(report.rows.length).toBe(report.total);
  });
});
