/**
 * What was credited: the sum in USDT, and a row per currency with its exact figures. Every row leads to its invoices. Currencies
 * never meet in one sum; the credited USDT of all of them do, because they are one token.
 */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { isInvoiceStatus } from '../../../domain/invoice.ts';
import { MoneySum } from '../../../domain/money.ts';
import {
  countWords,
  EmptyState,
  hashHref,
  MoneyText,
  mostDecimals,
  Panel,
  type PlainRange,
  rangeInWords,
  TimeOfDayText,
} from '../../ui/index.ts';
import { invoicesHref } from './period.ts';

type CurrencyRow = CallOutput<'overview.totals'>['currencies'][number];
/** Of now, or of the console's former run. */
type Totals = Pick<CallOutput<'overview.totals'>, 'asOf' | 'missing'> & { readonly currencies: readonly CurrencyRow[] };

/** The exact sum of the credited USDT of all currencies. */
export function creditedInAll(currencies: readonly CurrencyRow[]): string {
  const sum = new MoneySum();
  for (const { settledUsdt } of currencies) sum.add(settledUsdt);
  return sum.total();
}

function sumOf(currencies: readonly CurrencyRow[], count: (row: CurrencyRow) => number): number {
  return currencies.reduce((sum, row) => sum + count(row), 0);
}

/** The three figures that answer "how did it go". */
export function Headline({ totals, days }: { readonly totals: Totals; readonly days: PlainRange }): ReactNode {
  const { currencies, asOf } = totals;
  const missing = sumOf(currencies, ({ settledMissing }) => settledMissing);
  return (
    <div className="mc-figures">
      <Figure label="Credited" note={<AsOf asOf={asOf} days={days} gone={totals.missing ?? 0} />}>
        <MoneyText value={creditedInAll(currencies)} currency="USDT" />
      </Figure>
      <Figure
        label="Successful invoices"
        note={`in ${currencies.length === 1 ? '1 currency' : `${currencies.length} currencies`}`}
      >
        <span className="mc-num">{sumOf(currencies, successes).toLocaleString('en-GB')}</span>
      </Figure>
      <Figure
        label="Without a credited amount"
        note={missing === 0 ? 'every success names its USDT' : 'success, but the API names no USDT'}
      >
        <span className="mc-num">{missing.toLocaleString('en-GB')}</span>
      </Figure>
    </div>
  );
}

interface AsOfProps {
  readonly asOf: string | null;
  readonly days: PlainRange;
  /** Invoices of these totals that the API does not show any more. */
  readonly gone: number;
}

function AsOf({ asOf, days, gone }: AsOfProps): ReactNode {
  const range = rangeInWords(days);
  return (
    <>
      {range === 'any date' ? 'all time' : range}
      {asOf === null ? null : (
        <>
          , as of <TimeOfDayText value={asOf} />
        </>
      )}
      {gone === 0 ? null : `, with ${countWords(gone, 'invoice', 'invoices')} not seen any more`}
    </>
  );
}

function Figure(props: { readonly label: string; readonly note: ReactNode; readonly children: ReactNode }): ReactNode {
  return (
    <div className="mc-figure">
      <div className="mc-figure-label">{props.label}</div>
      <div className="mc-figure-value">{props.children}</div>
      <div className="mc-figure-note">{props.note}</div>
    </div>
  );
}

function successes({ byStatus }: CurrencyRow): number {
  return byStatus['success'] ?? 0;
}

/** One row per currency. */
export function CreditedTable(props: {
  readonly totals: Totals;
  readonly days: PlainRange;
  /** True while there is no list yet that a row could lead to. */
  readonly isStill?: boolean;
}): ReactNode {
  const { totals, days, isStill = false } = props;
  const { currencies } = totals;
  if (currencies.length === 0) {
    return (
      <Panel title="Credited by currency">
        <EmptyState kind="nothing-matches" title="No invoice became final in this period">
          Choose a longer period above.
        </EmptyState>
      </Panel>
    );
  }
  const room = {
    ordered: mostDecimals(currencies.map(({ successAmount }) => successAmount)),
    credited: mostDecimals(currencies.map(({ settledUsdt }) => settledUsdt)),
  };
  return (
    <Panel
      title="Credited by currency"
      note="Token: USDT. Ordered is what successful invoices were made out for."
      flush
    >
      <div className="mc-credited-scroll">
        <Table className="mc-credited" horizontalSpacing={12} verticalSpacing={9}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Currency</Table.Th>
              <Table.Th ta="right">Successes</Table.Th>
              <Table.Th ta="right">Ordered</Table.Th>
              <Table.Th ta="right">Credited, USDT</Table.Th>
              <Table.Th ta="right">No amount</Table.Th>
              <Table.Th>Other outcomes</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {currencies.map((row) => (
              <CurrencyLine key={row.currency} row={row} days={days} room={room} isStill={isStill} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Panel>
  );
}

interface LineProps {
  readonly row: CurrencyRow;
  readonly days: PlainRange;
  readonly isStill: boolean;
  /** Decimals to leave room for. */
  readonly room: { readonly ordered: number; readonly credited: number };
}

function CurrencyLine({ row, days, room, isStill }: LineProps): ReactNode {
  const href = hashHref(invoicesHref(days, { status: 'success', currency: row.currency }));
  return (
    <Table.Tr>
      <Table.Th scope="row" className="mc-credited-currency">
        {isStill ? (
          <span className="mc-credited-still">{row.currency.slice(0, 40)}</span>
        ) : (
          <a className="mc-link" href={href} title={`Successful invoices in ${row.currency.slice(0, 80)}`}>
            {row.currency.slice(0, 40)}
          </a>
        )}
      </Table.Th>
      <Table.Td ta="right" className="mc-num">
        {successes(row).toLocaleString('en-GB')}
      </Table.Td>
      <Table.Td ta="right">
        <MoneyText value={row.successAmount} decimals={room.ordered} />
      </Table.Td>
      <Table.Td ta="right" className="mc-credited-usdt">
        <MoneyText value={row.settledUsdt} decimals={room.credited} />
      </Table.Td>
      <Table.Td ta="right" className="mc-num">
        {row.settledMissing === 0 ? <span className="mc-dim">0</span> : row.settledMissing.toLocaleString('en-GB')}
      </Table.Td>
      <Table.Td className="mc-dim mc-credited-others">{othersInWords(row)}</Table.Td>
    </Table.Tr>
  );
}

/** "expired 120, canceled 31, fail 2": the API's words; unknown ones as they came, cut. */
function othersInWords({ byStatus }: CurrencyRow): string {
  const others = Object.entries(byStatus).filter(([status, count]) => status !== 'success' && count > 0);
  if (others.length === 0) return 'none';
  return others
    .sort(([, left], [, right]) => right - left)
    .map(
      ([status, count]) => `${isInvoiceStatus(status) ? status : status.slice(0, 24)} ${count.toLocaleString('en-GB')}`,
    )
    .join(', ');
}
