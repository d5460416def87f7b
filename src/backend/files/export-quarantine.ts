// The columns of the export of records that could not be read.
import { columnsOf } from './table.ts';

/** What the export needs of such a record; the mirror supplies it. */
export interface QuarantineFact {
  readonly list: string;
  readonly uuid: string | null;
  readonly reason: string;
  readonly raw: string;
  readonly asOf: string;
  readonly firstSeenAt: string;
}

const { text, instant, named } = columnsOf<QuarantineFact>();

/** `raw` is the record as it came. */
export const QUARANTINE_COLUMNS = [
  ...named('text', 'list', 'uuid', 'reason'),
  instant('first_seen_at', ({ firstSeenAt }) => firstSeenAt),
  instant('read_at', ({ asOf }) => asOf),
  text('raw', ({ raw }) => raw),
] as const;
