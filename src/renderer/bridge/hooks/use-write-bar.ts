// Why nothing can be changed at the API now: said beside a control before anybody clicks it. The engine refuses all the same.
import type { SyncStatus } from '../../../contract/calls/sync.ts';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { useCall } from './use-call.ts';
import { type ProfileSummary, useProfile } from './use-profile.ts';

/** The first thing in the way, or null when nothing is. Failures that a person can do something about come first. */
export function useWriteBar(): Failure | null {
  const { profile } = useProfile();
  const { data: status } = useCall('sync.status', {});
  return profile === null ? null : writeBar(profile, status);
}

/** The same for a given profile and the state of its mirror. */
export function writeBar(
  { key, readOnly, keyStanding }: Pick<ProfileSummary, 'key' | 'readOnly' | 'keyStanding'>,
  status: Pick<SyncStatus, 'state' | 'failure' | 'offline'> | undefined,
): Failure | null {
  if (readOnly) return { kind: 'profile-changed', reason: 'read-only' };
  if (key === 'absent') return { kind: 'profile-changed', reason: 'no-key' };
  if (keyStanding === 'different') return { kind: 'profile-changed', reason: 'different-business' };
  if (status?.state === 'stopped' && status.failure !== undefined) return status.failure;
  if (keyStanding === 'unproved') return { kind: 'profile-changed', reason: 'unproved' };
  return status?.offline === undefined ? null : { kind: 'unavailable-offline', detail: OFFLINE };
}

/** Why nothing can be read from the API now: the same but for what keeps only changes back. A read-only profile reads. */
export function useReadBar(): Failure | null {
  const { profile } = useProfile();
  const { data: status } = useCall('sync.status', {});
  return profile === null ? null : readBar(profile, status);
}

/** The same for a given profile and the state of its mirror. */
export function readBar(
  { key, keyStanding }: Pick<ProfileSummary, 'key' | 'keyStanding'>,
  status: Pick<SyncStatus, 'state' | 'failure' | 'offline'> | undefined,
): Failure | null {
  const different = keyStanding === 'different' ? keyStanding : undefined;
  const bar = writeBar({ key, readOnly: false, keyStanding: different }, status);
  return bar?.kind === 'unavailable-offline' ? { kind: 'unavailable-offline', detail: UNREAD } : bar;
}

const UNREAD = 'The API cannot be reached, so nothing can be read. It is possible again as soon as it answers.';
const OFFLINE = 'The API cannot be reached, so nothing can be sent. It is possible again as soon as it answers.';
