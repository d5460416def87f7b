/**
 * The payment service by the second reading of the specification (support/independent-api), without its sockets: another order of lists, another idea of
 * resends and lost answers, records of every unpleasant shape. What it leaves open is drawn by the seed.
 */
import type { ListOrder } from '../support/independent-api/options.ts';
import { unservedIndependentApi } from '../support/independent-api/server.ts';
import type { DiscreteClock } from '../support/discrete-clock.ts';
import type { Stream } from './chance.ts';
import type { PaymentService } from './payment-service.ts';

const ORDERS: readonly [ListOrder, ...ListOrder[]] = ['oldest-first', 'newest-first', 'by-uuid', 'updated-desc'];
const ENDS = ['success', 'success', 'success', 'expired', 'canceled', 'fail'] as const;
const MINUTE_MS = 60_000;

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
  behaviour.order = chance.pick(ORDERS);
  behaviour.limiter = chance.pick<'fixed' | 'sliding'>(['fixed', 'sliding']);
  behaviour.limit = 100;
  behaviour.retryHint = chance.pick<'both' | 'header' | 'body'>(['both', 'header', 'body']);
  behaviour.successAbsent = chance.is(0.3);
  behaviour.resendIntervalSeconds = chance.pick([0, 30, 60]);
  behaviour.resendIntervalScope = chance.pick<'each-invoice' | 'all'>(['each-invoice', 'all']);
  behaviour.repeatStatus = chance.pick([200, 201]);
  behaviour.validation = chance.pick<'coded' | 'detail'>(['coded', 'detail']);
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
      if (api.invoice(one.uuid).json['status'] === 'pending') api.finish(one.uuid, one.status);
    }
  };
  const currencyOf = (json: Readonly<Record<string, unknown>>): string => {
    const currency: unknown = json['currency'];
    return typeof currency === 'object' && currency !== null && 'code' in currency ? String(currency.code) : '';
  };
  return {
    name: 'independent',
    get key() {
      return key;
    },
    otherKey,
    refills: false,
    run,
    serve: ({ method, path, body = '', key: used }) => {
      run();
      return api.exchange({ method, url: path, key: used, body });
    },
    resends: (uuid) => business.invoices.find((one) => one.uuid === uuid)?.executed ?? 0,
    resent: () => business.invoices.flatMap(({ uuid, executed }) => (executed > 0 ? [uuid] : [])),
    invoices: () =>
      business.invoices.map(({ uuid, json }) => ({
        uuid,
        externalId: String(json['external_id']),
        status: String(json['status']),
      })),
    total: (list) => business[list].length,
    successes: () =>
      business.invoices.flatMap(({ json }) =>
        json['status'] === 'success' ? [{ currency: currencyOf(json), amount: String(json['amount']) }] : [],
      ),
    resendAtDashboard: api.resendAtDashboard,
    order: () => end(api.order().uuid),
    setKey: (state) => {
      business.keyState = state;
    },
    rotateKey: () => {
      key = `${key}-next`;
      Object.assign(business, { key });
    },
  };
}
