/**
 * Σ of the differences over the filter, kind by kind and unit by unit, exact: one dispute is found under several kinds, and units never meet, so there is no
 * grand total. A count narrows the list to the rows behind its sum.
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import {
  cellText,
  FINDING_WORDS,
  MoneyText,
  Table,
  TotalsFoot,
  unitWords,
  useRouteFilters,
} from '../../../ui/index.ts';
import { NONE } from './filters.ts';

type Total = CallOutput<'exceptions.page'>['totals'][number];

/** `count` rows match; nothing without a sum. */
export function ExceptionTotals(props: {
  readonly totals: readonly Total[];
  readonly count: number | null;
  readonly isOld: boolean;
}): ReactNode {
  const { totals, count: rows, isOld } = props;
  const route = useRouteFilters();
  if (totals.length === 0) return null;
  return (
    <TotalsFoot
      label="Sums of differences"
      isOld={isOld}
      lead={
        <>
          <b className="mc-num">{rows?.toLocaleString('en-GB')}</b>
          {totals.slice(0, 4).map((total) => (
            <span key={`${total.kind} ${total.unit}`}>
              {FINDING_WORDS[total.kind].name}{' '}
              <MoneyText value={total.delta} unit={total.unit ?? undefined} currency={unitWords(total.unit)} sign />
            </span>
          ))}
        </>
      }
    >
      <Table
        label="Σ by finding and unit"
        rows={totals}
        keyOf={({ kind, unit }) => `${kind} ${unit}`}
        columns={({ cell, count, money }) => [
          cell('Finding', ({ kind }) => FINDING_WORDS[kind].name),
          count('Count', (total) => total.count, {
            press: {
              name: ({ kind, unit }) => `${FINDING_WORDS[kind].name}, ${unit ?? 'no unit'}`,
              run: ({ kind, unit }) => route.change({ kind: [kind], unit: [unit ?? NONE] }),
            },
            under: ({ missing }) => (missing === 0 ? null : `${missing.toLocaleString('en-GB')} have no amount`),
          }),
          cell('Unit', ({ unit }) => (unit === null ? '—' : cellText(unit, 24))),
          money('Difference', ({ delta }) => delta, {
            sign: true,
            unit: ({ unit }) => unit ?? undefined,
            missing: 'no unit is named, so not summed',
          }),
        ]}
      />
    </TotalsFoot>
  );
}
