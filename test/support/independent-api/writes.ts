/** The two writes of the independent server, each with the ways in which its answer can be lost. */
import type { Behaviour, CreateMode, Json, Reply } from './options.ts';
import { findInvoice } from './reads.ts';
import { fail, failDetail, ok, tooMany } from './replies.ts';
import { type Business, finishInvoice, makeInvoice, stamp, type StoredInvoice, uuidFrom } from './world.ts';

export interface WriteWorld {
  readonly now: () => number;
  readonly behaviour: Behaviour;
}

/** What is done with the answer, and what happens afterwards on the server's clock. */
export type WriteResult = (
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'drop' }
  | { readonly kind: 'truncate' }
) & { readonly later?: { readonly afterMs: number; readonly run: () => void } };

const DROP: WriteResult = { kind: 'drop' };

function reply(answer: Reply): WriteResult {
  return { kind: 'reply', reply: answer };
}

/** POST …/resend-webhook. */
export function resendWebhook(world: WriteWorld, business: Business, ident: string): WriteResult {
  const { behaviour, now } = world;
  const invoice = findInvoice(business, ident);
  if (invoice === undefined) return reply(fail(404, 'MERCHANT_INVOICE_NOT_FOUND'));
  const latest = latestOf(invoice);
  if (latest === undefined) return reply(fail(404, 'WEBHOOK_NOT_FOUND'));
  if (latest['status'] === 'delivering') return reply(fail(409, 'WEBHOOK_NOT_RESENDABLE'));
  const counted = behaviour.resendIntervalScope === 'all' ? business.invoices : [invoice];
  const lastResendAt = Math.max(...counted.map((other) => other.lastResendAt ?? Number.NEGATIVE_INFINITY));
  const waited = (now() - lastResendAt) / 1000;
  if (waited < behaviour.resendIntervalSeconds) {
    const seconds = Math.ceil(behaviour.resendIntervalSeconds - waited);
    return reply(tooMany(behaviour, 'WEBHOOK_RESEND_TOO_SOON', seconds));
  }
  const carryOut = (): Json => perform(world, invoice, 'api');
  switch (behaviour.resendOf.get(invoice.uuid) ?? behaviour.resend) {
    case 'normal':
      return reply(ok(carryOut(), behaviour.resendStatus));
    case 'drop-before':
      return DROP;
    case 'process-then-drop':
      carryOut();
      return DROP;
    case 'process-then-500':
      carryOut();
      return reply(fail(500, 'INTERNAL_ERROR'));
    case 'process-then-html':
      carryOut();
      return reply({ status: 502, body: '<html><h1>Bad gateway</h1></html>' });
    case 'process-then-truncated':
      carryOut();
      return { kind: 'truncate' };
    case 'process-late':
      return { kind: 'drop', later: { afterMs: behaviour.lateMs, run: carryOut } };
    case 'process-and-dashboard':
      carryOut();
      perform(world, invoice, 'user');
      return DROP;
    case 'system-retry-instead':
      attempt(world, latest, 'system');
      return DROP;
    case 'wrong-answer':
      return reply(ok({ ...carryOut(), invoice_uuid: uuidFrom('somebody else') }));
  }
}

/** The newest by creation; the list has no order. */
export function latestOf(invoice: StoredInvoice): Json | undefined {
  return invoice.deliveries.toSorted(
    (left, right) => Date.parse(String(right['created_at'])) - Date.parse(String(left['created_at'])),
  )[0];
}

/** Carries a resend out, `by` the API or a person at the dashboard (`user`). Throws where the invoice has no delivery. */
export function perform(world: WriteWorld, invoice: StoredInvoice, by: string): Json {
  const latest = latestOf(invoice);
  if (latest === undefined) throw new Error('no delivery');
  invoice.lastResendAt = world.now();
  if (by === 'api') invoice.executed += 1;
  if (!world.behaviour.newDeliveryFor.has(invoice.uuid)) {
    latest['resend_count'] = Number(latest['resend_count'] ?? 0) + 1;
    return attempt(world, latest, by);
  }
  const fresh: Json = {
    ...latest,
    uuid: uuidFrom(`${invoice.uuid} delivery ${invoice.deliveries.length}`),
    created_at: stamp(world.now(), invoice.deliveries.length),
    attempts: 0,
    resend_count: 0,
    attempts_history: [],
  };
  invoice.deliveries.push(fresh);
  return attempt(world, fresh, by);
}

function attempt(world: WriteWorld, delivery: Json, by: string): Json {
  const history = Array.isArray(delivery['attempts_history']) ? delivery['attempts_history'] : [];
  const number = Number(delivery['attempts'] ?? 0) + 1;
  Object.assign(delivery, {
    attempts: number,
    ...(world.behaviour.attemptsFail
      ? { status: 'failed' }
      : { status: 'delivered', delivered_at: stamp(world.now(), 1) }),
    updated_at: stamp(world.now(), 1),
    attempts_history: [
      ...history,
      {
        attempt_number: number,
        round: by === 'system' ? 1 : 2,
        triggered_by: by,
        success: !world.behaviour.attemptsFail,
        status_code: world.behaviour.attemptsFail ? 503 : 200,
        created_at: stamp(world.now(), 1),
      },
    ],
  });
  return delivery;
}

const LIMITS: readonly (readonly [string, number, number])[] = [
  ['external_id', 1, 128],
  ['customer_id', 1, 128],
  ['currency', 2, 16],
];

/** Until one of the customer's open invoices expires, seconds. */
const UNPAID_SECONDS = 600;

