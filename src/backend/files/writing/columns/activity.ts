// The columns of the export of the activity log.
import type { ActivityEntry } from '../../../../domain/news/activity.ts';
import { columnsOf } from '../table.ts';

/** An entry with its profile's name and kind, as far as the profile is still there. */
export interface ActivityFact extends ActivityEntry {
  readonly profileName: string | null;
  readonly isSandbox: boolean;
}

const { text, number, instant, named } = columnsOf<ActivityFact>();

/** Entries of several profiles stand in one file: each says itself whether it is about the sandbox. The last ones are its chain (docs/close-format.md). */
export const ACTIVITY_COLUMNS = [
  text('SANDBOX', ({ isSandbox }) => (isSandbox ? 'SANDBOX' : null)),
  number('entry', ({ id }) => id),
  instant('at', ({ at }) => at),
  text('os_user', ({ osUser }) => osUser),
  text('profile', (entry) => entry.profileName ?? entry.profileId),
  text('action', ({ action }) => action),
  text('request', ({ summary }) => summary),
  ...named('text', 'outcome', 'evidence', 'profileId'),
  number('place', ({ place }) => place),
  text('hash', ({ hash }) => hash),
] as const;
