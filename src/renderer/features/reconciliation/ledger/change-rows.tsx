/** Entries that have moved, one line a step: which, from where to where, when. Not here: which of them are shown (changes-page.tsx). */
import type { ReactNode } from 'react';
import type { EntryChange, SourceKind } from '../../../../domain/entry.ts';
import { cellText, entryPath, GroupedTable, hashHref, InstantText, MoneyText, plainText } from '../../../ui/index.ts';
import { OutcomeBadge } from './outcome-badge.tsx';
import classes from './changes.module.css';

/** As the engine gives them, the latest first. */
export function ChangeRows(props: { readonly rows: readonly EntryChange[]; readonly kind: SourceKind }): ReactNode {
  const { rows, kind } = props;
  return (
    <GroupedTable label="Entries that have moved" className={classes.changeRows}>
      <thead>
        <tr>
          <th scope="col">Entry</th>
          <th scope="col" data-end>
            Ledger amount
          </th>
          <th scope="col">Before</th>
          <th scope="col">Now</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, entryId, ident, amount, unit, before, after, at }) => (
          <tr key={id} data-first>
            <th scope="row">
              <a className="mc-link" href={hashHref(entryPath(entryId))}>
                {cellText(ident ?? entryId, 64)}
              </a>
            </th>
            <td data-end>
              <MoneyText value={amount} currency={plainText(unit.slice(0, 16))} />
            </td>
            <td>
              <OutcomeBadge outcome={before} kind={kind} />
            </td>
            <td>
              <OutcomeBadge outcome={after} kind={kind} />
            </td>
            <td>
              <InstantText value={at} />
            </td>
          </tr>
        ))}
      </tbody>
    </GroupedTable>
  );
}
