/**
 * Creates one invoice so that an unclear answer never leads to a second order or to a false "failed". The exact bytes are in the
 * books before they are sent, every retry is byte-identical (the API is idempotent on external_id), every ambiguous end is
 * looked up, and every field that was sent is compared with what the API has. Not here: the form, and re-creating.
 */
import { type Failure, FailureError } from '../../domain/failure.ts';
import type { Invoice } from '../../domain/invoice.ts';
import { fromEpochMs, toEpochMs } from '../../domain/time.ts';
import type { CreateIntent } from '../books/creates.ts';
import type { JobContext } from './context.ts';
import {
  createBody,
  type CreateFields,
  type CreateOutcome,
  type CreateReport,
  differencesBetween,
  fieldsOf,
} from './create-parts.ts';
import { fetchInvoice } from './fetch.ts';
import { untilDone } from './mending.ts';

/** One send and at most this many byte-identical repeats. */
const MAX_SENDS = 4;
/** Waits before a repeat, milliseconds. */
const REPEAT_AFTER_MS = [1_000, 2_000, 4_000] as const;
/** Waits before each look-up of an unclear create, milliseconds. */
const LOOK_UP_AFTER_MS = [500, 2_000, 5_000] as const;
/** The caller waits no longer than this for the copy in the mirror; it comes later otherwise. */
const COPY_WITHIN_MS = 3_000;
/** created_at and Date come from one server but perhaps not from one clock. */
const SERVER_TOLERANCE_MS = 5_000;

const BOOKS_FAILED: Failure = { kind: 'unavailable-offline', detail: 'The books of the console could not be written.' };

/** What the console knows of one create while it runs. */
interface Attempt {
  readonly intentId: string;
  readonly fields: CreateFields;
  /** Some send may have been applied although no answer said so. */
  ambiguous: boolean;
  /** The API may have it, also because an answer said so that could not be written down. */
  mayExist: boolean;
  /** The books have it. */
  armed: boolean;
  ended: boolean;
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
    const attempt = this.#attempt(intentId, fields);
    const task = this.#create(attempt).finally(() => this.#live.delete(intentId));
    this.#live.set(intentId, task);
    task.catch((error: unknown) => this.#mend(attempt, error));
    return task;
  }

