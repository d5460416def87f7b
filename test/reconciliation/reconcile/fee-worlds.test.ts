/** Fees of twenty random businesses against exact rationals, however they are added up. */
import { expect, it } from 'vitest';
import { periodBounds } from '../../../src/domain/period/period.ts';
import { instantKey } from '../../../src/domain/kernel/time/time.ts';
import { feeRows, feeTotals, networkFees } from '../../../src/reconciliation/reconcile/fee-totals.ts';
import { expectFees, FEE_PERIODS } from '../../support/fee-checks.ts';
import { paidWithin } from '../../support/oracles/fees.ts';
import { feeWorld } from '../../support/worlds/fees.ts';

it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))('the fees of the world of seed %i', async (seed) => {
  const period = FEE_PERIODS[seed % FEE_PERIODS.length] ?? FEE_PERIODS[0];
  const { timeZone } = period;
  const bounds = periodBounds(period) ?? expect.unreachable();
  const world = feeWorld(seed, [bounds.from, bounds.to], { invoices: 600, withdrawals: 200 });
  const facts = paidWithin(world.invoices, Date.parse(bounds.from), Date.parse(bounds.to)).map((invoice) => ({
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
  }));
  const payouts = world.withdrawals.map(({ token, status, network_commission: networkCommission, processed_at }) => ({
    token,
    status,
    networkCommission,
    processedKey: processed_at === null ? null : instantKey(processed_at),
  }));
  await expectFees(world, period, {
    totals: async (by) => ({
      ...feeTotals(facts, { timeZone, by }),
      networks: networkFees(payouts, bounds, { timeZone, by }),
    }),
    rows: async (asked) => feeRows(facts, asked),
  });
});
