// A filter of the list of deliveries as SQL over `desk AS d`, and the index that a question is answered from: the planner
// does not know how many rows a value has, so it is told. Words, dates and text are understood as in conditions.ts.
import type { DeliveryFilter, DeliverySortField, FailureGroupKey } from '../../../../domain/webhooks/delivery-list.ts';
import { isBounded, type Weighed } from '../../kernel/access.ts';
import { deliveryAmountTerm } from '../../kernel/amounts.ts';
import { assertAsked, Conditions } from '../../kernel/conditions.ts';
import type { Where } from '../../../sqlite/terms.ts';
import type { DeliveryQuery } from './answers.ts';
import { idsContaining } from '../../kernel/search.ts';

/** The literal of the partial index desk_failing; with parameters it would not be found. */
export const FAILING = `d.is_latest = 1 AND d.state IN ('failed', 'retrying')`;

export interface WeighedDeliveries extends DeliveryQuery {
  readonly filter: Weighed<DeliveryFilter>;
}

/** The conditions of a query. Throws FailureError `invalid-input`. */
export function deliveryWhere({ filter, acknowledged = [] }: WeighedDeliveries): Where {
  const conditions = new Conditions();
  assertAsked(filter);
  addIds(conditions, filter.ids ?? []);
  conditions.oneOf('d.state', 'state', filter.state);
  conditions.oneOf('d.cause', 'cause', filter.cause);
  conditions.oneOf('d.host', 'host', filter.host);
  conditions.oneOf('d.event', 'event', filter.event);
  conditions.oneOf('d.http_code', 'httpCode', filter.httpCode);
  // Literals, not parameters: the partial indexes are only found by them.
  if (filter.atRisk !== undefined) conditions.add(`d.at_risk = ${filter.atRisk ? 1 : 0}`);
  if (filter.elsewhere !== undefined) conditions.add(`d.elsewhere = ${filter.elsewhere ? 1 : 0}`);
  if (filter.acknowledged !== undefined) addAcknowledged(conditions, filter.acknowledged, acknowledged);
  // By the index of the invoices; a row has a customer only while the mirror has its invoice.
  if (isSet(filter.customerId)) conditions.add(OF_CUSTOMER, filter.customerId);
  conditions.equal('d.payment_method', filter.method, 'COLLATE NOCASE');
  conditions.oneOf('d.currency', 'currency', filter.currency);
  conditions.amount(filter.amount, (amount) => deliveryAmountTerm(amount, filter.isBroad === true, OF_INVOICES));
  conditions.range('d.created_at_key', 'created', filter.createdFrom, filter.createdTo);
  conditions.range('d.finished_at_key', 'finished', filter.finishedFrom, filter.finishedTo);
  addAttempts(conditions, filter);
  conditions.text('text', filter.text, (folded) => textTerm(folded, filter.sought));
  return conditions.where();
}

/** An id is that of a row, or the uuid of an invoice, as the books know what is labelled: then all of its rows. */
function addIds(conditions: Conditions, ids: readonly string[]): void {
  if (isOfInvoices(ids)) {
    const uuids = JSON.stringify(ids);
    conditions.add(`d.id IN (${OF_INVOICES('i.uuid IN (SELECT value FROM json_each(?))')})`, uuids);
  } else conditions.ids(`d.invoice_uuid || '/' || d.position`, ids);
}

function isOfInvoices(ids: readonly string[] = []): boolean {
  return ids.length > 0 && ids.every((id) => !id.includes('/'));
}

function addAcknowledged(conditions: Conditions, isMember: boolean, groups: readonly FailureGroupKey[]): void {
  const pairs = JSON.stringify(groups.map(({ cause, host }) => `${cause} ${host ?? ''}`));
  const member = `${FAILING} AND d.cause || ' ' || ifnull(d.host, '') IN (SELECT value FROM json_each(?))`;
  conditions.add(isMember ? member : `NOT (${member})`, pairs);
}

/** By the attempts at each host in the order of their time: no row has more of them than its last. */
function addAttempts(conditions: Conditions, { host, attempt, attemptedFrom, attemptedTo }: DeliveryFilter): void {
  if (!isAttempted({ attempt, attemptedFrom, attemptedTo })) return;
  const made = new Conditions();
  made.oneOf('a.host', 'host', host);
  if (!isAny(host))
    made.add(`a.host IN (SELECT host FROM desk INDEXED BY desk_by_host WHERE host IS NOT NULL GROUP BY host)`);
  made.range('a.made_at_key', 'attempted', attemptedFrom, attemptedTo);
  if (attempt !== undefined) made.add('a.is_success = ?', attempt === 'succeeded' ? 1 : 0);
  const { sql, parameters } = made.where();
  conditions.add(
    `d.id IN (SELECT s.id FROM attempts AS a INDEXED BY attempts_in_order CROSS JOIN desk AS s INDEXED BY desk_by_invoice
      ON s.invoice_uuid = a.invoice_uuid AND s.delivery_uuid IS NOT NULL AND s.host = a.host ${sql})`,
    ...parameters,
  );
}

function isAttempted({
  attempt,
  attemptedFrom,
  attemptedTo,
}: Pick<DeliveryFilter, 'attempt' | 'attemptedFrom' | 'attemptedTo'>): boolean {
  return attempt !== undefined || isSet(attemptedFrom) || isSet(attemptedTo);
}

/** The rows of invoices, which are found once: one that has no delivery has the invoice's id. */
const OF_INVOICES = (term: string): string => `SELECT id FROM (
    WITH found AS MATERIALIZED (SELECT i.id, i.uuid FROM invoices AS i WHERE ${term})
    SELECT id FROM found UNION ALL SELECT s.id FROM found CROSS JOIN desk AS s INDEXED BY desk_by_invoice
      ON s.delivery_uuid IS NOT NULL AND s.invoice_uuid = found.uuid)`;
