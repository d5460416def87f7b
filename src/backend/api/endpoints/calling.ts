// How one call is made: gate, breaker, transport, envelope; retries and sharing of reads; what stops everything.
import { failed, type Failure, FailureError, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';
import type { Clock, Log } from '../../ports.ts';
import { admit, afterRequest, BREAKER_CLOSED, type BreakerState, forget, hurry } from '../gate/breaker.ts';
import { type ApiAnswer, type CallOptions, isUrgent, type Lane, LANES } from './calls.ts';
import { type EnvelopeContext, readEnvelope, refusedFor } from './envelope.ts';
import { type GateEntry, PARK_MS, type Turn, type TurnEnd } from '../gate/gate.ts';
import type { Pacer } from '../gate/key-gates.ts';
import type { RetryQuota } from '../gate/quota.ts';
import { readDate, readRateHeaders } from '../gate/rate-headers.ts';
import { decideRetry } from '../gate/retry.ts';
import type { Outcome, Outgoing, ReplyHeaders, Transport } from '../transport/transport.ts';

/** The `data` of a good answer, not yet read as records. */
export interface Payload extends Omit<ApiAnswer<unknown>, 'value' | 'drift'> {
  readonly data: unknown;
  readonly headers: ReplyHeaders;
}

/** How one attempt ended. `sent`: bytes may have left this machine. */
export interface RequestAttempt {
  readonly sent: boolean;
  /** Status of the response; null when none came. */
  readonly status: number | null;
  readonly result: Result<Payload>;
  /** The server wants to be left alone for so many milliseconds; null when it did not say so. */
  readonly refusedMs: number | null;
}

export interface CallerOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly gate: Pacer;
  readonly transport: Transport;
  readonly quota: RetryQuota;
  /** [0, 1) */
  readonly random: () => number;
  /** A read is not tried again after so long, waiting in the gate not counted. */
  readonly readTotalMs: number;
}

/** What is asked for, as far as its answer is concerned. */
export type ApiAsked = Pick<EnvelopeContext, 'limits' | 'subject'>;

/** Refusals in a row after which a read gives up, although each was waited for. */
const MAX_REFUSALS = 12;

/** A read that several callers wait for. */
interface Shared {
  readonly result: Promise<Result<Payload>>;
  readonly stop: AbortController;
  callers: number;
  /** The most urgent lane among the callers. */
  lane: Lane;
  /** Bytes may have left: the answer can be older than a caller that comes now. */
  sent: boolean;
  entry: GateEntry | null;
  readonly beforeSend: CallOptions['beforeSend'];
}

export class Caller {
  readonly #options: CallerOptions;
  readonly #reads = new Map<string, Shared>();
  readonly #writes = new Set<Promise<unknown>>();
  #breaker: BreakerState = BREAKER_CLOSED;
  #halted: Failure | null = null;
  #generation = 0;
  #closed = false;

  constructor(options: CallerOptions) {
    this.#options = options;
  }

  halted(): Failure | null {
    return this.#halted;
  }

  /** Until the breaker lets its probe go. */
  pausedMs(): number {
    return this.#breaker.kind === 'open' ? Math.max(0, this.#breaker.until - this.#options.clock.monotonic()) : 0;
  }

  resume(): void {
    this.#halted = null;
    // Answers to requests of before must not stop what comes after.
    this.#generation += 1;
  }

  /** The machine slept or the network came back: an open breaker lets its probe go at once. */
  refresh(): void {
    this.#breaker = forget(this.#breaker, this.#options.clock.monotonic());
  }

  /** A person asked: an open breaker lets its probe go as soon as is polite. */
  hurry(): void {
    this.#breaker = hurry(this.#breaker);
  }

  /** A read; equal ones that wait at the same time are one request. */
  async read(path: string, asked: ApiAsked, options: CallOptions): Promise<Result<Payload>> {
    if (options.signal?.aborted === true) return failed({ kind: 'cancelled' });
    if (options.lane === 'click') this.hurry();
    const joined = options.beforeSend === undefined ? this.#join(path, options.lane) : null;
    const shared = joined ?? this.#open(path, asked, options);
    shared.callers += 1;
    const { promise: left, resolve: leave } = Promise.withResolvers<Result<Payload>>();
    const onAbort = (): void => leave(failed({ kind: 'cancelled' }));
    options.signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([shared.result, left]);
    } finally {
      options.signal?.removeEventListener('abort', onAbort);
      shared.callers -= 1;
      if (shared.callers === 0) {
        if (this.#reads.get(path) === shared) this.#reads.delete(path);
        shared.stop.abort();
      }
    }
  }

