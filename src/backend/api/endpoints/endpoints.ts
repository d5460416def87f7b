// The nine endpoints (specification, "Endpoints"): paths, what must be true of answers, how a failed write ends.
import type { Delivery } from '../../../domain/webhooks/delivery.ts';
import { failed, type Failure, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import { cutText, printWithin } from '../../../domain/records/json.ts';
import { isUuid, sameUuid } from '../../../domain/kernel/text/uuid.ts';
import {
  type AnswerLimits,
  CATALOGUE_LIMITS,
  DELIVERIES_LIMITS,
  DELIVERY_LIMITS,
  MOST_PER_PAGE,
  PAGE_LIMITS,
  RECORD_LIMITS,
} from '../transport/answer-limits.ts';
import type { ApiAsked, RequestAttempt, Caller, Payload } from './calling.ts';
import type {
  ApiAnswer,
  CallOptions,
  Endpoints,
  InvoiceListQuery,
  ListPage,
  Look,
  Quarantined,
  RecordList,
  SendResult,
} from './calls.ts';
import { malformed } from './envelope.ts';
import {
  readCreatedInvoice,
  readDelivery,
  type Reading,
  readInvoice,
  type ReadList,
  readPage,
  readPaymentMethod,
  readRecords,
  readWithdrawal,
} from '../records/records.ts';
import { readRates } from '../records/rate.ts';

/** Longest id that is put into a path; ids of the API have at most 128 characters. */
const MAX_IDENT = 512;
/** A resend may be answered only when its attempt is over, which takes up to 15 seconds (specification, "Receiver behaviour and retries"). */
const RESEND_HEAD_MS = 30_000;
/** Each may have hundreds of attempts. */
const TURN_DELIVERIES = 8;
/** Statuses with which the API itself says that a write was not done. */
const REFUSING = new Set([401, 403, 404, 409, 422, 429]);

const LOOK_LIMITS: Readonly<Record<Look['at'], AnswerLimits>> = {
  invoices: PAGE_LIMITS,
  withdrawals: PAGE_LIMITS,
  rates: CATALOGUE_LIMITS,
  'payment-methods': CATALOGUE_LIMITS,
  webhooks: DELIVERIES_LIMITS,
  invoice: RECORD_LIMITS,
};

/** The endpoints below an API root; `rootPath` is its path without a trailing slash ("/api/v1"). */
export function endpointsOf(caller: Caller, rootPath: string): Endpoints {
  const root = `${rootPath}/external`;

  /** A read of `path`, in which an id stands for `*`, and what is made of its answer. */
  async function read<T>(
    [path, ident]: readonly [path: string, ident?: string],
    asked: ApiAsked,
    options: CallOptions,
    take: (payload: Payload) => Result<ApiAnswer<T>> | Promise<Result<ApiAnswer<T>>>,
  ): Promise<Result<ApiAnswer<T>>> {
    const segment = ident === undefined ? success('') : pathSegment(ident);
    if (!segment.ok) return segment;
    const payload = await caller.read(`${root}/${path.replace('*', () => segment.value)}`, asked, options);
    return payload.ok ? take(payload.value) : payload;
  }

  function readPages<T>(
    noun: string,
    { page, perPage, status, currency }: InvoiceListQuery,
    readOf: (source: unknown) => Reading<T>,
    options: CallOptions,
  ): Promise<Result<ApiAnswer<ListPage<T>>>> {
    const issue = pageIssue(page, perPage);
    if (issue !== null) return Promise.resolve(failed(issue));
    const query = queryString({ page: String(page), per_page: String(perPage), status, currency });
    return read([`${noun}${query}`], { limits: PAGE_LIMITS }, options, async (payload) => {
      const reading = await readPage(payload.data, { page, perPage, status: payload.status }, readOf);
      return reading.ok ? success(answer(payload, reading.value.page, reading.value.drift)) : reading;
    });
  }

  return {
    listInvoices: (query, options) => readPages('invoices', query, readInvoice, options),
    listWithdrawals: (query, options) => readPages('withdrawals', query, readWithdrawal, options),
    getInvoice: (ident, options) =>
      read(['invoices/*', ident], { limits: RECORD_LIMITS, subject: { what: 'invoice', ident } }, options, (payload) =>
        readOne(payload, readInvoice, ({ external_id: id, uuid }) => id === ident || sameUuid(uuid, ident)),
      ),
    getWithdrawal: (ident, options) =>
      read(
        ['withdrawals/*', ident],
        { limits: RECORD_LIMITS, subject: { what: 'withdrawal', ident } },
        options,
        (payload) => readOne(payload, readWithdrawal, ({ uuid }) => sameUuid(uuid, ident)),
      ),
    listDeliveries: (ident, options) =>
      read(
        ['invoices/*/webhooks', ident],
        { limits: DELIVERIES_LIMITS, subject: { what: 'invoice', ident } },
        options,
        (payload) =>
          readList(payload, (data) => readRecords(data, (source) => readDeliveryOf(source, ident), TURN_DELIVERIES)),
      ),
    listRates: (options) =>
      read(['rates'], { limits: CATALOGUE_LIMITS }, options, (payload) => readList(payload, readRates)),
    listPaymentMethods: ({ currency }, options) =>
      read([`payment-methods${queryString({ currency })}`], { limits: CATALOGUE_LIMITS }, options, (payload) =>
        readList(payload, (data) => readRecords(data, readPaymentMethod)),
      ),
    look: ({ at, ident = '', page, perPage }, options) => {
      const query = queryString({ page: page?.toString(), per_page: perPage?.toString() });
      const below = at === 'webhooks' ? 'invoices/*/webhooks' : at === 'invoice' ? 'invoices/*' : at;
      const isOfOne = at === 'webhooks' || at === 'invoice';
      const path: [string, string?] = isOfOne ? [`${below}${query}`, ident] : [`${below}${query}`];
      return read(path, { limits: LOOK_LIMITS[at] }, options, (payload) =>
        success(answer(payload, { data: payload.data, headers: payload.headers }, [])),
      );
    },
    /** Any 2xx is a success; the specification names none. */
    resendWebhook: async (ident, options) => {
      // By uuid only: an external_id may look like the uuid of another invoice.
      if (!isUuid(ident))
        return { kind: 'not-sent', failure: invalid('invoiceUuid', 'This is not the uuid of an invoice.') };
      const asked: ApiAsked = { limits: DELIVERY_LIMITS, subject: { what: 'invoice', ident } };
      const patient = { ...options, headersMs: RESEND_HEAD_MS };
      const attempt = await caller.write(`${root}/invoices/${ident}/resend-webhook`, undefined, asked, patient);
      return classify(attempt, (payload) => readOne(payload, (source) => readDeliveryOf(source, ident)));
    },
    createInvoice: async (body, options) => {
      const attempt = await caller.write(`${root}/invoices`, body, { limits: RECORD_LIMITS }, options);
      return classify(attempt, (payload) => {
        const isKnown = payload.status === 200 || payload.status === 201;
        return isKnown ? readOne(payload, readCreatedInvoice) : malformed('wrong-envelope', payload.status, 'status');
      });
    },
  };
}

function pageIssue(page: number, perPage: number): Failure | null {
  if (!Number.isSafeInteger(page) || page < 1) return invalid('page', 'The page must be an integer from 1 up.');
  if (Number.isSafeInteger(perPage) && perPage >= 1 && perPage <= MOST_PER_PAGE) return null;
  return invalid('perPage', `The page size must be an integer from 1 to ${MOST_PER_PAGE}.`);
}

function readOne<T>(
  payload: Payload,
  read: (source: unknown) => Reading<T>,
  isTheOne: (record: T) => boolean = () => true,
): Result<ApiAnswer<T>> {
  const reading = read(payload.data);
  if (reading.kind === 'quarantined') return malformed('wrong-record', payload.status, reading.quarantined.reason);
  if (!isTheOne(reading.record)) return malformed('wrong-record', payload.status, 'the answer is about another record');
  return success(answer(payload, reading.record, reading.drift));
}

/** A list without pages. */
async function readList<T>(
  payload: Payload,
  read: (data: readonly unknown[]) => Promise<ReadList<T>>,
): Promise<Result<ApiAnswer<RecordList<T>>>> {
  const { data, status } = payload;
  if (!Array.isArray(data)) return malformed('wrong-envelope', status, 'no list');
  const { drift, ...list } = await read(data);
  return success(answer(payload, list, drift));
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
function classify<T>(attempt: RequestAttempt, read: (payload: Payload) => Result<ApiAnswer<T>>): SendResult<T> {
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

function answer<T>(payload: Payload, value: T, drift: readonly string[]): ApiAnswer<T> {
  const { data: _data, headers: _headers, ...facts } = payload;
  return { ...facts, value, drift };
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
  return { kind: 'invalid-input', issues: [{ path, message }] };
}
