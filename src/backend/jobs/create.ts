/**
 * Creates one invoice so that an unclear answer never leads to a second order or to a false "failed". The exact bytes are in the
 * books before they are sent, every retry is byte-identical (the API is idempotent on external_id), every ambiguous end is
 * looked up, and every field that was sent is compared with what the API has. Not here: the form, and re-creating.
 */
import type { Failure } from '../../domain/failure.ts';
import type { Invoice } from '../../domain/invoice.ts';
import { canonicalMoney, compareMoney, isMoney } from '../../domain/money.ts';
import { fromEpochMs, toEpochMs } from '../../domain/time.ts';
import type { CreateIntent } from '../books/creates.ts';
import type { JobContext } from './context.ts';
import { fetchInvoice } from './fetch.ts';

/** One send and at most this many byte-identical repeats. */
const MAX_SENDS = 4;
/** Waits before a repeat, milliseconds. */
const REPEAT_AFTER_MS = [1_000, 2_000, 4_000] as const;
/** Waits before each look-up of an unclear create, milliseconds. */
const LOOK_UP_AFTER_MS = [500, 2_000, 5_000] as const;
/** created_at and Date come from one server but perhaps not from one clock. */
const SERVER_TOLERANCE_MS = 5_000;

export interface CreateFields {
  readonly external_id: string;
  readonly customer_id: string;
  readonly amount: string;
  readonly currency: string;
  readonly purpose?: string | undefined;
  readonly callback_url?: string | undefined;
  readonly success_url?: string | undefined;
  readonly fail_url?: string | undefined;
}

/** A sent field that the invoice does not have as sent. */
export interface FieldDifference {
  readonly field: string;
  readonly sent: string | null;
  readonly found: string | null;
}

/** `unknown` needs a person: the request may have been applied. `refused` covers requests that never left this machine. */
export type CreateOutcome = 'created' | 'existing' | 'conflict' | 'refused' | 'unknown';

export interface CreateReport {
  readonly intentId: string;
  readonly outcome: CreateOutcome;
  readonly invoice: Invoice | null;
  readonly differences: readonly FieldDifference[];
  readonly failure: Failure | null;
}

type Problem = { readonly path: string; readonly message: string };

const UUID_SHAPED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What the console itself refuses before anything is sent; null when the fields may go out. */
export function problemsOf(fields: CreateFields): readonly Problem[] {
  const problems: Problem[] = [];
  const { external_id: externalId, amount } = fields;
  if (externalId === '.' || externalId === '..') {
    problems.push({ path: 'external_id', message: 'cannot be addressed afterwards: it is a path segment of its own' });
  }
  if (UUID_SHAPED.test(externalId)) {
    problems.push({ path: 'external_id', message: 'looks like an invoice uuid and could address another invoice' });
  }
  if (!isMoney(amount) || compareMoney(amount, '0') <= 0) {
    problems.push({ path: 'amount', message: 'must be a decimal number greater than zero' });
  } else if ((canonicalMoney(amount).split('.')[1] ?? '').length > 2) {
    problems.push({ path: 'amount', message: 'has more than two decimals' });
  }
  return problems;
}

/** The exact bytes of the request: fixed field order, the amount with two decimals. */
export function createBody(fields: CreateFields): string {
  const [whole = '0', fraction = ''] = canonicalMoney(fields.amount).split('.');
  return JSON.stringify({
    external_id: fields.external_id,
    customer_id: fields.customer_id,
    amount: `${whole}.${fraction.padEnd(2, '0')}`,
    currency: fields.currency,
    purpose: fields.purpose,
    callback_url: fields.callback_url,
    success_url: fields.success_url,
    fail_url: fields.fail_url,
  });
}

/** Sent fields that the invoice does not have as sent. An empty address counts as not sent (specification, preconditions). */
export function differencesBetween(fields: CreateFields, invoice: Invoice): readonly FieldDifference[] {
  const differences: FieldDifference[] = [];
  const compare = (field: string, sent: string | undefined, found: string | null, same = sent === found): void => {
    if (sent !== undefined && sent !== '' && !same) differences.push({ field, sent, found });
  };
  compare('amount', fields.amount, invoice.amount, compareMoney(fields.amount, invoice.amount) === 0);
  compare('currency', fields.currency, invoice.currency.code);
  compare('external_id', fields.external_id, invoice.external_id);
  compare('customer_id', fields.customer_id, invoice.customer_id);
  compare('purpose', fields.purpose, invoice.purpose);
  compare('callback_url', fields.callback_url, invoice.callback_url);
  compare('success_url', fields.success_url, invoice.success_url);
  compare('fail_url', fields.fail_url, invoice.fail_url);
  return differences;
}

