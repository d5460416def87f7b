// The watch over the deliveries in words: what it reads next, how far it is, how long it takes. Pure.
import type { CallOutput } from '../../../../contract/calls.ts';
import type { WatchStatus } from '../../../../contract/calls/delivery-list.ts';
import { describeDuration } from '../../../../domain/kernel/time/time.ts';
import { countWords, grouped, plainText } from '../../../ui/index.ts';

/** What it reads next, as a sentence. */
export function nextWords(status: WatchStatus): string {
  const { state, reason, unresolved, due, incident } = status;
  if (state === 'paused') return 'Nothing is checked by itself; what you open still is, at once.';
  if (state === 'waiting' && reason !== undefined) return waitingWords(reason);
  if (incident?.state === 'reading' && incident.read < incident.invoices) {
    return 'Next: the invoices of the outage, then the newest ones.';
  }
  if (!isEverythingRead(status)) {
    return due === 0
      ? 'Next: the newest invoices, those on screen first.'
      : `Next: ${grouped(due)} due again, then the newest invoices.`;
  }
  if (unresolved === 0) return 'New final invoices are read as they come.';
  const rest = countWords(unresolved, 'undelivered one is', 'undelivered ones are');
  return `The ${rest} read again right after the next attempt.`;
}

/**
 * How old what is shown of ended deliveries may be: anybody may resend them, in the dashboard or at another console. Null where nothing is read
 * again.
 */
export function againWords({ recentWithinSeconds: recent, failedWithinSeconds: failed }: WatchStatus): string | null {
  const within = (seconds: number): string => `within ${describeDuration(seconds * 1000)}`;
  if (recent === undefined && failed === undefined) return null;
  const rest = 'the rest slowly';
  if (failed === undefined) return `The newest are checked again ${within(recent ?? 0)}, ${rest}.`;
  if (recent === undefined) return `Failed ones are checked again ${within(failed)}, ${rest}.`;
  if (recent === failed) return `Failed ones and the newest are checked again ${within(failed)}, ${rest}.`;
  return `The newest are checked again ${within(recent)}, failed ones ${within(failed)}, ${rest}.`;
}

/** A sentence stands as it is; the short label of a failure is no sentence, and the frame tells its whole story. */
function waitingWords(reason: string): string {
  if (reason.endsWith('.')) return reason;
  return `Nothing can be read from the API now (${plainText(reason.slice(0, 80))}). The mirror’s state on the left says why.`;
}

/** "8,120 of 12,100 final invoices checked". */
export function coverageWords({ read, terminal }: Pick<WatchStatus, 'read' | 'terminal'>): string {
  if (terminal === 0) return 'No final invoice yet';
  return `${grouped(Math.min(read, terminal))} of ${countWords(terminal, 'final invoice', 'final invoices')} checked`;
}

/** What the coverage means for a filter that found nothing: what was never read has no state and no cause that could match. */
export function unreadCaution(status: Pick<WatchStatus, 'read' | 'terminal'>): string | null {
  if (isEverythingRead(status)) return null;
  const rest = countWords(status.terminal - status.read, 'final invoice is', 'final invoices are');
  return `${rest} not checked yet: whether a webhook of theirs would match is not known.`;
}

/** "About 2 h 11 min at 57 of 100 requests a minute."; null when there is nothing to estimate. */
export function estimateWords({ state, etaSeconds, perMinute, limit }: WatchStatus): string | null {
  if (etaSeconds === undefined || state === 'done') return null;
  const pace = `at ${grouped(Math.round(perMinute))} of ${grouped(limit)} requests a minute`;
  const time = `About ${describeDuration(etaSeconds * 1000)}`;
  return state === 'paused' ? `${time} ${pace}, once it goes on.` : `${time} ${pace}.`;
}

/** Share of the final invoices that were read, in percent. */
export function percentRead({ read, terminal }: { readonly read: number; readonly terminal: number }): number {
  return terminal === 0 ? 0 : Math.min(100, (read / terminal) * 100);
}

/** True when no final invoice is left that was never read. */
export function isEverythingRead({ read, terminal }: Pick<WatchStatus, 'read' | 'terminal'>): boolean {
  return read >= terminal;
}

/** Nothing failing means two different things: all is well, or nothing is known of the rest. */
export function nothingFailingWords(status: Pick<WatchStatus, 'read' | 'terminal'> | undefined): string {
  if (status === undefined) return 'Nothing is failing among what was checked so far.';
  const { read, terminal } = status;
  if (terminal === 0) return 'No invoice is final yet, so no webhook has been due.';
  if (isEverythingRead(status)) {
    return `Nothing is failing: the deliveries of all ${countWords(terminal, 'final invoice', 'final invoices')} were checked.`;
  }
  const seen = `Nothing is failing among the ${grouped(read)} of ${grouped(terminal)} final invoices checked so far.`;
  return `${seen} The other ${grouped(terminal - read)} are not known yet.`;
}

type Incident = NonNullable<WatchStatus['incident']>;

/** "120 of 412 invoices read, about 4 min left", behind the host; while its window is open more may come. */
export function incidentProgress({ invoices, read, etaSeconds }: Incident): string {
  if (invoices === 0) return 'no final invoice falls into it so far';
  if (read >= invoices) return `all ${countWords(invoices, 'invoice', 'invoices')} checked so far`;
  const done = `${grouped(read)} of ${countWords(invoices, 'invoice', 'invoices')} checked`;
  return etaSeconds === null ? done : `${done}, about ${describeDuration(etaSeconds * 1000)} left`;
}

/** What came of checking an outage, once that is over: a sentence. Null while it is read. */
export function incidentEnd({ state, invoices, read }: Incident): string | null {
  if (state === 'reading') return null;
  if (invoices === 0) return 'No final invoice falls into it.';
  if (read < invoices) {
    return `${grouped(read)} of ${countWords(invoices, 'invoice', 'invoices')} of the outage are checked. The rest came later or could not be checked, and has its turn with all others.`;
  }
  if (invoices === 1) return 'The only invoice of the outage is checked.';
  return `All ${grouped(invoices)} invoices of the outage are checked.`;
}

/** What checking an outage would cost, before it is begun. */
export function costWords({ invoices, requests, etaSeconds }: CallOutput<'watch.estimate'>): string {
  if (invoices === 0) return 'No final invoice that the mirror knows falls into this window.';
  const what = countWords(invoices, 'final invoice falls', 'final invoices fall');
  if (requests === 0) return `${what} into this window, all of them checked just now: nothing is left to check.`;
  const price = `Checking takes ${countWords(requests, 'request', 'requests')}`;
  return `${what} into this window. ${price}, about ${describeDuration(etaSeconds * 1000)}.`;
}
