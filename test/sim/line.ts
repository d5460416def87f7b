/**
 * The line to the payment service in the place of the HTTP client: one request, one outcome, with what the faults do to it. What was written and what was
 * not is said as the transport says it. Not here: sockets, TLS and proxies, which other suites hold (docs/simulation.md).
 */
import type { Failure } from '../../src/domain/kernel/failure/failure.ts';
import { checkApiKey } from '../../src/backend/api/transport/origin.ts';
import { type Mask, maskOf } from '../../src/backend/api/transport/secret.ts';
import {
  type Outcome,
  type Outgoing,
  type Transport,
  TRANSPORT_LIMITS,
  type TransportOptions,
} from '../../src/backend/api/transport/transport.ts';
import type { DiscreteClock } from '../support/discrete-clock.ts';
import type { Stream } from './chance.ts';
import type { Journal } from './journal.ts';
import type { Life } from './life.ts';
import type { PaymentService } from './world/payment-service.ts';
import {
  answered,
  type LimitCode,
  limited,
  type LimitHint,
  type Operation,
  operationOf,
  type Refusal,
  refused,
} from './faults/refusals.ts';

export const LINE_FAULTS = [
  'no network',
  'lost before',
  'lost after',
  'silence',
  'slow',
  /** Answers that were sent later come before it. */
  'overtaken',
  'html',
  'not json',
  'cut',
  'redirect',
  'error 500',
  'error 503',
] as const;
export type LineFault = (typeof LINE_FAULTS)[number];

/** What happens to a request: to the line, or an answer in the place of the service's. */
export type Met =
  | { readonly kind: 'line'; readonly fault: LineFault }
  | { readonly kind: 'refusal'; readonly code: Refusal }
  | { readonly kind: 'limit'; readonly code: LimitCode; readonly hint: LimitHint };

/** Milliseconds. */
export interface Delay {
  readonly waitsMs: number;
  readonly answerMs: number;
}

export interface LineWorld {
  readonly life: Life;
  readonly time: DiscreteClock;
  readonly journal: Journal;
  readonly service: PaymentService;
  readonly chance: Stream;
  /** What happens to a request of now; null: nothing. */
  readonly met: (operation: Operation | null) => Met | null;
  /** Who waits for answers of others to come first. */
  readonly overtaking: Overtaking;
  /** Hears of every request that left. */
  readonly left: (request: Outgoing, key: string) => void;
  /** Hears of what became of each request, before whoever sent it does. */
  readonly heard: (request: Outgoing, outcome: Outcome) => void;
  /** How much longer than usual one that arrives now waits there, and its answer is on the way; null: no longer. */
  readonly delay: (request: Outgoing) => Delay | null;
  /** Hears of the instant before the service answers one. */
  readonly served: () => void;
}

/** Makes transports of one life. */
export function simulatedLine(world: LineWorld): (options: TransportOptions) => Transport {
  let mask = { of: '', with: maskOf('') };
  const maskFor = (key: string): Mask => {
    if (mask.of !== key) mask = { of: key, with: maskOf(key) };
    return mask.with;
  };
  return ({ key }) => ({
    send: (request) => world.life.heard(send({ ...world, maskFor }, request, key())),
    drop: () => undefined,
    close: () => Promise.resolve(),
  });
}

const unreachable = (reason: Extract<Failure, { readonly kind: 'unreachable' }>['reason']): Failure => ({
  kind: 'unreachable',
  reason,
});

interface Sending extends LineWorld {
  readonly maskFor: (key: string) => Mask;
}

async function send(world: Sending, request: Outgoing, key: string | null): Promise<Outcome> {
  const { journal, chance, time } = world;
  if (key === null) return { kind: 'not-sent', failure: { kind: 'profile-changed', reason: 'no-key' } };
  if (!checkApiKey(key).ok) return { kind: 'not-sent', failure: { kind: 'invalid-input', issues: [] } };
  if (request.signal?.aborted === true) return { kind: 'not-sent', failure: { kind: 'cancelled' } };
  const operation = operationOf(request.method, request.path);
  const met = world.met(operation);
  const fault = met?.kind === 'line' ? met.fault : null;
  const named = `${request.method} ${request.path}`;
  if (met !== null) for (const words of wordsOf(met, operation, request.method)) journal.met(words);
  if (fault === 'no network') {
    await time.sleep(chance.between(0, 20));
    return { kind: 'not-sent', failure: unreachable('no-network') };
  }
  await time.sleep(chance.between(1, 30));
  // Of a process that is gone nothing leaves any more.
  if (world.life.isDead) return NEVER;
  const held = request.holdBack?.() ?? null;
  if (held !== null) return { kind: 'not-sent', failure: held };
  world.left(request, key);
  const outcome = await raced(request, exchange(world, request, key, met), time);
  const told = outcome.kind === 'reply' ? String(outcome.status) : `${outcome.kind} ${JSON.stringify(outcome.failure)}`;
  if (!world.life.isDead) world.heard(request, outcome);
  journal.note(`${named} → ${told}${met === null ? '' : ` (${JSON.stringify(met)})`}`);
  return outcome;
}

