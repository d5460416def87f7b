// What else the books have about the same record or under the same id.
import type { ReactNode } from 'react';
import type { Entry } from '../../../../domain/entry.ts';
import { entryPath, hashHref, MoneyText, plainText } from '../../../ui/index.ts';
import { entryName } from './entry-view.ts';
import { OutcomeBadge } from './outcome-badge.tsx';
import classes from './entries.module.css';
import { PartTitle } from '../../../ui/part-title.tsx';

/** Nothing without any. */
export function OthersList({ others }: { readonly others: readonly Entry[] }): ReactNode {
  if (others.length === 0) return null;
  return (
    <section>
      <PartTitle>Also in your ledger, of the same record or id</PartTitle>
      <EntryLines entries={others} />
    </section>
  );
}

/** One line an entry: which, how much, and where it stands. */
export function EntryLines({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  return (
    <ul className={classes.entryLines}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <a className="mc-link" href={hashHref(entryPath(entry.id))} title="Open the entry">
            {entryName(entry)}
          </a>
          <span className={`${classes.entryQuiet} mc-num`}>line {entry.line.toLocaleString('en-GB')}</span>
          <MoneyText value={entry.amount} currency={plainText(entry.unit.slice(0, 16))} />
          <OutcomeBadge outcome={entry.outcome} kind={entry.kind} />
        </li>
      ))}
    </ul>
  );
}
