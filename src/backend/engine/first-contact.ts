// The first contact with a business's API, as a report: at most ten reads; names, shapes and orders, no value.
import { DELIVERY_EVENTS, DELIVERY_STATUSES } from '../../domain/webhooks/delivery.ts';
import {
  type ContactLine,
  contactText,
  type ContactReport,
  maskedName,
  maskedNames,
  orderWords,
  shapeOf,
  timeShape,
} from '../../domain/profiles/first-contact.ts';
import { type Failure, FailureError, type Result } from '../../domain/kernel/failure/failure.ts';
import { INVOICE_STATUSES, isTerminal } from '../../domain/records/invoice.ts';
import { fromEpochMs, toEpochMs } from '../../domain/kernel/time/time.ts';
import { WITHDRAWAL_STATUSES } from '../../domain/records/withdrawal.ts';
import type { ApiAnswer, ApiClient, Look, Looked } from '../api/endpoints/calls.ts';
import { isCount, isObject, type JsonObject } from '../../domain/records/json.ts';
import { readRateHeaders } from '../api/gate/rate-headers.ts';
import { findRateNames, readRates } from '../api/records/rate.ts';
import {
  readDelivery,
  type Reading,
  readInvoice,
  readPaymentMethod,
  readRecords,
  readWithdrawal,
} from '../api/records/records.ts';
import type { Clock } from '../ports.ts';

export const MOST_REQUESTS = 10;
/** Nobody waits for longer: what was not asked by then is left out, and said so. */
const MOST_MS = 120_000;
const FULL_PAGE = 100;
const RATE_NAMES = ['asset', 'side', 'source', 'min', 'max'] as const;
const NO_SUCH_ID = 'merchant-console-first-contact';

/** Asks and tells; never fails. What could not be read is a line of the report. */
export async function firstContact(
  client: ApiClient,
  parts: { readonly clock: Clock; readonly version: string; readonly signal?: AbortSignal | undefined },
): Promise<ContactReport> {
  const contact = new Contact(client, parts.clock, parts.signal);
  await contact.invoices();
  await contact.withdrawals();
  await contact.catalogue();
  await contact.webhooks();
  await contact.errors();
  contact.headers();
  const { lines, found } = contact;
  const report = { at: fromEpochMs(parts.clock.now()), requests: contact.requests, ...found };
  return { ...report, lines, text: contactText(report, lines, parts.version) };
}

type Found = Omit<ContactReport, 'at' | 'requests' | 'lines' | 'text'>;

class Contact {
  readonly #client: ApiClient;
  readonly #clock: Clock;
  readonly #signal: AbortSignal | undefined;
  readonly #begun: number;
  readonly #headers = new Map<string, string>();
  readonly lines: ContactLine[] = [];
  requests = 0;
  #final: JsonObject | null = null;
  found: Found = {
    answeredMs: null,
    clockOffsetMs: null,
    limit: null,
    remaining: null,
    invoices: null,
    withdrawals: null,
    methods: null,
    methodCurrencies: null,
    rates: null,
  };

  constructor(client: ApiClient, clock: Clock, signal: AbortSignal | undefined) {
    this.#client = client;
    this.#clock = clock;
    this.#signal = signal;
    this.#begun = clock.monotonic();
  }

  /** The server's own page, a full page, and the one after it. */
  async invoices(): Promise<void> {
    const own = await this.#look('Invoices', { at: 'invoices' });
    this.#pageSize('Invoices, page size when none is asked for', own, null);
    const full = await this.#look('Invoices', { at: 'invoices', page: 1, perPage: FULL_PAGE });
    const first = pageOf(full);
    if (first === null) return;
    this.found = { ...this.found, invoices: first.total };
    this.#pageSize('Invoices, page size when 100 are asked for', full, FULL_PAGE);
    const records = first.items.filter(isObject);
    this.#say('Invoices, order', orderWords(instantsOf(records)), null);
    await this.#fields('Invoices', first.items, readInvoice);
    this.#words('Invoices, status', records, 'status', INVOICE_STATUSES);
    this.#decimals(records);
    this.#final = records.find(({ status }) => typeof status === 'string' && isTerminal(status)) ?? records[0] ?? null;
    if (first.hasNext) await this.#secondPage(records);
  }

