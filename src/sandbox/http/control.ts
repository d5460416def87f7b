// The control route, for tests and demos from outside the process: `POST /control/{operation}` with the header `X-Sandbox-Control` and a JSON object.
import type { FastifyInstance } from 'fastify';
import { isFields } from '../events.ts';
import { readRule } from '../faults.ts';
import { isToken } from '../secrets.ts';
import { ORDERS, type Settings } from '../settings.ts';
import { HOSTS } from '../world/orders.ts';
import { DELIVERY_STATUSES, RECEIVER_STATES, REJECT_CODES } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { BUSINESS_STATES } from './access.ts';
import { LIMITER_MODELS } from './limiter.ts';
import { NO_ROUTE } from './outcome.ts';
import type { Pipeline } from './pipeline.ts';
import { deliveryView, invoiceView, withdrawalView } from './render.ts';

type Input = Readonly<Record<string, unknown>>;
type Operation = (pipeline: Pipeline, input: Input, keys: Keys) => unknown;

/** The key of the profile, which the control route may revoke but never tells. */
export interface Keys {
  readonly apiKey: string;
}

function text(input: Input, name: string): string {
  const value = input[name];
  if (typeof value !== 'string' || value === '') throw new Error(`${name} must be a string`);
  return value;
}

function maybeText(input: Input, name: string): string | undefined {
  return input[name] === undefined ? undefined : text(input, name);
}

function number(input: Input, name: string): number {
  const value = input[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`${name} must be a number`);
  return value;
}

function choice<T extends string>(input: Input, name: string, list: readonly T[]): T {
  const found = list.find((candidate) => candidate === input[name]);
  if (found === undefined) throw new Error(`${name} must be one of ${list.join(', ')}`);
  return found;
}

const CHOICES = {
  order: ORDERS,
  rateFields: ['plain', 'other'],
  resendRound: ['single', 'schedule'],
  retryWaitFrom: ['start', 'end'],
  adjustmentWebhook: ['new-delivery', 'none'],
  createShape: ['listed', 'full'],
  idempotency: ['before-preconditions', 'after-preconditions'],
  validationShape: ['coded', 'detail'],
} as const;

/** Changes the settings that are named; each value must be of the kind that is there. */
function applySettings(settings: Settings, input: Input): Settings {
  for (const [name, value] of Object.entries(input)) {
    if (!Object.hasOwn(settings, name)) throw new Error(`no setting ${name}`);
    const allowed: readonly string[] | undefined = Object.entries(CHOICES).find(([key]) => key === name)?.[1];
    if (allowed !== undefined && !allowed.some((entry) => entry === value))
      throw new Error(`${name} must be one of ${allowed.join(', ')}`);
    const present: unknown = Object.entries(settings).find(([key]) => key === name)?.[1];
    if (typeof present !== typeof value || (typeof value === 'number' && !(value >= 0))) {
      if (name !== 'dateSkewMs') throw new Error(`${name} must be a ${typeof present}`);
    }
    if (name === 'defaultUrls') settings.defaultUrls = { ...settings.defaultUrls, ...readUrls(value) };
    else Object.assign(settings, { [name]: value });
  }
  return settings;
}

function readUrls(value: unknown): Partial<Settings['defaultUrls']> {
  const urls: Partial<Settings['defaultUrls']> = {};
  if (!isFields(value)) return urls;
  for (const name of ['callback', 'success', 'fail'] as const) {
    const url = value[name];
    if (url === null || typeof url === 'string') urls[name] = url;
  }
  return urls;
}

