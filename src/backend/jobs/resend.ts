/**
 * Sends one webhook again, safely. The POST is not idempotent and has no key, so it is made once per intent; the intent is in
 * the books before the first byte leaves, and an unknown outcome is resolved by reading the deliveries, never by sending
 * again. Promise: no automatic duplicate, and no intent without a named end, also across kill -9. Not here: the judgement
 * of evidence (domain/resend), bulk runs.
 */
import { latestDelivery } from '../../domain/delivery.ts';
import { type Failure, FailureError } from '../../domain/failure.ts';
import {
  baselineOf,
  type EvidenceJudgement,
  isOpenOutcome,
  judgeEvidence,
  type ResendOutcome,
  type ResendReport,
  type ResendWarning,
  warningBefore,
} from '../../domain/resend.ts';
import { fromEpochMs, toEpochMs } from '../../domain/time.ts';
import type { ResendIntent } from '../books/resends.ts';
import { failureLabel, type JobContext } from './context.ts';
import { fetchDeliveries } from './fetch.ts';
import { untilDone } from './mending.ts';
import {
  alreadyOpen,
  inFlight,
  intentTaken,
  isDecisive,
  isRefusal,
  newSend,
  noDelivery,
  openQuestion,
  reportOf,
  type ResendRequest,
  type Send,
} from './resend-parts.ts';

/** The caller is answered within five seconds; what is not settled by then is read later. */
const ANSWER_WITHIN_MS = 4_500;
/** Reads after an unknown outcome, milliseconds since the send. */
const EVIDENCE_READS_MS = [2_000, 5_000, 15_000, 30_000, 60_000] as const;
/** An unresolved send is looked at again for a day: a proxy may apply it late. */
const WATCH_READS_MS = [300_000, 1_800_000, 7_200_000, 21_600_000, 86_400_000] as const;

const BOOKS_FAILED: Failure = { kind: 'unavailable-offline', detail: 'The books of the console could not be written.' };

/** Reports of requests that never became intents are kept for their callers, the latest of them. */
const MAX_UNARMED = 500;

/** All resends of one business. */
export class Resender {
  readonly #context: JobContext;
  readonly #live = new Map<string, { report: ResendReport; done: Promise<void> }>();
  /** Reports of requests that never became intents: a question to the person, or a refusal for an open one. */
  readonly #unarmed = new Map<string, ResendReport>();

  constructor(context: JobContext) {
    this.#context = context;
  }

