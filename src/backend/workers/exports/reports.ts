// The exports of reports: adjusted invoices, tie-out, take rates, all businesses. Each is what its own call answers, all of it.
import type { SelectionOf } from '../../../domain/exports/export.ts';
import { glanceTotals } from '../../../domain/period/glance.ts';
import { boundsOrNull, type PeriodBounds, requireBounds } from '../../../domain/period/period.ts';
import { SETTLEMENT_TOKEN } from '../../../domain/records/invoice.ts';
import type { TakeRateReport } from '../../../domain/reconcile/take-rate.ts';
import { TIE_COVERAGES } from '../../../domain/reconcile/tie-out.ts';
import { ADJUSTED_COLUMNS } from '../../files/writing/columns/adjusted.ts';
import { BUSINESS_COLUMNS } from '../../files/writing/columns/businesses.ts';
import { TAKE_RATE_COLUMNS, TAKE_RATE_ROW_COLUMNS, TIE_COLUMNS } from '../../files/writing/columns/tie.ts';
import type { ExportJob } from '../../files/writing/export.ts';
import { totalsLabel, type Totals } from '../../files/writing/table.ts';
import { eachAdjusted } from '../../mirror/reconcile/adjusted.ts';
import type { MirrorReadContext } from '../../mirror/kernel/context.ts';
import { oldestInvoiceReading } from '../../mirror/records/invoices/cells.ts';
import { countTieRows, coverageCounts, eachTieRow } from '../../mirror/reconcile/tie-rows.ts';
import { proofsOf, type Titles } from './mirror.ts';
import type { JobControl } from './pace.ts';
import { type ExportSource, sourceOf } from './source.ts';
import { UnitSums } from './sums.ts';
import type { ReportContext } from '../reports/context.ts';
import { runReport } from '../reports/reports.ts';
import { subtractMoney } from '../../../domain/kernel/money/money.ts';
import type { FeeTotal } from '../../../domain/reconcile/fee-totals.ts';
import { eachFeeRow, feeLines, feeRows, networkFees } from '../../../reconciliation/reconcile/fee-totals.ts';
import { FEE_COLUMNS, FEE_ROW_COLUMNS, type FeeLine } from '../../files/writing/columns/fees.ts';
import { eachWithdrawalCells } from '../../mirror/period/statement/lines.ts';
import { eachTakeRate } from '../../mirror/reconcile/take-rate-facts.ts';

const ESTIMATE =
  'Estimates: the fee’s share = 1 − settled_amount_usdt × rate ÷ paid fiat. The catalogue is today’s, not that of the payment.';

/** Adjusted invoices with what was found and what was done about it, then a totals row a currency. */
export function adjustedSource(
  context: MirrorReadContext,
  { filter, triage, sort }: SelectionOf<'adjusted'>,
  titles: Titles,
): ExportSource {
  const query = { triage, sort, offset: 0, limit: Number.POSITIVE_INFINITY };
  const page = context.reconcileAdjusted(eachAdjusted(context, filter), query);
  return sourceOf(ADJUSTED_COLUMNS, titles, {
    total: page.total,
    items: () => page.rows,
    totals: () =>
      page.totals.map((totals) => ({
        label: totalsLabel(totals.count),
        of: { currency: totals.currency, findings: withoutWords(totals) },
        sums: {
          expected_fiat: totals.expectedFiat,
          actual_fiat: totals.actualFiat,
          delta_fiat: totals.deltaFiat,
          expected_usdt: totals.expectedUsdt,
          actual_usdt: totals.actualUsdt,
          delta_usdt: totals.deltaUsdt,
          settled_usdt: totals.settledUsdt,
        },
      })),
    provenance: {
      lists: proofsOf(context, ['invoices']),
      oldestReading: oldestInvoiceReading(context.database, { ...filter, adjusted: true }),
      notes: ['delta = actual − expected, by the adjustment of the invoice itself; amount is what was ordered.'],
    },
  });
}

function withoutWords(totals: { readonly settledMissing: number; readonly adjustmentMissing: number }): string | null {
  const { settledMissing, adjustmentMissing } = totals;
  const words = [
    ...(settledMissing > 0 ? [`${settledMissing} without a credited amount`] : []),
    ...(adjustmentMissing > 0 ? [`${adjustmentMissing} without an adjustment`] : []),
  ];
  return words.length === 0 ? null : words.join(', ');
}