  async #secondPage(first: readonly JsonObject[]): Promise<void> {
    const next = pageOf(await this.#look('Invoices', { at: 'invoices', page: 2, perPage: FULL_PAGE }));
    if (next === null) return;
    const records = next.items.filter(isObject);
    const known = new Set(first.map(({ uuid }) => uuid));
    const again = records.filter(({ uuid }) => known.has(uuid)).length;
    const order = orderWords(instantsOf([...first, ...records]));
    this.#say('Invoices, two pages', `together ${order}; ${again} of the second were on the first`, again === 0);
  }

  async withdrawals(): Promise<void> {
    const answer = await this.#look('Withdrawals', { at: 'withdrawals', page: 1, perPage: FULL_PAGE });
    const page = pageOf(answer);
    if (page === null) return;
    this.found = { ...this.found, withdrawals: page.total };
    this.#pageSize('Withdrawals, page size when 100 are asked for', answer, FULL_PAGE);
    const records = page.items.filter(isObject);
    this.#say('Withdrawals, order', orderWords(instantsOf(records)), null);
    await this.#fields('Withdrawals', page.items, readWithdrawal);
    this.#words('Withdrawals, status', records, 'status', WITHDRAWAL_STATUSES);
    for (const name of ['actor', 'balance_type', 'token', 'network', 'reject_code']) {
      this.#words(`Withdrawals, ${name}`, records, name, null);
    }
  }

