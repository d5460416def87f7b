// The reads that find out what became of a resend, for a day after an unknown outcome. Nothing here sends.
import { type Delivery, latestDelivery } from '../../../domain/webhooks/delivery.ts';
import { type Failure, failureLabel } from '../../../domain/kernel/failure/failure.ts';
import {
  type EvidenceJudgement,
  isUnresolved,
  judgeEvidence,
  type ResendOutcome,
  UNSENT_OUTCOMES,
} from '../../../domain/resend/resend.ts';
import { ageOf, momentOf } from '../../../domain/sync/reading-age.ts';
import { NO_ANSWER_AFTER_MS, RESULT_WITHIN_MS } from '../../../domain/resend/attempt.ts';
import type { ResendIntent } from '../../books/resend/resends.ts';
import { type JobContext, throwIfClosing } from '../kernel/context.ts';
import { fetchDeliveries } from '../records/fetch.ts';
import type { LateReads } from './late-reads.ts';
import type { ResendLedger } from './ledger.ts';
import type { ResendResults } from './results.ts';
import { isDecisive, resumedSend, type Send } from './parts.ts';

/** Reads after an unknown outcome, milliseconds since the answer was given up. */
const EVIDENCE_READS_MS = [2_000, 5_000, 15_000, 30_000, 60_000] as const;
/** An unresolved send is looked at again for a day: a proxy may apply it late. */
const WATCH_READS_MS = [300_000, 1_800_000, 7_200_000, 21_600_000, 86_400_000] as const;

/** Between two looks at the clocks, of which one stands still in a sleep. */
const LOOK_MS = 1_000;
const NEVER = new AbortController().signal;

const UNREAD: EvidenceJudgement = {
  outcome: 'not-observed',
  facts: ['The deliveries could not be read after the request.'],
  isSettled: false,
};
const SUPERSEDED = 'A later request of this console was sent: what is seen since then may be its doing.';
const WATCHED = 'Looked at for a day after the request.';

export class EvidenceReader {
  readonly #context: JobContext;
  readonly #ledger: ResendLedger;
  readonly #results: Pick<ResendResults, 'seen'>;
  readonly #late: LateReads;

  constructor(context: JobContext, ledger: ResendLedger, results: Pick<ResendResults, 'seen'>, late: LateReads) {
    this.#context = context;
    this.#ledger = ledger;
    this.#results = results;
    this.#late = late;
  }