/** POST /external/invoices. */
export function createInvoice(world: WriteWorld, business: Business, body: string): WriteResult {
  const { behaviour } = world;
  const order = parse(body);
  if (order === null) return reply(invalid(behaviour, 'body', 'not JSON'));
  for (const [name, least, most] of LIMITS) {
    const value = order[name];
    const length = typeof value === 'string' ? Array.from(value).length : -1;
    if (length < least || length > most) return reply(invalid(behaviour, name, 'length'));
  }
  if (!/^\d+(\.\d{1,2})?$/.test(String(order['amount'])))
    return reply(invalid(behaviour, 'amount', 'at most two decimals'));
  const id = String(order['external_id']);
  const mode = behaviour.createOf.get(id) ?? behaviour.create;
  const present = business.invoices.find(({ json }) => json['external_id'] === id);
  if (present !== undefined) return reply(repeated(behaviour, mode, present, order));
  if (!behaviour.dealsEnabled) return reply(fail(403, 'DEALS_DISABLED'));
  const carryOut = (): StoredInvoice => orderedInvoice(world, business, order, mode.startsWith('other-fields'));
  switch (mode) {
    case 'normal':
    case 'other-fields':
      return reply(ok(carryOut().json, 201));
    case 'drop-before':
      return once(behaviour, id, DROP);
    case 'process-late':
      return once(behaviour, id, lateOnce(world, business, id, carryOut));
    case 'late-then-unpaid-cap':
      behaviour.createOf.set(id, 'refuse-unpaid-cap');
      return lateOnce(world, business, id, carryOut);
    case 'process-then-500':
      carryOut();
      return reply(fail(500, 'INTERNAL_ERROR'));
    case 'process-then-html':
      carryOut();
      return reply({ status: 502, body: '<html><h1>Bad gateway</h1></html>' });
    case 'process-then-truncated':
      carryOut();
      return { kind: 'truncate' };
    case 'wrong-answer':
      carryOut();
      return reply(ok(business.invoices[0]?.json ?? {}, 201));
    case 'drop-then-expired':
      finishInvoice(business, carryOut(), 'expired', world.now(), business.invoices.length);
      return DROP;
    case 'refuse-422':
      return reply(fail(422, 'AMOUNT_OUT_OF_RANGE'));
    case 'refuse-unpaid-cap':
      return reply(tooMany(behaviour, 'TOO_MANY_UNPAID_INVOICES', UNPAID_SECONDS));
    case 'refuse-rate-limited':
      return once(behaviour, id, reply(tooMany(behaviour, 'RATE_LIMITED', 2)));
    case 'process-then-drop':
    case 'drop-then-409':
    case 'drop-then-unpaid-cap':
    case 'drop-then-422':
    case 'drop-then-404':
    case 'drop-then-rate-limited':
    case 'other-fields-then-drop':
      carryOut();
      return DROP;
  }
}

function orderedInvoice(world: WriteWorld, business: Business, order: Json, isStrange: boolean): StoredInvoice {
  const strange = { customer_id: 'another customer', purpose: null, callback_url: 'https://shop.example/forced' };
  const kept: Json = isStrange ? { ...order, ...strange } : order;
  return makeInvoice(business, world.now(), {
    status: 'pending',
    externalId: String(kept['external_id']),
    customerId: String(kept['customer_id']),
    amount: String(kept['amount']),
    currency: String(kept['currency']),
    purpose: typeof kept['purpose'] === 'string' ? kept['purpose'] : null,
    urls: {
      callback_url: kept['callback_url'] ?? 'https://shop.example/default',
      success_url: kept['success_url'] ?? 'https://shop.example/s',
      fail_url: kept['fail_url'] ?? 'https://shop.example/f',
    },
  });
}

/** A queue in front of the server: what waits in it is done later, unless the order is there by then. */
function lateOnce(world: WriteWorld, business: Business, id: string, carryOut: () => StoredInvoice): WriteResult {
  const run = (): void => {
    if (!business.invoices.some(({ json }) => json['external_id'] === id)) carryOut();
  };
  return { kind: 'drop', later: { afterMs: world.behaviour.lateMs, run } };
}

/** Once only: the repeat finds a server in good order. */
function once(behaviour: Behaviour, id: string, result: WriteResult): WriteResult {
  behaviour.createOf.set(id, 'normal');
  return result;
}

/** Specification, "Idempotency on external_id": amount and currency are compared, nothing else. */
function repeated(behaviour: Behaviour, mode: CreateMode, present: StoredInvoice, order: Json): Reply {
  const { json } = present;
  if (mode === 'drop-then-unpaid-cap') return tooMany(behaviour, 'TOO_MANY_UNPAID_INVOICES', UNPAID_SECONDS);
  if (mode === 'drop-then-422') return fail(422, 'AMOUNT_OUT_OF_RANGE');
  if (mode === 'drop-then-404') return fail(404, 'CURRENCY_NOT_FOUND');
  if (mode === 'drop-then-rate-limited') {
    behaviour.createOf.set(String(json['external_id']), 'normal');
    return tooMany(behaviour, 'RATE_LIMITED', 2);
  }
  const currency =
    typeof json['currency'] === 'object' && json['currency'] !== null && 'code' in json['currency']
      ? json['currency'].code
      : '';
  const same = Number(json['amount']) === Number(order['amount']) && currency === order['currency'];
  if (mode === 'drop-then-409' || json['status'] !== 'pending' || !same) {
    return fail(409, 'INVOICE_ALREADY_EXISTS', { external_id: json['external_id'], status: json['status'] });
  }
  return ok(json, behaviour.repeatStatus);
}

function invalid(behaviour: Behaviour, field: string, message: string): Reply {
  return behaviour.validation === 'coded'
    ? fail(422, 'VALIDATION_ERROR', { [field]: [message] })
    : failDetail(field, message);
}

function parse(body: string): Json | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
