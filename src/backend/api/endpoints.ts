// The nine endpoints, one function each (specification, "Endpoints"): the path that is asked for, what must be true
// of the answer, and how a failed write is classified.
import type { Delivery } from '../../domain/delivery.ts';
import { failed, type Failure, type InputIssue, type Result, success } from '../../domain/failure.ts';
import type { Invoice } from '../../domain/invoice.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';
import {
  type AnswerLimits,
  CATALOGUE_LIMITS,
  DELIVERIES_LIMITS,
  DELIVERY_LIMITS,
  MOST_PER_PAGE,
  PAGE_LIMITS,
  RECORD_LIMITS,
} from './answer-limits.ts';
import type { Attempt, Caller, Payload } from './calling.ts';
import type {
  Answer,
  CallOptions,
  DeliveryList,
  InvoiceQuery,
  ListPage,
  Look,
  Looked,
  PaymentMethodList,
  PaymentMethodQuery,
  Quarantined,
  RateList,
  SendResult,
  WithdrawalQuery,
} from './calls.ts';
import { malformed } from './envelope.ts';
import { isUuid, sameUuid } from '../../domain/uuid.ts';
import { cutText, printWithin } from '../../domain/records/json.ts';
import { readDelivery } from './records/records.ts';
import { type Reading, readRecords } from './records/records.ts';
import { readCreatedInvoice, readInvoice } from './records/records.ts';
import { readPage } from './records/page.ts';
import { readPaymentMethod } from './records/records.ts';
import { readRates } from './records/rate.ts';
import { readWithdrawal } from './records/records.ts';

/** What an endpoint needs: the caller and the path of `{api_root}`. */
export interface Endpoint {
  readonly caller: Caller;
  /** Path of the API root without a trailing slash ("/api/v1"). */
  readonly rootPath: string;
}

/** Longest id that is put into a path; ids of the API have at most 128 characters. */
const MAX_IDENT = 512;
/** A resend may be answered only when its attempt is over, which takes up to 15 seconds (specification, "Webhook timeout"). */
const RESEND_HEAD_MS = 30_000;
/** Each may have hundreds of attempts. */
const TURN_DELIVERIES = 8;
/** Statuses with which the API itself says that a write was not done. */
const REFUSING = new Set([401, 403, 404, 409, 422, 429]);

/** GET /external/invoices */
export async function listInvoices(
  api: Endpoint,
  query: InvoiceQuery,
  options: CallOptions,
): Promise<Result<Answer<ListPage<Invoice>>>> {
  return readList(api, 'invoices', query, { status: query.status, currency: query.currency }, readInvoice, options);
}

/** GET /external/withdrawals */
export async function listWithdrawals(
  api: Endpoint,
  query: WithdrawalQuery,
  options: CallOptions,
): Promise<Result<Answer<ListPage<Withdrawal>>>> {
  return readList(api, 'withdrawals', query, { status: query.status }, readWithdrawal, options);
}

/** GET /external/invoices/{ident}. An answer about another invoice is refused. */
export async function getInvoice(api: Endpoint, ident: string, options: CallOptions): Promise<Result<Answer<Invoice>>> {
  const segment = pathSegment(ident);
  if (!segment.ok) return segment;
  const path = `${api.rootPath}/external/invoices/${segment.value}`;
  const payload = await api.caller.read(path, { limits: RECORD_LIMITS, subject: { what: 'invoice', ident } }, options);
  if (!payload.ok) return payload;
  return readOne(
    payload.value,
    readInvoice,
    (invoice) => invoice.external_id === ident || sameUuid(invoice.uuid, ident),
  );
}

/** GET /external/withdrawals/{withdrawal_uuid} */
export async function getWithdrawal(
  api: Endpoint,
  uuid: string,
  options: CallOptions,
): Promise<Result<Answer<Withdrawal>>> {
  const segment = pathSegment(uuid);
  if (!segment.ok) return segment;
  const path = `${api.rootPath}/external/withdrawals/${segment.value}`;
  const payload = await api.caller.read(
    path,
    { limits: RECORD_LIMITS, subject: { what: 'withdrawal', ident: uuid } },
    options,
  );
  if (!payload.ok) return payload;
  return readOne(payload.value, readWithdrawal, (withdrawal) => sameUuid(withdrawal.uuid, uuid));
}

