// The columns of the export of records that could not be read.
import type { QuarantineEntry } from '../../../../domain/records/quarantine.ts';
import { columnsOf } from '../table.ts';

const { text, instant, named } = columnsOf<QuarantineEntry>();

/** `raw` is the record as it came. */
export const QUARANTINE_COLUMNS = [
  ...named('text', 'list', 'uuid', 'reason'),
  instant('first_seen_at', ({ firstSeenAt }) => firstSeenAt),
  instant('read_at', ({ asOf }) => asOf),
  text('raw', ({ raw }) => raw),
] as const;
