// Follows what was resent to the end of its attempt, named within two minutes of the POST. Nothing here sends.
import type { Delivery } from '../../../domain/webhooks/delivery.ts';
import { ageOf } from '../../../domain/sync/reading-age.ts';
import { NO_ANSWER_AFTER_MS, type ResendAttempt, UNDER_WAY } from '../../../domain/resend/attempt.ts';
import { type AttemptVerdict, judgeAttempt } from '../../../domain/resend/attempt-end.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';
import type { JobContext } from '../kernel/context.ts';
import { fetchDeliveries } from '../records/fetch.ts';
import type { LateReads } from './late-reads.ts';
import type { ResendLedger } from './ledger.ts';
import { Rests } from '../kernel/rest.ts';
import { resumedSend, type Send } from './parts.ts';

/**
 * Reads of the deliveries besides the one right after the POST, milliseconds after it, as long as nothing tells the end: most receivers
 * answer within seconds, and an attempt takes 15 at most.
 */
const READS_MS: readonly number[] = [5_000, 17_000, 60_000, 110_000, 300_000, 1_800_000, 7_200_000];
/** So long an end without an answer is put right. */
const FOLLOWED_MS = 24 * 3_600_000;
/** Between two looks at the clocks while an attempt is under way, and else: a sleep of the machine is noticed by then. */
const LOOK_MS = 1_000;
const LATER_LOOK_MS = 60_000;

interface Followed {
  readonly send: Send;
  reads: number;
  isReading: boolean;
  reading: Promise<void>;
  /** Verdicts are written one after the other. */
  writing: Promise<void>;
  /** No later evidence is about it. */
  isOver: boolean;
}

export class ResendResults {
  readonly #context: JobContext;
  readonly #ledger: Pick<ResendLedger, 'noteAttempt'>;
  readonly #late: LateReads;
  readonly #followed = new Map<string, Followed>();
  #loop: Promise<void> | null = null;
  readonly #rests: Rests;

  constructor(context: JobContext, ledger: Pick<ResendLedger, 'noteAttempt'>, late: LateReads) {
    this.#context = context;
    this.#rests = new Rests(context);
    this.#ledger = ledger;
    this.#late = late;
  }

  /** From now on until its attempt has an end that nothing can change. */
  follow(send: Send): void {
    const { intentId } = send.request;
    if (this.#followed.has(intentId)) return;
    const age = ageOf(send.sentAt, this.#context.clock);
    const missed = READS_MS.filter((at) => at <= age).length;
    // What a stop made us miss is caught up by one read.
    const reads = Math.max(0, missed - 1);
    const nothing = Promise.resolve();
    this.#followed.set(intentId, { send, reads, isReading: false, reading: nothing, writing: nothing, isOver: false });
    this.#rests.wake();
    this.#loop ??= this.#run();
  }

  /** After a start: what an earlier run has left without an end. */
  async recover(): Promise<void> {
    const { books, clock, profileId } = this.#context;
    const since = fromEpochMs(clock.now() - FOLLOWED_MS);
    for (const intent of await books.read('resends.awaited', { profileId, since }))
      this.follow(resumedSend(intent, clock));
  }

  /** Somebody has read the deliveries of an invoice: they may tell an end. */
  async seen(invoiceUuid: string, deliveries: readonly Delivery[]): Promise<void> {
    const own = [...this.#followed.values()].filter(({ send }) => send.request.invoiceUuid === invoiceUuid);
    await Promise.all(own.map((followed) => this.#judge(followed, deliveries)));
  }

  /** Resolves when nothing is being read or written any more, which is soon once the business closes. */
  async settled(): Promise<void> {
    if (this.#context.closing.aborted) await this.#loop;
    await Promise.allSettled([...this.#followed.values()].flatMap(({ reading, writing }) => [reading, writing]));
  }

  async #run(): Promise<void> {
    const { closing } = this.#context;
    // Not before whoever begins it has its promise.
    await Promise.resolve();
    while (this.#followed.size > 0 && !closing.aborted) {
      for (const followed of this.#followed.values()) this.#look(followed);
      const isAny = [...this.#followed.values()].some(({ send }) => send.attempt?.state === 'under-way');
      // One more to follow, or the end of the business: either way it looks again.
      await this.#rests.rest(isAny ? LOOK_MS : LATER_LOOK_MS);
    }
    this.#loop = null;
  }

  #look(followed: Followed): void {
    const { send } = followed;
    const age = ageOf(send.sentAt, this.#context.clock);
    if (age >= NO_ANSWER_AFTER_MS && send.attempt?.state === 'under-way')
      this.#write(followed, { attempt: { ...UNDER_WAY, state: 'no-answer-yet' }, isSettled: false });
    const due = READS_MS[followed.reads];
    if (due !== undefined && age >= due && !followed.isReading) {
      followed.reads += 1;
      followed.reading = this.#read(followed, age >= NO_ANSWER_AFTER_MS);
    }
    if (followed.isOver || age >= FOLLOWED_MS) this.#followed.delete(send.request.intentId);
  }

  async #read(followed: Followed, isLate: boolean): Promise<void> {
    const { invoiceUuid, lane = 'confirm' } = followed.send.request;
    followed.isReading = true;
    const { closing, log } = this.#context;
    try {
      const read = isLate
        ? await this.#late.read(invoiceUuid, closing)
        : await fetchDeliveries(this.#context, invoiceUuid, { lane, signal: closing });
      if (read.ok && !closing.aborted) {
        followed.send.reads += 1;
        await this.#judge(followed, read.value.deliveries);
      }
    } catch (error) {
      if (!closing.aborted) log.error('resend.result', { intentId: followed.send.request.intentId }, error);
    } finally {
      followed.isReading = false;
    }
  }

  /** Takes over what a reading tells. After a later resend of the invoice nobody can tell whose attempt is whose. */
  async #judge(followed: Followed, deliveries: readonly Delivery[]): Promise<void> {
    const { send } = followed;
    if (send.baseline === null || followed.isOver) return;
    const age = ageOf(send.sentAt, this.#context.clock);
    const verdict = judgeAttempt(send.baseline, deliveries, send.sentAtServerMs, age);
    if (verdict === null) return;
    const { books, profileId } = this.#context;
    const { intentId, invoiceUuid } = send.request;
    if ((await books.read('resends.latestSent', { profileId, invoiceUuid })) !== intentId) return;
    this.#write(followed, verdict);
    await followed.writing;
  }

  #write(followed: Followed, { attempt, isSettled }: AttemptVerdict): void {
    const { send } = followed;
    const before = followed.writing;
    followed.writing = before.then(async () => {
      const known = send.attempt;
      const isLate = attempt.state === 'no-answer-yet' && known?.state !== 'under-way';
      if (followed.isOver || isLate || (known !== null && isSame(known, attempt))) {
        followed.isOver ||= isSettled;
        return;
      }
      try {
        await this.#ledger.noteAttempt(send, attempt);
        // What has arrived has arrived.
        followed.isOver ||= isSettled || attempt.state === 'delivered';
      } catch (error) {
        // The books could not be written: the next look tries again.
        const { closing, log } = this.#context;
        if (!closing.aborted) log.error('resend.attempt', { intentId: send.request.intentId }, error);
      }
    });
  }
}

function isSame(left: ResendAttempt, right: ResendAttempt): boolean {
  return (['state', 'at', 'statusCode', 'error'] as const).every((name) => left[name] === right[name]);
}
