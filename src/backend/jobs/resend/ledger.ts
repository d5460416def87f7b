// What is known of each resend: written to the books first, kept in memory while it moves, then told.
import { type Failure, failureLabel } from '../../../domain/kernel/failure/failure.ts';
import { FRESH_FOR_MS } from '../../../domain/records/fulfilment.ts';
import { ageOf, type Moment, momentOf } from '../../../domain/sync/reading-age.ts';
import {
  isOpenOutcome,
  isSent,
  type ResendOutcome,
  type ResendReport,
  type ResendWarning,
} from '../../../domain/resend/resend.ts';
import { attemptFact, type ResendAttempt, UNDER_WAY } from '../../../domain/resend/attempt.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';
import type { ActivityInput } from '../../books/kernel/activity.ts';
import type { ResendIntent } from '../../books/resend/resends.ts';
import { deedOf, type JobContext, nowOf } from '../kernel/context.ts';
import { alreadyOpen, reportOf, type Send } from './parts.ts';

/** Reports of requests that never became intents are kept for their callers, the latest of them. */
const MAX_UNARMED = 500;

interface Work {
  readonly send: Send;
  readonly report: ResendReport;
  /** Settles when nothing is under way for it any more. */
  readonly done: Promise<void>;
}

interface Unarmed {
  readonly report: ResendReport;
  readonly asked: readonly ResendWarning[];
  readonly at: Moment;
}

export class ResendLedger {
  readonly #context: JobContext;
  readonly #live = new Map<string, Work>();
  /** Requests that never became intents: a question to the person, or a refusal for an open one. */
  readonly #unarmed = new Map<string, Unarmed>();

  readonly #onSent: (send: Send) => void;

  /** `onSent`: the books have it that the request was carried out, and not how its attempt ended. */
  constructor(context: JobContext, onSent: (send: Send) => void) {
    this.#context = context;
    this.#onSent = onSent;
  }

  /** What is under way under this id. */
  work(intentId: string): Work | undefined {
    return this.#live.get(intentId);
  }

  works(): readonly Work[] {
    return [...this.#live.values()];
  }

  /** What this run knows of the id; undefined when only the books can tell. */
  report(intentId: string): ResendReport | undefined {
    return this.#live.get(intentId)?.report ?? this.#unarmed.get(intentId)?.report;
  }

  /** Registers a run that begins. What a person was asked about under the same id goes with it. */
  begin(send: Send): void {
    const { intentId } = send.request;
    send.asked = this.#askedBefore(intentId);
    this.#unarmed.delete(intentId);
    this.remember(send, 'waiting', null, null);
  }

  /** What a person's yes is an answer to: null without a question, nothing of a question that has grown old. */
  #askedBefore(intentId: string): readonly ResendWarning[] | null {
    const known = this.#unarmed.get(intentId);
    if (known === undefined) return null;
    return ageOf(known.at, this.#context.clock) <= FRESH_FOR_MS ? known.asked : [];
  }

  /** Names the promise that a run is waited for with. */
  attach(intentId: string, done: Promise<void>): void {
    const entry = this.#live.get(intentId);
    if (entry !== undefined) this.#live.set(intentId, { ...entry, done });
  }

  /** The id is another run's or the books'; nothing is known of it here. What another send has under way under it goes on. */
  drop(send: Send): void {
    const { intentId } = send.request;
    send.hand.release();
    if (this.#live.get(intentId)?.send === send) this.#live.delete(intentId);
  }

  /** Takes the report as the one under way, and says so: for what the books could not be told. */
  hold(send: Send, outcome: ResendOutcome, failure: Failure, done: Promise<void>): void {
    const report = this.#report(send, outcome, failure, null);
    this.#live.set(send.request.intentId, { send, report, done });
    this.#context.announce({ kind: 'resend', profileId: this.#context.profileId, report });
  }

  /** Commits the intent with its baseline. False when it must not go on: it was armed before, or another one is open. */
  async arm(send: Send): Promise<boolean> {
    const { intentId, invoiceUuid } = send.request;
    const armed = await this.#context.books.write('resends.arm', {
      intentId,
      profileId: this.#context.profileId,
      invoiceUuid,
      baseline: send.baseline,
      knownSent: send.knownSent,
      askedBy: send.request.by ?? this.#context.osUser,
      at: nowOf(this.#context),
    });
    send.armed ||= armed.kind === 'armed';
    if (send.armed) return true;
    if (armed.kind === 'open-other')
      this.leaveUnarmed(send, 'refused', alreadyOpen(armed.intentId, armed.profile?.name ?? null), []);
    else this.drop(send);
    return false;
  }

  /** Commits the next state, outcome and evidence. */
  async advance(
    send: Send,
    state: ResendIntent['state'],
    outcome: ResendOutcome,
    failure: Failure | null,
    entry?: ActivityInput,
  ): Promise<void> {
    // Said once: what this clock does afterwards does not move the moment of sending.
    const isSending = state === 'inflight';
    await this.#context.books.write('resends.advance', {
      intentId: send.request.intentId,
      state,
      outcome,
      evidence: { facts: send.facts, reads: send.reads, baseline: send.baseline },
      failure,
      sentAt: isSending ? fromEpochMs(send.sentAt.wallMs) : undefined,
      sentAtServerMs: isSending ? send.sentAtServerMs : undefined,
      // Later on its attempt is written by whoever follows it, and by nobody else.
      attempt: entry === undefined ? undefined : send.attempt,
      at: nowOf(this.#context),
      entry,
    });
    if (state === 'ended') send.ended = true;
    this.remember(send, outcome, failure, null);
  }