  /**
   * Answers within five seconds with the outcome so far. The same intentId never sends twice; a second intent for an invoice
   * with an open one is refused and names the open one.
   */
  async resend(request: ResendRequest): Promise<ResendReport> {
    const running = this.#live.get(request.intentId);
    const known = running?.report ?? this.#unarmed.get(request.intentId);
    // A confirmation that was asked for one invoice is none for another.
    if (known !== undefined && known.invoiceUuid !== request.invoiceUuid) throw new FailureError(intentTaken());
    if (running !== undefined) return this.#settledSoon(request, running.done);
    // Registered before the first await, so that a repeated frame joins this run instead of starting another.
    const send = newSend(request);
    this.#unarmed.delete(request.intentId);
    this.#remember(send, 'waiting', null, null);
    return this.#settledSoon(
      request,
      this.#launch(send, () => this.#accept(send)),
    );
  }

  /** The state of an intent, or null when this business has none with that id. */
  async get(intentId: string): Promise<ResendReport | null> {
    const live = this.#live.get(intentId)?.report ?? this.#unarmed.get(intentId);
    if (live !== undefined) return live;
    const intent = await this.#context.books.read('resends.get', { intentId });
    return intent === null || intent.profileId !== this.#context.profileId ? null : reportOf(intent);
  }

  /** Intents of an invoice, newest first. */
  async ofInvoice(invoiceUuid: string): Promise<readonly ResendReport[]> {
    const { profileId } = this.#context;
    const intents = await this.#context.books.read('resends.ofInvoice', { profileId, invoiceUuid });
    return intents.map((intent) => this.#live.get(intent.intentId)?.report ?? reportOf(intent));
  }

  /** Resolves when nothing is under way any more, which is soon once the business closes. */
  async settled(): Promise<void> {
    await Promise.all([...this.#live.values()].map(({ done }) => done));
  }

  /** Intents that still move. */
  open(): readonly ResendReport[] {
    return [...this.#live.values()].map((entry) => entry.report).filter((report) => isOpenOutcome(report.outcome));
  }

  /** After a start: what was armed was never sent; what was in flight is resolved by reading. */
  async recover(): Promise<void> {
    const { profileId } = this.#context;
    const intents = await this.#context.books.read('resends.open', { profileId, now: this.#now() });
    // What this run has under way is not what an earlier one left behind.
    for (const intent of intents.filter(({ intentId }) => !this.#live.has(intentId))) {
      const send = this.#resume(intent);
      if (intent.state === 'armed') {
        send.facts.push('The console stopped before the request was sent.');
        await this.#end(send, 'not-sent', null);
      } else if (intent.state === 'ended') {
        void this.#launch(send, () => this.#watch(send, intent.outcome));
      } else {
        send.facts.push('The console stopped while the request was on its way.');
        this.#remember(send, 'resolving', null, null);
        void this.#launch(send, () => this.#resolve(send));
      }
    }
  }

  #resume(intent: ResendIntent): Send {
    const elapsed = intent.sentAt === null ? 0 : this.#context.clock.now() - (toEpochMs(intent.sentAt) ?? 0);
    return {
      request: { intentId: intent.intentId, invoiceUuid: intent.invoiceUuid, confirmed: true },
      armed: true,
      posted: intent.state !== 'armed',
      ended: intent.state === 'ended',
      baseline: intent.baseline,
      facts: [...(intent.evidence?.facts ?? [])],
      reads: intent.evidence?.reads ?? 0,
      sentAtServerMs: intent.sentAtServerMs ?? 0,
      sentAtMonotonic: this.#context.clock.monotonic() - Math.max(0, elapsed),
    };
  }

  /** A known intent answers with what is recorded of it; only a new one is run. */
  async #accept(send: Send): Promise<void> {
    const { intentId } = send.request;
    const known = await this.#context.books.read('resends.get', { intentId });
    if (known === null) await this.#run(send);
    else this.#live.delete(intentId);
  }

  /** Steps 0 to 5: baseline, arm, in flight, one POST, classification. */
  async #run(send: Send): Promise<void> {
    const { invoiceUuid, lane = 'click' } = send.request;
    const before = await fetchDeliveries(this.#context, invoiceUuid, { lane, signal: this.#context.closing });
    if (!before.ok) return this.#end(send, isRefusal(before.failure) ? 'refused' : 'not-sent', before.failure);
    const latest = latestDelivery(before.value.deliveries);
    send.baseline = baselineOf(before.value.deliveries, before.value.asOf);
    if (latest === null || send.baseline === null) return this.#end(send, 'refused', noDelivery());
    if (latest.status === 'delivering') return this.#end(send, 'refused', inFlight());
    const serverNow = toEpochMs(before.value.asOf) ?? this.#context.clock.now();
    const warnings = [warningBefore(latest, serverNow), await this.#unresolvedBefore(send)];
    const warning = openQuestion(send.request, warnings);
    if (warning !== null) return this.#leaveUnarmed(send, 'needs-confirmation', null, warning);
    const readAt = this.#context.clock.monotonic();
    if (!(await this.#arm(send))) return;
    send.sentAtMonotonic = this.#context.clock.monotonic();
    send.sentAtServerMs = serverNow + (send.sentAtMonotonic - readAt);
    await this.#advance(send, 'inflight', 'resolving', null);
    send.posted = true;
    const result = await this.#context.client.resendWebhook(invoiceUuid, { lane });
    switch (result.kind) {
      case 'answered':
        send.facts.push(`The API accepted the request (${result.answer.status}).`);
        await this.#end(send, 'confirmed', null);
        return this.#readBack(send);
      case 'refused':
        return this.#end(send, 'refused', result.failure);
      case 'not-sent':
        return this.#end(send, 'not-sent', result.failure);
      case 'unknown':
        send.facts.push(`The request was sent, but its answer did not arrive (${failureLabel(result.failure)}).`);
        this.#remember(send, 'resolving', result.failure, null);
        return this.#resolve(send);
    }
  }

  /** Step 6: reads at 2, 5, 15, 30 and 60 s after the send until the evidence decides. */
  async #resolve(send: Send): Promise<void> {
    await this.#advance(send, 'resolving', 'resolving', null);
    let judgement = await this.#gather(send, EVIDENCE_READS_MS);
    judgement ??= { outcome: 'not-observed', facts: ['The deliveries could not be read after the request.'] };
    send.facts.push(...judgement.facts);
    await this.#end(send, judgement.outcome, { kind: 'unknown-outcome', intentId: send.request.intentId });
    if (!isDecisive(judgement)) await this.#watch(send, judgement.outcome);
  }

  /** A late application is still found for a day; the outcome is then put right, never the request repeated. */
  async #watch(send: Send, outcome: ResendOutcome): Promise<void> {
    if (outcome !== 'not-observed' && outcome !== 'inconclusive') return;
    const judgement = await this.#gather(send, WATCH_READS_MS);
    if (judgement === null || !isDecisive(judgement)) return;
    send.facts.push('Found on a later look.', ...judgement.facts);
    await this.#end(send, judgement.outcome, null);
  }

  async #gather(send: Send, readsAtMs: readonly number[]): Promise<EvidenceJudgement | null> {
    const { clock, closing } = this.#context;
    let last: EvidenceJudgement | null = null;
    const elapsed = clock.monotonic() - send.sentAtMonotonic;
    // What a stop, or a long wait for the answer, made us miss is caught up by one read at once.
    const missed = readsAtMs.some((at) => at <= elapsed);
    const due = [...(missed ? [elapsed] : []), ...readsAtMs.filter((at) => at > elapsed)];
    for (const at of due) {
      await clock.sleep(Math.max(0, send.sentAtMonotonic + at - clock.monotonic()), closing);
      const { invoiceUuid, lane = 'confirm' } = send.request;
      const read = await fetchDeliveries(this.#context, invoiceUuid, { lane, signal: closing });
      send.reads += 1;
      if (!read.ok || send.baseline === null) continue;
      last = judgeEvidence(send.baseline, read.value.deliveries, send.sentAtServerMs);
      if (isDecisive(last)) return last;
    }
    return last;
  }

  async #readBack(send: Send): Promise<void> {
    const { invoiceUuid, lane = 'confirm' } = send.request;
    const read = await fetchDeliveries(this.#context, invoiceUuid, { lane, signal: this.#context.closing });
    if (!read.ok) return;
    send.reads += 1;
    const latest = latestDelivery(read.value.deliveries);
    send.facts.push(
      `Read back: the delivery is ${latest?.status ?? 'unknown'}, resent ${latest?.resend_count ?? '?'} times.`,
    );
    await this.#advance(send, 'ended', 'confirmed', null);
  }

  /** An earlier send of this invoice whose fate stayed unknown: sending again may deliver twice, so a person decides. */
  async #unresolvedBefore(send: Send): Promise<ResendWarning | null> {
    const { profileId } = this.#context;
    const { invoiceUuid, intentId } = send.request;
    const earlier = await this.#context.books.read('resends.ofInvoice', { profileId, invoiceUuid });
    const latest = earlier.find((intent) => intent.intentId !== intentId && intent.sentAt !== null);
    const unresolved = latest?.outcome === 'not-observed' || latest?.outcome === 'inconclusive';
    return unresolved ? 'unresolved-before' : null;
  }

  #launch(send: Send, task: () => Promise<void>): Promise<void> {
    const { intentId } = send.request;
    const done = task().catch((error: unknown) => {
      // A stop of the console leaves the intent as the books have it; recover() goes on from there.
      if (this.#context.closing.aborted) return;
      this.#context.log.error('resend.broke', { intentId }, error);
      if (!send.ended) this.#mend(send, error instanceof FailureError ? error.failure : BOOKS_FAILED);
    });
    const entry = this.#live.get(intentId);
    if (entry !== undefined) this.#live.set(intentId, { report: entry.report, done });
    return done;
  }

  /**
   * The store failed in the middle. What was not sent is over, and the caller hears so at once; of what may have been sent the
   * fate is found out. Either end is written down as soon as the books can be written again, and only then is the id let go.
   */
  #mend(send: Send, failure: Failure): void {
    const { intentId } = send.request;
    const report = this.#report(send, send.posted ? 'resolving' : 'not-sent', failure, null);
    const done = untilDone(this.#context, 'resend.mend', async () => {
      const recorded = await this.#context.books.read('resends.get', { intentId });
      send.armed ||= recorded !== null;
      if (send.posted) await this.#resolve(send);
      else await this.#end(send, 'not-sent', failure);
    });
    this.#live.set(intentId, { report, done });
    this.#context.announce({ kind: 'resend', profileId: this.#context.profileId, report });
  }

  async #settledSoon({ intentId, invoiceUuid }: ResendRequest, done: Promise<void>): Promise<ResendReport> {
    const timeUp = new AbortController();
    const pause = this.#context.clock.sleep(ANSWER_WITHIN_MS, timeUp.signal).catch(() => undefined);
    await Promise.race([done, pause]);
    timeUp.abort(new Error('answered'));
    const report = await this.get(intentId);
    // Another profile, or another invoice, has it: then nothing was sent here.
    if (report === null || report.invoiceUuid !== invoiceUuid) throw new FailureError(intentTaken());
    return report;
  }

  /** Names the end in the books, also of an intent that ends before it was armed. */
  async #end(send: Send, outcome: ResendOutcome, failure: Failure | null): Promise<void> {
    if (!send.armed && !(await this.#arm(send))) return;
    await this.#advance(send, 'ended', outcome, failure);
    const { intentId, invoiceUuid } = send.request;
    await this.#context.books.write('activity.append', {
      at: this.#now(),
      osUser: this.#context.osUser,
      profileId: this.#context.profileId,
      action: 'resend-webhook',
      summary: `Resend the webhook of invoice ${invoiceUuid} (intent ${intentId})`,
      outcome,
      evidence: { facts: send.facts, reads: send.reads },
    });
  }

  async #advance(
    send: Send,
    state: ResendIntent['state'],
    outcome: ResendOutcome,
    failure: Failure | null,
  ): Promise<void> {
    const wasSent = send.sentAtServerMs !== 0;
    await this.#context.books.write('resends.advance', {
      intentId: send.request.intentId,
      state,
      outcome,
      evidence: { facts: send.facts, reads: send.reads, baseline: send.baseline },
      failure,
      sentAt: wasSent ? fromEpochMs(this.#sentAtWall(send)) : undefined,
      sentAtServerMs: wasSent ? send.sentAtServerMs : undefined,
      at: this.#now(),
    });
    if (state === 'ended') send.ended = true;
    this.#remember(send, outcome, failure, null);
  }

  #remember(send: Send, outcome: ResendOutcome, failure: Failure | null, warning: ResendWarning | null): void {
    const { intentId } = send.request;
    const report = this.#report(send, outcome, failure, warning);
    const done = this.#live.get(intentId)?.done ?? Promise.resolve();
    if (isOpenOutcome(outcome)) this.#live.set(intentId, { report, done });
    else this.#live.delete(intentId);
    this.#context.announce({ kind: 'resend', profileId: this.#context.profileId, report });
    this.#context.announce({ kind: 'jobs', profileId: this.#context.profileId });
  }

  #report(send: Send, outcome: ResendOutcome, failure: Failure | null, warning: ResendWarning | null): ResendReport {
    const { intentId, invoiceUuid } = send.request;
    const evidence = { facts: [...send.facts], reads: send.reads, baseline: send.baseline };
    return { intentId, invoiceUuid, outcome, evidence, failure, warning, updatedAt: this.#now() };
  }

  /** Commits the intent with its baseline. False when it must not go on: it was armed before, or another one is open. */
  async #arm(send: Send): Promise<boolean> {
    const { intentId, invoiceUuid } = send.request;
    const armed = await this.#context.books.write('resends.arm', {
      intentId,
      profileId: this.#context.profileId,
      invoiceUuid,
      baseline: send.baseline,
      at: this.#now(),
    });
    send.armed ||= armed.kind === 'armed';
    if (send.armed) return true;
    if (armed.kind === 'open-other') this.#leaveUnarmed(send, 'refused', alreadyOpen(armed.intentId), null);
    else this.#live.delete(intentId);
    return false;
  }

  #leaveUnarmed(send: Send, outcome: ResendOutcome, failure: Failure | null, warning: ResendWarning | null): void {
    const oldest = this.#unarmed.keys().next().value;
    if (this.#unarmed.size >= MAX_UNARMED && oldest !== undefined) this.#unarmed.delete(oldest);
    this.#unarmed.set(send.request.intentId, this.#report(send, outcome, failure, warning));
    this.#remember(send, outcome, failure, warning);
  }

  #sentAtWall(send: Send): number {
    return this.#context.clock.now() - (this.#context.clock.monotonic() - send.sentAtMonotonic);
  }

  #now(): string {
    return fromEpochMs(this.#context.clock.now());
  }
}
