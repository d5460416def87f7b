// The state of the mirror in words: one line for the frame, and its parts. Pure.
import type { SyncStatus } from '../../contract/calls/sync.ts';
import { assertNever } from '../../domain/failure.ts';
import { describeDuration } from '../../domain/time.ts';
import { countOf, failureWords } from '../ui/index.ts';

type ListState = SyncStatus['invoices'];

/** Records that the API does not show any more; null when there are none. */
export function missingWords({ missing }: ListState, noun: string): string | null {
  if (missing === undefined) return null;
  const words = missing === 1 ? `1 ${noun} is` : `${missing.toLocaleString('en-GB')} ${noun}s are`;
  return `${words} not seen any more; kept and marked`;
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
  const read = done.toLocaleString('en-GB');
  return total === null ? read : `${read} of ${total.toLocaleString('en-GB')}`;
}

/** How far the deliveries are read, which takes a hundred times longer than the lists; null when there is nothing to say. */
export function deliveriesWords({ deliveries: { read, terminal } }: SyncStatus): string | null {
  if (terminal === 0 || read >= terminal) return null;
  return `Deliveries ${read.toLocaleString('en-GB')} of ${terminal.toLocaleString('en-GB')}`;
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
