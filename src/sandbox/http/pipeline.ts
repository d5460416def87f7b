// The way of every request: faults of the door, authentication, limit, processing, faults of the answer, headers.
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { FAULT_STAGES, type FaultKind, type Faults, type MetFault, type Fault } from '../faults.ts';
import { isFields } from '../events.ts';
import type { WorldCore } from '../world/core.ts';
import type { Access } from './access.ts';
import type { Call, Service, Endpoint } from './service.ts';
import { type Limiter, limitHeaders } from './limiter.ts';
import { errorOutcome, ERRORS, fail, isErrorCode, NO_ROUTE, ok, type Outcome, RawBody, tooMany } from './outcome.ts';
import type { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';

/** What a 429 tells a caller to wait when its fault does not say. */
const DEFAULT_WAIT_SECONDS = 30;

/** The answers of faults of the stage "instead". Those that only differ on the wire get an empty success. */
const ANSWERS: Partial<Record<FaultKind, (fault: MetFault) => Outcome>> = {
  error: anyError,
  'rate-limited': (fault) => {
    const { details, headers } = waitOf(fault);
    return fail('RATE_LIMITED', details, headers);
  },
  'detail-422': () => ({
    status: 422,
    body: { detail: [{ loc: ['query', 'page'], msg: 'value is not a valid integer', type: 'type_error.integer' }] },
  }),
  redirect: (fault) => ({
    status: fault.status ?? 302,
    body: {},
    headers: { location: fault.location ?? 'https://elsewhere.example/' },
  }),
  html: ({ status = 502 }) => ({
    status,
    body: new RawBody(
      `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><p>nginx</p></body></html>`,
    ),
    headers: { 'content-type': 'text/html; charset=utf-8' },
  }),
};

function anyError(fault: MetFault): Outcome {
  const code = fault.code ?? 'INTERNAL_ERROR';
  const isOrdinary = isErrorCode(code) && fault.status === undefined && fault.message === undefined;
  const status = fault.status ?? (isOrdinary ? ERRORS[code][0] : 500);
  const { details, headers } = status === 429 ? waitOf(fault) : { details: fault.details, headers: undefined };
  if (isOrdinary) return fail(code, details, headers);
  return errorOutcome(code, status, fault.message ?? 'Something else went wrong.', details, headers);
}

/** How long a 429 says to wait: what the fault has for the details and for the header, in both by default. */
function waitOf(fault: MetFault): Pick<Outcome, 'headers'> & { readonly details?: Readonly<Record<string, unknown>> } {
  const seconds = fault.seconds === undefined ? DEFAULT_WAIT_SECONDS : fault.seconds;
  const details = { ...(seconds === null ? {} : { retry_after_seconds: seconds }), ...fault.details };
  const header = fault.retryAfter === undefined ? details.retry_after_seconds : fault.retryAfter;
  return {
    ...(Object.keys(details).length === 0 ? {} : { details }),
    ...(header === null || header === undefined ? {} : { headers: { 'retry-after': String(header) } }),
  };
}

/** Everything that requests pass through. */
export interface Pipeline {
  readonly core: WorldCore;
  readonly service: Service;
  readonly access: Access;
  readonly limiter: Limiter;
  readonly faults: Faults;
}

/** What the door found out about a request. */
interface Admission {
  readonly faults: readonly MetFault[];
  readonly headers: Record<string, string>;
}

const admissions = new WeakMap<FastifyRequest, Admission>();
const ROOT = '/api/v1';

/** The path below the API root, without its query. */
function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] ?? '';
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : path;
}

function stage(faults: readonly MetFault[], name: (typeof FAULT_STAGES)[MetFault['kind']]): MetFault[] {
  return faults.filter((fault) => FAULT_STAGES[fault.kind] === name);
}

/**
 * The door: runs before the body is read. A refused or dropped request ends here. Refusals of the four authentication
 * steps go before the limit (their order is not shown); they are counted when the key is known.
 */
export async function admit(pipeline: Pipeline, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const faults = pipeline.faults.take(request.method, pathOf(request));
  const { settings } = pipeline.core;
  const route = routeOf(request);
  pipeline.service.record.request(route);
  meddle(pipeline, paramsOf(request)['ident'], faults);
  if (faults.some((fault) => fault.kind === 'drop-before')) return drop(reply);
  if (settings.latencyMs > 0) await delay(settings.latencyMs);
  pipeline.core.run();
  const { id, refusal } = pipeline.access.check(request.headers['x-api-key']);
  const verdict =
    id === undefined ? pipeline.limiter.unkeyed() : pipeline.limiter.take(id, pipeline.core.clock.callerNow());
  const headers = { ...limitHeaders(verdict), date: dateHeader(pipeline.core.clock, settings.dateSkewMs, faults) };
  const refused = refusal ?? (verdict.allowed ? undefined : tooMany('RATE_LIMITED', verdict.retryAfterSeconds));
  if (refused !== undefined) {
    pipeline.service.record.answer(route, refused.status);
    return send(reply, refused, headers, []);
  }
  admissions.set(request, { faults, headers });
  return undefined;
}