/** GET /external/invoices/{ident}/webhooks. A delivery of another invoice is quarantined. */
export async function listDeliveries(
  api: Endpoint,
  uuid: string,
  options: CallOptions,
): Promise<Result<Answer<DeliveryList>>> {
  const segment = pathSegment(uuid);
  if (!segment.ok) return segment;
  const path = `${api.rootPath}/external/invoices/${segment.value}/webhooks`;
  const payload = await api.caller.read(
    path,
    { limits: DELIVERIES_LIMITS, subject: { what: 'invoice', ident: uuid } },
    options,
  );
  if (!payload.ok) return payload;
  const { data, status } = payload.value;
  if (!Array.isArray(data)) return malformed('wrong-envelope', status, 'no list');
  const { records, quarantined, drift } = await readRecords(
    data,
    (source) => readDeliveryOf(source, uuid),
    TURN_DELIVERIES,
  );
  return success(answer(payload.value, { deliveries: records, quarantined }, drift));
}

/** GET /external/rates */
export async function listRates(api: Endpoint, options: CallOptions): Promise<Result<Answer<RateList>>> {
  const payload = await api.caller.read(`${api.rootPath}/external/rates`, { limits: CATALOGUE_LIMITS }, options);
  if (!payload.ok) return payload;
  const { data, status } = payload.value;
  if (!Array.isArray(data)) return malformed('wrong-envelope', status, 'no list');
  const { records, quarantined, drift } = await readRates(data);
  return success(answer(payload.value, { rates: records, quarantined }, drift));
}

/** GET /external/payment-methods */
export async function listPaymentMethods(
  api: Endpoint,
  query: PaymentMethodQuery,
  options: CallOptions,
): Promise<Result<Answer<PaymentMethodList>>> {
  const path = `${api.rootPath}/external/payment-methods${queryString({ currency: query.currency })}`;
  const payload = await api.caller.read(path, { limits: CATALOGUE_LIMITS }, options);
  if (!payload.ok) return payload;
  const { data, status } = payload.value;
  if (!Array.isArray(data)) return malformed('wrong-envelope', status, 'no list');
  const { records, quarantined, drift } = await readRecords(data, readPaymentMethod);
  return success(answer(payload.value, { methods: records, quarantined }, drift));
}

const LOOK_LIMITS: Readonly<Record<Look['at'], AnswerLimits>> = {
  invoices: PAGE_LIMITS,
  withdrawals: PAGE_LIMITS,
  rates: CATALOGUE_LIMITS,
  'payment-methods': CATALOGUE_LIMITS,
  webhooks: DELIVERIES_LIMITS,
  invoice: RECORD_LIMITS,
};

/** Any of the reads, as its answer comes. */
export async function look(
  api: Endpoint,
  { at, ident = '', page, perPage }: Look,
  options: CallOptions,
): Promise<Result<Answer<Looked>>> {
  const segment = at === 'webhooks' || at === 'invoice' ? pathSegment(ident) : success('');
  if (!segment.ok) return segment;
  const below =
    at === 'webhooks' ? `invoices/${segment.value}/webhooks` : at === 'invoice' ? `invoices/${segment.value}` : at;
  const query = queryString({ page: page?.toString(), per_page: perPage?.toString() });
  const payload = await api.caller.read(
    `${api.rootPath}/external/${below}${query}`,
    { limits: LOOK_LIMITS[at] },
    options,
  );
  if (!payload.ok) return payload;
  const { data, headers } = payload.value;
  return success(answer(payload.value, { data, headers }, []));
}

/** POST /external/invoices/{ident}/resend-webhook, once. Any 2xx is a success; the specification names none. */
export async function resendWebhook(api: Endpoint, uuid: string, options: CallOptions): Promise<SendResult<Delivery>> {
  // By uuid only: an external_id may look like the uuid of another invoice.
  if (!isUuid(uuid))
    return { kind: 'not-sent', failure: invalid('invoiceUuid', 'This is not the uuid of an invoice.') };
  const path = `${api.rootPath}/external/invoices/${uuid}/resend-webhook`;
  const patient = { ...options, headersMs: RESEND_HEAD_MS };
  const attempt = await api.caller.write(
    path,
    undefined,
    { limits: DELIVERY_LIMITS, subject: { what: 'invoice', ident: uuid } },
    patient,
  );
  return classify(attempt, (payload) =>
    readOne(
      payload,
      (source) => readDeliveryOf(source, uuid),
      () => true,
    ),
  );
}

/** POST /external/invoices, once, with exactly these bytes. */
export async function createInvoice(api: Endpoint, body: string, options: CallOptions): Promise<SendResult<Invoice>> {
  const attempt = await api.caller.write(`${api.rootPath}/external/invoices`, body, { limits: RECORD_LIMITS }, options);
  return classify(attempt, (payload) => {
    if (payload.status !== 200 && payload.status !== 201) return malformed('wrong-envelope', payload.status, 'status');
    return readOne(payload, readCreatedInvoice, () => true);
  });
}

