// The export of entries: all of the filter in its order, then a totals row for each unit.
import { eachEntry } from '../books/entries.ts';
import { totalsOf } from '../books/entry-counts.ts';
import { reachedImports } from '../books/entry-query.ts';
import type { SelectionOf } from '../../domain/export.ts';
import type { ExportJob } from '../files/export.ts';
import { ENTRY_COLUMNS } from '../files/export-entries.ts';
import { chosenColumns, totalsLabel } from '../files/table.ts';
import { proofsOf } from './export-mirror.ts';
import { cellsOf, type ExportSource } from './export-source.ts';
import type { ReportContext } from './report-context.ts';

/** Throws FailureError `invalid-input`. */
export function entriesSource(
  { books, mirror }: ReportContext,
  { filter, sort }: SelectionOf<'entries'>,
  { profileId, columns: titles, idents = [] }: Pick<ExportJob, 'profileId' | 'columns' | 'idents'>,
): ExportSource {
  const columns = chosenColumns(ENTRY_COLUMNS, titles);
  const query = { profileId, filter, sort, idents };
  const { total, totals } = totalsOf(books.database, query, reachedImports(books.database, query));
  return {
    columns,
    total,
    rows: () => cellsOf(eachEntry(books.database, query), columns),
    totals: () =>
      totals.map(({ unit, count, amount, compared, delta }) => ({
        label: totalsLabel(count, `, ${compared} of them compared`),
        of: { unit },
        sums: { amount, delta },
      })),
    provenance: {
      lists: proofsOf(mirror),
      oldestReading: null,
      notes: [
        'The merchant’s own books as they were imported, line by line. `delta` is the entry’s amount minus the record’s, in its unit.',
      ],
    },
  };
}
