/** Rows of a file by what became of them, in groups whose counts visibly add up to the file's rows. Not here: the check (check-step.tsx), an import's own counts (import-page.tsx). */
import type { ReactNode } from 'react';
import type { SourceKind } from '../../../../domain/entry.ts';
import type { DryBucket, DryRun } from '../../../../domain/import.ts';
import { GroupedTable, Notice } from '../../../ui/index.ts';
import { type BucketGroup, BUCKETS, bucketWords, GROUP_WORDS } from './words.ts';
import classes from './imports.module.css';

type Counts = DryRun['buckets'];

const GROUPS: readonly BucketGroup[] = ['agree', 'look', 'aside'];

/** A bar of the groups, then every bucket that has rows, then the sum beside the file's rows. */
export function BucketsTable(props: {
  readonly kind: SourceKind;
  readonly rows: number;
  readonly buckets: Counts;
}): ReactNode {
  const { kind, rows, buckets } = props;
  const sum = BUCKETS.reduce((total, bucket) => total + buckets[bucket], 0);
  return (
    <>
      {sum === rows ? null : <NotAddedUp sum={sum} rows={rows} />}
      <div className={classes.impBar} aria-hidden="true">
        {GROUPS.map((group) => {
          const count = countOfGroup(buckets, kind, group);
          return count === 0 ? null : <span key={group} data-group={group} style={{ flexGrow: count }} />;
        })}
      </div>
      <GroupedTable label="Rows by what became of them" className={classes.impBuckets}>
        <thead className="mc-visually-hidden">
          <tr>
            <th scope="col">Rows</th>
            <th scope="col">Count</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        {GROUPS.map((group) => (
          <Group key={group} group={group} kind={kind} buckets={buckets} />
        ))}
        <tbody>
          <tr className={classes.impSum}>
            <th scope="row">Rows of the file</th>
            <td data-end className="mc-num">
              {rows.toLocaleString('en-GB')}
            </td>
            <td>{sum === rows ? 'The counts above add up to it.' : ''}</td>
          </tr>
        </tbody>
      </GroupedTable>
    </>
  );
}

function countOfGroup(buckets: Counts, kind: SourceKind, group: BucketGroup): number {
  return inGroup(kind, group).reduce((total, bucket) => total + buckets[bucket], 0);
}

function inGroup(kind: SourceKind, group: BucketGroup): readonly DryBucket[] {
  return BUCKETS.filter((bucket) => bucketWords(bucket, kind).group === group);
}

/** A group with its sum, and under it the buckets that have rows. */
function Group(props: { readonly group: BucketGroup; readonly kind: SourceKind; readonly buckets: Counts }): ReactNode {
  const { group, kind, buckets } = props;
  const filled = inGroup(kind, group).filter((bucket) => buckets[bucket] > 0);
  return (
    <tbody>
      <tr data-first>
        <th scope="rowgroup">
          <span className={classes.impDot} data-group={group} aria-hidden="true" />
          {GROUP_WORDS[group].name}
        </th>
        <td data-end className="mc-num">
          {countOfGroup(buckets, kind, group).toLocaleString('en-GB')}
        </td>
        <td>{GROUP_WORDS[group].hint}</td>
      </tr>
      {filled.map((bucket) => {
        const { title, meaning } = bucketWords(bucket, kind);
        return (
          <tr key={bucket}>
            <th scope="row">{title}</th>
            <td data-end className="mc-num">
              {buckets[bucket].toLocaleString('en-GB')}
            </td>
            <td>{meaning}</td>
          </tr>
        );
      })}
    </tbody>
  );
}

/** Never expected; a sum that is not right is said, not hidden. */
function NotAddedUp({ sum, rows }: { readonly sum: number; readonly rows: number }): ReactNode {
  return (
    <Notice tone="bad" title="The counts do not add up">
      The buckets hold {sum.toLocaleString('en-GB')} rows and the file has {rows.toLocaleString('en-GB')}. Do not import
      it; report this with the file’s format.
    </Notice>
  );
}
