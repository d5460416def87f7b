// A match by hand: what a person has put together, the sums of both sides, the note, by whom and when.
import type { ReactNode } from 'react';
import type { HandMatch } from '../../../../domain/entry.ts';
import { InstantText, plainText } from '../../../ui/index.ts';
import type { Detail } from './entry-view.ts';
import { HandSumLine } from './hand-sum-line.tsx';
import { handSum, type Summand } from './hand-sums.ts';
import { EntryLines } from './others-list.tsx';
import { RecordLines, recordAmount } from './record-lines.tsx';
import classes from './entries.module.css';
import { PartTitle } from '../../../ui/part-title.tsx';

/** Of the entry in hand. */
export function HandPanel({ detail, match }: { readonly detail: Detail; readonly match: HandMatch }): ReactNode {
  const { entry, records, others } = detail;
  const together = [entry, ...others.filter(({ handMatchId }) => handMatchId === match.id)];
  const noun = entry.kind === 'orders' ? 'invoice' : 'withdrawal';
  const theirs: readonly Summand[] = records.map((record) => recordAmount(record, entry));
  const isWhole = together.length === match.entries.length && records.length === match.records.length;
  return (
    <section className={classes.hand}>
      <PartTitle>Matched by hand</PartTitle>
      <p className={classes.handNote}>“{plainText(match.note)}”</p>
      <p className={classes.entryQuiet}>
        <InstantText value={match.at} /> · {plainText(match.osUser.slice(0, 64))}
      </p>
      <PartTitle order={4}>Ledger</PartTitle>
      <EntryLines entries={together} />
      <PartTitle order={4}>{records.length === 1 ? 'The record' : 'The records'}</PartTitle>
      <RecordLines records={records} entry={entry} />
      {isWhole ? <HandSumLine sum={handSum(together, theirs, noun)} /> : null}
    </section>
  );
}