/** The route of the record: method and path with `*` for idents. */
function routeOf(request: FastifyRequest): string {
  const pattern = request.routeOptions.url;
  if (pattern === undefined) return 'other';
  return `${request.method} ${pattern.slice(ROOT.length).replace(/:[a-z]+/g, '*')}`;
}

function paramsOf(request: FastifyRequest): Record<string, string> {
  const params: Record<string, string> = {};
  if (!isFields(request.params)) return params;
  for (const [name, value] of Object.entries(request.params)) if (typeof value === 'string') params[name] = value;
  return params;
}

function dateHeader(clock: Clock, skewMs: number, faults: readonly MetFault[]): string {
  const fault = faults.find((candidate) => candidate.kind === 'clock-skew');
  return new Date(clock.now() + skewMs + (fault === undefined ? 0 : (fault.ms ?? 86_400_000))).toUTCString();
}

/** Processes an admitted request and answers it. Without an endpoint there is no such path. */
export async function answer(
  pipeline: Pipeline,
  endpoint: Endpoint | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { faults, headers } = admissions.get(request) ?? { faults: [], headers: {} };
  const queued = faults.find((fault) => fault.kind === 'drop-then-process');
  if (queued !== undefined) {
    const { agenda, clock } = pipeline.core;
    const call = callOf(request);
    agenda.add(clock.now() + (queued.ms ?? 40_000), () => void outcomeOf(pipeline, endpoint, call, faults));
    return drop(reply);
  }
  const late = faults.find((fault) => fault.kind === 'process-late');
  if (late !== undefined) await delay(late.ms ?? 40_000, undefined, { ref: false });
  pipeline.core.run();
  let outcome = outcomeOf(pipeline, endpoint, callOf(request), faults);
  if (stage(faults, 'after').length > 0) outcome = fail('INTERNAL_ERROR');
  outcome = spoil(outcome, stage(faults, 'body'));
  pipeline.service.record.answer(routeOf(request), outcome.status);
  await send(reply, outcome, headers, faults);
}

