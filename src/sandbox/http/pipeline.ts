// The way of every request: faults of the door, authentication, limit, processing, faults of the answer, headers.
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { FAULT_STAGES, type FaultKind, type Faults, type MetFault } from '../faults.ts';
import { isFields } from '../events.ts';
import type { WorldCore } from '../world/core.ts';
import type { Access } from './access.ts';
import type { Call, Service, Endpoint } from './service.ts';
import { type Limiter, limitHeaders } from './limiter.ts';
import { errorOutcome, ERRORS, fail, isErrorCode, NO_ROUTE, ok, type Outcome, RawBody, tooMany } from './outcome.ts';
import { spoil } from './spoil.ts';
import { drop, send } from './transport.ts';

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
