/**
 * Random worlds for the list of deliveries and what its lists should answer, by brute force: invoices and deliveries that are stored in any
 * order and more than once, filters, sorts. Values are few, so that ties, nulls and hits are frequent. What one delivery is (state,
 * cause, host) is the domain's word, which has tests of its own.
 */
import fc from 'fast-check';
import type { Mirror } from '../../../../../src/backend/mirror/mirror.ts';
import {
  type Attempt,
  type Delivery,
  deliveryState,
  latestDelivery,
} from '../../../../../src/domain/webhooks/delivery.ts';
import { deliveryCause, hostOf, isElsewhere, lastAttempt } from '../../../../../src/domain/webhooks/delivery-cause.ts';
import {
  DELIVERY_CAUSES,
  type DeliveryCause,
  DELIVERY_LIST,
  DELIVERY_ROW_STATES,
  type DeliveryFilter,
  type DeliverySortField,
  type DeliveryRowState,
  type FailureGroupKey,
  isAtRisk,
} from '../../../../../src/domain/webhooks/delivery-list.ts';
import { type Invoice, isTerminal } from '../../../../../src/domain/records/invoice.ts';
import type { Sort } from '../../../../../src/domain/kernel/list.ts';
import { paidAmount } from '../../../../../src/domain/webhooks/paid-amount.ts';
import { amountFilters, invoices } from '../../arbitrary.ts';
import { hasAmount } from '../../oracle.ts';
import { delivery, page, uuidOf } from '../../sample.ts';

/** One invoice's part of a world. */
export interface Story {
  readonly invoice: Invoice;
  /** The record is pending first, and final only with a later page. */
  readonly wasPending: boolean;
  /** False: the mirror never gets the invoice itself. */
  readonly isKnown: boolean;
  /** Answers about its deliveries, the last one counts; none: never asked. */
  readonly readings: readonly (readonly Delivery[])[];
  /** The first reading comes before the invoice does. */
  readonly readFirst: boolean;
}

const HOSTS = ['https://a.example/hook', 'https://A.example:443/other', 'https://b.example:8443/', 'nonsense'] as const;
const CODES = [200, 204, 301, 404, 500, 503] as const;
const ERRORS = ['timeout: no response within 15 s', 'connect ECONNREFUSED 1.2.3.4', 'who knows'] as const;
const TIMES = ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.5Z', '2026-11-21T00:00:00Z', 'not a time'] as const;
const orNull = <Value>(values: readonly Value[]): fc.Arbitrary<Value | null> => fc.constantFrom(...values, null);

const attempt: fc.Arbitrary<Attempt> = fc.record({
  attempt_number: fc.integer({ min: 1, max: 7 }),
  round: fc.integer({ min: 1, max: 2 }),
  triggered_by: fc.constantFrom('system', 'user'),
  success: fc.constantFrom(true, false, null),
  duration_ms: orNull([0, 20, 900, 11_999, 12_000, 15_000, 15, -3]),
  created_at: orNull(TIMES),
  triggered_uuid_user: fc.constant(null),
  status_code: orNull(CODES),
  response_body: fc.constant(null),
  error: orNull(ERRORS),
});

function oneDelivery(number: number, position: number): fc.Arbitrary<Delivery> {
  return fc
    .record({
      uuid: fc.constant(uuidOf(900_000 + number * 10 + position)),
      event: orNull(['invoice.paid', 'invoice.canceled']),
      status: orNull(['pending', 'pending', 'delivering', 'delivered', 'failed', 'failed', 'held']),
      attempts: orNull([0, 1, 4, 5, 7, 1.5]),
      max_attempts: orNull([7, 7, 3]),
      next_attempt_at: orNull(TIMES),
      created_at: orNull(TIMES),
      updated_at: orNull(TIMES),
      target_url: orNull(HOSTS),
      last_status_code: orNull(CODES),
      last_error: orNull(ERRORS),
      delivered_at: orNull(TIMES),
      attempts_history: fc.array(attempt, { maxLength: 4 }),
      payload: orNull(['5', '9.990', '100']).map((amount) => ({ data: { status: 'success', amount } })),
    })
    .map((change) => delivery(number, { ...change, invoice_uuid: uuidOf(number) }));
}

