// When the API's silence or its clock is worth a strip above the screen, and in which words. Pure.
import type { SyncStatus } from '../../contract/calls/sync.ts';
import type { Failure } from '../../domain/failure.ts';
import { describeDuration } from '../../domain/time.ts';

/** Smaller differences are usual and change nothing that anybody sees. */
const WRONG_CLOCK_MS = 2 * 60_000;

/** Why nothing usable comes from the API, or null. A time offline has a strip of its own (standing-banners.tsx), being limited is not that, and a refused key has its own words. */
export function cutOffBy({
  state,
  failure,
  offline,
}: Pick<SyncStatus, 'state' | 'failure' | 'offline'>): Failure | null {
  if (offline !== undefined || state !== 'waiting' || failure === undefined) return null;
  if (failure.kind === 'rejected') return failure.status >= 500 ? failure : null;
  return failure.kind === 'unreachable' || failure.kind === 'malformed-response' ? failure : null;
}

/** What is wrong with this computer's clock; null while it is right to two minutes. */
export function clockWords(serverAheadMs: number): string | null {
  if (Math.abs(serverAheadMs) <= WRONG_CLOCK_MS) return null;
  const side = serverAheadMs > 0 ? 'behind' : 'ahead of';
  return `This computer’s clock is ${describeDuration(Math.abs(serverAheadMs))} ${side} the API’s. Ages and countdowns here follow the API’s; set this computer’s clock right.`;
}
