/**
 * What leaves the console: never more than the key's limit by itself, nothing before the time of a refusal is over, little while nobody answers, nothing under
 * a key that was refused, and no end of work without a reason. Not here: what writes are allowed (sends.ts).
 */
import type { Outcome, Outgoing } from '../../../src/backend/api/transport/transport.ts';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import type { Verdicts } from './verdicts.ts';

const WINDOW_MS = 60_000;
const LIMIT = 100;
/** Requests that may be under way when the first of them fails. */
const IN_FLIGHT = 12;
/** Failures in a row after which the console asks more seldom. */
const THRESHOLD = 6;
/** Probes of one profile in a minute: of a server in trouble one in half a minute, of no network one a second, people's own tries included. */
const MOST_PROBES = { server: 4, offline: 62 } as const;
/** Who types a key, or asks for reading, has it tried so often. */
const TRIES = 4;
/** Answers in a row that refuse the key before the console is silent, people's own tries beside. */
const MOST_REFUSED = 40;
/** What failed is asked for again half a second later at the earliest; so often somebody else may do so within this time, in a minute. */
const AT_ONCE_MS = 100;
const MOST_AT_ONCE = 15;
/** A request that had its turn before the refusal leaves a moment later. */
const ON_ITS_WAY_MS = 100;
/** A longer wait nobody sits out: people are told. What is on its way then comes to its end first, and may be made once more. */
const PARK_MS = 15 * 60_000;
const TOLD_MS = 40_000;

export class GateJudge {
  readonly #verdicts: Verdicts;
  readonly #steady: () => number;
  /** When requests of the last minute left, by key. */
  readonly #left = new Map<string, number[]>();
  /** Failures in a row, by when they were told. */
  readonly #failed: { readonly at: number; readonly cause: keyof typeof MOST_PROBES }[] = [];
  /** Of this life's requests: what an earlier one is told closes no gate of this one. */
  #keyOf = new WeakMap<Outgoing, string>();
  /** What a refusal has closed, by key: the limit is one of each. */
  readonly #closed = new Map<string, { readonly until: number; readonly at: number }>();
  /** When people asked for what only the service can tell, and have no answer yet. */
  readonly #clicks = new Map<object, number>();
  /** When a refusal named a time that nobody sits out. */
  #parkedAt: number | null = null;
  /** When a read failed last, by its path, and when it was asked for again at once, within a minute. */
  readonly #failedAt = new Map<string, number>();
  readonly #atOnce = new Map<string, readonly number[]>();
  #refusedKey = 0;
  /** Nothing has left in this life yet: it may still look at the notes of the one before. */
  #isFirst = true;
  /** When somebody acted, within a minute. */
  #acts: readonly number[] = [];
  #doubtfulAt = Number.NEGATIVE_INFINITY;
  #forgottenAt = Number.NEGATIVE_INFINITY;
  /** Profiles; each finds out for itself whether somebody is there again. */
  #profiles = 0;

  readonly #isRefilled: boolean;

  /** `steady`: a clock that no sleep of the machine moves; `isRefilled`: requests come back one by one, so that a minute may have more of them. */
  constructor(verdicts: Verdicts, steady: () => number, isRefilled: boolean) {
    this.#isRefilled = isRefilled;
    this.#verdicts = verdicts;
    this.#steady = steady;
  }

