// The state of the mirror in words, and when the API's silence or its clock is worth a strip. Pure.
import type { SyncStatus } from '../../contract/calls/sync.ts';
import { assertNever, type Failure } from '../../domain/kernel/failure/failure.ts';
import { describeDuration } from '../../domain/kernel/time/time.ts';
import { countWords, engineWords, failureWords, grouped } from '../ui/index.ts';
import { countOf } from '../parts/index.ts';

type ListState = SyncStatus['invoices'];

/** Records that the API does not show any more; null when there are none. */
export function missingWords({ missing }: ListState, noun: string): string | null {
  if (missing === undefined) return null;
  return `${countWords(missing, `${noun} is`, `${noun}s are`)} not seen any more; kept and marked`;
}

/** Whether the statuses are those of the API, and when that was compared. */
export function statusesWords({ statuses }: SyncStatus): string | null {
  if (statuses === undefined) return null;
  return statuses.matches ? 'Statuses match' : 'Statuses differ; looking for them';
}

/** What the reading is doing; null when there is nothing to say. */
export function phaseWords({ state, reason, failure, progress, offline }: SyncStatus): string | null {
  const why = failure === undefined ? reason : failureWords(failure).sentence;
  switch (state) {
    case 'running':
      return progress === undefined ? 'Checking for changes' : `Reading ${readOf(progress)}`;
    case 'waiting':
      return why ?? (offline === undefined ? 'Waiting for the request limit' : 'Waiting for the API to answer');
    case 'paused':
      return 'Paused';
    case 'stopped':
      return why ?? 'Stopped';
    case 'idle':
      return null;
    default:
      return assertNever(state);
  }
}

function readOf({ done, total }: NonNullable<SyncStatus['progress']>): string {
  const read = grouped(done);
  return total === null ? read : `${read} of ${grouped(total)}`;
}

/** How far the deliveries are read, which takes a hundred times longer than the lists; null when there is nothing to say. */
export function deliveriesWords({ deliveries: { read, terminal } }: SyncStatus): string | null {
  if (terminal === 0 || read >= terminal) return null;
  return `Deliveries ${grouped(read)} of ${grouped(terminal)}`;
}

/** "about 52 s left"; null when nobody can tell. */
export function leftWords(etaSeconds: number | undefined): string | null {
  return etaSeconds === undefined ? null : `about ${describeDuration(etaSeconds * 1000)} left`;
}

export type LineTone = 'good' | 'quiet' | 'warn' | 'bad';

/** The sync in one line, the worst first: what stands still, what is cut off, what is under way, how complete the lists are. */
export function lineOf(status: SyncStatus): {
  readonly tone: LineTone;
  readonly words: string;
  readonly time: string | null;
} {
  const { state, offline, invoices, withdrawals, progress } = status;
  if (state === 'stopped') return { tone: 'bad', words: 'Sync has stopped', time: null };
  if (offline !== undefined) return { tone: 'warn', words: 'Offline since', time: offline.since };
  const isFirst = invoices.asOf === null || withdrawals.asOf === null;
  const isPart = invoices.certificate === 'incomplete' || withdrawals.certificate === 'incomplete';
  if (state === 'paused')
    return { tone: 'quiet', words: isPart ? 'Paused, not complete' : 'Paused, complete', time: invoices.asOf };
  if (isPart || isFirst) {
    const words = progress === undefined ? `Syncing ${countOf(invoices)}` : `Syncing ${readOf(progress)}`;
    return { tone: 'warn', words, time: null };
  }
  if (invoices.certificate === 'as-far-as-seen' || withdrawals.certificate === 'as-far-as-seen')
    return { tone: 'quiet', words: 'All that was seen; completeness not provable,', time: invoices.asOf };
  return { tone: 'good', words: 'Complete,', time: invoices.asOf };
}

/** Smaller differences are usual and change nothing that anybody sees. */
const WRONG_CLOCK_MS = 2 * 60_000;

/** Why nothing usable comes from the API, or null. A time offline has a strip of its own, being limited is not that, and a refused key has its own words. */
export function cutOffBy({
  state,
  failure,
  offline,
}: Pick<SyncStatus, 'state' | 'failure' | 'offline'>): Failure | null {
  if (offline !== undefined || state !== 'waiting' || failure === undefined) return null;
  if (failure.kind === 'rejected') return failure.status >= 500 ? failure : null;
  return failure.kind === 'unreachable' || failure.kind === 'malformed-response' ? failure : null;
}

/** What is wrong with the clock of whoever runs the engine; null while it is right to two minutes. */
export function clockWords(serverAheadMs: number): string | null {
  if (Math.abs(serverAheadMs) <= WRONG_CLOCK_MS) return null;
  const side = serverAheadMs > 0 ? 'behind' : 'ahead of';
  return `The clock of ${engineWords().computer} is ${describeDuration(Math.abs(serverAheadMs))} ${side} the API’s. Ages and countdowns here follow the API’s; set it right.`;
}
