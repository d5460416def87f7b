// The way of every request: faults of the door, authentication, limit, processing, faults of the answer, headers. The
// same for the nine endpoints and for paths that do not exist.
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { FAULT_STAGES } from '../faults.ts';
import type { Faults, MetFault } from '../faults.ts';
import { isFields } from '../events.ts';
import type { WorldCore } from '../world/core.ts';
import type { Access } from './access.ts';
import type { Call, Desk, Endpoint } from './desk.ts';
import { limitHeaders } from './limiter.ts';
import type { Limiter } from './limiter.ts';
import { insteadOf } from './instead.ts';
import { meddle } from './meddle.ts';
import { fail, NO_ROUTE, tooMany } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { spoil } from './spoil.ts';
import { drop, send } from './transport.ts';

/** Everything that requests pass through. */
export interface Pipeline {
  readonly core: WorldCore;
  readonly desk: Desk;
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
  pipeline.desk.record.request(route);
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
    pipeline.desk.record.answer(route, refused.status);
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
  pipeline.desk.record.answer(routeOf(request), outcome.status);
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
  pipeline.desk.record.answer(routeOf(request), outcome.status);
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
  if (instead !== undefined) return insteadOf(instead);
  if (endpoint === undefined) return NO_ROUTE;
  if (!faults.some((fault) => fault.kind === 'repeat-page')) return endpoint.run(pipeline.desk, call);
  const first = endpoint.run(pipeline.desk, { ...call, query: { ...call.query, page: '1' } });
  const { body } = first;
  if (!isFields(body) || !isFields(body['data']) || !('page' in body['data'])) return first;
  return {
    ...first,
    body: { ...body, data: { ...body['data'], page: Number(call.query['page'] ?? 1), has_next: true } },
  };
}