/** Answers a request whose body could not be read, or that met a mistake of the sandbox itself. */
export async function answerFailed(
  pipeline: Pipeline,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<void> {
  const { headers } = admissions.get(request) ?? { headers: limitHeaders(pipeline.limiter.unkeyed()) };
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reason = code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'the body is too large' : 'the body cannot be read';
  const outcome = code.startsWith('FST_ERR_CTP_')
    ? fail('VALIDATION_ERROR', { body: [reason] })
    : fail('INTERNAL_ERROR');
  pipeline.service.record.answer(routeOf(request), outcome.status);
  await send(reply, outcome, headers, []);
}

function callOf(request: FastifyRequest): Call {
  return {
    params: paramsOf(request),
    query: isFields(request.query) ? request.query : {},
    contentType: request.headers['content-type'],
    body: Buffer.isBuffer(request.body) ? request.body : undefined,
  };
}

function outcomeOf(
  pipeline: Pipeline,
  endpoint: Endpoint | undefined,
  call: Call,
  faults: readonly MetFault[],
): Outcome {
  const instead = stage(faults, 'instead')[0];
  if (instead !== undefined) return ANSWERS[instead.kind]?.(instead) ?? ok(null);
  if (endpoint === undefined) return NO_ROUTE;
  if (!faults.some((fault) => fault.kind === 'repeat-page')) return endpoint.run(pipeline.service, call);
  const first = endpoint.run(pipeline.service, { ...call, query: { ...call.query, page: '1' } });
  const { body } = first;
  if (!isFields(body) || !isFields(body['data']) || !('page' in body['data'])) return first;
  return {
    ...first,
    body: { ...body, data: { ...body['data'], page: Number(call.query['page'] ?? 1), has_next: true } },
  };
}

/**
 * Faults that change the world around a request, whatever becomes of it: what others do to the same invoice or list, at once or `ms` of the
 * world's time later. `ident` is the invoice that the request is about, if any.
 */
function meddle({ core, service }: Pipeline, ident: string | undefined, faults: readonly MetFault[]): void {
  const { agenda, clock } = core;
  for (const fault of faults) {
    const act = actOf(service, ident, fault);
    if (act !== undefined && fault.ms !== undefined) agenda.add(clock.now() + fault.ms, act);
    else act?.();
  }
}

function actOf(service: Service, ident: string | undefined, fault: MetFault): (() => void) | undefined {
  const { world } = service;
  if (fault.kind === 'row-removed') return () => removeRow(service, fault.uuid);
  if (ident === undefined) return undefined;
  const free = (): boolean => {
    const latest = world.find(ident) === undefined ? undefined : world.deliveries(ident).at(-1);
    return latest !== undefined && latest.status !== 'delivering';
  };
  if (fault.kind === 'parallel-resend') return () => void (free() && world.resendFromDashboard(ident));
  if (fault.kind === 'system-retry') return () => void (free() && world.resend(ident, 'system'));
  return undefined;
}

function removeRow(service: Service, uuid: string | undefined): void {
  const { invoices } = service.state;
  let newest = invoices.count - 1;
  while (invoices.removed.has(newest)) newest -= 1;
  const target = uuid ?? (newest < 0 ? undefined : invoices.at(newest).uuid);
  if (target !== undefined && service.world.find(target) !== undefined) service.world.remove(target);
}

// Faults of the body: a good answer made wrong in one particular way. The world is not touched.

type Json = Record<string, unknown>;

const ENUMS: Readonly<Json> = {
  status: 'on_hold',
  event: 'invoice.frozen',
  network: 'ZK99',
  reject_code: 'unlisted_reason',
  side: 'both',
};
const MONEY = /^(amount|rate|price|network_commission|.*_amount|.*_amount_.*|amount_to_send|.*_percent|credited_usdt)$/;
const IMPORTANT = ['status', 'amount', 'created_at', 'currency'];

type Spoiler = (outcome: Outcome, body: Json, fault: MetFault) => Outcome;

const SPOILERS: Partial<Record<FaultKind, Spoiler>> = {
  'success-absent': (outcome, { success: _success, ...rest }) => ({ ...outcome, body: rest }),
  'success-false-200': () => errorOutcome('INTERNAL_ERROR', 200, 'Unexpected server error.'),
  'malformed-json': (outcome, body) => ({ ...outcome, body: new RawBody(`${JSON.stringify(body).slice(0, -2)},}`) }),
  'always-next': (outcome, body) => withPage(outcome, body, { has_next: true }),
  'total-falling': (outcome, body, fault) => {
    const total = isFields(body['data']) ? body['data']['total_items'] : undefined;
    const lower = typeof total === 'number' ? Math.max(0, total - (fault.by ?? 1) * fault.met) : 0;
    return withPage(outcome, body, { total_items: lower });
  },
  'unknown-enum': (outcome, body, fault) =>
    withRecords(outcome, body, fault.rows ?? 1, (row) =>
      mapFields(row, (name, value) => (name in ENUMS && value !== null ? ENUMS[name] : value)),
    ),
  'extra-fields': (outcome, body, fault) =>
    withRecords(outcome, body, fault.rows ?? Infinity, (row) => ({
      ...row,
      x_new_field: { nested: [1, 'two', null] },
      x_flag: true,
    })),
  'missing-fields': (outcome, body, fault) =>
    withRecords(outcome, body, fault.rows ?? 1, (row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !(fault.fields ?? IMPORTANT).includes(name))),
    ),
  'money-number': (outcome, body, fault) =>
    withRecords(outcome, body, fault.rows ?? 1, (row) =>
      mapFields(row, (name, value) => (typeof value === 'string' && MONEY.test(name) ? Number(value) : value)),
    ),
};

/** The answer after the faults of the stage "body", in the order of their rules. The world's records stay as they are. */
export function spoil(outcome: Outcome, faults: readonly MetFault[]): Outcome {
  let spoilt = outcome;
  for (const fault of faults) {
    if (isFields(spoilt.body)) spoilt = SPOILERS[fault.kind]?.(spoilt, { ...spoilt.body }, fault) ?? spoilt;
  }
  return spoilt;
}

function withPage(outcome: Outcome, body: Json, change: Json): Outcome {
  const { data } = body;
  if (!isFields(data) || !('items' in data)) return outcome;
  return { ...outcome, body: { ...body, data: { ...data, ...change } } };
}

/** Changes the first `rows` records, be the data a page, a list or one record. */
function withRecords(outcome: Outcome, body: Json, rows: number, change: (row: Json) => Json): Outcome {
  const { data } = body;
  const each = (list: readonly unknown[]): unknown[] =>
    list.map((row, i) => (i < rows && isFields(row) ? change({ ...row }) : row));
  if (Array.isArray(data)) return { ...outcome, body: { ...body, data: each(data) } };
  if (!isFields(data)) return outcome;
  const { items } = data;
  const changed = Array.isArray(items) ? { ...data, items: each(items) } : change({ ...data });
  return { ...outcome, body: { ...body, data: changed } };
}

function mapFields(row: Json, change: (name: string, value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(name, value)]));
}