function storyOf(invoice: Invoice, number: number): fc.Arbitrary<Story> {
  const some = (count: number): fc.Arbitrary<readonly Delivery[]> =>
    fc.tuple(...Array.from({ length: count }, (_, at) => oneDelivery(number, at)));
  const reading = fc.integer({ min: 0, max: 3 }).chain(some);
  return fc.record({
    invoice: fc.constant(invoice),
    wasPending: fc.boolean(),
    isKnown: fc.constantFrom(true, true, true, true, false),
    readings: fc.array(reading, { maxLength: 2 }),
    readFirst: fc.boolean(),
  });
}

/** A world of so many invoices. */
export function stories(count: number): fc.Arbitrary<readonly Story[]> {
  return invoices(count).chain((list) =>
    fc.tuple(
      ...list.map((invoice) =>
        storyOf({ ...invoice, callback_url: 'https://a.example/hook' }, Number.parseInt(invoice.uuid.slice(-12), 16)),
      ),
    ),
  );
}

const FIRST = '2026-11-21T10:00:00Z';
const LATER = '2026-11-21T11:00:00Z';

/** Tells the mirror everything. */
export async function tell(mirror: Mirror, world: readonly Story[]): Promise<void> {
  const store = async (records: readonly Invoice[], asOf: string): Promise<void> => {
    for (let at = 0; at < records.length; at += 40) {
      await mirror.write('invoices.store', page(records.slice(at, at + 40), { asOf }));
    }
  };
  const read = async (story: Story, from: number, to?: number): Promise<void> => {
    for (const deliveries of story.readings.slice(from, to)) {
      await mirror.write('deliveries.store', { invoiceUuid: story.invoice.uuid, deliveries, asOf: FIRST });
    }
  };
  for (const story of world) if (story.readFirst) await read(story, 0, 1);
  const known = world.filter(({ isKnown }) => isKnown);
  const moved = { callback_url: 'https://old.example/hook', external_id: 'before', finished_at: null };
  const pending = known.filter(({ wasPending }) => wasPending).map(({ invoice }) => invoice);
  await store(
    pending.map((invoice) => ({ ...invoice, ...moved, status: 'pending' })),
    '2026-11-21T09:00:00Z',
  );
  await store(
    known.map(({ invoice }) => invoice),
    LATER,
  );
  for (const story of world) await read(story, story.readFirst ? 1 : 0);
}

export interface Expected {
  readonly invoiceUuid: string;
  readonly position: number;
  readonly invoice: Invoice | null;
  /** In fiat; null where it is not known. */
  readonly paid: string | null;
  readonly delivery: Delivery | null;
  readonly state: DeliveryRowState;
  readonly isLatest: boolean;
  readonly host: string | null;
  readonly cause: DeliveryCause | null;
  readonly httpCode: number | null;
  readonly elsewhere: boolean;
  readonly atRisk: boolean;
}

/** All rows of a world. */
export function rowsOf(world: readonly Story[]): readonly Expected[] {
  return world.flatMap((story): readonly Expected[] => {
    const invoice = story.isKnown ? story.invoice : null;
    const deliveries = story.readings.at(-1);
    const paid = paidAmount(story.invoice, deliveries ?? [])?.amount ?? null;
    const common = { invoiceUuid: story.invoice.uuid, invoice, paid };
    if (deliveries !== undefined && deliveries.length > 0) {
      return deliveries.map((one, position) => ({ ...common, position, ...factsOf(one, invoice, deliveries) }));
    }
    if (invoice === null || !isTerminal(invoice.status)) return [];
    const state = deliveries !== undefined && isReadAfterEnd(story) ? 'none' : 'never-read';
    const nothing = { delivery: null, host: null, cause: null, httpCode: null, elsewhere: false, atRisk: false };
    return [{ ...common, position: 0, state, isLatest: true, ...nothing }];
  });
}

/** The last reading came when the end was known, or not before the invoice says that it ended. */
function isReadAfterEnd({ readings, readFirst, invoice }: Story): boolean {
  if (readings.length > (readFirst ? 1 : 0)) return true;
  const end = momentOf(invoice.finished_at);
  return end !== null && end <= (momentOf(FIRST) ?? '');
}