  /** Resolves when nothing is under way any more, which is soon once the business closes. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#live.values());
  }

  /** The store failed in the middle: what may have been applied is looked up as soon as the books can be written again. */
  #mend(attempt: Attempt, error: unknown): void {
    const { closing, log } = this.#context;
    if (closing.aborted || attempt.ended || !attempt.armed) return;
    log.error('create.broke', { intentId: attempt.intentId }, error);
    const failure: Failure = { kind: 'unknown-outcome', intentId: attempt.intentId };
    void untilDone(this.#context, 'create.mend', async () => {
      attempt.ambiguous = attempt.mayExist;
      if (attempt.mayExist) await this.#lookUp(attempt, failure);
      else await this.#end(attempt, 'refused', null, BOOKS_FAILED);
    });
  }

  /** After a start: whatever was in flight is looked up; it is not sent again. */
  async recover(): Promise<void> {
    const open = await this.#context.books.read('creates.open', { profileId: this.#context.profileId });
    // What this run has under way is not what an earlier one left behind.
    for (const intent of open.filter(({ intentId }) => !this.#live.has(intentId))) {
      const attempt = this.#attempt(intent.intentId, fieldsOf(intent), toEpochMs(intent.armedAt));
      attempt.armed = true;
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

  async #create(attempt: Attempt): Promise<CreateReport> {
    const { intentId, fields } = attempt;
    const prepared = await this.#context.books.write('creates.prepare', {
      intentId,
      profileId: this.#context.profileId,
      externalId: fields.external_id,
      body: createBody(fields),
      at: this.#now(),
    });
    if (prepared.kind === 'exists') return this.#recorded(prepared.intent, fields);
    if (prepared.kind === 'open-other') {
      return this.#report(attempt, 'refused', null, {
        kind: 'rejected',
        code: 'CREATE_ALREADY_OPEN',
        status: 409,
        message: 'Another create with this external_id is still open in this console.',
        details: { openIntentId: prepared.intentId },
      });
    }
    attempt.armed = true;
    return this.#send(attempt, createBody(fields));
  }

  async #send(attempt: Attempt, body: string): Promise<CreateReport> {
    const { client, closing } = this.#context;
    let last: Failure = { kind: 'unknown-outcome', intentId: attempt.intentId };
    for (let sends = 1; sends <= MAX_SENDS; sends += 1) {
      await this.#advance(attempt, 'inflight', 'unknown', null, null);
      attempt.mayExist = true;
      const result = await client.createInvoice(body, { lane: 'click', signal: closing });
      attempt.ambiguous ||= result.kind === 'unknown';
      if (result.kind === 'refused' || result.kind === 'not-sent') attempt.mayExist = attempt.ambiguous;
      if (result.kind === 'answered') {
        return this.#compare(attempt, result.answer.value, result.answer.serverTime, result.answer.status === 201);
      }
      last = result.failure;
      if (result.kind === 'refused') return this.#refused(attempt, result.failure);
      if (result.failure.kind === 'cancelled') break;
      const wait = REPEAT_AFTER_MS[sends - 1];
      if (sends === MAX_SENDS || wait === undefined || !(await this.#pause(wait))) break;
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
    let absent = false;
    for (const wait of LOOK_UP_AFTER_MS) {
      // The console ends: the books have it in flight, and the next start looks it up.
      if (!(await this.#pause(wait))) return this.#report(attempt, 'unknown', null, failure);
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
    if (invoice !== null) await this.#copy(invoice.uuid);
    return this.#report(attempt, outcome, invoice, failure);
  }

  /** The create answer lacks the settlement fields, so the record is read for the mirror; its trouble is not the create's. */
  async #copy(uuid: string): Promise<void> {
    const { clock, closing, log } = this.#context;
    const copied = fetchInvoice(this.#context, uuid, { lane: 'click', signal: closing }).catch((error: unknown) => {
      if (!closing.aborted) log.error('create.copy', { uuid }, error);
    });
    const timeUp = new AbortController();
    await Promise.race([copied, clock.sleep(COPY_WITHIN_MS, timeUp.signal).catch(() => undefined)]);
    timeUp.abort(new Error('copied'));
  }

  /** False when the console ends meanwhile. */
  async #pause(ms: number): Promise<boolean> {
    try {
      await this.#context.clock.sleep(ms, this.#context.closing);
      return true;
    } catch {
      return false;
    }
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
    if (state === 'ended') attempt.ended = true;
  }

  #report(attempt: Attempt, outcome: CreateOutcome, invoice: Invoice | null, failure: Failure | null): CreateReport {
    const differences = invoice === null ? [] : differencesBetween(attempt.fields, invoice);
    return { intentId: attempt.intentId, outcome, invoice, differences, failure };
  }

  /** The recorded outcome of a known intent. The same id with other fields is a mistake of the caller. */
  async #recorded(intent: CreateIntent, fields: CreateFields): Promise<CreateReport> {
    const { intentId } = intent;
    if (intent.profileId !== this.#context.profileId || intent.body !== createBody(fields)) {
      const issue = { path: 'intentId', message: 'was used before for another invoice' };
      throw new FailureError({ kind: 'invalid-input', issues: [issue] });
    }
    const { invoiceUuid, outcome, failure } = intent;
    const invoice = invoiceUuid === null ? null : await this.#known(invoiceUuid);
    const end = outcome === 'waiting' ? 'unknown' : outcome === 'not-sent' ? 'refused' : outcome;
    return this.#report(this.#attempt(intentId, fields), end, invoice, failure);
  }

  async #known(uuid: string): Promise<Invoice | null> {
    const row = await this.#context.mirror.read('invoices.get', { uuid });
    if (row !== null) return row.record;
    const fetched = await fetchInvoice(this.#context, uuid, { lane: 'click', signal: this.#context.closing });
    return fetched.ok ? fetched.value.value : null;
  }

  /** `armedAt`: when an earlier run began it; what it made then is its own, not an older invoice. */
  #attempt(intentId: string, fields: CreateFields, armedAt: number | null = null): Attempt {
    const { clock } = this.#context;
    const elapsed = armedAt === null ? 0 : Math.max(0, clock.now() - armedAt);
    return {
      intentId,
      fields,
      ambiguous: false,
      mayExist: false,
      armed: false,
      ended: false,
      firstSentAt: clock.monotonic() - elapsed,
    };
  }

  #now(): string {
    return fromEpochMs(this.#context.clock.now());
  }
}