// Puts an answer on the wire, and the faults of the wire with it: late, slow, cut off, of the wrong length.

type Headers = Record<string, string>;

/** Pieces in which a huge body is written. */
const PIECE = Buffer.alloc(64 * 1024, 0x61);
const DEFAULT_HUGE_BYTES = 64 * 1024 * 1024;

/** Destroys the caller's socket. */
export function drop(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

/** Sends an outcome as JSON; with faults, as they say. `headers` go with every answer. */
export async function send(
  reply: FastifyReply,
  outcome: Outcome,
  headers: Headers,
  faults: readonly MetFault[],
): Promise<void> {
  const of = (kind: Fault['kind']): MetFault | undefined => faults.find((fault) => fault.kind === kind);
  const text = outcome.body instanceof RawBody ? outcome.body.text : JSON.stringify(outcome.body);
  const all: Headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
    ...outcome.headers,
  };
  const slow = of('slow-answer');
  if (slow !== undefined) await delay(slow.ms ?? 40_000, undefined, { ref: false });
  if (of('process-then-drop') !== undefined) return drop(reply);
  const wire = faults.find((fault) => fault.kind in WRITERS);
  const write = wire === undefined ? undefined : WRITERS[wire.kind];
  if (wire === undefined || write === undefined) {
    await reply.code(outcome.status).headers(all).send(text);
    return undefined;
  }
  reply.hijack();
  // The caller may hang up at any moment; that is what these faults are for.
  reply.raw.on('error', () => undefined);
  return await write(reply.raw, { status: outcome.status, headers: all, body: Buffer.from(text) }, wire);
}

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

type Raw = FastifyReply['raw'];

const WRITERS: Partial<Record<FaultKind, (raw: Raw, page: Page, fault: Fault) => Promise<void>>> = {
  truncate: async (raw, page, fault) => {
    raw.writeHead(page.status, { ...page.headers, 'content-length': String(page.body.length) });
    await breakOff(raw, page.body.subarray(0, fault.bytes ?? Math.floor(page.body.length / 2)));
  },
  'wrong-length': async (raw, page, fault) => {
    const length = String(Math.max(0, page.body.length + (fault.by ?? 10)));
    raw.writeHead(page.status, { ...page.headers, 'content-length': length, connection: 'close' });
    await breakOff(raw, page.body);
  },
  'slow-headers': async (raw, page, fault) => slowHeaders(raw, page, fault.ms ?? 30_000),
  'slow-body': async (raw, page, fault) => {
    raw.writeHead(page.status, { ...page.headers, 'content-length': String(page.body.length) });
    await drip(raw, page.body, fault.ms ?? 30_000);
  },
  'zip-bomb': async (raw, page, fault) => {
    const packed = gzipSync(Buffer.alloc(fault.bytes ?? DEFAULT_HUGE_BYTES, 0x20));
    raw.writeHead(page.status, {
      ...page.headers,
      'content-encoding': 'gzip',
      'content-length': String(packed.length),
    });
    raw.end(packed);
  },
  'huge-body': async (raw, page, fault) => {
    raw.writeHead(page.status, page.headers);
    await flood(raw, fault.bytes ?? DEFAULT_HUGE_BYTES);
  },
};

/** Writes what there is and ends the connection without ending the body. */
async function breakOff(raw: Raw, part: Buffer): Promise<void> {
  raw.write(part);
  await delay(20);
  raw.destroy();
}

/** The status line and headers letter by letter, straight on the socket: the library cannot write that slowly. */
async function slowHeaders(raw: Raw, page: Page, ms: number): Promise<void> {
  const lines = Object.entries({ ...page.headers, 'content-length': String(page.body.length), connection: 'close' });
  const head = `HTTP/1.1 ${page.status} Slow\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const { socket } = raw;
  if (socket === null) return;
  await drip(socket, Buffer.from(head), ms, false);
  socket.end(page.body);
}

/** Writes a buffer in fifty pieces over `ms`. */
async function drip(target: Writable, body: Buffer, ms: number, end = true): Promise<void> {
  const steps = 50;
  const size = Math.ceil(body.length / steps);
  for (let at = 0; at < body.length && !target.destroyed; at += size) {
    target.write(body.subarray(at, at + size));
    await delay(ms / steps, undefined, { ref: false });
  }
  if (end) target.end();
}

async function flood(raw: Raw, bytes: number): Promise<void> {
  raw.write('{"success":true,"data":"');
  for (let sent = 0; sent < bytes && !raw.destroyed; sent += PIECE.length) {
    if (raw.write(PIECE)) continue;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        raw.off('drain', go);
        raw.off('close', go);
        resolve();
      };
      raw.on('drain', go);
      raw.on('close', go);
    });
  }
  raw.end('"}');
}