/** Deadline and cancel of a request that has left. */
async function raced(request: Outgoing, exchanged: Promise<Outcome>, time: DiscreteClock): Promise<Outcome> {
  const over = new AbortController();
  const headersMs = Math.min(request.headersMs ?? TRANSPORT_LIMITS.headersMs, TRANSPORT_LIMITS.totalMs);
  const late = time.sleep(headersMs, over.signal).then(
    (): Outcome => ({ kind: 'maybe-sent', failure: unreachable('timeout') }),
    () => exchanged,
  );
  const cancelled = new Promise<Outcome>((resolve) => {
    const abort = (): void => resolve({ kind: 'maybe-sent', failure: { kind: 'cancelled' } });
    request.signal?.addEventListener('abort', abort, { once: true });
    over.signal.addEventListener('abort', () => request.signal?.removeEventListener('abort', abort), { once: true });
  });
  try {
    return await Promise.race([exchanged, late, cancelled]);
  } finally {
    over.abort(new Error('over'));
  }
}

const NEVER = new Promise<never>(() => undefined);

async function exchange(world: Sending, request: Outgoing, key: string, met: Met | null): Promise<Outcome> {
  const { time, chance, service, overtaking } = world;
  await time.sleep(chance.between(5, 80));
  const fault = met?.kind === 'line' ? met.fault : null;
  if (fault === 'lost before') return { kind: 'maybe-sent', failure: unreachable('connection-lost') };
  if (fault === 'redirect')
    return { kind: 'maybe-sent', failure: { kind: 'malformed-response', reason: 'redirect', status: 302 } };
  if (met?.kind === 'refusal') return refused(met.code);
  if (met?.kind === 'limit') return limited(met.code, met.hint, time.now(), chance);
  if (fault === 'error 500') return refused('INTERNAL_ERROR');
  if (fault === 'error 503') return refused('DB_UNAVAILABLE');
  const delay = world.delay(request);
  if (delay !== null) await time.sleep(delay.waitsMs);
  service.run();
  const servedAt = time.now();
  world.served();
  const reply = service.serve({ method: request.method, path: request.path, key, body: request.body });
  await time.sleep(chance.between(5, 80));
  if (fault === 'overtaken') await overtaking.wait(time, servedAt);
  else overtaking.pass(servedAt);
  if (delay !== null) await time.sleep(delay.answerMs);
  if (fault === 'slow') await time.sleep(chance.between(1_000, 40_000));
  if (fault === 'silence') return NEVER;
  if (reply === 'lost' || fault === 'lost after')
    return { kind: 'maybe-sent', failure: unreachable('connection-lost') };
  const { status, headers, text } = reply;
  const mask = world.maskFor(key);
  if (fault === 'html') return answered(502, { 'content-type': 'text/html' }, '<html><h1>Bad gateway</h1></html>');
  const body = fault === 'not json' || fault === 'cut' ? text.slice(0, Math.floor(text.length * 0.6)) : text;
  return { kind: 'reply', status, headers, body: Buffer.from(body), mask };
}

/** In the words of the situations. */
function wordsOf(met: Met, operation: Operation | null, method: string): readonly string[] {
  switch (met.kind) {
    case 'line':
      return [`the line: ${met.fault}, ${method}`];
    case 'refusal':
      return [`refused: ${met.code}`, `refused at: ${operation}`];
    case 'limit':
      return [`429: ${met.code}`, `429: ${met.hint}`];
  }
}

const LONGEST_OVERTAKING_MS = 8_000;
/** So much later than what has overtaken it one comes: that one is stored by then, and the judges have seen so. */
const BEHIND_MS = 450;

/** Answers that wait until one of a later second has come, for some seconds at most: answers are dated by the second. */
export class Overtaking {
  #waiting: { readonly second: number; readonly overtaken: AbortController }[] = [];

  /** Settles once an answer has come that was given in a later second. */
  async wait(time: DiscreteClock, servedAt: number): Promise<void> {
    const overtaken = new AbortController();
    this.#waiting.push({ second: Math.floor(servedAt / 1_000), overtaken });
    await time.sleep(LONGEST_OVERTAKING_MS, overtaken.signal).catch(() => time.sleep(BEHIND_MS));
  }

  /** An answer of that time comes. */
  pass(servedAt: number): void {
    const second = Math.floor(servedAt / 1_000);
    for (const waiting of this.#waiting) if (waiting.second < second) waiting.overtaken.abort(new Error('overtaken'));
    this.#waiting = this.#waiting.filter((waiting) => waiting.second >= second);
  }
}