  /** Another life: its gate is open. */
  begun(): void {
    this.#keyOf = new WeakMap();
    this.#isFirst = true;
    this.#closed.clear();
    this.#clicks.clear();
    this.#parkedAt = null;
    this.#failed.length = 0;
    this.#failedAt.clear();
    this.#atOnce.clear();
    this.#refusedKey = 0;
    if (this.#steady() < this.#doubtfulAt + WINDOW_MS) this.forget();
  }

  /** The console's own log of its requests may lack some of now, or has them at times that are none. */
  notesAreDoubtful(): void {
    this.#doubtfulAt = this.#steady();
    if (this.#isFirst) this.forget();
  }

  /** Another profile. */
  joined(): void {
    this.#profiles += 1;
  }

  /** The console's own log of its requests is an older one now. */
  forget(): void {
    this.#left.clear();
    this.#forgottenAt = this.#steady();
  }

  /** Somebody acts: a key is typed in, or reading is asked for. */
  asked(): void {
    this.#refusedKey = 0;
    const now = this.#steady();
    this.#acts = [...this.#acts.filter((at) => at > now - WINDOW_MS), now];
  }

  /** Somebody wants the webhook of an invoice: that it is read for them is no retry of what has failed before. */
  wanted(invoiceUuid: string): void {
    for (const path of this.#failedAt.keys()) if (path.includes(invoiceUuid)) this.#failedAt.delete(path);
  }

  /** Somebody asks for what only the service can tell. The result is called once they are answered. */
  clicked(): () => void {
    const click = {};
    this.#clicks.set(click, this.#steady());
    return () => this.#clicks.delete(click);
  }

  /** A while passes. */
  look(): void {
    if (this.#parkedAt === null) return;
    for (const [click, at] of this.#clicks) {
      if (this.#steady() <= Math.max(at, this.#parkedAt) + TOLD_MS) continue;
      this.#clicks.delete(click);
      this.#verdicts.violated('gate: somebody waits for a time that nobody sits out, and is not told');
    }
  }

  left(request: Outgoing, key: string): void {
    const { method, path } = request;
    this.#keyOf.set(request, key);
    this.#isFirst = false;
    if (method === 'GET') this.#again(path, this.#steady());
    // The service counts by its own clock, which goes on while the machine sleeps.
    const there = this.#verdicts.now();
    const now = this.#steady();
    const left = (this.#left.get(key) ?? []).filter((when) => when > there - WINDOW_MS);
    left.push(there);
    this.#left.set(key, left);
    if (left.length === LIMIT) this.#verdicts.journal.met('the whole limit of a minute was used');
    // What leaves the service's window of requests that nobody knows of looks as if it were given back.
    const isKnown = now > this.#forgottenAt + WINDOW_MS;
    if (left.length > LIMIT && !this.#isRefilled && isKnown)
      this.#verdicts.violated(`limit: ${left.length} requests within a minute`);
    const closed = this.#closed.get(key);
    if (closed !== undefined && now < closed.until && now > closed.at + ON_ITS_WAY_MS)
      this.#verdicts.violated(
        `gate: ${method} ${path.split('?')[0] ?? ''} left ${Math.round(closed.until - now)} ms before the time of a refusal was over`,
      );
  }

  heard(request: Outgoing, outcome: Outcome): void {
    const now = this.#steady();
    const failure = failureOf(outcome);
    const isFailed = outcome.kind === 'reply' ? outcome.status >= 500 : outcome.kind === 'maybe-sent';
    if (isFailed && request.method === 'GET') this.#failedAt.set(request.path, now);
    else this.#failedAt.delete(request.path);
    if (failure === 'none') this.#failed.length = 0;
    else if (failure !== 'other') this.#vain(now, failure);
    if (outcome.kind !== 'reply') return;
    if (isKeyRefused(outcome)) this.#refusedKey += 1;
    if (this.#refusedKey > MOST_REFUSED) this.#verdicts.violated('gate: a refused key is used on and on');
    const key = this.#keyOf.get(request);
    if (outcome.status === 429 && key !== undefined) this.#close(key, outcome, now);
  }

  /** A read that failed is asked again after a pause; at times somebody else asks for the same just then. */
  #again(path: string, now: number): void {
    if (now > (this.#failedAt.get(path) ?? Number.NEGATIVE_INFINITY) + AT_ONCE_MS) return;
    const again = [...(this.#atOnce.get(path) ?? []).filter((at) => at > now - WINDOW_MS), now];
    this.#atOnce.set(path, again);
    if (again.length > MOST_AT_ONCE)
      this.#verdicts.violated(`gate: ${path.split('?')[0] ?? ''} has failed and is asked for at once, again and again`);
  }

  #vain(now: number, cause: keyof typeof MOST_PROBES): void {
    this.#failed.push({ at: now, cause });
    const recent = this.#failed.slice(this.#profiles * THRESHOLD + IN_FLIGHT).filter((one) => one.at > now - WINDOW_MS);
    // Where both have happened the pauses are those of either.
    const isOffline = this.#failed.slice(-THRESHOLD - IN_FLIGHT - recent.length).some((one) => one.cause === 'offline');
    if (recent.length > 0) this.#verdicts.journal.met('many requests in a row were vain');
    const tries = TRIES * this.#acts.filter((at) => at > now - WINDOW_MS).length;
    if (recent.length > this.#profiles * MOST_PROBES[isOffline ? 'offline' : 'server'] + tries)
      this.#verdicts.violated(`gate: ${recent.length} vain requests within a minute`);
  }

  /** A crash ends what is closed. */
  #close(key: string, { headers, body }: Extract<Outcome, { readonly kind: 'reply' }>, now: number): void {
    const error = fieldOf(parsed(body), 'error');
    const code = fieldOf(error, 'code');
    if (code !== 'RATE_LIMITED') return;
    const told = [fieldOf(fieldOf(error, 'details'), 'retry_after_seconds'), headers['retry-after']].map(Number);
    const seconds = told.filter((one) => Number.isFinite(one) && one > 0);
    if (seconds.length === 0) return;
    const waitMs = Math.min(...seconds) * 1_000;
    this.#verdicts.journal.met('a refusal with a time was heard');
    if (waitMs > PARK_MS) {
      this.#parkedAt = now;
      if (this.#clicks.size > 0) this.#verdicts.journal.met('somebody waited while a refusal named an hour');
      return;
    }
    const known = this.#closed.get(key);
    const isClosed = known !== undefined && now < known.until;
    // What is refused while it is closed was on its way when it was closed first.
    this.#closed.set(key, { until: Math.max(known?.until ?? 0, now + waitMs), at: isClosed ? known.at : now });
  }
}

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : String(body));
  } catch {
    return null;
  }
}

function isKeyRefused({ status, body }: Extract<Outcome, { readonly kind: 'reply' }>): boolean {
  if (status !== 401 && status !== 403) return false;
  return /API_KEY|UNAUTHORIZED/.test(String(fieldOf(fieldOf(parsed(body), 'error'), 'code')));
}

/** `offline`: nobody was reached; `server`: somebody did not answer, or badly. */
function failureOf(outcome: Outcome): 'none' | 'server' | 'offline' | 'other' {
  if (outcome.kind === 'reply') return [502, 503, 504].includes(outcome.status) ? 'server' : 'none';
  const { failure } = outcome;
  if (failure.kind !== 'unreachable') return 'other';
  return failure.reason === 'no-network' ? 'offline' : 'server';
}
