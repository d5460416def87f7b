// Creates one invoice so that an unclear answer never leads to a second order or to a false "failed": the exact bytes
// are in the books before they are sent, every retry is byte-identical (the API is idempotent on external_id), every
// ambiguous end is looked up, and every field that was sent is compared with what the API has.
import { failed, type Failure, FailureError, invalidInput, success } from '../../../domain/kernel/failure/failure.ts';
import { type Invoice, isTerminal } from '../../../domain/records/invoice.ts';
import { type Order, orderBody, orderDifferences } from '../../../domain/create/order.ts';
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { Lane } from '../../api/endpoints/calls.ts';
import { PARK_MS } from '../../api/gate/gate.ts';
import type { CreateIntent, OrderOrigin } from '../../books/create/creates.ts';
import type { JobContext } from '../kernel/context.ts';
import { CreateAttempt } from './attempt.ts';
import {
  type KeptCreate,
  type CreateReport,
  endOf,
  orderOfIntent,
  outcomeOf,
  refusesEveryCopy,
  stateOf,
  usedBefore,
} from './parts.ts';
import { fetchInvoice } from '../records/fetch.ts';
import { untilDone } from '../kernel/mending.ts';
import { inProfile, openDetails } from '../kernel/open-elsewhere.ts';
import { atMost } from '../kernel/rest.ts';
import { uuidInTheWay } from './order-ids.ts';

/** One send and at most this many byte-identical repeats. */
const MAX_SENDS = 4;
/** Waits before a repeat, milliseconds. */
const REPEAT_AFTER_MS = [1_000, 2_000, 4_000] as const;
/** Waits before each look-up of an unclear create, milliseconds. */
const LOOK_UP_AFTER_MS = [500, 2_000, 5_000] as const;
/** Waits before each later look-up of one that stayed unknown: 30 s, 2 minutes, 10 minutes, an hour. */
const LOOK_LATER_MS = [30_000, 120_000, 600_000, 3_600_000] as const;
/** Unknown ends of earlier runs are shown to people this far back; at a start as far back from the last of them, which may be long ago. */
const UNKNOWN_SINCE_MS = 7 * 24 * 3_600_000;
const MAX_UNRESOLVED = 100;
/** The caller waits no longer than this for the copy in the mirror; it comes later otherwise. */
const COPY_WITHIN_MS = 3_000;

const BOOKS_FAILED: Failure = { kind: 'unavailable-offline', detail: 'The books of the console could not be written.' };

interface HowToCreate {
  /** Of a run another than a click's. */
  readonly lane?: Lane | undefined;
  /** Once it aborts nothing is sent that has not had its turn. */
  readonly unwanted?: AbortSignal | undefined;
  /** In whose name; the console's own where nobody is named. */
  readonly by?: string | undefined;
}

export class Creator {
  readonly #context: JobContext;
  readonly #live = new Map<string, { readonly body: string; readonly task: Promise<CreateReport> }>();
  /** As the resender has it. */
  #own: Set<string> | null = new Set();

  constructor(context: JobContext) {
    this.#context = context;
  }

  /**
   * Creates, or answers with the recorded outcome when the intent is known. `originUuid` is the closed invoice that the order
   * repeats; it is read first, and while it is not closed nothing is sent. The caller has checked `problemsOf`.
   */
  create(
    intentId: string,
    order: Order,
    originUuid: string | null = null,
    options: HowToCreate = {},
  ): Promise<CreateReport> {
    const running = this.#live.get(intentId);
    const body = orderBody(order);
    if (running !== undefined) return running.body === body ? running.task : Promise.reject(usedBefore());
    const task = this.#begin(intentId, order, originUuid, options);
    // Whoever asked sees the failure.
    this.#keep(intentId, body, task).catch(() => undefined);
    return task;
  }

  /** Under way until it has its end; what is taken up under the same id meanwhile stays. */
  #keep(intentId: string, body: string, task: Promise<CreateReport>): Promise<CreateReport> {
    const mine = { body, task };
    this.#live.set(intentId, mine);
    return task.finally(() => {
      if (this.#live.get(intentId) === mine) this.#live.delete(intentId);
    });
  }

