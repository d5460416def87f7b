// The pace of runs of one business: the API's resend interval, how long one item takes, and the estimates that follow.
import { businessOf } from '../../../../domain/profiles/profile.ts';
import { DEFAULT_ITEM_MS, estimateRun } from '../../../../domain/resend/bulk-estimate.ts';
import { fieldOf } from '../../../../domain/kernel/fields.ts';
import {
  INTERVAL_SCOPES,
  type IntervalFact,
  type IntervalKnowledge,
  isReliable,
  learnAccepted,
  learnTooSoon,
  type LearnedInterval,
  NO_KNOWLEDGE,
  waitBefore,
} from '../../../../domain/resend/interval.ts';
import { ageOf, type Moment, momentOf } from '../../../../domain/sync/reading-age.ts';
import { toEpochMs } from '../../../../domain/kernel/time/time.ts';
import type { Budget } from '../../../api/endpoints/calls.ts';
import type { EarlierSend } from '../../../books/resend/bulk-items.ts';
import { paceKey } from '../../../books/profiles/profiles.ts';
import type { JobContext } from '../../kernel/context.ts';
import { keptPerProfile } from '../../kernel/setting.ts';

export interface PlannedTime {
  readonly calls: number;
  readonly seconds: number;
  readonly isLeast: boolean;
  readonly interval: LearnedInterval | null;
}

/** Of the estimate of foreign use the gate leaves so much free beside the reserve. */
const FOREIGN_SHARE = 0.85;
/** How much a new measurement moves what one item takes. */
const WEIGHT = 0.2;
/** What took longer than this many items take has waited for something else, and says as much as one of so many. */
const MOST_AT_ONCE = 3;
/** Sends that lie in the future by this computer's clock, as many as are remembered. */
const MAX_FUTURE = 100;

const KEPT = keptPerProfile(paceKey, readKept);

export class BulkPace {
  readonly #context: JobContext;
  #knowledge: IntervalKnowledge = NO_KNOWLEDGE;
  #itemMs = DEFAULT_ITEM_MS;
  #sinceAnyMs: { readonly ms: number; readonly at: Moment } | null = null;
  /** Of sends "in the future", for the clock was set back: when they were first met, on the clock that nobody sets. */
  readonly #future = new Map<string, number>();
  #loaded: Promise<void> | null = null;
  #kept = '';

  constructor(context: JobContext) {
    this.#context = context;
  }