function factsOf(
  one: Delivery,
  invoice: Invoice | null,
  all: readonly Delivery[],
): Omit<Expected, 'invoice' | 'paid' | 'invoiceUuid' | 'position'> {
  return {
    delivery: one,
    state: deliveryState(one),
    isLatest: one === latestDelivery(all),
    host: hostOf(one.target_url),
    cause: deliveryCause(one),
    httpCode: one.last_status_code ?? lastAttempt(one)?.status_code ?? null,
    elsewhere: isElsewhere(one.target_url, invoice?.callback_url ?? null),
    atRisk: isAtRisk(one),
  };
}

/** Comparable as text; null for what is no instant. */
export function momentOf(text: string | null | undefined): string | null {
  const [, seconds, fraction = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(text?.length === 10 ? `${text}T00:00:00Z` : (text ?? '')) ??
    [];
  return seconds === undefined ? null : `${seconds}.${fraction.padEnd(9, '0')}`;
}

function valueOf(row: Expected, field: DeliverySortField): string | number | null {
  const { delivery: one, invoice } = row;
  switch (field) {
    case 'invoiceUuid':
      return row.invoiceUuid;
    case 'externalId':
      return invoice?.external_id ?? null;
    case 'event':
      return one?.event ?? null;
    case 'attempts':
      return one?.attempts === 1.5 ? null : (one?.attempts ?? null);
    case 'createdAt':
      return momentOf(one?.created_at);
    case 'finishedAt':
      return momentOf(invoice?.finished_at);
    case 'lastAttemptAt':
      return momentOf(one === null ? null : lastAttempt(one)?.created_at);
    case 'nextAttemptAt':
      return momentOf(one?.next_attempt_at);
    case 'deliveredAt':
      return momentOf(one?.delivered_at);
    case 'state':
    case 'host':
    case 'httpCode':
    case 'cause':
      return row[field];
  }
}

/** The list turned round is the same from its end: ties ascend where it goes its own way, instants down and everything else up. */
const FALLING: ReadonlySet<DeliverySortField> = new Set(['createdAt', 'finishedAt', 'lastAttemptAt', 'deliveredAt']);

function compare(left: Expected, right: Expected, sort: readonly Sort<DeliverySortField>[]): number {
  for (const { by, direction } of sort.length === 0 ? [{ by: 'finishedAt', direction: 'desc' } as const] : sort) {
    const [a, b] = [valueOf(left, by), valueOf(right, by)];
    if (a === b) continue;
    if (a === null || b === null) return a === null ? 1 : -1;
    return a < b === (direction === 'asc') ? -1 : 1;
  }
  const [first] = sort;
  const isTurned = first !== undefined && (first.direction === 'desc') !== FALLING.has(first.by);
  // Between those of one value the latest finished comes first.
  const tie = sort.length === 1 ? compare(left, right, []) : byPlace(left, right);
  return isTurned ? -tie : tie;
}

function byPlace(left: Expected, right: Expected): number {
  if (left.invoiceUuid !== right.invoiceUuid) return left.invoiceUuid < right.invoiceUuid ? -1 : 1;
  return left.position - right.position;
}

const isFailing = ({ state, isLatest }: Expected): boolean => isLatest && (state === 'failed' || state === 'retrying');

function matches(row: Expected, filter: DeliveryFilter, acknowledged: readonly FailureGroupKey[]): boolean {
  const among = <Value>(values: readonly Value[] | undefined, value: Value | null): boolean =>
    values === undefined || values.length === 0 || (value !== null && values.includes(value));
  const is = <Value>(wanted: Value | undefined, value: Value): boolean => wanted === undefined || wanted === value;
  const { invoice, delivery: one } = row;
  const isAcknowledged =
    isFailing(row) && acknowledged.some(({ cause, host }) => cause === row.cause && host === row.host);
  const needle = (filter.text ?? '').toLowerCase();
  const texts = [
    invoice?.uuid,
    invoice?.external_id,
    invoice?.customer_id,
    invoice?.purpose,
    invoice?.payment_method?.name,
    row.host,
  ];
  return (
    among(filter.state, row.state) &&
    among(filter.cause, row.cause) &&
    among(filter.host, row.host) &&
    among(filter.event, one?.event ?? null) &&
    among(filter.httpCode, row.httpCode) &&
    is(filter.atRisk, row.atRisk) &&
    is(filter.elsewhere, row.elsewhere) &&
    is(filter.acknowledged, isAcknowledged) &&
    among(filter.currency, invoice?.currency.code ?? null) &&
    ((filter.customerId ?? '') === '' || filter.customerId === invoice?.customer_id) &&
    ((filter.method ?? '') === '' || filter.method === invoice?.payment_method?.name) &&
    (needle === '' ||
      texts.some((text) => text?.toLowerCase().includes(needle)) ||
      one?.uuid.startsWith(needle) === true) &&
    isOfAmount(row, filter.amount) &&
    inRange(one?.created_at, filter.createdFrom, filter.createdTo) &&
    inRange(invoice?.finished_at, filter.finishedFrom, filter.finishedTo)
  );
}

function isOfAmount({ invoice, paid }: Expected, amount: DeliveryFilter['amount']): boolean {
  if (amount === undefined || (amount.from === undefined && amount.to === undefined)) return true;
  return invoice !== null && hasAmount(invoice, amount, paid);
}

function inRange(text: string | null | undefined, from: string | undefined, to: string | undefined): boolean {
  const [lower, upper, at] = [momentOf(from), momentOf(to), momentOf(text)];
  if (lower === null && upper === null) return true;
  return at !== null && (lower === null || at >= lower) && (upper === null || at < upper);
}

/** The rows of a filter in order. */
export function select(
  rows: readonly Expected[],
  filter: DeliveryFilter,
  sort: readonly Sort<DeliverySortField>[],
  acknowledged: readonly FailureGroupKey[] = [],
): readonly Expected[] {
  return rows.filter((row) => matches(row, filter, acknowledged)).sort((left, right) => compare(left, right, sort));
}

/** Latest deliveries that fail, by cause and host. */
export function failing(rows: readonly Expected[]): ReadonlyMap<string, readonly Expected[]> {
  return Map.groupBy(
    rows.filter((row) => isFailing(row) && row.cause !== null),
    ({ cause, host }) => `${cause} ${host}`,
  );
}

const BOUNDS = ['2026-11-20', '2026-11-21', '2026-11-20T10:00:00.5Z', '2026-11-22', ''] as const;
const NEEDLES = [
  '',
  'a',
  'a.e',
  'example',
  'order',
  '8443',
  '00000000-0000-4000-8000-0000',
  'or',
  'żół',
  '*',
  '_',
] as const;

/** Filters of which most have one or two conditions. */
export function filters(): fc.Arbitrary<DeliveryFilter> {
  const rare = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
    fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });
  const some = <Value>(values: readonly Value[]): fc.Arbitrary<Value[]> =>
    fc.subarray([...values], { maxLength: Math.min(3, values.length) });
  return fc.record({
    state: rare(some(DELIVERY_ROW_STATES)),
    cause: rare(some(DELIVERY_CAUSES)),
    host: rare(some(['a.example', 'b.example:8443', 'c.example'])),
    event: rare(some(['invoice.paid', 'invoice.canceled'])),
    httpCode: rare(some(CODES)),
    atRisk: rare(fc.boolean()),
    elsewhere: rare(fc.boolean()),
    acknowledged: rare(fc.boolean()),
    text: rare(fc.constantFrom(...NEEDLES)),
    customerId: rare(fc.constantFrom('anna', 'Béla', '')),
    method: rare(fc.constantFrom('Card', 'BLIK', '')),
    currency: rare(some(['EUR', 'PLN'])),
    amount: rare(amountFilters()),
    createdFrom: rare(fc.constantFrom(...BOUNDS)),
    createdTo: rare(fc.constantFrom(...BOUNDS)),
    finishedFrom: rare(fc.constantFrom(...BOUNDS)),
    finishedTo: rare(fc.constantFrom(...BOUNDS)),
  });
}

/** Up to three sort keys. */
export function sorts(): fc.Arbitrary<readonly Sort<DeliverySortField>[]> {
  const key = fc.record({ by: fc.constantFrom(...DELIVERY_LIST.sort), direction: fc.constantFrom('asc', 'desc') });
  return fc.array(key, { maxLength: 3 });
}
