// Sends one webhook again, safely. The POST is not idempotent and has no key, so it is made once per intent; the
// intent is in the books before the first byte leaves, and an unknown outcome is resolved by reading the deliveries,
// never by sending again. Promise: no automatic duplicate, and no intent without a named end, also across kill -9.
import { type Delivery, latestDelivery } from '../../../domain/webhooks/delivery.ts';
import { type Failure, FailureError, failureLabel } from '../../../domain/kernel/failure/failure.ts';
import {
  baselineOf,
  isOpenOutcome,
  type ResendReport,
  type ResendWarning,
  warningBefore,
  wasResentSince,
} from '../../../domain/resend/resend.ts';
import { ageOf, type Moment, momentOf } from '../../../domain/sync/reading-age.ts';
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { SendResult } from '../../api/endpoints/calls.ts';
import type { ResendIntent } from '../../books/resend/resends.ts';
import type { JobContext } from '../kernel/context.ts';
import { fetchDeliveries } from '../records/fetch.ts';
import { untilDone } from '../kernel/mending.ts';
import { atMost } from '../kernel/rest.ts';
import { RequestsInHand } from './budget.ts';
import { EvidenceReader } from './evidence.ts';
import { LateReads } from './late-reads.ts';
import { ResendLedger } from './ledger.ts';
import { ResendResults } from './results.ts';
import {
  inFlight,
  intentTaken,
  isRefusal,
  newSend,
  noDelivery,
  notAllReadable,
  openQuestion,
  refusalFact,
  reportOf,
  type ResendRequest,
  resumedSend,
  type Send,
  tellsOfAnother,
  withWait,
} from './parts.ts';

/** The caller is answered within five seconds; what is not settled by then is read later. */
const ANSWER_WITHIN_MS = 4_500;
/** What was read before is no older when the first byte of the POST is written, or it is not made. */
const FRESH_FOR_POST_MS = 30_000;
/** A colleague's resend that went out so long before somebody asked for another, or later, need not have been on their screen. */
const UNSEEN_MS = 30_000;
/** So soon after a start somebody may ask again for what they wanted of the life before, when nobody knows any more; what that one sent in its last minutes they need not have seen. */
const AGAIN_WITHIN_MS = 2 * 60_000;
const LAST_MINUTES_MS = 10 * 60_000;
/** Readings of one resend that grew old before it came to its POST. */
const MAX_READINGS = 3;

const NO_DELIVERY = 'The deliveries were read beforehand and there is none to send again; nothing was sent.';
const NOT_ALL_READABLE =
  'The deliveries were read beforehand and not all of them could be read, so what the API would send is not known; nothing was sent.';
const IN_FLIGHT = 'The deliveries were read beforehand and the latest was being sent right then; nothing was sent.';
const GREW_OLD =
  'What was read beforehand was more than half a minute old when it could have gone out (the computer may have slept); nothing was sent.';
const HELD_BACK =
  'When its turn came it was not wanted any more: the run was paused, stopped or cancelled, or the profile made read-only; nothing was sent.';
const RESTORED =
  'It was open in a copy of the books that was put back: what the console did after the copy was made is not known.';
const BOOKS_FAILED: Failure = { kind: 'unavailable-offline', detail: 'The books of the console could not be written.' };

interface Before {
  readonly readAt: Moment;
  /** The server's clock then, milliseconds since the epoch. */
  readonly serverMs: number;
  /** A send before this one whose fate is not known. */
  readonly earlier: ResendIntent | null;
}

export class Resender {
  readonly #context: JobContext;
  readonly #ledger: ResendLedger;
  readonly #results: ResendResults;
  readonly #evidence: EvidenceReader;
  readonly #hands: RequestsInHand;
  readonly #begunAt: Moment;
  /** When a run has sent them, by intent: those of the last half minute, the oldest first. */
  readonly #ofRuns = new Map<string, Moment>();
  /**
   * Ids that this life works on: what else is open was left by an earlier one, also where somebody asks for it again before it is taken up. Null
   * once all of that is.
   */
  #own: Set<string> | null = new Set();

