/** A row for each import: the file, its source, when and by whom, what its rows became, the days it covers, its digest. Not here: the list's frame. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Import } from '../../../../domain/import.ts';
import { shortText } from '../../../../domain/plain-text.ts';
import {
  CopyText,
  ForeignText,
  GroupedTable,
  hashHref,
  importPath,
  InstantText,
  plainText,
  shortHash,
} from '../../../ui/index.ts';
import { useBooksBar } from './use-books-bar.ts';
import { coverageWords } from './words.ts';
import classes from './imports.module.css';

const NAME_LENGTH = 80;

/** `isOld`: they are of the filter before. */
export function ImportsTable(props: {
  readonly rows: readonly Import[];
  readonly isOld: boolean;
  readonly onUndo: (id: string) => void;
}): ReactNode {
  const { rows, isOld, onUndo } = props;
  const bar = useBooksBar();
  return (
    <GroupedTable label="Imports" className={isOld ? `${classes.impList} ${classes.impOld}` : classes.impList}>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Imported</th>
          <th scope="col" data-end>
            Rows
          </th>
          <th scope="col" data-end>
            Entries
          </th>
          <th scope="col" data-end>
            Repeated
          </th>
          <th scope="col" data-end>
            Rejected
          </th>
          <th scope="col">Complete for</th>
          <th scope="col">
            <span className="mc-visually-hidden">Undo</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} bar={bar} onUndo={() => onUndo(row.id)} />
        ))}
      </tbody>
    </GroupedTable>
  );
}

function Row(props: { readonly row: Import; readonly bar: string | null; readonly onUndo: () => void }): ReactNode {
  const { row, bar, onUndo } = props;
  const { id, fileName, sourceName, at, osUser, rows, entries, repeated, rejected, covers, sha256 } = row;
  return (
    <tr data-first>
      <th scope="row" className={classes.impName}>
        <a className="mc-link" href={hashHref(importPath(id))}>
          <ForeignText text={shortText(fileName, NAME_LENGTH)} />
        </a>
        <span className={classes.impMore}>
          <ForeignText text={shortText(sourceName, NAME_LENGTH)} />
        </span>
        <span className={`${classes.impMore} ${classes.impSha}`}>
          SHA-256{' '}
          <span className="mc-mono">
            <CopyText
              value={sha256}
              shown={shortHash(sha256)}
              label={`SHA-256 of ${shortText(fileName, NAME_LENGTH)}`}
            />
          </span>
        </span>
      </th>
      <td>
        <InstantText value={at} />
        <span className={classes.impMore}>by {plainText(osUser.slice(0, 60))}</span>
      </td>
      {[rows, entries, repeated, rejected].map((count, column) => (
        // The columns are fixed.
        // oxlint-disable-next-line no-array-index-key
        <td key={column} data-end className="mc-num" data-none={count === 0 || undefined}>
          {count.toLocaleString('en-GB')}
        </td>
      ))}
      <td className={`mc-num ${classes.impDays}`}>
        {coverageWords(covers)
          .split(' – ')
          .map((day, at) => (
            <span key={day}>
              {at === 0 ? '' : '– '}
              {day}
            </span>
          ))}
      </td>
      <td data-end>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={bar !== null}
          title={bar ?? undefined}
          aria-label={`Undo the import of ${plainText(shortText(fileName, NAME_LENGTH))}`}
          onClick={onUndo}
        >
          Undo…
        </Button>
      </td>
    </tr>
  );
}
