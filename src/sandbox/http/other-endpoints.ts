// The endpoints about payment methods, rates and withdrawals (the specification, section "Endpoints").
import { CURRENCIES, RATE_SOURCES } from '../catalog.ts';
import { RATE_SCALE, toText } from '../money.ts';
import { fraction, KIND, word } from '../random.ts';
import { WITHDRAWAL_STATUSES } from '../world/records.ts';
import type { Call, Service, Endpoint } from './service.ts';
import { pageOf, withdrawalsIn, fail, invalid, ok, type Outcome, QueryReader } from './outcome.ts';
import { methodView, withdrawalView } from './render.ts';

/** Prices change this often, in milliseconds. */
const PRICE_STEP_MS = 20_000;

function methods(service: Service, call: Call): Outcome {
  const query = new QueryReader(call.query);
  const currency = query.code('currency');
  if (query.failed) return invalid(query.problems, 'query', service.settings.validationShape);
  if (!service.settings.categoryAssigned) return fail('CATEGORY_NOT_FOUND');
  const { catalogue } = service.settings;
  return ok(catalogue.filter((entry) => currency === undefined || entry.currency === currency).map(methodView));
}

function rates(service: Service): Outcome {
  if (!service.settings.ratesAvailable) return fail('RATE_UNAVAILABLE');
  const now = service.world.clock.now();
  const list = CURRENCIES.filter((entry) => entry.active).flatMap((entry, c) =>
    RATE_SOURCES.flatMap((source, s) =>
      (['buy', 'sell'] as const).flatMap((side, d) => {
        const pair = c * 4 + s * 2 + d;
        return rate(service, { pair, currency: entry.code, base: entry.baseRate, source, side }, now) ?? [];
      }),
    ),
  );
  return ok(list);
}

interface Pair {
  readonly pair: number;
  readonly currency: string;
  readonly base: number;
  readonly source: string;
  readonly side: 'buy' | 'sell';
}

/**
 * One rate, or undefined when there is no fresh price (then the pair is omitted). The names of asset, side, source and
 * limits are not shown by the specification; the setting `rateFields` chooses between two sets.
 */
function rate(service: Service, pair: Pair, now: number): Record<string, unknown> | undefined {
  const { seed } = service.state.plan;
  const age = word(seed, KIND.rate, pair.pair, 1) % PRICE_STEP_MS;
  const step = Math.floor((now - age) / PRICE_STEP_MS);
  const gap = fraction(seed, KIND.rate, Math.floor(step / 45), 100 + pair.pair) < 0.04;
  const isNull = service.settings.rateNullPrice && pair.pair === 2;
  if (gap && !isNull) return undefined;
  const spread = pair.side === 'buy' ? 4 : -4;
  const shift = (word(seed, KIND.rate, step, 200 + pair.pair) % 9) - 4 + spread;
  const price = isNull ? null : toText((BigInt(pair.base) * BigInt(10_000 + shift * 6)) / 10_000n, RATE_SCALE);
  const updated_at = new Date(step * PRICE_STEP_MS + age).toISOString();
  const low = toText(BigInt(Math.ceil(pair.base / 1_000)) * 1_000n, 2);
  const high = toText(BigInt(Math.ceil(pair.base / 1_000)) * 5_000_000n, 2);
  const { currency, side, source } = pair;
  return service.settings.rateFields === 'plain'
    ? { asset: 'USDT', currency, side, price, min_amount: low, max_amount: high, source, updated_at }
    : { crypto: 'USDT', currency, direction: side, price, order_from: low, order_to: high, market: source, updated_at };
}

function withdrawals(service: Service, call: Call): Outcome {
  const { settings, state } = service;
  const query = new QueryReader(call.query);
  const page = query.integer('page', 1, Infinity, 1);
  const perPage = query.integer('per_page', 1, 100, settings.perPageDefault);
  const status = query.oneOf('status', WITHDRAWAL_STATUSES);
  if (query.failed) return invalid(query.problems, 'query', settings.validationShape);
  const passing = state.withdrawals.filter((record) => status === undefined || record.status === status);
  return ok(pageOf(withdrawalsIn(settings.order, passing, state.plan.seed), page, perPage, withdrawalView));
}

function withdrawal(service: Service, call: Call): Outcome {
  const uuid = (call.params['uuid'] ?? '').toLowerCase();
  const record = service.state.withdrawals.find((candidate) => candidate.uuid === uuid);
  return record === undefined ? fail('WITHDRAWAL_NOT_FOUND') : ok(withdrawalView(record));
}

export const OTHER_ENDPOINTS: readonly Endpoint[] = [
  { method: 'GET', path: '/external/payment-methods', run: methods },
  { method: 'GET', path: '/external/rates', run: rates },
  { method: 'GET', path: '/external/withdrawals', run: withdrawals },
  { method: 'GET', path: '/external/withdrawals/:uuid', run: withdrawal },
];