/** What was really paid: as it is said, or so much `less` than was ordered. */
function actualAmount(world: World, input: Input): string | undefined {
  const less = maybeText(input, 'less');
  return less === undefined ? maybeText(input, 'actual_amount') : world.lessThanOrdered(text(input, 'ident'), less);
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  record: ({ service }) => service.record.snapshot(),
  now: ({ core }) => ({ now: new Date(core.clock.now()).toISOString() }),
  'faults/add': ({ faults }, input) => ({ id: faults.add(readRule(input)) }),
  'faults/clear': ({ faults }, input) => faults.clear(input['id'] === undefined ? undefined : number(input, 'id')),
  'faults/list': ({ faults }) => faults.list(),
  'settings/set': ({ core }, input) => applySettings(core.settings, input),
  'limiter/set': ({ limiter }, input) => {
    if (input['model'] !== undefined) limiter.model = choice(input, 'model', LIMITER_MODELS);
    if (input['limit'] !== undefined) limiter.limit = number(input, 'limit');
    return { model: limiter.model, limit: limiter.limit };
  },
  'access/set': ({ access }, input, { apiKey }) => {
    if (input['key'] !== undefined) access.setKey(apiKey, choice(input, 'key', ['active', 'revoked', 'unknown']));
    if (input['business'] !== undefined) access.business = choice(input, 'business', BUSINESS_STATES);
    if (typeof input['blocked'] === 'boolean') access.blocked = input['blocked'];
    return { business: access.business, blocked: access.blocked };
  },
  'access/mint': ({ access }) => ({ apiKey: access.mint() }),
  'world/advance': async ({ service }, input) => service.world.advance(number(input, 'ms')),
  'world/create': ({ service }, input) =>
    invoiceView(
      service.world.createInvoice({
        externalId: text(input, 'external_id'),
        customerId: text(input, 'customer_id'),
        amount: text(input, 'amount'),
        currency: text(input, 'currency'),
        purpose: maybeText(input, 'purpose') ?? null,
        callbackUrl: maybeText(input, 'callback_url') ?? null,
      }),
    ),
  'world/pay': ({ service }, input) =>
    invoiceView(service.world.pay(text(input, 'ident'), actualAmount(service.world, input))),
  'world/expire': ({ service }, input) => invoiceView(service.world.expire(text(input, 'ident'))),
  'world/cancel': ({ service }, input) => invoiceView(service.world.cancel(text(input, 'ident'))),
  'world/fail': ({ service }, input) => invoiceView(service.world.fail(text(input, 'ident'))),
  'world/adjust': ({ service }, input) =>
    invoiceView(
      service.world.adjust(text(input, 'ident'), actualAmount(service.world, input) ?? text(input, 'actual_amount')),
    ),
  'world/receiver': ({ service }, input) =>
    service.world.setReceiver(text(input, 'host'), choice(input, 'how', RECEIVER_STATES)),
  'world/sell': ({ service }, input) => service.world.sell(text(input, 'host'), Math.min(number(input, 'orders'), 20)),
  bench: ({ core, access, faults, service }, _input, { apiKey }) => ({
    troubles: [
      ...(core.settings.latencyMs > 0 ? ['slow'] : []),
      ...(access.isActive(apiKey) ? [] : ['revoke-key']),
      ...(faults.list().some(({ rule }) => rule.kind === 'rate-limited') ? ['storm'] : []),
    ],
    hosts: [...new Set([...HOSTS, ...service.world.receivers.keys()])].map((host) => ({
      host,
      how: service.world.receivers.get(host) ?? null,
    })),
  }),
  'world/remove': ({ service }, input) => service.world.remove(text(input, 'ident')),
  'world/resend': ({ service }, input) => {
    const { world } = service;
    const ident = text(input, 'ident');
    const sent =
      choice(input, 'by', ['user', 'system']) === 'user'
        ? world.resendFromDashboard(ident)
        : world.resend(ident, 'system');
    return deliveryView(sent, world.invoice(ident).uuid, world.businessUuid);
  },
  'world/set-delivery': ({ service }, input) =>
    service.world.setDelivery(
      text(input, 'ident'),
      choice(input, 'status', DELIVERY_STATUSES),
      input['next_ms'] === undefined ? null : service.world.clock.now() + number(input, 'next_ms'),
    ),
  'world/withdraw': ({ service }, input) => {
    const amount = maybeText(input, 'amount');
    return withdrawalView(service.world.requestWithdrawal(amount === undefined ? {} : { amount }));
  },
  'world/approve': ({ service }, input) => withdrawalView(service.world.approveWithdrawal(text(input, 'uuid'))),
  'world/reject': ({ service }, input) => {
    const code = input['code'] === undefined || input['code'] === null ? null : choice(input, 'code', REJECT_CODES);
    return withdrawalView(
      service.world.rejectWithdrawal(text(input, 'uuid'), code, maybeText(input, 'reason') ?? null),
    );
  },
};

/** Adds the control route. A wrong or missing token gets what any unknown path gets. */
export function attachControl(app: FastifyInstance, pipeline: Pipeline, token: string, keys: Keys): void {
  app.post('/control/*', async (request, reply) => {
    if (!isToken(request.headers['x-sandbox-control'], token)) return reply.code(404).send(NO_ROUTE.body);
    const name = request.url.split('?', 1)[0]?.slice('/control/'.length) ?? '';
    const operation = Object.entries(OPERATIONS).find(([key]) => key === name)?.[1];
    if (operation === undefined)
      return reply.code(404).send({ ok: false, message: `operations: ${Object.keys(OPERATIONS).join(', ')}` });
    try {
      const body: unknown =
        Buffer.isBuffer(request.body) && request.body.length > 0 ? JSON.parse(request.body.toString('utf8')) : {};
      pipeline.core.run();
      const result = await operation(pipeline, isFields(body) ? body : {}, keys);
      return await reply.send({ ok: true, result: result ?? null });
    } catch (error) {
      return reply.code(400).send({ ok: false, message: error instanceof Error ? error.message : 'failed' });
    }
  });
}
