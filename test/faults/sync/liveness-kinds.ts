/**
 * What a request for reading can meet on its way to the API and back, as outcomes of the transport, each with the time it takes. One kind a
 * row of the table of faults, and the API's own refusals. Not here: a refused key, which waits for a person, and trouble of this computer.
 */
import type { MalformedReason, UnreachableReason } from '../../../src/domain/kernel/failure/failure.ts';
import type { BenchTrouble } from '../../support/benches/sync.ts';

/** What the API would have answered now. */
type Truth = () => { readonly status: number; readonly body: string };

export interface LivenessKind {
  readonly meet: (truth: Truth, nowMs: number) => BenchTrouble;
  /** The wait that the API asks for; until it is over the fault is. Milliseconds. */
  readonly waitMs?: number;
}

const SOON = 100;
const JSON_TYPE = 'application/json';

function answers(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  nowMs?: number,
): BenchTrouble {
  const date = nowMs === undefined ? {} : { date: new Date(nowMs).toUTCString() };
  const reply = { kind: 'reply', status, headers: { 'content-type': JSON_TYPE, ...date, ...headers } } as const;
  return { outcome: { ...reply, body: Buffer.from(body) }, afterMs: SOON };
}

const refusal = (code: string, details?: unknown): string =>
  JSON.stringify({ success: false, error: { code, message: 'no', details } });
const HTML = '<html><body>Sign in to the network</body></html>';

function lost(reason: UnreachableReason, afterMs: number): LivenessKind {
  return { meet: () => ({ outcome: { kind: 'maybe-sent', failure: { kind: 'unreachable', reason } }, afterMs }) };
}

function unsent(reason: UnreachableReason, afterMs = SOON): LivenessKind {
  return { meet: () => ({ outcome: { kind: 'not-sent', failure: { kind: 'unreachable', reason } }, afterMs }) };
}

function broken(reason: MalformedReason, afterMs = SOON): LivenessKind {
  const failure = { kind: 'malformed-response', reason, status: 200 } as const;
  return { meet: () => ({ outcome: { kind: 'maybe-sent', failure }, afterMs }) };
}

function says(status: number, body: string, headers: Readonly<Record<string, string>> = {}, waitMs = 0): LivenessKind {
  return { meet: (_truth, nowMs) => answers(status, body, headers, nowMs), waitMs };
}

/** The true answer with its data changed; what is no page stays as it is. */
function spoilt(change: (page: Record<string, unknown>, items: readonly unknown[]) => unknown): LivenessKind {
  return {
    meet: (truth, nowMs) => {
      const { status, body } = truth();
      const data: unknown = Reflect.get(Object(JSON.parse(body)), 'data');
      const items: unknown = Reflect.get(Object(data), 'items');
      const changed = Array.isArray(items) ? change({ ...Object(data) }, items) : data;
      return answers(status, JSON.stringify({ success: true, data: changed }), {}, nowMs);
    },
  };
}

const DATE_LATER = (nowMs: number): Readonly<Record<string, string>> => ({
  'retry-after': new Date(nowMs + 20_000).toUTCString(),
});

