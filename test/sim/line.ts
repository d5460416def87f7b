/**
 * The line to the payment service in the place of the HTTP client: one request, one outcome, with what the faults do to it. What was written and what was
 * not is said as the transport says it. Not here: sockets, TLS and proxies, which other suites hold (docs/simulation.md).
 */
import type { Failure } from '../../src/domain/kernel/failure/failure.ts';
import { checkApiKey } from '../../src/backend/api/transport/origin.ts';
import { maskOf } from '../../src/backend/api/transport/secret.ts';
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
import type { PaymentService } from './payment-service.ts';

export const LINE_FAULTS = [
  'no network',
  'lost before',
  'lost after',
  'silence',
  'slow',
  'html',
  'not json',
  'cut',
  'redirect',
  'error 500',
  'error 503',
  'rate limited',
  'rate limited without a time',
] as const;
export type LineFault = (typeof LINE_FAULTS)[number];

export interface LineWorld {
  readonly life: Life;
  readonly time: DiscreteClock;
  readonly journal: Journal;
  readonly service: PaymentService;
  readonly chance: Stream;
  /** What happens to a request of now; null: nothing. */
  readonly faultOf: (method: 'GET' | 'POST') => LineFault | null;
  /** Hears of every request that left. */
  readonly left: (key: string) => void;
  /** Hears of the instant before the service answers one. */
  readonly served: () => void;
}

/** Makes transports of one life. */
export function simulatedLine(world: LineWorld): (options: TransportOptions) => Transport {
  return ({ key }) => ({
    send: (request) => world.life.heard(send(world, request, key())),
    drop: () => undefined,
    close: () => Promise.resolve(),
  });
}

const unreachable = (reason: Extract<Failure, { readonly kind: 'unreachable' }>['reason']): Failure => ({
  kind: 'unreachable',
  reason,
});

async function send(world: LineWorld, request: Outgoing, key: string | null): Promise<Outcome> {
  const { journal, chance, time } = world;
  if (key === null) return { kind: 'not-sent', failure: { kind: 'profile-changed', reason: 'no-key' } };
  if (!checkApiKey(key).ok) return { kind: 'not-sent', failure: { kind: 'invalid-input', issues: [] } };
  if (request.signal?.aborted === true) return { kind: 'not-sent', failure: { kind: 'cancelled' } };
  const fault = world.faultOf(request.method);
  const named = `${request.method} ${request.path}`;
  if (fault !== null) journal.met(`the line: ${fault}, ${request.method}`);
  if (fault === 'no network') {
    await time.sleep(chance.between(0, 20));
    return { kind: 'not-sent', failure: unreachable('no-network') };
  }
  await time.sleep(chance.between(1, 30));
  const held = request.holdBack?.() ?? null;
  if (held !== null) return { kind: 'not-sent', failure: held };
  world.left(key);
  const outcome = await raced(request, exchange(world, request, key, fault), time);
  const told = outcome.kind === 'reply' ? String(outcome.status) : `${outcome.kind} ${JSON.stringify(outcome.failure)}`;
  journal.note(`${named} → ${told}${fault === null ? '' : ` (${fault})`}`);
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

async function exchange(world: LineWorld, request: Outgoing, key: string, fault: LineFault | null): Promise<Outcome> {
  const { time, chance, service } = world;
  await time.sleep(chance.between(5, 80));
  if (fault === 'lost before') return { kind: 'maybe-sent', failure: unreachable('connection-lost') };
  if (fault === 'redirect')
    return { kind: 'maybe-sent', failure: { kind: 'malformed-response', reason: 'redirect', status: 302 } };
  const refused = refusalOf(fault, chance);
  if (refused !== null) return refused;
  service.run();
  world.served();
  const reply = service.serve({ method: request.method, path: request.path, key, body: request.body });
  await time.sleep(chance.between(5, 80));
  if (fault === 'slow') await time.sleep(chance.between(1_000, 40_000));
  if (fault === 'silence') return NEVER;
  if (reply === 'lost' || fault === 'lost after')
    return { kind: 'maybe-sent', failure: unreachable('connection-lost') };
  const { status, headers, text } = reply;
  const mask = maskOf(key);
  if (fault === 'html') return answered(502, { 'content-type': 'text/html' }, '<html><h1>Bad gateway</h1></html>');
  const body = fault === 'not json' || fault === 'cut' ? text.slice(0, Math.floor(text.length * 0.6)) : text;
  return { kind: 'reply', status, headers, body: Buffer.from(body), mask };
}

function answered(status: number, headers: Readonly<Record<string, string>>, text: string): Outcome {
  return { kind: 'reply', status, headers, body: Buffer.from(text) };
}

/** What stands before the service and answers in its place: nothing was done. */
function refusalOf(fault: LineFault | null, chance: Stream): Outcome | null {
  const type = { 'content-type': 'application/json' };
  const error = (code: string, details?: object): string =>
    JSON.stringify({ success: false, error: { code, message: 'not now', details } });
  if (fault === 'error 500') return answered(500, type, error('INTERNAL_ERROR'));
  if (fault === 'error 503') return answered(503, type, error('DB_UNAVAILABLE'));
  if (fault === 'rate limited without a time') return answered(429, type, error('RATE_LIMITED'));
  if (fault !== 'rate limited') return null;
  const seconds = chance.between(1, 90);
  const headers = { ...type, 'retry-after': String(seconds) };
  return answered(429, headers, error('RATE_LIMITED', { retry_after_seconds: seconds }));
}
