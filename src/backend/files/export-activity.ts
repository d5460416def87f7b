/** The columns of the export of the activity log. Not here: the log itself (backend/books/activity). */
import type { ActivityEntry } from '../../domain/activity.ts';
import type { CsvColumn } from './csv.ts';

/** An entry with its profile's name and kind, as far as the profile is still there. */
export interface ActivityFact extends ActivityEntry {
  readonly profileName: string | null;
  readonly isSandbox: boolean;
}

const column = (
  title: string,
  cell: CsvColumn<ActivityFact>['cell'],
  type: 'text' | 'number' = 'text',
): CsvColumn<ActivityFact> => ({ title, type, cell });

/** Entries of several profiles stand in one file: each says itself whether it is about the sandbox. */
export const ACTIVITY_COLUMNS: readonly CsvColumn<ActivityFact>[] = [
  column('SANDBOX', ({ isSandbox }) => (isSandbox ? 'SANDBOX' : null)),
  column('entry', ({ id }) => String(id), 'number'),
  column('at', (entry) => entry.at),
  column('os_user', (entry) => entry.osUser),
  column('profile', (entry) => entry.profileName ?? entry.profileId),
  column('action', (entry) => entry.action),
  column('request', (entry) => entry.summary),
  column('outcome', (entry) => entry.outcome),
  column('evidence', (entry) => entry.evidence),
];
