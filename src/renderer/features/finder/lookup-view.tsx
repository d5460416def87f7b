// What was found for ids, in words: how each stands, where it leads, what looking up the rest would cost. Pure.
import type { LookupMatch, LookupResult } from '../../../contract/calls/lookup.ts';
import type { FulfilmentVerdict } from '../../../domain/records/fulfilment.ts';
import { MAX_LOOKUP_IDS, type PastedIds } from '../../../domain/records/lookup.ts';
import { isUuid } from '../../../domain/kernel/text/uuid.ts';
import { countWords, customerPath, grouped, invoicePath, TimeOfDayText, withdrawalPath } from '../../ui/index.ts';
import type { Tone } from '../../parts/index.ts';
import { useCall } from '../../bridge/index.ts';

export type LookupFinding = 'matched' | 'ambiguous' | 'not-found';

/** How an id stands: one record, several that it may mean, or none. */
export function findingOf({ matches }: Pick<LookupResult, 'matches'>): LookupFinding {
  if (matches.length === 0) return 'not-found';
  return matches.length === 1 ? 'matched' : 'ambiguous';
}

export const FINDING_WORDS: Readonly<Record<LookupFinding, string>> = {
  matched: 'Matched',
  ambiguous: 'Ambiguous',
  'not-found': 'Not found',
};

/** What its answer shows: invoices and withdrawals are all that it can be asked for by an id. */
export const API_HAS_NOT = 'the API has no invoice and no withdrawal with it';
export const NOT_ASKABLE = 'Customers, deliveries and hashes it cannot be asked for.';

/** The screen of a record. A delivery stands on the page of its invoice; an invoice read from the API says so there. */
export function pathOf(match: LookupMatch): string {
  switch (match.kind) {
    case 'invoice':
      return `${invoicePath(match.uuid)}${match.source === 'api' ? '?found=api' : ''}`;
    case 'customer':
      return customerPath(match.customerId);
    case 'delivery':
      return invoicePath(match.invoiceUuid, 'deliveries');
    case 'withdrawal':
      return withdrawalPath(match.uuid);
  }
}

/** What the id is of the record: "invoice by external id". */
export function kindWords(match: LookupMatch): string {
  if (match.kind === 'customer') return 'customer';
  if (match.kind === 'delivery') return 'webhook delivery';
  if (match.by === 'uuid') return `${match.kind}, by uuid`;
  return match.kind === 'invoice' ? 'invoice, by external id' : 'withdrawal, by transaction hash';
}

/** The verdict in a cell: short, with the colour of its mood. */
export const VERDICTS: Readonly<Record<FulfilmentVerdict, { readonly words: string; readonly tone: Tone }>> = {
  fulfil: { words: 'safe to fulfil', tone: 'good' },
  'fulfil-for': { words: 'for the net only', tone: 'warn' },
  'read-again-first': { words: 'refresh first', tone: 'warn' },
  check: { words: 'check by hand', tone: 'warn' },
  'do-not-fulfil-yet': { words: 'no payment yet', tone: 'quiet' },
  'do-not-fulfil': { words: 'do not fulfil', tone: 'quiet' },
  escalate: { words: 'ask the service', tone: 'bad' },
};

/** What was left out of a pasted text, one sentence each. */
export function leftOutWords({ repeated, tooLong, left }: PastedIds): readonly string[] {
  return [
    ...(repeated === 0 ? [] : [`${countWords(repeated, 'repetition was', 'repetitions were')} left out.`]),
    ...(tooLong === 0 ? [] : [`${countWords(tooLong, 'text is', 'texts are')} longer than any id and left out.`]),
    ...(left === 0
      ? []
      : [`Only the first ${MAX_LOOKUP_IDS} are looked up; ${countWords(left, 'id is', 'ids are')} left over.`]),
  ];
}

/** Requests that looking ids up at the API takes: an invoice first, and for a uuid that is none a withdrawal. */
export function requestsFor(ids: readonly string[]): { readonly least: number; readonly most: number } {
  return { least: ids.length, most: ids.length + ids.filter(isUuid).length };
}

interface Budget {
  readonly limit: number;
  readonly remaining: number;
  readonly reserve: number;
}

/** Seconds that so many requests wait for the API's limit; zero while it has room for them. */
export function waitSeconds(requests: number, { limit, remaining, reserve }: Budget): number {
  const beyond = requests - Math.max(0, remaining - reserve);
  const perMinute = Math.max(1, limit - reserve);
  return beyond <= 0 ? 0 : Math.ceil((beyond * 60) / perMinute);
}

/** "3 to 5 requests" , "3 requests"; then how long at least. */
export function costWords(ids: readonly string[], budget: Budget | undefined): string {
  const { least, most } = requestsFor(ids);
  const requests =
    least === most ? countWords(most, 'request', 'requests') : `${grouped(least)} to ${grouped(most)} requests`;
  const seconds = budget === undefined ? 0 : waitSeconds(most, budget);
  if (seconds === 0) return requests;
  return seconds < 90
    ? `${requests}, up to about ${seconds} s`
    : `${requests}, up to about ${Math.ceil(seconds / 60)} min`;
}

export function MirrorReach() {
  const status = useCall('sync.status', {}).data;
  if (status === undefined) return null;
  const { invoices, deliveries } = status;
  return (
    <p className="mc-note">
      {invoices.certificate === 'certified' && invoices.asOf !== null ? (
        <>
          The list of invoices is complete as of <TimeOfDayText value={invoices.asOf} />.{' '}
        </>
      ) : (
        'The list of invoices is not complete yet. '
      )}
      Customers, deliveries and transaction hashes are found in the mirror only, since the API has no search; deliveries
      of {grouped(deliveries.read)} of {grouped(deliveries.terminal)} final invoices were read.
    </p>
  );
}
