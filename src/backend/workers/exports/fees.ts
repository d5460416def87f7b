// The exports of fees: what a period's paid invoices were worth, what customers paid on top, what was kept (an estimate) and credited.
import type { SelectionOf } from '../../../domain/exports/export.ts';
import { subtractMoney } from '../../../domain/kernel/money/money.ts';
import { requireBounds } from '../../../domain/period/period.ts';
import type { FeeTotal } from '../../../domain/reconcile/fee-totals.ts';
import { eachFeeRow, feeLines, feeRows, networkFees } from '../../../reconciliation/reconcile/fee-totals.ts';
import { FEE_COLUMNS, FEE_ROW_COLUMNS, type FeeLine } from '../../files/writing/columns/fees.ts';
import { type Totals, totalsLabel } from '../../files/writing/table.ts';
import type { MirrorReadContext } from '../../mirror/kernel/context.ts';
import { eachWithdrawalCells } from '../../mirror/period/statement/facts.ts';
import { eachTakeRate } from '../../mirror/reconcile/take-rate-facts.ts';
import type { ReportContext } from '../reports/context.ts';
import { proofsOf, type Titles } from './mirror.ts';
import { periodWords } from './reports.ts';
import { type ExportSource, sourceOf } from './source.ts';
import { UnitSums } from './sums.ts';

const NOTES = [
  'fee_usdt_estimate = gross_usdt − net_usdt, and gross_usdt is paid ÷ rate, each invoice rounded half to even to 6 decimals: the API tells no commission of an invoice. paid is the amount ordered, of an adjusted one what its adjustment says was paid.',
  'customer_fee = amount_to_send − amount of those paid as ordered; of an adjusted one nobody tells it. Invoices without rate, net or paid amount are not_known: in credited_usdt alone.',
];

/** A line a day, currency and method, then a line a day and token of what the networks took; a line of totals a currency and a token. */
export function feesSource({ mirror }: ReportContext, { period }: SelectionOf<'fees'>, titles: Titles): ExportSource {
  const bounds = requireBounds(period);
  const spans = { timeZone: period.timeZone, by: 'day' } as const;
  const { lines: paid, totals } = feeLines(eachTakeRate(mirror.database, bounds), spans);
  const networks = networkFees(eachWithdrawalCells(mirror.database), bounds, spans);
  const lines: readonly FeeLine[] = [
    ...paid.map((one) => ({ ...one, ...derived(one) })),
    ...networks.map((one) => ({ ...one, feeUsdt: null, unknownUsdt: null })),
  ];
  const columns = FEE_COLUMNS.map((column) => (column.type === 'day' ? { ...column, zone: period.timeZone } : column));
  return sourceOf(columns, titles, {
    total: lines.length,
    items: () => lines,
    totals: () => {
      const tokens = new UnitSums(['network_fee']);
      for (const { token, fee } of networks) tokens.add(token, { network_fee: fee });
      const rowsOf = (currency: string) => paid.filter((one) => one.currency === currency).length;
      return [...totals.map((one) => totalsOf(one, rowsOf(one.currency))), ...tokens.totals('token')];
    },
    provenance: {
      lists: proofsOf(mirror, ['invoices', 'withdrawals']),
      oldestReading: null,
      notes: [
        ...NOTES,
        periodWords(bounds),
        `Days of ${period.timeZone}. No withdrawal names its invoices: network_fee stands by day and token alone.`,
      ],
    },
  });
}

/** Every paid invoice that was asked for, the latest finished first, then a line of totals a currency. */
export function feeRowsSource(
  mirror: MirrorReadContext,
  { period, ...asked }: SelectionOf<'fee-rows'>,
  titles: Titles,
): ExportSource {
  const bounds = requireBounds(period);
  const facts = () => eachTakeRate(mirror.database, bounds);
  const { total, totals } = feeRows(facts(), { ...asked, offset: 0, limit: 0 });
  return sourceOf(FEE_ROW_COLUMNS, titles, {
    total,
    items: () => eachFeeRow(facts(), asked),
    totals: () => totals.map((one) => totalsOf(one, one.count + one.uncounted)),
    provenance: {
      lists: proofsOf(mirror, ['invoices']),
      oldestReading: null,
      notes: [...NOTES, periodWords(bounds)],
    },
  });
}

/** The words of the console for what the sums leave to be subtracted. */
function derived({ grossUsdt, netUsdt, creditedUsdt }: FeeTotal) {
  return { feeUsdt: subtractMoney(grossUsdt, netUsdt), unknownUsdt: subtractMoney(creditedUsdt, netUsdt) };
}

function totalsOf(one: FeeTotal, rows: number): Totals {
  const { feeUsdt, unknownUsdt } = derived(one);
  return {
    label: totalsLabel(rows, one.uncounted === 0 ? '' : `, ${one.uncounted} invoices not known`),
    of: { currency: one.currency },
    sums: {
      paid: one.paid,
      gross_usdt: one.grossUsdt,
      customer_fee: one.customerFee,
      customer_fee_usdt: one.customerFeeUsdt,
      fee_usdt_estimate: feeUsdt,
      net_usdt: one.netUsdt,
      not_known_usdt: unknownUsdt,
      credited_usdt: one.creditedUsdt,
    },
  };
}