  /** What earlier runs have learned; read once. */
  async load(): Promise<void> {
    this.#loaded ??= this.#load().catch((error: unknown) => {
      this.#loaded = null;
      throw error;
    });
    await this.#loaded;
  }

  /**
   * The facts of a request that is about to be made, and how long it has to wait, milliseconds. The books are asked each time, for a
   * person may have resent one meanwhile.
   */
  async before(invoiceUuid: string): Promise<{ readonly fact: IntervalFact; readonly waitMs: number }> {
    const { ofInvoice, ofAny } = await this.#sends(invoiceUuid);
    const atMs = this.#context.clock.now();
    const since = (send: EarlierSend | null): number | null => (send === null ? null : this.#sinceOf(send, atMs));
    const certain = (send: EarlierSend | null): number | null => (send?.isCertain === true ? since(send) : null);
    return {
      fact: { invoiceUuid, atMs, sinceOwnMs: certain(ofInvoice), sinceAnyMs: certain(ofAny) },
      waitMs: waitBefore(this.#knowledge, since(ofAny), atMs),
    };
  }

  /**
   * The API took it. `tookMs`: from the first request of the item to the last. What came before the request may have taken long, so
   * its time is the one that the books have of it.
   */
  async accepted(fact: IntervalFact, intentId: string, tookMs: number): Promise<void> {
    const intent = await this.#context.books.read('resends.get', { intentId });
    const sentAtMs = toEpochMs(intent?.sentAt ?? '');
    this.#knowledge = learnAccepted(this.#knowledge, sentAtMs === null ? fact : datedAt(fact, sentAtMs));
    const sample = Math.min(Math.max(0, tookMs), MOST_AT_ONCE * Math.max(1, this.#itemMs));
    this.#itemMs += WEIGHT * (sample - this.#itemMs);
    await this.#keep();
  }

  /** The API refused it, just now: the read before the request took a while, so its time is that of the answer. */
  async tooSoon(fact: IntervalFact, waitMs: number | null): Promise<void> {
    this.#knowledge = learnTooSoon(this.#knowledge, datedAt(fact, this.#context.clock.now()), waitMs);
    await this.#keep();
  }

  /** A run is over: what it measured is there for the next one. */
  async save(): Promise<void> {
    this.#kept = '';
    await this.#keep();
  }

  /** Time and requests for so many items from now on. */
  estimate(items: number): PlannedTime {
    const { clock, client } = this.#context;
    const now = clock.now();
    const { interval } = this.#knowledge;
    const isLeast = !isReliable(this.#knowledge, now);
    const { calls, seconds } = estimateRun({
      items,
      ...allowanceOf(client.budget()),
      itemMs: this.#itemMs,
      // What is not sure may be over: then only what is certain is counted, and the words are "at least".
      intervalMs: interval?.scope === 'all' && !isLeast ? interval.ms : 0,
      sinceAnyMs: this.#sinceAnyMs === null ? null : this.#sinceAnyMs.ms + ageOf(this.#sinceAnyMs.at, clock),
    });
    return { calls, seconds, isLeast, interval };
  }

  async #sends(invoiceUuid: string): Promise<{ ofInvoice: EarlierSend | null; ofAny: EarlierSend | null }> {
    const { books, profileId, clock } = this.#context;
    const sends = await books.read('bulk.lastSends', { profileId, invoiceUuid });
    const ms = sends.ofAny === null ? null : this.#sinceOf(sends.ofAny, clock.now());
    this.#sinceAnyMs = ms === null ? null : { ms, at: momentOf(clock) };
    return sends;
  }

  /** Milliseconds since a send. One in the future by this clock was just now when it is first met, and gets older from then on. */
  #sinceOf({ sentAt }: EarlierSend, nowMs: number): number {
    const since = nowMs - (toEpochMs(sentAt) ?? nowMs);
    if (since >= 0) return since;
    const monotonic = this.#context.clock.monotonic();
    const met = this.#future.get(sentAt) ?? monotonic;
    if (this.#future.size >= MAX_FUTURE) this.#future.clear();
    this.#future.set(sentAt, met);
    return monotonic - met;
  }

  /** The interval is the business's: what another profile of it has learned later counts. */
  async takeOver(): Promise<void> {
    const { books, profileId } = this.#context;
    const profiles = await books.read('profiles.list', {});
    const me = profiles.find(({ id }) => id === profileId);
    if (me === undefined) return;
    for (const { id } of profiles.filter((other) => other !== me && businessOf(other) === businessOf(me))) {
      const kept = await KEPT.read({ books, profileId: id });
      const mine = this.#knowledge.interval?.learnedAtMs ?? Number.NEGATIVE_INFINITY;
      const theirs = kept === null ? null : kept.interval;
      if (theirs !== null && theirs.learnedAtMs > mine) this.#knowledge = { ...NO_KNOWLEDGE, interval: theirs };
    }
  }

  async #load(): Promise<void> {
    const kept = await KEPT.read(this.#context);
    if (kept === null) return;
    this.#knowledge = { ...NO_KNOWLEDGE, interval: kept.interval };
    this.#itemMs = kept.itemMs;
  }

  /** On the disk when what is known of the interval has changed; how long an item takes goes along. */
  async #keep(): Promise<void> {
    const { interval } = this.#knowledge;
    const mark = `${interval?.ms ?? '-'} ${interval?.scope ?? '-'} ${Math.floor((interval?.learnedAtMs ?? 0) / 60_000)}`;
    if (mark === this.#kept) return;
    this.#kept = mark;
    const value = { interval, itemMs: Math.round(this.#itemMs) };
    await KEPT.write(this.#context, value);
  }
}

/** What a run may use of the budget, now and in each minute after. */
export function allowanceOf({ limit, remaining, reserve, refills, resetSeconds, foreignPerMinute }: Budget) {
  const foreign = Math.floor(FOREIGN_SHARE * foreignPerMinute);
  return {
    perWindow: limit - reserve - foreign,
    leftNow: remaining - reserve,
    refillPerMinute: refills ? limit - foreign : null,
    resetMs: resetSeconds * 1000,
  };
}

/** The fact with its request made at another moment than when it was begun, milliseconds since the epoch. */
function datedAt(fact: IntervalFact, atMs: number): IntervalFact {
  const later = (since: number | null): number | null =>
    since === null ? null : since + Math.max(0, atMs - fact.atMs);
  return { ...fact, atMs, sinceOwnMs: later(fact.sinceOwnMs), sinceAnyMs: later(fact.sinceAnyMs) };
}

interface Kept {
  readonly interval: LearnedInterval | null;
  readonly itemMs: number;
}

/** What makes no sense is as if it had never been learned. */
function readKept(value: unknown): Kept | null {
  const itemMs = numberAt(value, 'itemMs');
  return itemMs === null ? null : { itemMs, interval: readInterval(fieldOf(value, 'interval')) };
}

function readInterval(value: unknown): LearnedInterval | null {
  const scope = INTERVAL_SCOPES.find((known) => known === fieldOf(value, 'scope'));
  const ms = numberAt(value, 'ms');
  const learnedAtMs = numberAt(value, 'learnedAtMs');
  return scope === undefined || ms === null || learnedAtMs === null ? null : { scope, ms, learnedAtMs };
}

function numberAt(value: unknown, name: string): number | null {
  const field = fieldOf(value, name);
  return typeof field === 'number' && Number.isFinite(field) && field >= 0 ? field : null;
}
