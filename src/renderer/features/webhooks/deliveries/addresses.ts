// Addresses within the list of deliveries: what a group, a host, an incident and the at-risk lane narrow it to. Pure.
import { type WatchStatus } from '../../../../contract/calls/delivery-list.ts';
import { type AttemptEnd, type FailureGroup } from '../../../../domain/webhooks/delivery-list.ts';
import { screenPath } from '../../../../domain/console/screens.ts';

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
