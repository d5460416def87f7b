// The rates, one row per currency, source and side.
import type { ReactNode } from 'react';
import {
  AgeText,
  GroupedTable,
  InstantText,
  MoneyText,
  mostDecimals,
  plainText,
  ToneBadge,
} from '../../../ui/index.ts';
import type { RateRow } from './rates-view.ts';
import classes from './rates.module.css';

/** The table. */
export function RatesTable({ rows }: { readonly rows: readonly RateRow[] }): ReactNode {
  const decimals = mostDecimals(rows.map((row) => (row.kind === 'rate' ? row.rate.price : null)));
  return (
    <GroupedTable label="Rates" className={classes.rates}>
      <thead>
        <tr>
          <th scope="col">Currency</th>
          <th scope="col">Source</th>
          <th scope="col">Side</th>
          <th scope="col" data-end>
            Price for 1 USDT
          </th>
          <th scope="col" data-end>
            Smallest order
          </th>
          <th scope="col" data-end>
            Largest order
          </th>
          <th scope="col">Market time</th>
          <th scope="col">Age</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const before = rows[index - 1];
          const isFirst = before === undefined || currencyOf(before) !== currencyOf(row);
          return row.kind === 'rate' ? (
            <PresentRow key={row.key} row={row} isFirst={isFirst} decimals={decimals} />
          ) : (
            <MissingRow key={row.key} row={row} isFirst={isFirst} />
          );
        })}
      </tbody>
    </GroupedTable>
  );
}

function currencyOf(row: RateRow): string | null {
  return row.kind === 'rate' ? row.rate.currency : row.currency;
}

type Of<Kind extends RateRow['kind']> = Extract<RateRow, { kind: Kind }>;

function PresentRow(props: {
  readonly row: Of<'rate'>;
  readonly isFirst: boolean;
  readonly decimals: number;
}): ReactNode {
  const { row, isFirst, decimals } = props;
  const { rate, freshness } = row;
  return (
    <tr data-first={isFirst || undefined}>
      <th scope="row">
        <Word text={rate.currency} />
      </th>
      <td>
        <Word text={rate.source} />
      </td>
      <td>
        <Word text={rate.side} />
      </td>
      <td data-end>
        <MoneyText value={rate.price} decimals={decimals} missing="source has no price" />
      </td>
      <td data-end>
        <MoneyText value={rate.min_amount} />
      </td>
      <td data-end>
        <MoneyText value={rate.max_amount} />
      </td>
      <td>
        <InstantText value={rate.updated_at} />
      </td>
      <td>
        {freshness === 'unknown' ? (
          <ToneBadge tone="quiet">not dated</ToneBadge>
        ) : freshness === 'stale' ? (
          <ToneBadge tone="warn" title="Older than ten minutes">
            stale, <AgeText since={rate.updated_at} />
          </ToneBadge>
        ) : (
          <AgeText since={rate.updated_at} />
        )}
      </td>
    </tr>
  );
}

function MissingRow({ row, isFirst }: { readonly row: Of<'missing'>; readonly isFirst: boolean }): ReactNode {
  return (
    <tr data-missing data-first={isFirst || undefined}>
      <th scope="row">
        <Word text={row.currency} />
      </th>
      <td>{row.source === null && row.side === null ? 'all' : <Word text={row.source} />}</td>
      <td>{row.source === null && row.side === null ? 'all' : <Word text={row.side} />}</td>
      <td colSpan={5} data-start>
        No fresh data: the API left this pair out of the snapshot.
      </td>
    </tr>
  );
}

function Word({ text }: { readonly text: string | null }): ReactNode {
  return text === null || text === '' ? (
    <span className={classes.ratesNone}>not named</span>
  ) : (
    plainText(text.length > 24 ? `${text.slice(0, 24)}…` : text)
  );
}
