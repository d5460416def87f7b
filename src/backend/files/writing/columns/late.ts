// The columns of the export of late changes, a line a changed field.
import { columnsOf } from '../table.ts';

/** One changed field of a record that was final; the books supply it. */
export interface LateFact {
  readonly list: string;
  readonly recordUuid: string;
  /** What people call the record; null when the mirror does not have it. */
  readonly label: string | null;
  readonly currency: string | null;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly late: string;
  readonly at: string;
  readonly source: string;
}

const { text, instant, named } = columnsOf<LateFact>();

/** `seen_at` is the server's time of the answer that showed the change first. */
export const LATE_COLUMNS = [
  ...named('text', 'recordUuid', 'list', 'label', 'currency', 'field', 'before', 'after'),
  text('kind', ({ late }) => late),
  instant('seen_at', ({ at }) => at),
  text('source', ({ source }) => source),
] as const;