async function readList<T>(
  api: Endpoint,
  noun: string,
  query: { readonly page: number; readonly perPage: number },
  filters: Readonly<Record<string, string | undefined>>,
  read: (source: unknown) => Reading<T>,
  options: CallOptions,
): Promise<Result<Answer<ListPage<T>>>> {
  const { page, perPage } = query;
  if (!Number.isSafeInteger(page) || page < 1) return failed(invalid('page', 'The page must be an integer from 1 up.'));
  if (!Number.isSafeInteger(perPage) || perPage < 1 || perPage > MOST_PER_PAGE) {
    return failed(invalid('perPage', `The page size must be an integer from 1 to ${MOST_PER_PAGE}.`));
  }
  const path = `${api.rootPath}/external/${noun}${queryString({ page: String(page), per_page: String(perPage), ...filters })}`;
  const payload = await api.caller.read(path, { limits: PAGE_LIMITS }, options);
  if (!payload.ok) return payload;
  const reading = await readPage(payload.value.data, { page, perPage, status: payload.value.status }, read);
  return reading.ok ? success(answer(payload.value, reading.value.page, reading.value.drift)) : reading;
}

function readOne<T>(
  payload: Payload,
  read: (source: unknown) => Reading<T>,
  isTheOne: (record: T) => boolean,
): Result<Answer<T>> {
  const reading = read(payload.data);
  if (reading.kind === 'quarantined') return malformed('wrong-record', payload.status, reading.quarantined.reason);
  if (!isTheOne(reading.record)) return malformed('wrong-record', payload.status, 'the answer is about another record');
  return success(answer(payload, reading.record, reading.drift));
}

/** A delivery that names another invoice must not be shown under this one. */
function readDeliveryOf(source: unknown, invoiceUuid: string): Reading<Delivery> {
  const reading = readDelivery(source);
  if (reading.kind === 'quarantined') return reading;
  const { record, drift } = reading;
  if (record.invoice_uuid === null)
    return { kind: 'record', record, drift: [...drift, 'delivery.invoice_uuid: missing'] };
  if (!isUuid(invoiceUuid) || sameUuid(record.invoice_uuid, invoiceUuid)) return reading;
  const quarantined: Quarantined = {
    uuid: record.uuid,
    reason: 'delivery.invoice_uuid: of another invoice',
    raw: cutText(printWithin(source, 262_144) ?? '', 4096),
  };
  return { kind: 'quarantined', quarantined };
}

/** What became of a write; whatever is not certain is `unknown`. */
function classify<T>(attempt: Attempt, read: (payload: Payload) => Result<Answer<T>>): SendResult<T> {
  const { result } = attempt;
  if (!attempt.sent) {
    return { kind: 'not-sent', failure: result.ok ? { kind: 'cancelled' } : result.failure };
  }
  if (!result.ok) {
    const isEnvelope = ['unauthorised', 'rate-limited', 'rejected', 'not-found'].includes(result.failure.kind);
    const refused = isEnvelope && attempt.status !== null && REFUSING.has(attempt.status);
    return { kind: refused ? 'refused' : 'unknown', failure: result.failure };
  }
  const reading = read(result.value);
  return reading.ok ? { kind: 'answered', answer: reading.value } : { kind: 'unknown', failure: reading.failure };
}

function answer<T>(payload: Payload, value: T, drift: readonly string[]): Answer<T> {
  const { status, serverTime, receivedAt, isDated } = payload;
  return { value, status, serverTime, receivedAt, isDated, drift };
}

/**
 * An id as one segment of a path. "." and ".." survive encodeURIComponent and would turn the request into another one; a lone
 * surrogate can not be encoded at all.
 */
function pathSegment(ident: string): Result<string> {
  if (ident === '' || ident === '.' || ident === '..') return failed(invalid('ident', 'This id can not be looked up.'));
  if (ident.length > MAX_IDENT) return failed(invalid('ident', 'The id is too long.'));
  try {
    return success(encodeURIComponent(ident));
  } catch {
    return failed(invalid('ident', 'The id contains half a character.'));
  }
}

function queryString(parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.append(name, value);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function invalid(path: string, message: string): Failure {
  const issues: readonly InputIssue[] = [{ path, message }];
  return { kind: 'invalid-input', issues };
}