  constructor(context: JobContext) {
    this.#context = context;
    this.#begunAt = momentOf(context.clock);
    this.#ledger = new ResendLedger(context, (send) => this.#results.follow(send));
    const late = new LateReads(context);
    this.#results = new ResendResults(context, this.#ledger, late);
    this.#evidence = new EvidenceReader(context, this.#ledger, this.#results, late);
    this.#hands = new RequestsInHand(context);
  }

  /**
   * Answers within five seconds with the outcome so far. The same intentId never sends twice; a second intent for an invoice
   * with an open one is refused and names the open one.
   */
  async resend(request: ResendRequest): Promise<ResendReport> {
    const { intentId } = request;
    const known = this.#ledger.report(intentId);
    // A confirmation that was asked for one invoice is none for another.
    if (known !== undefined && known.invoiceUuid !== request.invoiceUuid) throw new FailureError(intentTaken());
    const running = this.#ledger.work(intentId);
    if (running !== undefined) return this.#settledSoon(request, running.done);
    // Registered before the first await, so that a repeated frame joins this run instead of starting another.
    const send = newSend(request, this.#context.clock);
    this.#ledger.begin(send);
    return this.#settledSoon(
      request,
      this.#launch(send, () => this.#accept(send)),
    );
  }

  /** The state of an intent, or null when neither this profile nor another one at its origin has one with that id. */
  async get(intentId: string): Promise<ResendReport | null> {
    const known = this.#ledger.report(intentId);
    if (known !== undefined) return known;
    const intent = await this.#context.books.read('resends.get', { intentId, of: this.#context.profileId });
    return intent === null ? null : reportOf(intent);
  }

  /** Somebody has read the deliveries of an invoice. */
  async seen(invoiceUuid: string, deliveries: readonly Delivery[]): Promise<void> {
    await this.#results.seen(invoiceUuid, deliveries);
  }