/** What the console knows of one create while it runs. */
interface Attempt {
  readonly intentId: string;
  readonly fields: CreateFields;
  /** Some send may have been applied although no answer said so. */
  ambiguous: boolean;
  /** Our monotonic time of the first send, to tell a new invoice from an old one. */
  readonly firstSentAt: number;
}

/** All creates of one business. */
export class Creator {
  readonly #context: JobContext;
  readonly #live = new Map<string, Promise<CreateReport>>();

  constructor(context: JobContext) {
    this.#context = context;
  }

  /** Creates, or answers with the recorded outcome when the intent is known. The caller has checked `problemsOf`. */
  create(intentId: string, fields: CreateFields): Promise<CreateReport> {
    const running = this.#live.get(intentId);
    if (running !== undefined) return running;
    const task = this.#create(intentId, fields).finally(() => this.#live.delete(intentId));
    this.#live.set(intentId, task);
    return task;
  }

  /** After a start: whatever was in flight is looked up; it is not sent again. */
  async recover(): Promise<void> {
    const open = await this.#context.books.read('creates.open', { profileId: this.#context.profileId });
    for (const intent of open) {
      const attempt = this.#attempt(intent.intentId, fieldsOf(intent));
      if (intent.state === 'armed') {
        await this.#end(attempt, 'refused', null, { kind: 'cancelled' });
        continue;
      }
      attempt.ambiguous = true;
      const task = this.#lookUp(attempt, { kind: 'unknown-outcome', intentId: intent.intentId }).finally(() =>
        this.#live.delete(intent.intentId),
      );
      this.#live.set(intent.intentId, task);
      task.catch((error: unknown) => this.#context.log.error('create.recover', { intentId: intent.intentId }, error));
    }
  }