  /** Step 6: reads after 2, 5, 15, 30 and 60 s until the evidence decides; names the end. `failure`: why nobody knows. */
  async resolve(send: Send, failure: Failure | null): Promise<void> {
    await this.#ledger.advance(send, 'resolving', 'resolving', failure);
    send.contested = (await this.earlierUnresolved(send)) !== null;
    const judgement = (await this.#gatherInTime(send)) ?? UNREAD;
    send.facts.push(...judgement.facts);
    await this.#ledger.end(send, judgement.outcome, isDecisive(judgement) ? null : unknown(send));
    // What shows that it was carried out may show the end of its attempt as well.
    await this.#results.seen(send.request.invoiceUuid, send.shown);
    await this.watch(send, judgement.outcome);
  }

  /** A late application is still found for a day; the outcome is then put right, never the request repeated. */
  async watch(send: Send, outcome: ResendOutcome): Promise<void> {
    if (!isUnresolved(outcome)) return;
    send.contested = (await this.earlierUnresolved(send)) !== null;
    const judgement = await this.#gather(send, WATCH_READS_MS, () => this.#isSuperseded(send));
    if (judgement !== null && isDecisive(judgement)) await this.#putRight(send, judgement);
    else await this.#note(send, (await this.#isSuperseded(send)) ? SUPERSEDED : WATCHED);
  }

  /** After the API's yes: one read, so that the mirror has what came of it, and perhaps the end of the attempt. */
  async readBack(send: Send): Promise<void> {
    const read = await this.#read(send);
    if (read === null) return;
    await this.#results.seen(send.request.invoiceUuid, read);
    const latest = latestDelivery(read);
    send.facts.push(
      `Read back: the delivery is ${latest?.status ?? 'unknown'}, resent ${latest?.resend_count ?? '?'} times.`,
    );
    await this.#ledger.advance(send, 'ended', 'confirmed', null);
  }

  /** The latest earlier send of this invoice when its fate is not known: sending again may deliver twice, so a person decides. */
  async earlierUnresolved(send: Send): Promise<ResendIntent | null> {
    const { earlier } = await this.#sentBesides(send);
    const [latest] = earlier;
    return latest !== undefined && isUnresolved(latest.outcome) ? latest : null;
  }

  /** What was read just before another request may already tell of the earlier one. True when that is resolved now. */
  async reconsider(intent: ResendIntent, deliveries: readonly Delivery[]): Promise<boolean> {
    const send = this.#resumed(intent);
    if (send.baseline === null) return false;
    const judgement = judgeEvidence(send.baseline, deliveries, send.sentAtServerMs);
    // Another profile's own reads put its intent right; here it is only no question any more.
    if (isDecisive(judgement) && this.#isOurs(intent)) await this.#putRight(send, judgement);
    return isDecisive(judgement);
  }

  /**
   * A later request was told "too soon" or "being sent right now": that speaks for the earlier one, whose fate is not known. It is
   * looked at, now and when an attempt has had its time; what only the refusal tells is kept as a fact and makes it inconclusive. Another
   * profile follows its own: nothing is written into it from here.
   */
  async lookAgain(intent: ResendIntent, refusal: Failure): Promise<void> {
    if (!this.#isOurs(intent)) return;
    const { clock, closing } = this.#context;
    const send = this.#resumed(intent);
    for (const waitMs of [0, RESULT_WITHIN_MS]) {
      await clock.sleep(waitMs, closing);
      const judgement = await this.#look(send);
      if (await this.#isSuperseded(send)) return;
      const isNamed = judgement?.isSettled === true || waitMs > 0;
      if (judgement !== null && isDecisive(judgement) && isNamed) return this.#putRight(send, judgement);
    }
    const fact = `A later request was refused with ${failureLabel(refusal)}, which can mean that this one was carried out.`;
    await this.#note(send, fact, 'inconclusive');
  }

  /**
   * As long as an item of a run may take: its end has a name two minutes after the POST, whatever the reads are waiting for. One that an earlier
   * life has sent longer ago than that has the time of one read.
   */
  async #gatherInTime(send: Send): Promise<EvidenceJudgement | null> {
    const { clock, closing } = this.#context;
    const [over, late] = [new AbortController(), new AbortController()];
    const begun = momentOf(clock);
    const isLate = (): boolean =>
      ageOf(send.sentAt, clock) >= NO_ANSWER_AFTER_MS && ageOf(begun, clock) >= RESULT_WITHIN_MS;
    const watch = async (): Promise<void> => {
      const until = AbortSignal.any([closing, over.signal]);
      while (!isLate()) await clock.sleep(LOOK_MS, until);
      late.abort(new Error('two minutes are over'));
    };
    void watch().catch(() => undefined);
    try {
      return await this.#gather(send, EVIDENCE_READS_MS, undefined, late.signal);
    } finally {
      over.abort(new Error('gathered'));
    }
  }

  /** Reads at the given times until the evidence decides; null when nothing was read or nobody needs to know any more. */
  async #gather(
    send: Send,
    readsAtMs: readonly number[],
    isOver: () => Promise<boolean> = () => Promise.resolve(false),
    late: AbortSignal = NEVER,
  ): Promise<EvidenceJudgement | null> {
    const { clock, closing } = this.#context;
    let last: EvidenceJudgement | null = null;
    let isExtra = false;
    const since = (): number => clock.monotonic() - send.readsFrom.steadyMs;
    const elapsed = since();
    // What a stop, or a long wait for the answer, made us miss is caught up by one read at once.
    const missed = readsAtMs.some((at) => at <= elapsed);
    const due = [...(missed ? [elapsed] : []), ...readsAtMs.filter((at) => at > elapsed)];
    for (let at = due.shift(); at !== undefined; at = due.shift()) {
      try {
        await clock.sleep(Math.max(0, at - since()), AbortSignal.any([closing, late]));
      } catch (error) {
        if (closing.aborted) throw error;
        return last;
      }
      if (await isOver()) return null;
      last = (await this.#look(send, late, readsAtMs === WATCH_READS_MS)) ?? last;
      // Asked again: what the read shows may be the doing of a request that was sent meanwhile.
      if (await isOver()) return null;
      if (last?.isSettled === true) return last;
      // It is counted and not listed: its attempt is over before long, and says whose it is.
      const soon = since() + RESULT_WITHIN_MS;
      isExtra = !isExtra && last !== null && isDecisive(last) && soon < (due[0] ?? Number.POSITIVE_INFINITY);
      if (isExtra) due.unshift(soon);
    }
    return last;
  }

  async #look(send: Send, late: AbortSignal = NEVER, isWatch = false): Promise<EvidenceJudgement | null> {
    const deliveries = await this.#read(send, late, isWatch);
    if (deliveries === null || send.baseline === null) return null;
    return judgeEvidence(send.baseline, deliveries, send.sentAtServerMs, send.contested);
  }

  /** Null when they could not be read. Throws when the business closes: then nothing is judged, and the next start goes on. */
  async #read(send: Send, late: AbortSignal = NEVER, isWatch = false): Promise<readonly Delivery[] | null> {
    const { invoiceUuid, lane = 'confirm' } = send.request;
    const { closing } = this.#context;
    const signal = AbortSignal.any([closing, late]);
    const read = isWatch
      ? await this.#late.read(invoiceUuid, signal)
      : await fetchDeliveries(this.#context, invoiceUuid, { lane, signal });
    send.hand.spend();
    throwIfClosing(this.#context);
    if (!read.ok) return null;
    send.reads += 1;
    send.shown = read.value.deliveries;
    return send.shown;
  }

  /** A late proof replaces an end without certainty, once. */
  async #putRight(send: Send, judgement: EvidenceJudgement): Promise<void> {
    if (!(await this.#refresh(send))) return;
    send.facts.push('Found on a later look.', ...judgement.facts);
    await this.#ledger.end(send, judgement.outcome, null);
  }

  /** Adds a fact to an end without certainty; with `outcome` it may have another name from now on. */
  async #note(send: Send, fact: string, outcome?: ResendOutcome): Promise<void> {
    const known = await this.#refresh(send);
    if (known === null || send.facts.includes(fact)) return;
    send.facts.push(fact);
    if (outcome !== undefined && outcome !== known.outcome) await this.#ledger.end(send, outcome, unknown(send));
    else await this.#ledger.advance(send, 'ended', known.outcome, unknown(send));
  }

  /** Takes over what the books know by now; null when the intent is resolved, and nothing is left to say. */
  async #refresh(send: Send): Promise<ResendIntent | null> {
    const known = await this.#context.books.read('resends.get', { intentId: send.request.intentId });
    if (known === null || !isUnresolved(known.outcome)) return null;
    send.facts = [...(known.evidence?.facts ?? [])];
    send.reads = Math.max(send.reads, known.evidence?.reads ?? 0);
    return known;
  }

  /** Was another request for this invoice sent afterwards, that the API did not refuse? */
  async #isSuperseded(send: Send): Promise<boolean> {
    return (await this.#sentBesides(send)).later.length > 0;
  }

  /** Other requests of this console for the invoice that left it and may have been carried out, newest first. */
  async #sentBesides(
    send: Send,
  ): Promise<{ readonly earlier: readonly ResendIntent[]; readonly later: readonly ResendIntent[] }> {
    const { profileId } = this.#context;
    const { invoiceUuid, intentId } = send.request;
    const intents = await this.#context.books.read('resends.ofInvoice', { profileId, invoiceUuid });
    // One that is not armed yet is the newest.
    const own = intents.findIndex((intent) => intent.intentId === intentId);
    const mayBeSent = ({ outcome }: ResendIntent): boolean => !UNSENT_OUTCOMES.includes(outcome);
    return {
      earlier: intents.slice(own + 1).filter(mayBeSent),
      later: intents.slice(0, Math.max(0, own)).filter(mayBeSent),
    };
  }

  #isOurs({ profileId }: ResendIntent): boolean {
    return profileId === this.#context.profileId;
  }

  #resumed(intent: ResendIntent): Send {
    return resumedSend(intent, this.#context.clock);
  }
}

function unknown(send: Send): Failure {
  return { kind: 'unknown-outcome', intentId: send.request.intentId };
}