  /** Intents of an invoice, of every profile at the origin, newest first. */
  async ofInvoice(invoiceUuid: string): Promise<readonly ResendReport[]> {
    const { profileId } = this.#context;
    const intents = await this.#context.books.read('resends.ofInvoice', { profileId, invoiceUuid });
    return intents.map((intent) => this.#ledger.work(intent.intentId)?.report ?? reportOf(intent));
  }

  /** Resolves when nothing is under way any more, which is soon once the business closes. */
  async settled(): Promise<void> {
    await Promise.all([...this.#ledger.works().map(({ done }) => done), this.#results.settled()]);
  }

  /** Intents that still move. */
  open(): readonly ResendReport[] {
    return this.#ledger
      .works()
      .map(({ report }) => report)
      .filter(({ outcome }) => isOpenOutcome(outcome));
  }

  /** Step 8. After a start: what was armed was never sent; what was in flight is resolved by reading. */
  async recover(): Promise<void> {
    if (this.#own === null) return;
    const { profileId, clock } = this.#context;
    const intents = await this.#context.books.read('resends.open', { profileId, now: fromEpochMs(clock.now()) });
    for (const intent of intents) {
      const { intentId, state, outcome } = intent;
      if (outcome === 'restored' || this.#own.has(intentId)) continue;
      const send = resumedSend(intent, clock);
      if (state === 'armed') {
        send.facts.push('The console stopped before the request was sent.');
        await this.#ledger.end(send, 'not-sent', null);
      } else if (state === 'ended') {
        void this.#launch(send, () => this.#evidence.watch(send, outcome));
      } else {
        send.facts.push('The console stopped while the request was on its way.');
        this.#ledger.remember(send, 'resolving', null, null);
        void this.#launch(send, () => this.#evidence.resolve(send, intent.failure));
      }
      this.#own.add(intentId);
    }
    await this.#results.recover();
    this.#own = null;
  }

  /**
   * A person's word about one that was open in a copy of the books: the deliveries are read to find out what became of it, or it ends without
   * being known. Either way nothing is sent. False when it stands still no more. Throws `not-found`.
   */
  async decideRestored(intentId: string, decision: 'continue' | 'end', by?: string): Promise<boolean> {
    const { books, profileId, clock } = this.#context;
    const intent = await books.read('resends.get', { intentId });
    if (intent === null || intent.profileId !== profileId) {
      throw new FailureError({ kind: 'not-found', what: 'intent', ident: intentId });
    }
    if (intent.state === 'ended' || intent.outcome !== 'restored' || this.#ledger.work(intentId)) return false;
    const send = resumedSend(intent, clock, by);
    this.#own?.add(intentId);
    send.posted = true;
    send.facts.push(RESTORED);
    if (decision === 'continue') {
      this.#ledger.remember(send, 'resolving', null, null);
      void this.#launch(send, () => this.#evidence.resolve(send, intent.failure));
    } else {
      send.facts.push('A person ended it; whether it was sent is not known.');
      await this.#ledger.end(send, 'inconclusive', intent.failure);
    }
    return true;
  }

  /** A known intent answers with what is recorded of it; only a new one is run. */
  async #accept(send: Send): Promise<void> {
    const { intentId } = send.request;
    const known = await this.#context.books.read('resends.get', { intentId });
    if (known !== null) return this.#ledger.drop(send);
    send.isNew = true;
    this.#own?.add(intentId);
    await this.#run(send);
  }

  /** Steps 0 to 5: budget in hand, baseline, arm, in flight, one POST, classification. */
  async #run(send: Send): Promise<void> {
    const { lane = 'click' } = send.request;
    const hand = await this.#hands.take(lane, this.#context.closing);
    if (!hand.ok) {
      send.facts.push(`The request had no turn within the budget (${failureLabel(hand.failure)}); nothing was sent.`);
      return this.#ledger.end(send, 'not-sent', hand.failure);
    }
    send.hand = hand.value;
    for (let readings = 1; readings <= MAX_READINGS; readings += 1) {
      const before = await this.#readBefore(send);
      if (before === null) return;
      if (this.#heldBack(before) === null) return this.#sendOn(send, before);
    }
    send.facts.push(GREW_OLD);
    return this.#ledger.end(send, 'not-sent', { kind: 'cancelled' });
  }

  /** Step 1, and whether it may go on after that. Null when it has its end, or a person is asked. */
  async #readBefore(send: Send): Promise<Before | null> {
    const { invoiceUuid, lane = 'click', mayGo } = send.request;
    const { books, profileId } = this.#context;
    send.knownSent = await books.read('resends.latestSent', { profileId, invoiceUuid, isEnded: true });
    const before = await fetchDeliveries(this.#context, invoiceUuid, { lane, signal: this.#context.closing });
    send.hand.spend();
    if (!before.ok) return this.#endUnread(send, before.failure);
    const { deliveries, asOf, readAt, quarantined } = before.value;
    if (quarantined > 0) return this.#endBefore(send, notAllReadable(quarantined), NOT_ALL_READABLE);
    const latest = latestDelivery(deliveries);
    send.baseline = baselineOf(deliveries, asOf);
    if (latest === null || send.baseline === null) return this.#endBefore(send, noDelivery(), NO_DELIVERY);
    const earlier = await this.#unresolvedBefore(send, deliveries);
    if (latest.status === 'delivering') return this.#endBefore(send, inFlight(), IN_FLIGHT);
    const serverMs = toEpochMs(asOf) ?? this.#context.clock.now();
    const { knownUntil } = send.request;
    const isDoubtful = earlier !== null || wasResentSince(deliveries, knownUntil, { oursMs: readAt.wallMs, serverMs });
    const isNews = await this.#isJustSent(send);
    const warnings = [
      warningBefore(latest, serverMs),
      isDoubtful ? 'unresolved-before' : null,
      isNews ? 'just-sent' : null,
    ] as const;
    if (this.#asks(send, warnings)) return null;
    if (mayGo === undefined || (await mayGo())) return { readAt, serverMs, earlier };
    send.facts.push(HELD_BACK);
    await this.#ledger.end(send, 'not-sent', { kind: 'cancelled' });
    return null;
  }

  /** Two people mean the same webhook once, also where it has failed again in between. */
  async #isJustSent({ knownSent, request, askedAt }: Send): Promise<boolean> {
    const { books, clock } = this.#context;
    const sent = knownSent === null ? null : await books.read('resends.get', { intentId: knownSent });
    const sentMs = toEpochMs(sent?.sentAt ?? sent?.armedAt ?? '');
    if (sent === null || sentMs === null || sent.askedBy === null) return false;
    const begunMs = clock.now() - ageOf(this.#begunAt, clock);
    const isAskedSoon = request.askedAt === undefined && askedAt.steadyMs - this.#begunAt.steadyMs <= AGAIN_WITHIN_MS;
    if (isAskedSoon && sentMs < begunMs) return sentMs > begunMs - LAST_MINUTES_MS;
    // What went out after it was asked for, because it waited for its turn, nobody can have seen; one's own one knows of, unless it was a run's.
    const isOwn = sent.askedBy === (request.by ?? this.#context.osUser) && !this.#ofRuns.has(sent.intentId);
    const unseenMs = isOwn ? 0 : UNSEEN_MS;
    const askedMs = toEpochMs(request.askedAt ?? '') ?? clock.now() - ageOf(askedAt, clock);
    return sentMs > askedMs - unseenMs;
  }

  /** Steps 2 to 5. */
  async #sendOn(send: Send, before: Before): Promise<void> {
    const { clock } = this.#context;
    if (!(await this.#ledger.arm(send))) return;
    send.sentAt = momentOf(clock);
    send.readsFrom = send.sentAt;
    send.sentAtServerMs = before.serverMs + ageOf(before.readAt, clock);
    for (const [intentId, at] of this.#ofRuns) if (ageOf(at, clock) > UNSEEN_MS) this.#ofRuns.delete(intentId);
    if (send.request.askedAt !== undefined) this.#ofRuns.set(send.request.intentId, send.sentAt);
    await this.#ledger.advance(send, 'inflight', 'resolving', null);
    send.posted = true;
    const result = await this.#post(send, before);
    send.readsFrom = momentOf(clock);
    send.hand.spend();
    await this.#classify(send, result, before);
  }

  /** Why what was read before is nothing to send on any more; null while it is. */
  #heldBack({ readAt }: Before): Failure | null {
    return ageOf(readAt, this.#context.clock) <= FRESH_FOR_POST_MS ? null : { kind: 'cancelled' };
  }

  /** The read before it did not come about: refused where the API said no to it, and nothing was sent either way. */
  async #endUnread(send: Send, failure: Failure): Promise<null> {
    send.facts.push(`The deliveries could not be read beforehand (${failureLabel(failure)}); nothing was sent.`);
    await this.#ledger.end(send, isRefusal(failure) ? 'refused' : 'not-sent', failure);
    return null;
  }

  /** What was read beforehand is what the API refuses for; it is not asked. */
  async #endBefore(send: Send, failure: Failure, fact: string): Promise<null> {
    send.facts.push(fact);
    await this.#ledger.end(send, 'refused', failure);
    return null;
  }

  /** An earlier send whose fate is still unknown after what was just read. */
  async #unresolvedBefore(send: Send, deliveries: readonly Delivery[]): Promise<ResendIntent | null> {
    const earlier = await this.#evidence.earlierUnresolved(send);
    return earlier === null || (await this.#evidence.reconsider(earlier, deliveries)) ? null : earlier;
  }

  /** Leaves the send to a person where one has to be asked. */
  #asks(send: Send, candidates: readonly (ResendWarning | null)[]): boolean {
    const warnings = candidates.filter((warning) => warning !== null);
    const question = openQuestion(send.request, warnings, send.asked);
    if (question === null) return false;
    const asked = [question, ...warnings.filter((warning) => warning !== question)];
    this.#ledger.leaveUnarmed(send, 'needs-confirmation', null, asked);
    return true;
  }

  /**
   * Step 4: once, on a socket of its own, without any retry. It has its turn while what was read before it is fresh, by both clocks, or is
   * not made; nothing ends it after that.
   */
  async #post(send: Send, before: Before): Promise<SendResult<Delivery>> {
    const { client, clock } = this.#context;
    const { invoiceUuid, lane = 'click' } = send.request;
    const [tooLate, answered] = [new AbortController(), new AbortController()];
    void clock.sleep(FRESH_FOR_POST_MS - ageOf(before.readAt, clock), answered.signal).then(
      () => tooLate.abort(new Error('no turn')),
      () => undefined,
    );
    const holdBack = (): Failure | null => {
      // This is the moment of the POST, from which on its end is waited for.
      send.sentAt = momentOf(clock);
      return this.#heldBack(before);
    };
    const result = await client.resendWebhook(invoiceUuid, { lane, signal: tooLate.signal, holdBack });
    answered.abort(new Error('answered'));
    if (result.kind !== 'not-sent' || result.failure.kind !== 'cancelled') return result;
    if (!tooLate.signal.aborted) return result;
    const { waitingMs, resetSeconds } = client.budget();
    return {
      kind: 'not-sent',
      failure: { kind: 'rate-limited', retryAfterMs: Math.max(1_000, waitingMs, resetSeconds * 1_000) },
    };
  }

  /** Step 5. */
  async #classify(send: Send, result: SendResult<Delivery>, before: Before): Promise<void> {
    switch (result.kind) {
      case 'answered':
        // Only an answer that names the invoice is about it.
        if (result.answer.value.invoice_uuid === null) {
          send.facts.push('The answer to the request does not say which invoice it is about.');
          return this.#evidence.resolve(send, null);
        }
        send.facts.push(`The API accepted the request (${result.answer.status}).`);
        await this.#ledger.end(send, 'confirmed', null);
        return this.#evidence.readBack(send);
      case 'refused':
        return this.#refuse(send, withWait(result.failure), before.earlier);
      case 'not-sent':
        send.facts.push(
          this.#heldBack(before) === null
            ? `The request did not leave this computer (${failureLabel(result.failure)}).`
            : GREW_OLD,
        );
        return this.#ledger.end(send, 'not-sent', result.failure);
      case 'unknown':
        send.facts.push(`The request was sent, but its answer did not arrive (${failureLabel(result.failure)}).`);
        return this.#evidence.resolve(send, result.failure);
    }
  }

  async #refuse(send: Send, failure: Failure, earlier: ResendIntent | null): Promise<void> {
    const isTelling = earlier !== null && tellsOfAnother(failure);
    send.facts.push(refusalFact(failure));
    if (isTelling) {
      send.facts.push(
        'An earlier request of this console has an unknown outcome; this refusal speaks for its having been carried out.',
      );
    }
    await this.#ledger.end(send, 'refused', failure);
    if (isTelling) await this.#evidence.lookAgain(earlier, failure);
  }

  #launch(send: Send, task: () => Promise<void>): Promise<void> {
    const { intentId } = send.request;
    const done = task().catch((error: unknown) => {
      send.hand.release();
      // A stop of the console leaves the intent as the books have it; recover() goes on from there.
      if (this.#context.closing.aborted) return;
      this.#context.log.error('resend.broke', { intentId }, error);
      if (!send.ended) this.#mend(send, error instanceof FailureError ? error.failure : BOOKS_FAILED);
    });
    this.#ledger.attach(intentId, done);
    return done;
  }

  /**
   * The store failed in the middle. What was not sent is over, and the caller hears so at once; of what may have been sent the
   * fate is found out, and what the books had before has the end that it has there. Each is written down as soon as the books can be
   * written again, and only then is the id let go.
   */
  #mend(send: Send, failure: Failure): void {
    const { intentId } = send.request;
    const isOver = send.isNew && !send.posted;
    const done = untilDone(this.#context, 'resend.mend', async () => {
      const recorded = await this.#context.books.read('resends.get', { intentId });
      if (recorded !== null && !send.isNew && !send.posted) return this.#ledger.drop(send);
      send.armed ||= recorded !== null;
      if (send.posted) await this.#evidence.resolve(send, failure);
      else await this.#ledger.end(send, 'not-sent', failure);
    });
    this.#ledger.hold(send, isOver ? 'not-sent' : 'resolving', failure, done);
  }

  async #settledSoon({ intentId, invoiceUuid }: ResendRequest, done: Promise<void>): Promise<ResendReport> {
    await atMost(this.#context.clock, ANSWER_WITHIN_MS, done);
    const report = await this.get(intentId);
    // Another profile, or another invoice, has it: then nothing was sent here.
    if (report === null || report.invoiceUuid !== invoiceUuid) throw new FailureError(intentTaken());
    return report;
  }
}