const OF_CUSTOMER = `d.id IN (${OF_INVOICES('i.customer_id = ?')})`;

/** What the invoice says of itself, the beginning of a delivery's uuid, and any part of a host. What very many rows have each is asked on the way. */
function textTerm(folded: string, sought: Weighed<DeliveryFilter>['sought']): Where {
  const beginning = [folded, `${folded}\u{10ffff}`];
  if (sought?.isCommon === true) {
    const sql = `(instr(d.host, ?) > 0 OR (d.delivery_uuid COLLATE NOCASE >= ? AND d.delivery_uuid COLLATE NOCASE < ?)
      OR EXISTS (SELECT 1 FROM invoice_search AS s WHERE s.id = CASE WHEN d.delivery_uuid IS NULL THEN d.id
        ELSE (SELECT i.id FROM invoices AS i WHERE i.uuid = d.invoice_uuid) END AND instr(s.text, ?) > 0))`;
    return { sql, parameters: [folded, ...beginning, folded] };
  }
  const found = idsContaining(folded, sought);
  const sql = `d.id IN (
    ${OF_INVOICES(`i.id IN (${found.sql})`)}
    UNION SELECT s.id FROM desk AS s INDEXED BY desk_by_delivery WHERE s.delivery_uuid IS NOT NULL
      AND s.delivery_uuid COLLATE NOCASE >= ? AND s.delivery_uuid COLLATE NOCASE < ?
    UNION SELECT s.id FROM desk AS s INDEXED BY desk_by_host WHERE s.host IS NOT NULL AND s.host IN (
      SELECT host FROM desk INDEXED BY desk_by_host WHERE host IS NOT NULL GROUP BY host HAVING instr(host, ?) > 0))`;
  return { sql, parameters: [...found.parameters, ...beginning, folded] };
}

/** Up to so many rows are put in order faster than an order is looked through for them. */
const FEW = 20_000;

/** The indexes that begin with what is sorted by. Those of what only deliveries have hold only the rows that have it. */
const BY_SORT_FIELD: Readonly<Partial<Record<DeliverySortField, string>>> = {
  finishedAt: 'desk_by_finished',
  externalId: 'desk_by_order',
  state: 'desk_by_state',
  lastAttemptAt: 'desk_by_attempt',
  nextAttemptAt: 'desk_by_next',
  createdAt: 'desk_by_created',
  deliveredAt: 'desk_by_delivered',
  host: 'desk_by_host',
  event: 'desk_by_event',
  httpCode: 'desk_by_code',
  cause: 'desk_by_cause',
  attempts: 'desk_by_attempts',
};

/** The hint that names the index of an order; empty where there is none. */
export function indexOf(field: DeliverySortField): string {
  const index = BY_SORT_FIELD[field];
  return index === undefined ? '' : `INDEXED BY ${index}`;
}

/** True where the order is taken in two pieces: the rows that have a value, and those that have none. */
export function isInPieces(field: DeliverySortField): boolean {
  return field !== 'finishedAt' && field !== 'state' && BY_SORT_FIELD[field] !== undefined;
}

/** Does a hint name the index of the order, so that a page is found by walking along it? */
export function isWalked(access: string, field: DeliverySortField): boolean {
  const isOfState = field === 'finishedAt' && access === 'INDEXED BY desk_by_state';
  return isOfState || (access !== '' && access === indexOf(field));
}

/** The hint behind `desk AS d` for `count` rows in an order that begins with the field. */
export function accessForRows(filter: Weighed<DeliveryFilter>, field: DeliverySortField, count: number): string {
  const index = BY_SORT_FIELD[field];
  if (count <= FEW || index === undefined || isFound(filter)) return accessForCount(filter);
  return field === 'finishedAt' && filter.state?.length === 1 ? 'INDEXED BY desk_by_state' : `INDEXED BY ${index}`;
}

/** The hint for counting: the index whose rows are the fewest. */
export function accessForCount(filter: Weighed<DeliveryFilter>): string {
  // The row ids that were found, and nothing else.
  if (isFound(filter)) return 'NOT INDEXED';
  if (filter.acknowledged === true) return 'INDEXED BY desk_failing';
  if (filter.atRisk === true) return 'INDEXED BY desk_at_risk';
  if (filter.elsewhere === true) return 'INDEXED BY desk_elsewhere';
  if (isAny(filter.cause)) return 'INDEXED BY desk_by_cause';
  if (isAny(filter.httpCode)) return 'INDEXED BY desk_by_code';
  if (isAny(filter.state)) return 'INDEXED BY desk_by_state';
  if (isAny(filter.host)) return 'INDEXED BY desk_by_host';
  if (isAny(filter.event)) return 'INDEXED BY desk_by_event';
  if (isSet(filter.createdFrom) || isSet(filter.createdTo)) return 'INDEXED BY desk_by_created';
  return isSet(filter.finishedFrom) || isSet(filter.finishedTo) ? 'INDEXED BY desk_by_finished' : 'NOT INDEXED';
}

function isFound(filter: Weighed<DeliveryFilter>): boolean {
  return (
    isOfInvoices(filter.ids) ||
    (isSet(filter.text) && filter.sought?.isCommon !== true) ||
    isSet(filter.customerId) ||
    isAttempted(filter) ||
    (isBounded(filter) && filter.isBroad !== true)
  );
}

function isAny(words: readonly unknown[] | undefined): boolean {
  return words !== undefined && words.length > 0;
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
