/**
 * The payment service by the second reading of the specification (support/independent-api), without its sockets: another order of lists, another idea of
 * resends and lost answers, records of every unpleasant shape. What it leaves open is drawn by the seed.
 */
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import type { CreateMode, Json, ListOrder, ResendMode } from '../../support/independent-api/options.ts';
import { adjustInvoice } from '../../support/independent-api/world.ts';
import { unservedIndependentApi } from '../../support/independent-api/server.ts';
import type { DiscreteClock } from '../../support/discrete-clock.ts';
import { type Stream, streamOf } from '../chance.ts';
import { isTeam } from '../team/deeds.ts';
import type { PaymentService, WorldInvoice } from './payment-service.ts';
import { Unrest } from './unrest.ts';

const ORDERS: readonly [ListOrder, ...ListOrder[]] = ['oldest-first', 'newest-first', 'by-uuid', 'updated-desc'];
const ENDS = ['success', 'success', 'success', 'expired', 'canceled', 'fail'] as const;
const MINUTE_MS = 60_000;
/** What becomes of a resend and of an order: mostly what was asked for. */
const RESENDS: readonly [ResendMode, ...ResendMode[]] = [
  ...(['normal', 'normal', 'normal', 'normal', 'normal', 'normal', 'drop-before', 'process-then-drop'] as const),
  ...(['process-then-500', 'process-then-html', 'process-late', 'system-retry-instead', 'wrong-answer'] as const),
  'process-and-dashboard',
];
const CREATES: readonly [CreateMode, ...CreateMode[]] = [
  ...(['normal', 'normal', 'normal', 'normal', 'drop-before', 'process-then-drop', 'process-then-500'] as const),
  ...(['process-late', 'drop-then-409', 'wrong-answer', 'refuse-422', 'refuse-rate-limited'] as const),
];