/** Successes with their coverage, the latest finished first, then a totals row a currency. */
export function tieSource(
  context: MirrorReadContext,
  selection: SelectionOf<'tie-rows'>,
  titles: Titles,
): ExportSource {
  const { coverage, currency, differs } = selection;
  const bounds = boundsOrNull(selection.period);
  const sums = new UnitSums(['amount', 'settled_usdt', 'credited_usdt']);
  const counts = coverageCounts(context.database, { bounds, currency });
  const countOf = (of: typeof coverage): number =>
    of === undefined ? counts.three + counts.two + counts.none : counts[of];
  function* rows() {
    sums.clear();
    for (const row of eachTieRow(context, { bounds, coverage, currency, differs })) {
      sums.add(row.currency, { amount: row.amount, settled_usdt: row.settledUsdt, credited_usdt: row.creditedUsdt });
      yield row;
    }
  }
  return sourceOf(TIE_COLUMNS, titles, {
    total: differs === undefined ? countOf(coverage) : countTieRows(context, { bounds, coverage, currency, differs }),
    items: () => rows(),
    totals: () => sums.totals('currency'),
    provenance: {
      lists: proofsOf(context, ['invoices']),
      oldestReading: null,
      notes: [
        'Coverage says on how many sides an invoice could be compared, not that all of them agree: that is in findings.',
        'credited_usdt is what the receiver was told last; its sum is over those that were told.',
        periodWords(bounds),
      ],
      coverage: Object.fromEntries(TIE_COVERAGES.map((name) => [name, countOf(name)])),
    },
  });
}

/** The instants of a period as a sentence. */
export function periodWords(bounds: PeriodBounds | null): string {
  return bounds === null ? 'Of all time.' : `From ${bounds.from} on and before ${bounds.to}.`;
}

/** The implied take rates by method, or the invoices that stand out. Estimates, all of them. */
export function takeRatesSource(
  context: ReportContext,
  selection: SelectionOf<'take-rates' | 'take-rate-rows'>,
  { profileId, columns: titles }: Pick<ExportJob, 'profileId' | 'columns'>,
  control: JobControl,
): ExportSource {
  const { tolerance } = selection;
  const bounds = boundsOrNull(selection.period);
  const { method = null, currency = null, estimate = null } = selection.kind === 'take-rate-rows' ? selection : {};
  const all = { offset: 0, limit: Number.MAX_SAFE_INTEGER };
  const job = { kind: 'take-rates', profileId, bounds, tolerance, method, currency, estimate, ...all } as const;
  const report: TakeRateReport = runReport(context, job, control);
  const provenance = {
    lists: proofsOf(context.mirror, ['invoices']),
    oldestReading: null,
    notes: [
      ESTIMATE,
      `Listed beyond a tolerance of ${tolerance}. Catalogue read: ${report.catalogueAsOf ?? 'never'}.`,
      periodWords(bounds),
    ],
  };
  if (selection.kind === 'take-rates') {
    const { methods } = report;
    return sourceOf(TAKE_RATE_COLUMNS, titles, { total: methods.length, items: () => methods, provenance });
  }
  const { rows } = report;
  return sourceOf(TAKE_RATE_ROW_COLUMNS, titles, { total: rows.length, items: () => rows, provenance });
}

/** All businesses: the rows come with the job, since each is of another mirror. A row a business, and the sums over each of them once. */
export function businessesSource(
  { period, before }: SelectionOf<'businesses'>,
  { businesses = [], columns }: Pick<ExportJob, 'businesses' | 'columns'>,
): ExportSource {
  const nameOf = (id: string | null) => businesses.find(({ profileId }) => profileId === id)?.name ?? null;
  const { of, netUsdt, netBeforeUsdt, isWhole } = glanceTotals(businesses);
  return sourceOf(BUSINESS_COLUMNS, columns, {
    total: businesses.length,
    items: () => businesses.map((one) => ({ ...one, sameName: nameOf(one.sameAs) })),
    totals: () => [
      {
        label: totalsLabel(of.length, isWhole ? '' : ', as far as it was read'),
        of: { currency: SETTLEMENT_TOKEN },
        sums: { net_usdt: netUsdt, net_before_usdt: netBeforeUsdt },
      },
    ],
    provenance: {
      lists: [],
      oldestReading: null,
      notes: [
        `net_usdt: ${periodWords(requireBounds(period))}`,
        ...(before === undefined ? [] : [`net_before_usdt: ${periodWords(requireBounds(before))}`]),
        'certificate and as_of say how complete the lists of a business were. same_as: the same business by another profile, whose row alone is in the totals.',
      ],
    },
  });
}

// The exports of fees: what a period's paid invoices were worth, what customers paid on top, what was kept (an estimate) and credited.

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