  async #create(intentId: string, fields: CreateFields): Promise<CreateReport> {
    const prepared = await this.#context.books.write('creates.prepare', {
      intentId,
      profileId: this.#context.profileId,
      externalId: fields.external_id,
      body: createBody(fields),
      at: this.#now(),
    });
    if (prepared.kind === 'exists') return this.#recorded(prepared.intent, fields);
    const attempt = this.#attempt(intentId, fields);
    if (prepared.kind === 'open-other') {
      return this.#report(attempt, 'refused', null, {
        kind: 'rejected',
        code: 'CREATE_ALREADY_OPEN',
        status: 409,
        message: 'Another create with this external_id is still open in this console.',
        details: { openIntentId: prepared.intentId },
      });
    }
    return this.#send(attempt, createBody(fields));
  }

  async #send(attempt: Attempt, body: string): Promise<CreateReport> {
    const { client, clock, closing } = this.#context;
    let last: Failure = { kind: 'unknown-outcome', intentId: attempt.intentId };
    for (let sends = 1; sends <= MAX_SENDS; sends += 1) {
      await this.#advance(attempt, 'inflight', 'unknown', null, null);
      const result = await client.createInvoice(body, { lane: 'click', signal: closing });
      if (result.kind === 'answered') {
        return this.#compare(attempt, result.answer.value, result.answer.serverTime, result.answer.status === 201);
      }
      last = result.failure;
      if (result.kind === 'refused') return this.#refused(attempt, result.failure);
      if (result.kind === 'unknown') attempt.ambiguous = true;
      if (result.failure.kind === 'cancelled') break;
      const wait = REPEAT_AFTER_MS[sends - 1];
      if (sends < MAX_SENDS && wait !== undefined) await clock.sleep(wait, closing);
    }
    if (!attempt.ambiguous) return this.#end(attempt, 'refused', null, last);
    return this.#lookUp(attempt, last);
  }

  /** After an ambiguous send any later refusal may be an echo of our own first one, so the API is asked what it has. */
  async #refused(attempt: Attempt, failure: Failure): Promise<CreateReport> {
    if (attempt.ambiguous) return this.#lookUp(attempt, failure);
    const taken = failure.kind === 'rejected' && failure.code === 'INVOICE_ALREADY_EXISTS';
    if (!taken) return this.#end(attempt, 'refused', null, failure);
    const found = await this.#find(attempt);
    return this.#end(attempt, 'conflict', found.ok ? found.value.value : null, failure);
  }

  async #lookUp(attempt: Attempt, failure: Failure): Promise<CreateReport> {
    const { clock, closing } = this.#context;
    let absent = false;
    for (const wait of LOOK_UP_AFTER_MS) {
      await clock.sleep(wait, closing);
      const found = await this.#find(attempt);
      if (found.ok) return this.#compare(attempt, found.value.value, found.value.asOf, false);
      absent = found.failure.kind === 'not-found';
    }
    // Absent now does not prove that a delayed request will not be applied; only the API's own refusal settles it.
    const settled = absent && failure.kind === 'rejected' && failure.status < 500;
    return this.#end(attempt, settled ? 'refused' : 'unknown', null, failure);
  }

  #find(attempt: Attempt): ReturnType<typeof fetchInvoice> {
    return fetchInvoice(this.#context, attempt.fields.external_id, { lane: 'click', signal: this.#context.closing });
  }

  #compare(attempt: Attempt, invoice: Invoice, serverTime: string, said201: boolean): Promise<CreateReport> {
    const differences = differencesBetween(attempt.fields, invoice);
    const termsDiffer = differences.some(({ field }) => field === 'amount' || field === 'currency');
    if (termsDiffer) return this.#end(attempt, 'conflict', invoice, null);
    const isNew = this.#isNew(attempt, invoice, serverTime, said201);
    return this.#end(attempt, isNew ? 'created' : 'existing', invoice, null);
  }

  /** Neither 200 nor 201 says whether the invoice is new (the specification leaves it open), so its age decides. */
  #isNew(attempt: Attempt, invoice: Invoice, serverTime: string, said201: boolean): boolean {
    const createdAt = toEpochMs(invoice.created_at);
    const serverNow = toEpochMs(serverTime);
    if (createdAt === null || serverNow === null) return said201;
    const sentAtServer = serverNow - (this.#context.clock.monotonic() - attempt.firstSentAt);
    if (createdAt < sentAtServer - SERVER_TOLERANCE_MS) return false;
    return said201 || attempt.ambiguous;
  }

  async #end(
    attempt: Attempt,
    outcome: CreateOutcome,
    invoice: Invoice | null,
    failure: Failure | null,
  ): Promise<CreateReport> {
    await this.#advance(attempt, 'ended', outcome, invoice, failure);
    await this.#context.books.write('activity.append', {
      at: this.#now(),
      osUser: this.#context.osUser,
      profileId: this.#context.profileId,
      action: 'create-invoice',
      summary: `Create the invoice ${attempt.fields.external_id} over ${attempt.fields.amount} ${attempt.fields.currency}`,
      outcome,
      evidence: { body: createBody(attempt.fields), uuid: invoice?.uuid ?? null },
    });
    if (invoice !== null) await fetchInvoice(this.#context, invoice.uuid, { lane: 'click' });
    return this.#report(attempt, outcome, invoice, failure);
  }

  async #advance(
    attempt: Attempt,
    state: CreateIntent['state'],
    outcome: CreateOutcome,
    invoice: Invoice | null,
    failure: Failure | null,
  ): Promise<void> {
    await this.#context.books.write('creates.advance', {
      intentId: attempt.intentId,
      state,
      outcome,
      invoiceUuid: invoice?.uuid,
      differences: invoice === null ? [] : differencesBetween(attempt.fields, invoice).map(({ field }) => field),
      failure,
      at: this.#now(),
    });
  }

  #report(attempt: Attempt, outcome: CreateOutcome, invoice: Invoice | null, failure: Failure | null): CreateReport {
    const differences = invoice === null ? [] : differencesBetween(attempt.fields, invoice);
    return { intentId: attempt.intentId, outcome, invoice, differences, failure };
  }

  /** The recorded outcome of a known intent. The same id with other fields is a mistake of the caller. */
  async #recorded(intent: CreateIntent, fields: CreateFields): Promise<CreateReport> {
    const { intentId } = intent;
    if (intent.body !== createBody(fields)) {
      const issue = { path: 'intentId', message: 'was used before for another invoice' };
      return {
        intentId,
        outcome: 'refused',
        invoice: null,
        differences: [],
        failure: { kind: 'invalid-input', issues: [issue] },
      };
    }
    const { invoiceUuid, outcome, failure } = intent;
    const row = invoiceUuid === null ? null : await this.#context.mirror.read('invoices.get', { uuid: invoiceUuid });
    const end = outcome === 'waiting' ? 'unknown' : outcome === 'not-sent' ? 'refused' : outcome;
    return this.#report(this.#attempt(intentId, fields), end, row?.record ?? null, failure);
  }

  #attempt(intentId: string, fields: CreateFields): Attempt {
    return { intentId, fields, ambiguous: false, firstSentAt: this.#context.clock.monotonic() };
  }

  #now(): string {
    return fromEpochMs(this.#context.clock.now());
  }
}

function fieldsOf(intent: CreateIntent): CreateFields {
  const sent: unknown = JSON.parse(intent.body);
  const text = (name: string): string | undefined => {
    const value = typeof sent === 'object' && sent !== null ? Reflect.get(sent, name) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return {
    external_id: intent.externalId,
    customer_id: text('customer_id') ?? '',
    amount: text('amount') ?? '0',
    currency: text('currency') ?? '',
    purpose: text('purpose'),
    callback_url: text('callback_url'),
    success_url: text('success_url'),
    fail_url: text('fail_url'),
  };
}
