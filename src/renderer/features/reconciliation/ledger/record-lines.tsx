// Records of a match by hand, each with the amount that counts.
import type { ReactNode } from 'react';
import type { Entry } from '../../../../domain/entry.ts';
import { MoneyText, plainText, StatusBadge } from '../../../ui/index.ts';
import type { RecordSide } from './entry-view.ts';
import type { Summand } from './hand-sums.ts';
import { RecordLink } from './record-link.tsx';
import classes from './entries.module.css';

/** What the match has held the entry against, else the first amount in its currency, else the first there is. */
export function recordAmount(
  { amounts, list, status }: Pick<RecordSide, 'amounts' | 'list' | 'status'>,
  { against, unit }: Pick<Entry, 'against' | 'unit'>,
): Summand {
  const found =
    amounts.find(({ field }) => field === against) ?? amounts.find((one) => one.unit === unit) ?? amounts[0];
  const isPaid = status === (list === 'invoices' ? 'success' : 'approved');
  return { amount: found?.amount ?? null, unit: found?.unit ?? null, counts: isPaid };
}

/** One line a record. */
export function RecordLines(props: { readonly records: readonly RecordSide[]; readonly entry: Entry }): ReactNode {
  const { records, entry } = props;
  return (
    <ul className={classes.entryLines}>
      {records.map((record) => {
        const { amount, unit } = recordAmount(record, entry);
        return (
          <li key={record.uuid}>
            <RecordLink record={record} named />
            <MoneyText value={amount} currency={unit === null ? undefined : plainText(unit.slice(0, 16))} />
            <StatusBadge
              kind={record.list === 'invoices' ? 'invoice' : 'withdrawal'}
              status={record.status}
              isMissing={record.missingSince !== null}
            />
          </li>
        );
      })}
    </ul>
  );
}
