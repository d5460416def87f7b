/**
 * The calculator against the independent server: the catalogue, what really settled in thirty days, market prices where nothing did, and what
 * it says when rates or catalogue cannot be read. The sums themselves: test/domain/pricing/pricing.test.ts.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallInput } from '../../../src/contract/calls.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import type { Json } from '../../support/independent-api/options.ts';
import { addProfile, type Bench, startBench, synced } from '../bench.ts';
import { FastClock } from '../clock.ts';

const DAY_MS = 86_400_000;

let api: IndependentApi;
let bench: Bench;

/** A payment that was credited so many days ago. */
function paid(daysAgo: number, rate: string, settled: string, more: Json = {}): void {
  const { uuid, json } = api.order({ amount: '200.00', currency: 'EUR' });
  api.finish(uuid, 'success');
  const at = new Date(api.now() - daysAgo * DAY_MS).toISOString();
  Object.assign(json, {
    is_adjusted: false,
    adjustment: null,
    created_at: at,
    finished_at: at,
    payment_method: { name: 'Card ★', logo_url: null },
    rate,
    settled_amount_usdt: settled,
    ...more,
  });
}

beforeEach(async () => {
  const clock = new FastClock(20);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 0, withdrawals: 0 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock });
});

afterEach(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

async function connect(): Promise<void> {
  await synced(bench, await addProfile(bench, api.baseUrl, KEY_A));
}

const asked: CallInput<'pricing.estimate'> = { ask: 'order', amount: '100', currency: 'eur', also: ['0.5', '250'] };

describe('an estimate', () => {
  it('rests on what settled in thirty days, tells the market beside, and what was really received', async () => {
    paid(1, '0.9200', '211.95');
    paid(2, '0.9100', '214.00');
    paid(29, '0.9300', '209.00');
    paid(31, '0.5000', '390.00');
    paid(3, '0.1000', '900.00', { is_adjusted: true });
    paid(4, '0.8000', '240.00', { currency: { id: 9, code: 'PLN', name: 'Z', symbol: 'z' } });
    await connect();
    const { methods, ...rest } = await bench.call('pricing.estimate', asked);
    expect(rest).toMatchObject({
      currency: 'EUR',
      basis: 'settled',
      range: { rate: '0.9200', lowest: '0.9100', highest: '0.9300' },
      settled: { count: 3 },
      markets: [
        { source: 'north', side: 'buy', price: '0.9231', isStale: false },
        { source: 'north', side: 'sell', price: '0.9302', isStale: false },
      ],
    });
    expect(rest.failure).toBeUndefined();
    expect(methods).toEqual([
      {
        name: 'Card ★',
        minAmount: '1',
        maxAmount: '99999999999999999999.00',
        clientPercent: '2.5',
        merchantPercent: '2.50',
        // 97.5 ÷ 0.92, ÷ 0.93 and ÷ 0.91.
        estimate: {
          order: '100.00',
          customerFee: '2.50',
          customerPays: '102.50',
          standing: 'within',
          usdt: {
            beforeFees: '108.695652',
            fee: '2.717391',
            receive: '105.978261',
            least: '104.838710',
            most: '107.142857',
          },
        },
        also: [
          expect.objectContaining({ order: '0.50', standing: 'below' }),
          expect.objectContaining({ order: '250.00', standing: 'within' }),
        ],
        // 100 × 0.92 ÷ 0.975 = 94.358…
        forHundred: '94.36',
        atMarkets: ['105.622359', '104.816169'],
        received: { count: 3, least: '104.500000', most: '107.000000' },
      },
    ]);
  });

  it('where nothing settled rests on the market, carefully, and without either tells the fiat alone', async () => {
    await connect();
    expect(await bench.call('pricing.estimate', asked)).toMatchObject({
      basis: 'market',
      range: { rate: '0.9302', lowest: '0.9231', highest: '0.9302' },
      methods: [{ estimate: { usdt: { receive: '104.816169' } } }],
    });
    const yen = await bench.call('pricing.estimate', { ...asked, currency: 'JPY' });
    expect(yen).toMatchObject({ basis: 'none', range: null, markets: [] });
    // Nothing but a name: no limits and no shares, so no fee either.
    expect(yen.methods[0]).toMatchObject({
      name: 'Bare',
      estimate: { order: '100.00', customerFee: null, standing: 'within', usdt: null },
    });
    expect((await bench.call('pricing.estimate', { ...asked, currency: 'XXX' })).methods).toEqual([]);
  });

  it('says that rates are old, and why they could not be read again; nothing of it keeps it from answering', async () => {
    paid(1, '0.9200', '211.95');
    await connect();
    const old = { currency: 'EUR', price: '0.95', updated_at: new Date(api.now() - 11 * 60_000).toISOString() };
    api.behaviour.intercept = ({ path }) =>
      path.endsWith('/rates') ? { status: 200, body: { success: true, data: [old] } } : null;
    await bench.call('rates.latest', { fresh: true });
    api.behaviour.intercept = () => null;
    api.behaviour.ratesDown = true;
    await bench.call('rates.latest', { fresh: true });
    expect(await bench.call('pricing.estimate', asked)).toMatchObject({
      basis: 'settled',
      failure: { kind: 'rejected', code: 'RATE_UNAVAILABLE' },
      markets: [{ price: '0.95', isStale: true }],
      methods: [{ estimate: { usdt: { receive: '105.978261' } } }],
    });
  });

  it('without a catalogue is none, and says why', async () => {
    api.behaviour.intercept = ({ path }) => (path.endsWith('/payment-methods') ? { status: 500, body: 'no' } : null);
    await connect();
    expect(await bench.call('pricing.estimate', asked)).toMatchObject({
      methods: [],
      methodsAsOf: null,
      failure: { kind: 'malformed-response' },
    });
  });

  it('of what is no amount is refused', async () => {
    await connect();
    for (const amount of ['', '-1', '1,5', '1e3', '.5', '01', '1.1234567', '9'.repeat(30)]) {
      expect(await bench.refused('pricing.estimate', { ...asked, amount })).toMatchObject({ kind: 'invalid-input' });
    }
  });
});