  /** Rates, whose fields have no names in the specification, and payment methods. */
  async catalogue(): Promise<void> {
    const rates = listOf(await this.#look('Rates', { at: 'rates' }));
    if (rates !== null) {
      this.found = { ...this.found, rates: rates.length };
      const found = findRateNames(rates);
      const names = RATE_NAMES.map(
        (ours) => `${ours} is ${found[ours] === null ? 'not found' : maskedName(found[ours])}`,
      );
      this.#say('Rates, names', names.join(', '), null);
      const { records, quarantined } = await readRates(rates);
      this.#say('Rates, readable', `${records.length} of ${rates.length}`, quarantined.length === 0);
      this.#unknown(
        'Rates',
        records.map(({ extra }) => extra),
      );
      this.#say('Rates, sources', counted(records.map(({ source }) => source)), null);
    }
    const methods = listOf(await this.#look('Payment methods', { at: 'payment-methods' }));
    if (methods === null) return;
    await this.#fields('Payment methods', methods, readPaymentMethod);
    const codes = new Set(
      methods.filter(isObject).map(({ currency }) => (isObject(currency) ? currency['code'] : null)),
    );
    this.found = { ...this.found, methods: methods.length, methodCurrencies: codes.size };
  }

  /** One invoice by itself, beside how the list has it, and its deliveries. */
  async webhooks(): Promise<void> {
    const uuid = this.#final?.['uuid'];
    if (this.#final === null || typeof uuid !== 'string')
      return this.#say('Webhooks', 'not asked: no invoice was seen', null);
    const one = (await this.#look('One invoice', { at: 'invoice', ident: uuid }))?.value.data;
    if (isObject(one)) {
      const names = new Set([...Object.keys(one), ...Object.keys(this.#final)]);
      const others = [...names].filter((name) => shapeOf(one[name]) !== shapeOf(this.#final?.[name]));
      const words = others.length === 0 ? 'as in the list' : `other than in the list: ${maskedNames(others)}`;
      this.#say('One invoice', words, others.length === 0);
    }
    const deliveries = listOf(await this.#look('Webhooks', { at: 'webhooks', ident: uuid }));
    if (deliveries === null) return;
    await this.#fields('Webhooks', deliveries, readDelivery);
    const records = deliveries.filter(isObject);
    this.#words('Webhooks, status', records, 'status', DELIVERY_STATUSES);
    this.#words('Webhooks, event', records, 'event', DELIVERY_EVENTS);
    const attempts = records.flatMap(({ attempts_history: tried }) => itemsOf(tried)).filter(isObject);
    this.#words('Webhooks, triggered_by', attempts, 'triggered_by', null);
  }

  /** How a refusal looks: an id that nobody has, a page larger than is allowed. */
  async errors(): Promise<void> {
    const missing = await this.#ask({ at: 'invoice', ident: NO_SUCH_ID });
    const code = missing.ok ? 'an answer' : failureWords(missing.failure);
    this.#say('An id that nobody has', code, code.includes('MERCHANT_INVOICE_NOT_FOUND'));
    const large = await this.#ask({ at: 'invoices', page: 1, perPage: FULL_PAGE + 1 });
    const said = large.ok ? 'is answered' : failureWords(large.failure);
    this.#say('A page of 101', said, said.includes('VALIDATION_ERROR'));
  }

  /** What stood beside the answers. */
  headers(): void {
    const names = [...this.#headers.keys()];
    if (names.length === 0) return;
    const limits = names.filter((name) => name.includes('ratelimit') || name.includes('rate-limit'));
    this.#say('Headers, rate limit', limits.length === 0 ? 'none' : maskedNames(limits), limits.length > 0);
    this.#say(
      'Headers, Retry-After',
      this.#headers.has('retry-after') ? 'sent' : 'not seen: nothing was refused',
      null,
    );
    const offset = this.found.clockOffsetMs;
    this.#say(
      'Headers, Date',
      offset === null ? 'none' : `${Math.round(offset / 1000)} s ahead of this computer`,
      null,
    );
    const ids = names.filter((name) => /request-?id|correlation|trace|-ray$/.test(name));
    this.#say('Headers, request ids', ids.length === 0 ? 'none' : maskedNames(ids), null);
    this.#say('Headers, all', maskedNames(names, 40), null);
  }

  /** One request, counted as it goes out; the eleventh is not sent. */
  async #ask(look: Look): Promise<Result<ApiAnswer<Looked>>> {
    const begun = this.#clock.monotonic();
    const beforeSend = async (): Promise<void> => {
      const isLate = this.#clock.monotonic() - this.#begun > MOST_MS;
      if (this.requests >= MOST_REQUESTS || isLate) throw new FailureError({ kind: 'cancelled' });
      this.requests += 1;
    };
    const result = await this.#client.look(look, { lane: 'click', signal: this.#signal, beforeSend });
    if (result.ok) this.#heard(result.value, this.#clock.monotonic() - begun);
    return result;
  }

  #heard({ value: { headers }, receivedAt, serverTime, isDated }: ApiAnswer<Looked>, tookMs: number): void {
    for (const [name, value] of Object.entries(headers)) this.#headers.set(name, value);
    const { limit, remaining } = readRateHeaders(headers, this.#clock.now());
    const [theirs, ours] = [toEpochMs(serverTime), toEpochMs(receivedAt)];
    this.found = {
      ...this.found,
      answeredMs: this.found.answeredMs ?? Math.round(tookMs),
      clockOffsetMs: isDated && theirs !== null && ours !== null ? theirs - ours : this.found.clockOffsetMs,
      limit: limit ?? this.found.limit,
      remaining: remaining ?? this.found.remaining,
    };
  }

  /** The same, and a line where it did not come. */
  async #look(topic: string, look: Look): Promise<ApiAnswer<Looked> | null> {
    const result = await this.#ask(look);
    if (result.ok) return result.value;
    this.#say(topic, `could not be read: ${failureWords(result.failure)}`, null);
    return null;
  }

  #pageSize(topic: string, answer: ApiAnswer<Looked> | null, asked: number | null): void {
    const page = pageOf(answer);
    if (page === null) {
      if (answer !== null) this.#say(topic, 'no page envelope', false);
      return;
    }
    const { perPage, items, total, pages, hasNext } = page;
    const words = `per_page ${perPage}, ${items.length} items`;
    const counts = total === null || perPage === null || perPage < 1 ? null : Math.ceil(total / perPage);
    const isSound = counts !== null && pages === counts && hasNext === pages > 1 && items.length <= (perPage ?? 0);
    this.#say(
      topic,
      isSound ? words : `${words}; total_items, total_pages and has_next do not go together`,
      isSound && (asked ?? perPage) === perPage,
    );
  }

  /** Which fields came, which never, which nobody knows, and what cannot be read. */
  async #fields<Kind extends { readonly extra: Readonly<Record<string, unknown>> }>(
    topic: string,
    sources: readonly unknown[],
    read: (source: unknown) => Reading<Kind>,
  ): Promise<void> {
    const { records, quarantined, drift } = await readRecords(sources, read);
    if (quarantined.length > 0) {
      const reasons = [...new Set(quarantined.map(({ reason }) => reason))].slice(0, 6);
      this.#say(`${topic}, unreadable`, `${quarantined.length} of ${sources.length}: ${reasons.join('; ')}`, false);
    }
    if (drift.length > 0) this.#say(`${topic}, other than specified`, drift.slice(0, 8).join('; '), false);
    const [first] = records;
    if (first === undefined) return this.#say(`${topic}, fields`, 'no record to look at', null);
    const raw = sources.filter(isObject);
    const never = Object.keys(first).filter(
      (name) => name !== 'extra' && !raw.some((source) => Object.hasOwn(source, name)),
    );
    this.#say(`${topic}, fields never sent`, never.length === 0 ? 'none' : maskedNames(never), null);
    this.#unknown(
      topic,
      records.map(({ extra }) => extra),
    );
  }

  #unknown(topic: string, extras: readonly Readonly<Record<string, unknown>>[]): void {
    const shapes = new Map<string, string>();
    for (const extra of extras) {
      for (const [name, value] of Object.entries(extra))
        if (shapes.size < 24 && value !== null) shapes.set(name, shapeOf(value));
    }
    const names = [...shapes].map(([name, shape]) => `${maskedName(name)} (${shape})`);
    this.#say(`${topic}, unknown fields`, names.length === 0 ? 'none' : names.join(', '), names.length === 0);
  }

  /** The words of a field; `known` is null where the specification names none. */
  #words(topic: string, records: readonly JsonObject[], name: string, known: readonly string[] | null): void {
    const seen = records.map((record) => record[name]).filter((value) => typeof value === 'string');
    if (seen.length === 0) return;
    const unknown = known === null ? [] : seen.filter((word) => !known.includes(word));
    const words = unknown.length === 0 ? counted(seen) : `${counted(seen)}; unknown: ${maskedNames(unknown)}`;
    this.#say(topic, words, known === null ? null : unknown.length === 0);
  }