  /** What the books have about an intent. Throws `not-found` when this business has none of that id. */
  async record(intentId: string): Promise<KeptCreate> {
    const intent = await this.#intent(intentId);
    const invoice = intent.invoiceUuid === null ? null : await this.#known(intent.invoiceUuid);
    const order = orderOfIntent(intent);
    const isOpen = intent.state !== 'ended';
    return {
      intentId,
      state: stateOf(intent),
      outcome: isOpen ? 'waiting' : endOf(intent.outcome),
      order,
      body: intent.body,
      invoice,
      differences: invoice === null ? [] : orderDifferences(order, invoice),
      failure: intent.failure,
      recreatedFrom: intent.recreatedFrom,
      armedAt: intent.armedAt,
      endedAt: intent.endedAt,
    };
  }

  /** Looks an unknown end up once more, now. What is known stays as it is. Throws why the look failed; the record is not touched by that. */
  async lookAgain(intentId: string): Promise<KeptCreate> {
    const intent = await this.#intent(intentId);
    if (intent.state !== 'ended' || intent.outcome !== 'unknown') return this.record(intentId);
    const failure = await this.#lookOnce(intent, 'click', false);
    if (failure !== null) throw new FailureError(failure);
    return this.record(intentId);
  }

  /** What is under way, then what ended without being known, the newest first; at most 100. */
  async unresolved(): Promise<readonly CreateIntent[]> {
    const { books, profileId } = this.#context;
    const [open, unknown] = await Promise.all([
      books.read('creates.open', { profileId }),
      books.read('creates.unknown', { profileId, since: this.#unknownSince() }),
    ]);
    return [...open, ...unknown].slice(0, MAX_UNRESOLVED);
  }

  /** Resolves when nothing is under way any more, which is soon once the business closes. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#live.values()].map(({ task }) => task));
  }

  /** After a start: whatever was in flight is looked up; it is not sent again. Unknown ends get another look. */
  async recover(): Promise<void> {
    if (this.#own === null) return;
    const { books, profileId } = this.#context;
    for (const intent of await books.read('creates.open', { profileId })) {
      const { intentId, state, outcome } = intent;
      if (outcome === 'restored' || this.#own.has(intentId)) continue;
      if (state === 'armed') await this.#resumed(intent).end('refused', null, { kind: 'cancelled' });
      else this.#takeUp(intent);
      this.#own.add(intentId);
    }
    const unknown = await books.read('creates.unknown', { profileId, since: '' });
    const since = fromEpochMs((toEpochMs(unknown[0]?.endedAt ?? '') ?? 0) - UNKNOWN_SINCE_MS);
    const earlier = unknown.filter(({ endedAt }) => endedAt !== null && endedAt >= since);
    void this.#lookAtEarlier(earlier.map(({ intentId }) => intentId));
    this.#own = null;
  }

  /** A person's word about one that was open in a copy of the books; nothing is sent. False when it stands still no more. */
  async decideRestored(intentId: string, decision: 'continue' | 'end', by?: string): Promise<boolean> {
    const intent = await this.#intent(intentId);
    if (stateOf(intent) !== 'restored' || this.#live.has(intentId)) return false;
    if (decision === 'end') await this.#resumed(intent, by).end('unknown', null, { kind: 'unknown-outcome', intentId });
    else {
      this.#own?.add(intentId);
      this.#takeUp(intent);
    }
    return true;
  }

  /** Finds out what became of what an earlier life, or the life of another copy, may have sent. */
  #takeUp(intent: CreateIntent): void {
    const attempt = this.#resumed(intent);
    attempt.ambiguous = true;
    attempt.mayExist = true;
    const { intentId, body } = intent;
    const task = this.#lookUp(attempt, { kind: 'unknown-outcome', intentId });
    this.#keep(intentId, body, task).catch((error: unknown) => this.#mend(attempt, error));
  }

  async #begin(
    intentId: string,
    order: Order,
    originUuid: string | null,
    { lane = 'click', unwanted, by = this.#context.osUser }: HowToCreate,
  ): Promise<CreateReport> {
    const known = await this.#context.books.read('creates.get', { intentId });
    if (known !== null) return this.#recorded(known, order);
    this.#own?.add(intentId);
    const origin = originUuid === null ? null : await this.#closedOrigin(originUuid);
    const { closing, writing } = this.#context;
    const signal = AbortSignal.any([closing, writing(), ...(unwanted === undefined ? [] : [unwanted])]);
    const options = { lane, signal };
    const inTheWay = await uuidInTheWay(this.#context, order.external_id, options);
    if (inTheWay !== null) throw new FailureError(inTheWay);
    const attempt = new CreateAttempt(this.#context, intentId, order, origin);
    attempt.by = by;
    attempt.lane = lane;
    attempt.signal = signal;
    try {
      return await this.#create(attempt);
    } catch (error) {
      this.#mend(attempt, error);
      throw error;
    }
  }

  async #create(attempt: CreateAttempt): Promise<CreateReport> {
    const prepared = await attempt.arm();
    if (prepared.kind === 'exists') return this.#recorded(prepared.intent, attempt.order);
    if (prepared.kind === 'armed') return this.#send(attempt, orderBody(attempt.order));
    return attempt.report('refused', null, {
      kind: 'rejected',
      code: 'CREATE_ALREADY_OPEN',
      status: 409,
      message: `Another create with this external_id is still open in this console${inProfile(prepared.profile)}.`,
      details: openDetails(prepared.intentId, prepared.profile),
    });
  }

  async #send(attempt: CreateAttempt, body: string): Promise<CreateReport> {
    const { client } = this.#context;
    let last: Failure = { kind: 'unknown-outcome', intentId: attempt.intentId };
    for (let sends = 1; sends <= MAX_SENDS; sends += 1) {
      await attempt.note('inflight');
      attempt.mayExist = true;
      const result = await client.createInvoice(body, { lane: attempt.lane, signal: attempt.signal });
      if (result.kind === 'answered' && result.answer.value.external_id === attempt.order.external_id) {
        const { value, serverTime, status, isDated } = result.answer;
        // A 200 without a doubt before it is a repeat of somebody's order, as the specification has it.
        const isNew = status === 201;
        const mayBe = (isNew || attempt.ambiguous) && attempt.isYoung(value, isDated ? serverTime : null, isNew);
        return this.#found(attempt, value, mayBe && !(await this.#isKnown(attempt, value)), null, false);
      }
      attempt.ambiguous ||= result.kind === 'unknown' || result.kind === 'answered';
      attempt.mayExist = attempt.ambiguous;
      last = result.kind === 'answered' ? ANOTHER_RECORD : result.failure;
      const isWait = last.kind === 'rate-limited' && last.retryAfterMs <= PARK_MS;
      if (result.kind === 'refused' && !isWait) return this.#refused(attempt, last);
      if (last.kind === 'cancelled') break;
      const wait = REPEAT_AFTER_MS[sends - 1];
      if (wait === undefined || !(await this.#pause(wait))) break;
    }
    return attempt.ambiguous ? this.#lookUp(attempt, last) : attempt.end('refused', null, last);
  }

  /** After an ambiguous send any later refusal may be an echo of our own first one, so the API is asked what it has. */
  async #refused(attempt: CreateAttempt, failure: Failure): Promise<CreateReport> {
    if (attempt.ambiguous) return this.#lookUp(attempt, failure);
    const isTaken = failure.kind === 'rejected' && failure.code === 'INVOICE_ALREADY_EXISTS';
    if (!isTaken) return attempt.end('refused', null, failure);
    const found = await this.#find(attempt.order.external_id, attempt.lane);
    // Nothing of ours was applied, so whatever is there is somebody's.
    if (found.ok) return this.#found(attempt, found.value.value, false, failure, true);
    return attempt.end('conflict', null, failure);
  }

  async #lookUp(attempt: CreateAttempt, failure: Failure): Promise<CreateReport> {
    await attempt.note('resolving');
    let isAbsent = false;
    for (const wait of LOOK_UP_AFTER_MS) {
      // The console ends: the books have it in flight, and the next start looks it up.
      if (!(await this.#pause(wait))) return attempt.report('unknown', null, failure);
      const found = await this.#find(attempt.order.external_id, attempt.lane);
      if (found.ok) return this.#adopt(attempt, found.value.value, found.value.asOf, failure);
      isAbsent = found.failure.kind === 'not-found';
    }
    // Absent now does not prove that a delayed copy will not be applied; only a refusal that meets every copy settles it.
    if (isAbsent && refusesEveryCopy(failure)) return attempt.end('refused', null, failure);
    const report = await attempt.end('unknown', null, failure);
    void this.#lookLater([attempt.intentId], LOOK_LATER_MS);
    return report;
  }

  /** What an unclear create turned out to have made, or to have met. */
  async #adopt(attempt: CreateAttempt, invoice: Invoice, asOf: string, failure: Failure): Promise<CreateReport> {
    const isYoung = attempt.isYoung(invoice, asOf, false) && !(await this.#isKnown(attempt, invoice));
    const isEcho = failure.kind === 'rejected' && failure.code === 'INVOICE_ALREADY_EXISTS' && !isYoung;
    return this.#found(attempt, invoice, isYoung, isEcho ? failure : null, true);
  }

  /**
   * An earlier order of this console has made it, or met it. By the clocks alone it may still look young: an answer that is long on its way tells an earlier time of
   * the server than is now.
   */
  async #isKnown({ intentId }: CreateAttempt, { uuid: invoiceUuid }: Invoice): Promise<boolean> {
    const { books, profileId } = this.#context;
    const known = await books.read('creates.ofInvoice', { profileId, invoiceUuid });
    return known !== null && known.intentId !== intentId;
  }

  async #found(
    attempt: CreateAttempt,
    invoice: Invoice,
    isYoung: boolean,
    failure: Failure | null,
    isCopied: boolean,
  ): Promise<CreateReport> {
    const report = await attempt.end(outcomeOf(attempt.order, invoice, isYoung), invoice, failure);
    if (!isCopied && attempt.lane === 'click') await this.#copy(invoice.uuid);
    return report;
  }

  /** Unknown ends are looked up again, more and more seldom; each answer may improve what the books say. */
  async #lookLater(intentIds: readonly string[], waits: readonly number[]): Promise<void> {
    for (const [index, wait] of waits.entries()) {
      if (!(await this.#pause(wait))) return;
      for (const intentId of intentIds) await this.#look(intentId, index === waits.length - 1);
    }
  }

  /** One look at each that an earlier run left unknown; where the API could not be asked, also because the key was not proved yet, another one later. */
  async #lookAtEarlier(intentIds: readonly string[]): Promise<void> {
    let left = intentIds;
    for (const wait of [0, ...LOOK_LATER_MS]) {
      if (left.length === 0 || (wait > 0 && !(await this.#pause(wait)))) return;
      const unasked: string[] = [];
      for (const intentId of left) if (!(await this.#look(intentId, false))) unasked.push(intentId);
      left = unasked;
    }
  }

  /** Looks up an end that is unknown, unless it is known by now. `isLast`: as `#lookOnce` has it. False when the API, or the books, could not be asked. */
  async #look(intentId: string, isLast: boolean): Promise<boolean> {
    const { books, closing, log } = this.#context;
    if (closing.aborted) return false;
    try {
      const intent = await books.read('creates.get', { intentId });
      return intent?.outcome !== 'unknown' || (await this.#lookOnce(intent, 'check', isLast)) === null;
    } catch (error) {
      if (!closing.aborted) log.error('create.look', { intentId }, error);
      return false;
    }
  }

  /**
   * `isLast`: no copy of the request can still be on its way, so that the API's refusal is the end if it has nothing. Returns why the
   * API could not be asked; null when it answered, be it that it has nothing, or when the outcome is known by now.
   */
  async #lookOnce(intent: CreateIntent, lane: Lane, isLast: boolean): Promise<Failure | null> {
    const found = await this.#find(intent.externalId, lane);
    const now = await this.#context.books.read('creates.get', { intentId: intent.intentId });
    if (now?.outcome !== 'unknown') return null;
    const failure: Failure = intent.failure ?? { kind: 'unknown-outcome', intentId: intent.intentId };
    if (found.ok) {
      await this.#adopt(this.#resumed(intent), found.value.value, found.value.asOf, failure);
      return null;
    }
    if (found.failure.kind !== 'not-found') return found.failure;
    if (isLast && failure.kind === 'rejected' && failure.status < 500) {
      await this.#resumed(intent).end('refused', null, failure);
    }
    return null;
  }

  /** Reads what the API has under an external_id; by its uuid when the mirror knows that, since not every id survives in a path. */
  async #find(externalId: string, lane: Lane): ReturnType<typeof fetchInvoice> {
    const { closing, log, mirror } = this.#context;
    const options = { lane, signal: closing };
    const rows = await mirror.read('invoices.find', { ident: externalId }).catch((error: unknown) => {
      if (!closing.aborted) log.error('create.find', {}, error);
      return [];
    });
    const known = rows.find(({ record }) => record.external_id === externalId);
    if (known !== undefined) {
      const read = await fetchInvoice(this.#context, known.record.uuid, options);
      if (read.ok && read.value.value.external_id === externalId) return success(read.value);
    }
    const read = await fetchInvoice(this.#context, externalId, options);
    // An id that is written as a uuid may lead to the invoice that has that uuid, which says nothing about ours.
    return read.ok && read.value.value.external_id !== externalId ? failed(ANOTHER_RECORD) : read;
  }

  /** The closed invoice that is made again; throws while it is not known to be closed. */
  async #closedOrigin(uuid: string): Promise<OrderOrigin> {
    const read = await fetchInvoice(this.#context, uuid, { lane: 'click', signal: this.#context.closing });
    if (!read.ok) throw new FailureError(read.failure);
    const { status, external_id: externalId } = read.value.value;
    if (isTerminal(status)) return { uuid: read.value.value.uuid, externalId };
    const message = status === 'pending' ? 'is still pending: its payment link works' : 'is not known to be closed';
    throw invalidInput('recreatedFrom', message);
  }

  /** The create answer lacks the settlement fields, so the record is read for the mirror; its trouble is not the create's. */
  async #copy(uuid: string): Promise<void> {
    const { clock, closing, log } = this.#context;
    const copied = fetchInvoice(this.#context, uuid, { lane: 'click', signal: closing }).catch((error: unknown) => {
      if (!closing.aborted) log.error('create.copy', { uuid }, error);
    });
    await atMost(clock, COPY_WITHIN_MS, copied);
  }

  /**
   * The store failed in the middle: what may have been applied is looked up as soon as the books can be written again. Of one that was not known to be armed
   * the books may have it all the same, where the answer of its writing was lost.
   */
  #mend(attempt: CreateAttempt, error: unknown): void {
    const { closing, log } = this.#context;
    const { intentId } = attempt;
    if (closing.aborted || attempt.ended || !attempt.mayBeArmed) return;
    log.error('create.broke', { intentId }, error);
    const failure: Failure = { kind: 'unknown-outcome', intentId };
    void untilDone(this.#context, 'create.mend', async () => {
      if (!(await attempt.isArmed())) return;
      attempt.ambiguous = attempt.mayExist;
      if (attempt.mayExist) await this.#lookUp(attempt, failure);
      else await attempt.end('refused', null, BOOKS_FAILED);
    });
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

  /** The recorded outcome of a known intent. The same id with other fields is a mistake of the caller. */
  async #recorded(intent: CreateIntent, order: Order): Promise<CreateReport> {
    const { intentId, invoiceUuid, outcome, failure } = intent;
    if (intent.profileId !== this.#context.profileId || intent.body !== orderBody(order)) throw usedBefore();
    const invoice = invoiceUuid === null ? null : await this.#known(invoiceUuid);
    const differences = invoice === null ? [] : orderDifferences(order, invoice);
    return { intentId, outcome: endOf(outcome), invoice, differences, failure };
  }

  async #intent(intentId: string): Promise<CreateIntent> {
    const intent = await this.#context.books.read('creates.get', { intentId });
    if (intent !== null && intent.profileId === this.#context.profileId) return intent;
    throw new FailureError({ kind: 'not-found', what: 'intent', ident: intentId });
  }

  async #known(uuid: string): Promise<Invoice | null> {
    const row = await this.#context.mirror.read('invoices.get', { uuid });
    if (row !== null) return row.record;
    const fetched = await fetchInvoice(this.#context, uuid, { lane: 'click', signal: this.#context.closing });
    return fetched.ok ? fetched.value.value : null;
  }

  #unknownSince(): string {
    return fromEpochMs(this.#context.clock.now() - UNKNOWN_SINCE_MS);
  }

  #resumed(intent: CreateIntent, by = intent.askedBy): CreateAttempt {
    const { intentId, recreatedFrom } = intent;
    const attempt = new CreateAttempt(this.#context, intentId, orderOfIntent(intent), recreatedFrom, intent);
    attempt.armed = true;
    attempt.by = by ?? attempt.by;
    return attempt;
  }
}

/** The answer was about another invoice than ours: no answer at all. */
const ANOTHER_RECORD: Failure = {
  kind: 'malformed-response',
  reason: 'wrong-record',
  status: 200,
  detail: 'the answer is about another invoice',
};