  /** Names the end in the books and in the activity log, also of an intent that ends before it was armed. */
  async end(send: Send, outcome: ResendOutcome, failure: Failure | null): Promise<void> {
    if (!send.armed && !(await this.arm(send))) return;
    // It was carried out: from now on its attempt is what people wait for.
    if (isSent(outcome)) send.attempt ??= UNDER_WAY;
    const { intentId, invoiceUuid } = send.request;
    await this.advance(send, 'ended', outcome, failure, {
      ...deedOf(this.#context, send.request.by),
      action: 'resend-webhook',
      summary: `Resend the webhook of invoice ${invoiceUuid} (intent ${intentId})`,
      outcome,
      evidence: { facts: send.facts, reads: send.reads, baseline: send.baseline, failure: noteOf(failure) },
    });
    if (send.attempt?.state === 'under-way') this.#onSent(send);
  }

  /** Writes how the attempt stands by now, with its fact, beside an outcome that stays, and tells it; its end is in the activity log. */
  async noteAttempt(send: Send, attempt: ResendAttempt): Promise<void> {
    const { books, profileId, announce } = this.#context;
    const { intentId, invoiceUuid } = send.request;
    const intent = await books.read('resends.get', { intentId });
    if (intent === null) return;
    const fact = attemptFact(attempt);
    // What other reads have noted since is kept.
    const facts = [...new Set([...(intent.evidence?.facts ?? []), ...send.facts, fact])];
    const evidence = { facts, reads: Math.max(send.reads, intent.evidence?.reads ?? 0), baseline: intent.baseline };
    const { outcome, failure } = intent;
    const after = await books.write('resends.advance', {
      intentId,
      state: 'ended',
      outcome,
      evidence,
      failure,
      attempt,
      at: nowOf(this.#context),
      entry: {
        ...deedOf(this.#context, send.request.by),
        action: 'resend-webhook',
        summary: `The attempt of the resend of invoice ${invoiceUuid} (intent ${intentId})`,
        outcome: attempt.state,
        evidence: { ...attempt },
      },
    });
    send.attempt = attempt;
    send.facts = facts;
    announce({ kind: 'resend', profileId, report: reportOf(after) });
    announce({ kind: 'jobs', profileId });
  }

  /** Answers without an intent: a question (the first of what is `asked`), or a refusal for an open one. */
  leaveUnarmed(send: Send, outcome: ResendOutcome, failure: Failure | null, asked: readonly ResendWarning[]): void {
    const oldest = this.#unarmed.keys().next().value;
    if (this.#unarmed.size >= MAX_UNARMED && oldest !== undefined) this.#unarmed.delete(oldest);
    const warning = asked[0] ?? null;
    this.#unarmed.set(send.request.intentId, {
      report: this.#report(send, outcome, failure, warning),
      asked,
      at: momentOf(this.#context.clock),
    });
    this.remember(send, outcome, failure, warning);
  }

  /** Keeps the report while it moves, and tells it. */
  remember(send: Send, outcome: ResendOutcome, failure: Failure | null, warning: ResendWarning | null): void {
    const { intentId } = send.request;
    const report = this.#report(send, outcome, failure, warning);
    const done = this.#live.get(intentId)?.done ?? Promise.resolve();
    if (isOpenOutcome(outcome)) this.#live.set(intentId, { send, report, done });
    else this.drop(send);
    this.#context.announce({ kind: 'resend', profileId: this.#context.profileId, report });
    this.#context.announce({ kind: 'jobs', profileId: this.#context.profileId });
  }

  #report(send: Send, outcome: ResendOutcome, failure: Failure | null, warning: ResendWarning | null): ResendReport {
    const { intentId, invoiceUuid } = send.request;
    const evidence = { facts: [...send.facts], reads: send.reads, baseline: send.baseline };
    const { attempt } = send;
    const updatedAt = nowOf(this.#context);
    return { intentId, invoiceUuid, outcome, evidence, failure, attempt, warning, updatedAt };
  }
}

/** A failure as the activity log keeps it: its kind and code, and when to ask again. Messages of the other side stay out. */
function noteOf(failure: Failure | null): Readonly<Record<string, string | number>> | null {
  if (failure === null) return null;
  const note = { kind: failure.kind, label: failureLabel(failure) };
  if (failure.kind === 'rate-limited') return { ...note, retryAfterMs: failure.retryAfterMs };
  if (failure.kind === 'unauthorised') return { ...note, code: failure.code, status: failure.status };
  if (failure.kind !== 'rejected') return note;
  const { code, status, retryAfterMs } = failure;
  return { ...note, code, status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
