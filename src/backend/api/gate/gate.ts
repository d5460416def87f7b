// The one gate of a key, where every request waits its turn: urgent lanes first; a refusal closes it, then one probe.
import { failed, type Failure, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import type { Clock } from '../../ports.ts';
import { AFTER_RESPONSE, Allowance, GO, SLACK_MS, type AllowanceVerdict } from './allowance.ts';
import { type Budget, isUrgent, type Lane, LANES, type RequestLog } from '../endpoints/calls.ts';
import type { RateHeaders } from './rate-headers.ts';
import { WINDOW_MS } from './request-window.ts';

/** Every two minutes of waiting count like one lane. */
const LIFT_MS = 120_000;

interface Waiting {
  readonly enqueuedAt: number;
  lane: Lane;
}

class LaneQueue<Waiter extends Waiting> {
  readonly #lanes: Readonly<Record<Lane, Waiter[]>> = { click: [], confirm: [], visible: [], check: [], backfill: [] };

  get size(): number {
    return LANES.reduce((sum, lane) => sum + this.#lanes[lane].length, 0);
  }

  add(waiter: Waiter): void {
    const lane = this.#lanes[waiter.lane];
    let index = lane.length;
    // A promoted waiter keeps its age and goes before those who came later.
    while (index > 0 && (lane[index - 1]?.enqueuedAt ?? 0) > waiter.enqueuedAt) index -= 1;
    lane.splice(index, 0, waiter);
  }

  remove(waiter: Waiter): boolean {
    const lane = this.#lanes[waiter.lane];
    const index = lane.indexOf(waiter);
    if (index < 0) return false;
    lane.splice(index, 1);
    return true;
  }

  /** Moves a waiter into another lane. */
  move(waiter: Waiter, lane: Lane): void {
    if (!this.remove(waiter)) return;
    waiter.lane = lane;
    this.add(waiter);
  }

  /** The first of every lane that has one, most urgent first; equals in the order of their coming. */
  heads(now: number): readonly Waiter[] {
    const heads: { waiter: Waiter; rank: number }[] = [];
    for (const [index, lane] of LANES.entries()) {
      const waiter = this.#lanes[lane][0];
      if (waiter === undefined) continue;
      heads.push({ waiter, rank: Math.max(0, index - Math.floor((now - waiter.enqueuedAt) / LIFT_MS)) });
    }
    heads.sort((left, right) => left.rank - right.rank || left.waiter.enqueuedAt - right.waiter.enqueuedAt);
    return heads.map((head) => head.waiter);
  }

  /** Takes everybody out, or those that are meant. */
  drain(isMeant: (waiter: Waiter) => boolean = () => true): readonly Waiter[] {
    const meant = LANES.flatMap((lane) => this.#lanes[lane].filter(isMeant));
    for (const waiter of meant) this.remove(waiter);
    return meant;
  }
}

class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #set: { readonly at: number; readonly stop: AbortController } | null = null;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at `at` (monotonic milliseconds) instead of whenever it was set to before; infinity: not at all. */
  set(at: number): void {
    if (this.#set?.at === at) return;
    this.#set?.stop.abort();
    this.#set = null;
    if (!Number.isFinite(at)) return;
    const stop = new AbortController();
    const present = { at, stop };
    this.#set = present;
    const wake = (): void => {
      if (this.#set === present) this.#set = null;
      this.#ring();
    };
    // Whole milliseconds, rounded up: waking a fraction too early would spin.
    const ms = Math.max(1, Math.ceil(at - this.#clock.monotonic()));
    this.#clock.sleep(ms, stop.signal).then(wake, () => undefined);
  }
}

/** How a request that went through the gate ended. */
export type TurnEnd =
  /** A response came. `refusedMs` is present for RATE_LIMITED: how long the server wants to be left alone. */
  | { readonly kind: 'answered'; readonly headers: RateHeaders; readonly refusedMs?: number | undefined }
  /** It may have been counted by the server, but no usable response came. */
  | { readonly kind: 'lost' }
  /** No byte left this machine. */
  | { readonly kind: 'not-sent' };

export interface Turn {
  /** The server has asked to be left alone since it was given: nothing may be sent under it. */
  readonly isOver: () => boolean;
  /** Must be called exactly once, when the request has ended. */
  end(end: TurnEnd): void;
}

export interface GateEntry {
  /** The turn, or why there is none: cancelled, parked (`rate-limited`), or the failure that emptied the gate. */
  readonly turn: Promise<Result<Turn>>;
  /** A more urgent caller waits for the same request. */
  promote(lane: Lane): void;
}

/** A number of requests, or what the gate thinks right. */
export type Reserve = number | 'automatic';

/** A client that goes through a gate: other clients with the same key go through the same one. */
export interface Holder {
  /** Where its requests are noted, and those of earlier runs are read. */
  readonly requestLog: RequestLog;
  /** What it wants left to others; null has no opinion. */
  readonly reserve: Reserve | null;
}

/** A wait longer than this is not sat out: callers are told and can show it. */
export const PARK_MS = 15 * 60_000;
const MAX_IN_FLIGHT = 8;
/** Urgent lanes find a place even when all the others are taken. */
const MAX_IN_FLIGHT_URGENT = 12;
/** A caller that has waited so long may use the reserve, so that nobody starves beyond ten minutes. */
const STARVING_MS = 9 * 60_000;
const LONGEST_BACKOFF_MS = 64_000;
/** A request is noted before it leaves: of one of an earlier run the server may have heard so much later. */
const ON_ITS_WAY_MS = 5_000;
/** So many that somebody waits for in person leave while they are being noted: the writer may be busy with a page. The next run counts them as forgotten. */
const MAX_UNNOTED = 3;

interface Waiter extends Waiting {
  readonly holder: Holder;
  readonly signal: AbortSignal | undefined;
  readonly settle: (result: Result<Turn>) => void;
}

/** A request under way. */
interface Flight {
  readonly waiter: Waiter;
  readonly sentAt: number;
  readonly probe: boolean;
  /** Requests that had ended before it was sent. */
  readonly endedBefore: number;
}

export class Gate {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #queue = new LaneQueue<Waiter>();
  readonly #allowance = new Allowance();
  readonly #holders = new Set<Holder>();
  /** Logs that were read, and the lists that they had. */
  readonly #restored = new WeakSet();
  readonly #listeners = new Set<() => void>();
  readonly #alarm: Alarm;
  #restoring = 0;
  #inFlight = 0;
  #backfillInFlight = 0;
  /** Requests under way that nobody waits for in person, and when the last one was sent. */
  #unhurriedInFlight = 0;
  #lastUnhurriedAt = Number.NEGATIVE_INFINITY;
  #ended = 0;
  /** Requests that have left and are being noted. */
  #unnoted = 0;
  #closedUntil = Number.NEGATIVE_INFINITY;
  #refusals = 0;
  /** `due`: the next request is a probe. `out`: it is under way. A hard probe holds urgent lanes back as well. */
  #probe: 'none' | 'due' | 'out' = 'due';
  #probeHard = true;
  #nextAt = Number.NEGATIVE_INFINITY;

  /** `random` yields [0, 1). */
  constructor(options: { readonly clock: Clock; readonly random: () => number }) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#alarm = new Alarm(options.clock, () => this.#pump());
  }

  /** A client comes. With `restore` nobody goes before its requests of earlier runs are known. */
  join(holder: Holder, restore: boolean): void {
    this.#holders.add(holder);
    if (restore) void this.#restore(holder);
  }

  /** A client goes. Its requests stay counted, and who waits already keeps its place. */
  leave(holder: Holder): void {
    this.#holders.delete(holder);
    this.#pump();
  }

  /** Queues a caller of a client. An aborted signal ends the waiting; it does nothing once the turn has come. */
  enter(holder: Holder, lane: Lane, signal?: AbortSignal): GateEntry {
    const { promise, resolve } = Promise.withResolvers<Result<Turn>>();
    const now = this.#clock.monotonic();
    if (signal?.aborted === true) resolve(failed({ kind: 'cancelled' }));
    else if (this.#closedUntil - now > PARK_MS) resolve(failed(this.#parked(now)));
    else {
      const onAbort = (): void => {
        waiter.settle(failed({ kind: 'cancelled' }));
        if (this.#queue.remove(waiter)) this.#pump();
      };
      const settle = (result: Result<Turn>): void => {
        signal?.removeEventListener('abort', onAbort);
        resolve(result);
      };
      const waiter: Waiter = { lane, enqueuedAt: now, holder, signal, settle };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.add(waiter);
      this.#pump();
      return { turn: promise, promote: (to) => this.#promote(waiter, to) };
    }
    return { turn: promise, promote: () => undefined };
  }

  /** Sends away everybody of a client who waits, with the failure. */
  dismiss(holder: Holder, failure: Failure): void {
    for (const waiter of this.#queue.drain((candidate) => candidate.holder === holder)) waiter.settle(failed(failure));
    this.#pump();
  }

  /** Nothing is certain any more (the machine slept): one request goes first. */
  refresh(): void {
    this.#probeNext(true);
    this.#pump();
  }

  /** A client's reserve was changed. */
  reconsider(): void {
    this.#pump();
  }

  /** The budget of the key; `own` is the reserve that the asking client has set. */
  budget(own: Holder['reserve']): Budget {
    const now = this.#clock.monotonic();
    const { limit } = this.#allowance;
    const resetAt = this.#allowance.resetAt(this.#inFlight, now);
    const waiting = this.#queue.size > 0 ? Math.max(this.#nextAt, this.#closedUntil) : this.#closedUntil;
    return {
      limit,
      remaining: this.#allowance.remaining(this.#inFlight, now),
      resetSeconds: Math.max(0, Math.ceil((resetAt - now) / 1000)),
      reserve: Math.min(this.#reserveNow(now), limit - 1),
      reserveSet: own ?? 'automatic',
      foreignUse: this.#allowance.foreignUse(now),
      foreignPerMinute: this.#allowance.foreignPerMinute(now),
      waitingMs: Number.isFinite(waiting) ? Math.max(0, waiting - now) : 0,
      queued: this.#queue.size,
      refills: this.#allowance.refills,
    };
  }

  /** Calls the listener after every change of the budget, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #restore({ requestLog }: Holder): Promise<void> {
    if (this.#restored.has(requestLog)) return;
    this.#restored.add(requestLog);
    this.#restoring += 1;
    try {
      const stamps = await requestLog.recent(this.#clock.now() - WINDOW_MS - ON_ITS_WAY_MS);
      this.#takeIn(stamps);
    } catch {
      // Without its log the gate relies on the server's headers; the first request is a probe anyway.
    }
    this.#restoring -= 1;
    this.#pump();
  }

  /** Requests of earlier runs; a list that another client brought is known. */
  #takeIn(stamps: readonly number[]): void {
    if (this.#restored.has(stamps)) return;
    this.#restored.add(stamps);
    const [now, nowWall] = [this.#clock.monotonic(), this.#clock.now()];
    // A stamp of the future means that the wall clock was set back; then the request counts as just made.
    this.#allowance.restore(stamps.map((at) => now - Math.max(0, nowWall - at - ON_ITS_WAY_MS)));
    if (stamps.length > 0) this.#allowance.restore(Array.from({ length: MAX_UNNOTED }, () => now));
  }

  #promote(waiter: Waiter, lane: Lane): void {
    this.#queue.move(waiter, lane);
    this.#pump();
  }

  /** Releases whoever may go and sets the clock for the next one. */
  #pump(): void {
    if (this.#restoring > 0) return;
    let released = true;
    while (released) {
      released = false;
      const now = this.#clock.monotonic();
      let nextAt = Number.POSITIVE_INFINITY;
      for (const waiter of this.#queue.heads(now)) {
        const verdict = this.#judge(waiter, now);
        if (verdict.go) {
          this.#release(waiter, now);
          released = true;
          break;
        }
        if (verdict.budget) this.#probeNext(false);
        nextAt = Math.min(nextAt, verdict.at);
      }
      this.#nextAt = nextAt;
    }
    // What was judged a while ago may not hold any more: a neighbour is forgotten, a window is over.
    const again = Number.isFinite(this.#nextAt)
      ? Math.min(this.#nextAt, this.#clock.monotonic() + WINDOW_MS)
      : this.#nextAt;
    this.#alarm.set(this.#queue.size === 0 ? Number.POSITIVE_INFINITY : again);
    for (const listener of this.#listeners) listener();
  }

  #judge(waiter: Waiter, now: number): AllowanceVerdict {
    const starving = now - waiter.enqueuedAt >= STARVING_MS;
    const urgent = isUrgent(waiter.lane);
    if (this.#closedUntil > now) return { go: false, at: this.#closedUntil, budget: false };
    if (this.#inFlight >= (urgent ? MAX_IN_FLIGHT_URGENT : MAX_IN_FLIGHT)) return AFTER_RESPONSE;
    if (this.#probe === 'out' && (this.#probeHard || !urgent)) return AFTER_RESPONSE;
    if (waiter.lane === 'backfill' && this.#backfillInFlight > 0) return AFTER_RESPONSE;
    const reserve = this.#reserveNow(now);
    const claim = { privileged: urgent || starving, reserve, inFlight: this.#inFlight };
    const verdict = this.#allowance.verdict(claim, now);
    if (!verdict.go || urgent) return verdict;
    const spacing = this.#allowance.spacingMs(reserve, waiter.lane === 'visible', now);
    if (spacing > 0 && this.#unhurriedInFlight > 0) return AFTER_RESPONSE;
    const paced = this.#lastUnhurriedAt + spacing;
    return paced > now ? { go: false, at: paced, budget: false } : GO;
  }

  #release(waiter: Waiter, now: number): void {
    this.#queue.remove(waiter);
    const probe = this.#probe === 'due';
    if (probe) this.#probe = 'out';
    this.#inFlight += 1;
    if (waiter.lane === 'backfill') this.#backfillInFlight += 1;
    if (!isUrgent(waiter.lane)) {
      this.#unhurriedInFlight += 1;
      this.#lastUnhurriedAt = now;
    }
    const flight: Flight = { waiter, sentAt: now, probe, endedBefore: this.#ended };
    let open = true;
    const end = (turnEnd: TurnEnd): void => {
      if (!open) return;
      open = false;
      this.#land(flight, turnEnd);
      this.#pump();
    };
    const isOver = (): boolean => this.#closedUntil > this.#clock.monotonic();
    const give = (): void => {
      if (waiter.signal?.aborted === true) end({ kind: 'not-sent' });
      else waiter.settle(success({ isOver, end }));
    };
    // What leaves before it is noted is forgotten by a death, and the next run spends it once more.
    const noted = waiter.holder.requestLog.append(this.#clock.now());
    if (noted === undefined) give();
    else if (isUrgent(waiter.lane) && this.#unnoted < MAX_UNNOTED) {
      this.#unnoted += 1;
      void noted.then(() => {
        this.#unnoted -= 1;
      });
      give();
    } else void noted.then(give);
  }

  #land({ waiter, sentAt, probe, endedBefore }: Flight, end: TurnEnd): void {
    const now = this.#clock.monotonic();
    const overlapped = this.#ended > endedBefore;
    this.#inFlight -= 1;
    if (waiter.lane === 'backfill') this.#backfillInFlight -= 1;
    if (!isUrgent(waiter.lane)) this.#unhurriedInFlight -= 1;
    if (end.kind !== 'not-sent') {
      if (end.kind === 'lost') this.#allowance.lose(now);
      else this.#allowance.spend(now);
      this.#ended += 1;
    }
    if (end.kind !== 'answered') {
      if (probe && this.#probe === 'out') this.#probe = 'due';
      return;
    }
    this.#allowance.observe({ headers: end.headers, at: now, sentAt, inFlight: this.#inFlight, overlapped });
    if (end.refusedMs !== undefined) {
      this.#close(end.refusedMs, now);
      return;
    }
    this.#refusals = 0;
    if (probe && this.#probe === 'out') this.#probe = 'none';
  }

  /** RATE_LIMITED: nobody goes before the server's time is over; repeated refusals wait longer and longer. */
  #close(refusedMs: number, now: number): void {
    this.#allowance.doubt();
    const backoff = Math.min(LONGEST_BACKOFF_MS, 1_000 * 2 ** this.#refusals);
    this.#refusals += 1;
    const wait = Math.max(refusedMs, backoff) + SLACK_MS + Math.round(this.#random() * SLACK_MS);
    this.#closedUntil = Math.max(this.#closedUntil, now + wait);
    this.#probeNext(true);
    if (wait > PARK_MS) for (const waiter of this.#queue.drain()) waiter.settle(failed(this.#parked(now)));
  }

  #parked(now: number): Failure {
    return { kind: 'rate-limited', retryAfterMs: Math.ceil(this.#closedUntil - now) };
  }

  #probeNext(hard: boolean): void {
    if (!hard && this.#probe !== 'none') return;
    this.#probe = 'due';
    this.#probeHard = hard;
  }

  /** The largest that a client with this key wants. */
  #reserveNow(now: number): number {
    const automatic = this.#allowance.automaticReserve(now);
    let largest: number | null = null;
    for (const { reserve } of this.#holders) {
      if (reserve !== null) largest = Math.max(largest ?? 0, reserve === 'automatic' ? automatic : reserve);
    }
    return largest ?? automatic;
  }
}