  #decimals(records: readonly JsonObject[]): void {
    for (const name of ['amount', 'amount_to_send', 'rate', 'settled_amount_usdt']) {
      const shapes = records.map((record) => record[name]).filter((value) => value !== null && value !== undefined);
      if (shapes.length === 0) continue;
      const isText = shapes.every((value) => typeof value === 'string');
      this.#say(`Invoices, ${name}`, maskedShapes(shapes.map(shapeOf)), isText);
    }
    const times = records.map(({ created_at: at }) => at).filter((at) => typeof at === 'string');
    if (times.length > 0)
      this.#say(
        'Invoices, times',
        maskedShapes(times.map(timeShape)),
        times.every((at) => at.endsWith('Z')),
      );
  }

  #say(topic: string, words: string, isAsSpecified: boolean | null): void {
    this.lines.push({ topic, words: words.slice(0, 500), isAsSpecified });
  }
}

interface SeenPage {
  readonly items: readonly unknown[];
  readonly total: number | null;
  readonly perPage: number | null;
  readonly pages: number;
  readonly hasNext: boolean;
}

function pageOf(answer: ApiAnswer<Looked> | null): SeenPage | null {
  const data = answer?.value.data;
  if (!isObject(data) || !Array.isArray(data['items'])) return null;
  const count = (value: unknown): number | null => (isCount(value) ? value : null);
  return {
    items: data['items'],
    total: count(data['total_items']),
    perPage: count(data['per_page']),
    pages: count(data['total_pages']) ?? -1,
    hasNext: data['has_next'] === true,
  };
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function listOf(answer: ApiAnswer<Looked> | null): readonly unknown[] | null {
  const data = answer?.value.data;
  return Array.isArray(data) ? data : null;
}

function instantsOf(records: readonly JsonObject[]): readonly number[] {
  return records.flatMap(({ created_at: at }) => {
    const ms = typeof at === 'string' ? toEpochMs(at) : null;
    return ms === null ? [] : [ms];
  });
}

/** "paid 3, expired 1": words and how often they came, bounded. */
function counted(words: readonly (string | null)[]): string {
  const counts = new Map<string, number>();
  for (const word of words) {
    const name = word === null ? 'none' : maskedName(word);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .slice(0, 12)
    .map(([word, count]) => `${word} ${count}`)
    .join(', ');
}

function maskedShapes(shapes: readonly string[]): string {
  return [...new Set(shapes)].sort().slice(0, 8).join('; ');
}

function failureWords(failure: Failure): string {
  const code = 'code' in failure && typeof failure.code === 'string' ? ` ${maskedName(failure.code)}` : '';
  const status = 'status' in failure && typeof failure.status === 'number' ? ` ${failure.status}` : '';
  const wait = failure.kind === 'rate-limited' ? `, to wait ${Math.round(failure.retryAfterMs / 1000)} s` : '';
  if (failure.kind === 'cancelled') return `not asked: ${MOST_REQUESTS} requests were made, or it took too long`;
  return `${failure.kind}${status}${code}${wait}`;
}
