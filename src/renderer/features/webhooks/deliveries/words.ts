// A row of the index of deliveries in words: whose it is, how many attempts it has left, when the next one is. Pure.
import type { AttemptEnd, DeliveryRow, FailureGroup } from '../../../../domain/webhooks/delivery-list.ts';
import { describeDuration, toEpochMs } from '../../../../domain/kernel/time/time.ts';
import { plainText } from '../../../ui/index.ts';
import type { WatchStatus } from '../../../../contract/calls/delivery-list.ts';
import { screenPath } from '../../../../domain/console/screens.ts';

/** "5 of 7"; what the API does not say is left out, and null says that it says nothing. */
export function attemptsWords({ attempts, maxAttempts }: Pick<DeliveryRow, 'attempts' | 'maxAttempts'>): string | null {
  if (attempts === null) return null;
  return maxAttempts === null ? `${attempts}` : `${attempts} of ${maxAttempts}`;
}

export type NextAttempt =
  | { readonly kind: 'none' }
  /** The API still waits with it, but does not say for when. */
  | { readonly kind: 'not-said' }
  | { readonly kind: 'ahead'; readonly words: string }
  /** Its moment has passed and the console has not seen the attempt yet. */
  | { readonly kind: 'overdue'; readonly words: string };

/** When the API tries again by itself, as of `nowMs` on the API's clock. */
export function nextAttempt(
  { state, nextAttemptAt }: Pick<DeliveryRow, 'state' | 'nextAttemptAt'>,
  nowMs: number,
): NextAttempt {
  if (state !== 'queued' && state !== 'retrying') return { kind: 'none' };
  const at = nextAttemptAt === null ? null : toEpochMs(nextAttemptAt);
  if (at === null) return { kind: 'not-said' };
  const distance = at - nowMs;
  if (distance > 0) return { kind: 'ahead', words: `in ${describeDuration(distance)}` };
  if (distance > -GRACE_MS) return { kind: 'ahead', words: 'due now' };
  return { kind: 'overdue', words: `overdue ${describeDuration(-distance)}` };
}

/** An attempt may take its 15 s and is read only after that: until then nothing is late. */
const GRACE_MS = 60_000;

export function invoiceName({ externalId, invoiceUuid }: Pick<DeliveryRow, 'externalId' | 'invoiceUuid'>): string {
  return plainText((externalId ?? invoiceUuid).slice(0, 120));
}

export const LIST_PATH = screenPath('deliveries');
export const AT_RISK_QUERY = 'atRisk=true';

/** The states that a group counts: those that still need a delivery. */
const FAILING = [
  ['state', 'failed'],
  ['state', 'retrying'],
] as const;

/** The failing deliveries of a group, of those with the text; null for a target that is no address: no filter can name it. */
export function groupQuery({ host, cause }: Pick<FailureGroup, 'host' | 'cause'>, text?: string): string | null {
  const part = text === undefined ? [] : [['text', text] as const];
  return host === null ? null : query([...FAILING, ['host', host], ['cause', cause], ...part]);
}

/** Everything that goes to the host. */
export function hostQuery(host: string): string {
  return query([['host', host]]);
}

/** What was sent to the host in a span (instants): all, or that which arrived, or failed. */
export function attemptsQuery(
  host: string,
  span: { readonly from: string; readonly to: string },
  end?: AttemptEnd,
): string {
  const ends = end === undefined ? [] : [['attempt', end] as const];
  return query([['host', host], ['attemptedFrom', span.from], ['attemptedTo', span.to], ...ends]);
}

type Incident = NonNullable<WatchStatus['incident']>;

/** The invoices that became final in the window; with `failing` only those whose webhook has not arrived. */
export function incidentQuery({ from, to, host }: Pick<Incident, 'from' | 'to' | 'host'>, failing: boolean): string {
  return query([
    ...(failing ? FAILING : []),
    ...(host === null ? [] : [['host', host] as const]),
    ['finishedFrom', from],
    ['finishedTo', to],
  ]);
}

/**
 * The invoices of an incident for the list. What was never read has no host yet, so while some of it has not been the list is not
 * narrowed to one: it would begin empty and leave out what is still to come.
 */
export function incidentListQuery(incident: Pick<Incident, 'from' | 'to' | 'host' | 'invoices' | 'read'>): string {
  const { read, invoices, host } = incident;
  return incidentQuery({ ...incident, host: read < invoices ? null : host }, false);
}

/** A list with a query; the list itself without one. */
export function listPath(text: string): string {
  return text === '' ? LIST_PATH : `${LIST_PATH}?${text}`;
}

function query(pairs: readonly (readonly [string, string])[]): string {
  return new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
}
