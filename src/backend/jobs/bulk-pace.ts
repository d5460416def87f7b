/**
 * The pace of runs of one business: what is known of the API's resend interval and how long one item takes, kept in the books, and the
 * estimates that follow. Not here: the learning itself (domain/resend-interval), the loop (bulk-runner.ts).
 */
import { DEFAULT_ITEM_MS, estimateRun } from '../../domain/bulk-estimate.ts';
import { fieldOf } from '../../domain/fields.ts';
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
} from '../../domain/resend-interval.ts';
import { toEpochMs } from '../../domain/time.ts';
import type { EarlierSend } from '../books/bulk-items.ts';
import { paceKey } from '../books/profiles.ts';
import type { JobContext } from './context.ts';

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

export class BulkPace {
  readonly #context: JobContext;
  #knowledge: IntervalKnowledge = NO_KNOWLEDGE;
  #itemMs = DEFAULT_ITEM_MS;
  #lastSentAtMs: number | null = null;
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

  /** How long the next resend has to wait; the books are asked, for a person may have resent one meanwhile. */
  async waitMs(invoiceUuid: string): Promise<number> {
    const { ofAny } = await this.#sends(invoiceUuid);
    const now = this.#context.clock.now();
    return waitBefore(this.#knowledge, ofAny === null ? null : sinceOf(ofAny, now), now);
  }

  /** The facts of a request that is about to be made: what was sent before it. */
  async before(invoiceUuid: string): Promise<IntervalFact> {
    const { ofInvoice, ofAny } = await this.#sends(invoiceUuid);
    const atMs = this.#context.clock.now();
    const since = (send: EarlierSend | null): number | null =>
      send === null || !send.isCertain ? null : sinceOf(send, atMs);
    return { invoiceUuid, atMs, sinceOwnMs: since(ofInvoice), sinceAnyMs: since(ofAny) };
  }

  /** The API took it. `tookMs`: from the first request of the item to the last. */
  async accepted(fact: IntervalFact, tookMs: number): Promise<void> {
    this.#knowledge = learnAccepted(this.#knowledge, fact);
    this.#itemMs += WEIGHT * (Math.max(0, tookMs) - this.#itemMs);
    await this.#keep();
  }

  /** The API refused it, just now: the read before the request took a while, so its time is that of the answer. */
  async tooSoon(fact: IntervalFact, waitMs: number | null): Promise<void> {
    const atMs = this.#context.clock.now();
    const later = (since: number | null): number | null =>
      since === null ? null : since + Math.max(0, atMs - fact.atMs);
    const answered = { ...fact, atMs, sinceOwnMs: later(fact.sinceOwnMs), sinceAnyMs: later(fact.sinceAnyMs) };
    this.#knowledge = learnTooSoon(this.#knowledge, answered, waitMs);
    await this.#keep();
  }

  /** Time and requests for so many items from now on. */
  estimate(items: number): PlannedTime {
    const { clock, client } = this.#context;
    const now = clock.now();
    const { interval } = this.#knowledge;
    const isLeast = !isReliable(this.#knowledge, now);
    const budget = client.budget();
    const foreign = Math.floor(FOREIGN_SHARE * budget.foreignPerMinute);
    const { calls, seconds } = estimateRun({
      items,
      perWindow: budget.limit - budget.reserve - foreign,
      leftNow: budget.remaining - budget.reserve,
      refillPerMinute: budget.refills === true ? budget.limit - foreign : null,
      resetMs: budget.resetSeconds * 1000,
      itemMs: this.#itemMs,
      // What is not sure may be over: then only what is certain is counted, and the words are "at least".
      intervalMs: interval?.scope === 'all' && !isLeast ? interval.ms : 0,
      sinceAnyMs: this.#lastSentAtMs === null ? null : Math.max(0, now - this.#lastSentAtMs),
    });
    return { calls, seconds, isLeast, interval };
  }

  async #sends(invoiceUuid: string): Promise<{ ofInvoice: EarlierSend | null; ofAny: EarlierSend | null }> {
    const { books, profileId } = this.#context;
    const sends = await books.read('bulk.lastSends', { profileId, invoiceUuid });
    this.#lastSentAtMs = sends.ofAny === null ? null : toEpochMs(sends.ofAny.sentAt);
    return sends;
  }

  async #load(): Promise<void> {
    const text = await this.#context.books.read('settings.get', { key: paceKey(this.#context.profileId) });
    const kept = text === null ? null : readKept(text);
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
    const value = JSON.stringify({ interval, itemMs: Math.round(this.#itemMs) });
    await this.#context.books.write('settings.set', { key: paceKey(this.#context.profileId), value });
  }
}

function sinceOf({ sentAt }: EarlierSend, nowMs: number): number {
  return Math.max(0, nowMs - (toEpochMs(sentAt) ?? nowMs));
}

interface Kept {
  readonly interval: LearnedInterval | null;
  readonly itemMs: number;
}

/** What makes no sense is as if it had never been learned. */
function readKept(text: string): Kept | null {
  try {
    const value: unknown = JSON.parse(text);
    const itemMs = numberAt(value, 'itemMs');
    return itemMs === null ? null : { itemMs, interval: readInterval(fieldOf(value, 'interval')) };
  } catch {
    return null;
  }
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