/** By name. */
export const LIVENESS_KINDS: Readonly<Record<string, LivenessKind>> = {
  'a reset': lost('connection-lost', SOON),
  'a body cut short': broken('truncated'),
  'a head that never comes': lost('timeout', 10_000),
  'a drip that never ends': lost('timeout', 30_000),
  'JSON cut short': { meet: (truth, nowMs) => answers(200, truth().body.slice(0, -20), {}, nowMs) },
  'HTML with 200': says(200, HTML, { 'content-type': 'text/html' }),
  'HTML that calls itself JSON': says(200, HTML),
  'JSON that calls itself text': {
    meet: (truth, nowMs) => answers(200, truth().body, { 'content-type': 'text/plain' }, nowMs),
  },
  'an empty body': says(200, ''),
  'no content': says(204, ''),
  'an envelope of something else': says(200, JSON.stringify({ ok: true, result: [] })),
  'success: false with 200': says(200, refusal('INTERNAL_ERROR')),
  'a failure without a code': says(200, JSON.stringify({ success: false })),
  'data that is null': says(200, JSON.stringify({ success: true, data: null })),
  'a total that is a text': spoilt((page) => ({ ...page, total_items: 'many' })),
  'items that are no list': spoilt((page) => ({ ...page, items: {} })),
  'another page than asked for': spoilt((page) => ({ ...page, page: 99 })),
  'an empty page': spoilt((page) => ({ ...page, items: [], has_next: false })),
  'a total of one more': spoilt((page) => ({ ...page, total_items: Number(page['total_items']) + 1 })),
  'a total of one less': spoilt((page) => ({ ...page, total_items: Number(page['total_items']) - 1 })),
  'a server that was restored with fewer rows': spoilt((page, items) => ({
    ...page,
    items: items.slice(0, 4),
    total_items: 4,
    total_pages: 1,
    has_next: false,
  })),
  'money as a number': spoilt((page, items) => ({
    ...page,
    items: items.map((item, at) => (at === 0 ? { ...Object(item), amount: 12.5 } : item)),
  })),
  'a redirect': says(307, '', { location: 'http://127.0.0.1:9/elsewhere' }),
  'not modified': says(304, ''),
  'bad request': says(400, refusal('BAD_REQUEST')),
  'not found': says(404, refusal('NOT_FOUND')),
  'refused fields': says(422, refusal('VALIDATION_ERROR')),
  '429 without a time': says(429, refusal('RATE_LIMITED')),
  '429 for twenty seconds': says(429, refusal('RATE_LIMITED'), { 'retry-after': '20' }, 20_000),
  '429 until a date': {
    meet: (_truth, nowMs) => answers(429, refusal('RATE_LIMITED'), DATE_LATER(nowMs), nowMs),
    waitMs: 20_000,
  },
  '429 for no time': says(429, refusal('RATE_LIMITED'), { 'retry-after': '0' }),
  '429 for a negative time': says(429, refusal('RATE_LIMITED'), { 'retry-after': '-5' }),
  '429 for a time that is none': says(429, refusal('RATE_LIMITED'), { 'retry-after': 'soon' }),
  '429 that says it in the body': says(429, refusal('RATE_LIMITED', { retry_after_seconds: 15 }), {}, 15_000),
  '429 for twenty minutes': says(429, refusal('RATE_LIMITED'), { 'retry-after': '1200' }, 1_200_000),
  '429 of a gateway': says(429, HTML, { 'content-type': 'text/html' }),
  '429 of another kind': says(429, refusal('TOO_MANY_UNPAID_INVOICES'), { 'retry-after': '10' }, 10_000),
  '429 about a resend': says(429, refusal('WEBHOOK_RESEND_TOO_SOON'), { 'retry-after': '10' }, 10_000),
  '429 with an unknown code': says(429, refusal('SLOW_DOWN'), { 'retry-after': '10' }, 10_000),
  INTERNAL_ERROR: says(500, refusal('INTERNAL_ERROR')),
  'a gateway’s page with 502': says(502, HTML, { 'content-type': 'text/html' }),
  DB_UNAVAILABLE: says(503, refusal('DB_UNAVAILABLE')),
  RATE_UNAVAILABLE: says(503, refusal('RATE_UNAVAILABLE')),
  'a gateway that waits in vain': says(504, HTML, { 'content-type': 'text/html' }),
  'a body without end': broken('too-large', 1_000),
  'a clock a day behind': { meet: (truth, nowMs) => answers(200, truth().body, {}, nowMs - 86_400_000) },
  'a clock a day ahead': { meet: (truth, nowMs) => answers(200, truth().body, {}, nowMs + 86_400_000) },
  'no name': unsent('dns'),
  'no network': unsent('no-network'),
  'a refused connection': unsent('refused'),
  'a connection that is not made': unsent('timeout', 10_000),
  'a certificate that has expired': unsent('tls-expired'),
  'a certificate of another host': unsent('tls-wrong-host'),
  'a proxy that is not there': unsent('proxy-unreachable'),
  'a proxy that refuses': unsent('proxy-refused'),
};