  /** A write: one attempt. The signal ends the waiting for a turn and nothing after that. `headersMs`: see Outgoing. */
  async write(
    path: string,
    body: string | undefined,
    asked: ApiAsked,
    options: CallOptions & { readonly headersMs?: number },
  ): Promise<RequestAttempt> {
    const refusal = this.#refusal();
    if (refusal !== null) return notSent(refusal);
    let turn = await this.#options.gate.enter(options.lane, options.signal).turn;
    while (turn.ok && turn.value.isOver()) {
      turn.value.end({ kind: 'not-sent' });
      turn = await this.#options.gate.enter(options.lane, options.signal).turn;
    }
    if (!turn.ok) return notSent(turn.failure);
    const work = this.#attempt(
      { method: 'POST', path, body, fresh: true, headersMs: options.headersMs, holdBack: options.holdBack },
      asked,
      turn.value,
    );
    this.#writes.add(work);
    try {
      return await work;
    } finally {
      this.#writes.delete(work);
    }
  }

  /** Ends reads and waits for writes that were begun. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#options.gate.dismiss({ kind: 'cancelled' });
    for (const shared of this.#reads.values()) shared.stop.abort();
    await Promise.allSettled(this.#writes);
  }

  #refusal(): Failure | null {
    if (this.#closed) return { kind: 'cancelled' };
    if (this.#halted !== null) return this.#halted;
    const breaker = this.#breaker;
    return breaker.kind === 'open' && this.#options.clock.monotonic() < breaker.until ? breaker.failure : null;
  }

  /** A person's click and the confirmation of a write want to know how things are now, so they join only what is not yet sent. */
  #join(path: string, lane: Lane): Shared | null {
    const shared = this.#reads.get(path);
    if (shared === undefined || (shared.sent && isUrgent(lane))) return null;
    if (LANES.indexOf(lane) < LANES.indexOf(shared.lane)) {
      shared.lane = lane;
      shared.entry?.promote(lane);
    }
    return shared;
  }

  #open(path: string, asked: ApiAsked, { lane, beforeSend }: CallOptions): Shared {
    const { promise: result, resolve } = Promise.withResolvers<Result<Payload>>();
    const stop = new AbortController();
    const shared: Shared = { result, stop, callers: 0, lane, sent: false, entry: null, beforeSend };
    if (beforeSend === undefined) this.#reads.set(path, shared);
    void this.#settle(path, asked, shared, resolve);
    return shared;
  }

  async #settle(
    path: string,
    asked: ApiAsked,
    shared: Shared,
    resolve: (result: Result<Payload>) => void,
  ): Promise<void> {
    const result = await this.#persist(path, asked, shared);
    if (this.#reads.get(path) === shared) this.#reads.delete(path);
    resolve(result);
  }

  /** Attempts until one succeeds or the policy stops. */
  async #persist(path: string, asked: ApiAsked, shared: Shared): Promise<Result<Payload>> {
    const { clock, gate, quota, random, readTotalMs } = this.#options;
    const { signal } = shared.stop;
    let spentMs = 0;
    let attempts = 0;
    let refusals = 0;
    let last: Failure | null = null;
    for (;;) {
      const refusal = this.#refusal();
      if (refusal !== null) return failed(last !== null && refusal.kind === 'unreachable' ? last : refusal);
      shared.entry = gate.enter(shared.lane, signal);
      const turn = await shared.entry.turn;
      shared.entry = null;
      if (!turn.ok) return turn;
      const unready = await unreadyFor(shared);
      if (unready !== null) {
        turn.value.end({ kind: 'not-sent' });
        return failed(unready);
      }
      if (turn.value.isOver()) {
        turn.value.end({ kind: 'not-sent' });
        continue;
      }
      shared.sent = true;
      const begun = clock.monotonic();
      const { result, refusedMs } = await this.#attempt({ method: 'GET', path, signal }, asked, turn.value);
      if (result.ok) return result;
      last = result.failure;
      if (refusedMs !== null) {
        // A read that was turned away by anybody on the way may go again; what a write was told stays as it is.
        last = last.kind === 'rate-limited' ? last : { kind: 'rate-limited', retryAfterMs: refusedMs };
        refusals += 1;
        if (refusals >= MAX_REFUSALS || refusedMs > PARK_MS) return failed(last);
        continue;
      }
      attempts += 1;
      spentMs += clock.monotonic() - begun;
      const decision = decideRetry(attempts, last, 'read', random);
      if (decision.kind === 'stop' || spentMs + decision.ms > readTotalMs || !quota.take()) return result;
      this.#options.log.info('api.retry', { attempt: attempts, waitMs: decision.ms, failure: last.kind });
      spentMs += decision.ms;
      try {
        await clock.sleep(decision.ms, signal);
      } catch {
        return failed({ kind: 'cancelled' });
      }
    }
  }

  /** One request through the transport, its effects on gate, breaker and halt included. */
  async #attempt(request: Outgoing, asked: ApiAsked, turn: Turn): Promise<RequestAttempt> {
    const { clock, transport } = this.#options;
    // The wait for the turn may have been long.
    const refusal = this.#refusal() ?? this.#passBreaker();
    if (refusal !== null) {
      turn.end({ kind: 'not-sent' });
      return notSent(refusal);
    }
    const generation = this.#generation;
    const outcome = await transport.send({ ...request, bodyBytes: asked.limits.bytes });
    const receivedMs = clock.now();
    const attempt = await this.#understand(outcome, asked, receivedMs);
    const failure = attempt.result.ok ? null : attempt.result.failure;
    // Somebody who counts requests, or who only has no rates, is there and well.
    const isWell = attempt.refusedMs !== null || isOfRates(request, failure);
    this.#breaker = afterRequest(this.#breaker, isWell ? null : failure, clock.monotonic());
    if (failure?.kind === 'unauthorised' && generation === this.#generation) this.#halt(failure);
    turn.end(endOf(outcome, attempt.refusedMs, receivedMs));
    return attempt;
  }

  #passBreaker(): Failure | null {
    const { state, admitted } = admit(this.#breaker, this.#options.clock.monotonic());
    this.#breaker = state;
    return admitted ? null : { kind: 'unreachable', reason: 'breaker-open' };
  }

  async #understand(outcome: Outcome, asked: ApiAsked, receivedMs: number): Promise<RequestAttempt> {
    if (outcome.kind !== 'reply') {
      return { sent: outcome.kind === 'maybe-sent', status: null, result: failed(outcome.failure), refusedMs: null };
    }
    const { status, headers } = outcome;
    const context = { nowMs: receivedMs, ...asked };
    const data = await readEnvelope(outcome, context);
    if (!data.ok) return { sent: true, status, result: data, refusedMs: refusedFor(data.failure, outcome, context) };
    const date = readDate(headers);
    const payload: Payload = {
      data: data.value,
      status,
      serverTime: fromEpochMs(date ?? receivedMs),
      receivedAt: fromEpochMs(receivedMs),
      isDated: date !== null,
      headers,
    };
    return { sent: true, status, result: success(payload), refusedMs: null };
  }

  #halt(failure: Failure): void {
    if (this.#halted !== null) return;
    this.#halted = failure;
    this.#options.log.warn('api.halted', { code: failure.kind === 'unauthorised' ? failure.code : failure.kind });
    this.#options.gate.dismiss(failure);
  }
}

/** Why the read cannot go out although its turn has come. */
async function unreadyFor({ beforeSend, stop }: Shared): Promise<Failure | null> {
  try {
    await beforeSend?.();
    return stop.signal.aborted ? { kind: 'cancelled' } : null;
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    return { kind: 'unavailable-offline', detail: 'The mirror could not be read.' };
  }
}

function endOf(outcome: Outcome, refusedMs: number | null, receivedMs: number): TurnEnd {
  if (outcome.kind === 'not-sent') return { kind: 'not-sent' };
  if (outcome.kind === 'maybe-sent') return { kind: 'lost' };
  const headers = readRateHeaders(outcome.headers, receivedMs);
  return { kind: 'answered', headers, refusedMs: refusedMs ?? undefined };
}

function notSent(failure: Failure): RequestAttempt {
  return { sent: false, status: null, result: failed(failure), refusedMs: null };
}

/** RATE_UNAVAILABLE is the rates endpoint's (reference of its errors); from any other it is a server in trouble. */
function isOfRates({ path }: Outgoing, failure: Failure | null): boolean {
  return failure?.kind === 'rejected' && failure.code === 'RATE_UNAVAILABLE' && path.endsWith('/rates');
}