export function independentService(seed: number, chance: Stream, time: DiscreteClock, size: number): PaymentService {
  let key = `key-of-business-${seed}-0123456789`;
  const otherKey = `key-of-another-${seed}-0123456789`;
  const api = unservedIndependentApi({
    businesses: [
      { key, invoices: size, withdrawals: Math.ceil(size / 8) },
      { key: otherKey, invoices: 12, withdrawals: 2 },
    ],
    now: () => time.now(),
    sleep: (ms) => time.sleep(ms),
  });
  const { behaviour, business } = api;
  const unrest = new Unrest(seed);
  const listed = chance.pick(ORDERS);
  behaviour.order = unrest.isOldestFirst ? 'oldest-first' : listed;
  behaviour.limiter = chance.pick<'fixed' | 'sliding'>(['fixed', 'sliding']);
  behaviour.limit = 100;
  behaviour.retryHint = chance.pick<'both' | 'header' | 'body'>(['both', 'header', 'body']);
  behaviour.successAbsent = chance.is(0.3);
  behaviour.resendIntervalSeconds = chance.pick([0, 30, 60]);
  behaviour.resendIntervalScope = chance.pick<'each-invoice' | 'all'>(['each-invoice', 'all']);
  behaviour.repeatStatus = chance.pick([200, 201]);
  behaviour.validation = chance.pick<'coded' | 'detail'>(['coded', 'detail']);
  const writes = streamOf(seed, 'writes');
  const receivers = streamOf(seed, 'receivers');
  /** Where several people mean the same webhook, most of those that failed fail again. */
  const failAgain = isTeam(seed) ? receivers.pick([0, 0.8]) : 0;
  let changes = 0;
  /** What ends when. */
  const due: { readonly at: number; readonly uuid: string; readonly status: string }[] = [];
  const end = (uuid: string): void => {
    const status = chance.pick(ENDS);
    due.push({ at: time.now() + chance.between(1, 25) * MINUTE_MS, uuid, status });
  };
  for (const { uuid, json } of business.invoices) if (json['status'] === 'pending') end(uuid);
  const run = (): void => {
    for (const one of due.filter(({ at }) => at <= time.now())) {
      due.splice(due.indexOf(one), 1);
      if (api.invoice(one.uuid).json['status'] !== 'pending') continue;
      api.finish(one.uuid, one.status);
      changes += 1;
    }
  };
  const atFirst = new Set(business.invoices.map(({ uuid }) => uuid));
  const order = (): void => end(api.order().uuid);
  const disputed = (found: (typeof business.invoices)[number] | undefined, choice: number): void => {
    if (found === undefined || typeof found.json['settled_amount_usdt'] !== 'string') return;
    // As the specification has it: what is credited is what was really paid.
    found.json['settled_amount_usdt'] = `${Math.floor(choice * 997)}.000001`;
    adjustInvoice(found, 3 * Math.floor(choice * 1_000));
    found.updatedAt = time.now();
    changes += 1;
  };
  const dispute = (choice: number): void => {
    const paid = business.invoices.filter(({ json }) => json['status'] === 'success' && json['is_adjusted'] === false);
    disputed(paid[Math.floor(choice * paid.length)], choice);
  };
  let corrections = 0;
  const correct = (choice: number): string | undefined => {
    const credited = business.invoices.filter(
      ({ json }) => json['status'] === 'success' && typeof json['settled_amount_usdt'] === 'string',
    );
    const found = credited[Math.floor(choice * credited.length)];
    corrections += 1;
    disputed(found, (choice + corrections * 0.137) % 1);
    return found?.uuid;
  };
  return {
    name: 'independent',
    get key() {
      return key;
    },
    otherKey,
    refills: false,
    pageSize: unrest.pageSize,
    run,
    serve: (request) => {
      run();
      const { method, path, body = '', key: used } = request;
      behaviour.totalOff = unrest.before(request, { order, dispute });
      if (method === 'POST') {
        behaviour.resend = writes.pick(RESENDS);
        behaviour.attemptsFail = receivers.is(failAgain);
        behaviour.create = writes.pick(CREATES);
        behaviour.lateMs = writes.between(1, 90) * 1_000;
      }
      const reply = api.exchange({ method, url: sized(path, unrest.pageSize), key: used, body });
      return reply === 'lost' ? reply : unrest.after(reply);
    },
    resends: (uuid) => business.invoices.find((one) => one.uuid === uuid)?.executed ?? 0,
    resent: () => business.invoices.flatMap(({ uuid, executed }) => (executed > 0 ? [uuid] : [])),
    invoices: () => business.invoices.map(({ json }) => worldInvoiceOf(json)),
    withdrawals: () => business.withdrawals.map(({ uuid }) => uuid),
    version: () => `${business.invoices.length} ${business.withdrawals.length} ${changes}`,
    total: (list) => business[list].length,
    resendAtDashboard: api.resendAtDashboard,
    correct,
    order,
    lose: (choice) => {
      const ended = business.invoices.filter(
        ({ uuid, json, executed }) => atFirst.has(uuid) && json['status'] !== 'pending' && executed === 0,
      );
      const lost = ended[Math.floor(choice * ended.length)];
      if (lost !== undefined) business.invoices.splice(business.invoices.indexOf(lost), 1);
      changes += 1;
      unrest.holdStill();
    },
    setKey: (state) => {
      business.keyState = state;
    },
    rotateKey: () => {
      key = `${key}-next`;
      Object.assign(business, { key });
    },
  };
}

/** A page of at most so many, whatever was asked for. */
function sized(path: string, most: number): string {
  const url = new URL(path, 'http://service');
  const asked = url.searchParams.get('per_page');
  if (asked === null || Number(asked) <= most) return path;
  url.searchParams.set('per_page', String(most));
  return `${url.pathname}${url.search}`;
}

function worldInvoiceOf(json: Json): WorldInvoice {
  const currency = fieldOf(json['currency'], 'code');
  const settled = json['settled_amount_usdt'];
  return {
    uuid: String(json['uuid']),
    externalId: String(json['external_id']),
    status: String(json['status']),
    currency: String(currency),
    amount: String(json['amount']),
    settled: typeof settled === 'string' ? settled : null,
  };
}
