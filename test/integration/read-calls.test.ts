/**
 * The reading calls of the automation table against the independent server: names, inputs and output fields as they are written
 * there, filters, every sort, search, paging, records in the API's own words. Sums are in money.test.ts, walks in walks.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallOutput } from '../../src/contract/calls.ts';
import { INVOICE_LIST } from '../../src/domain/records/invoice.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../support/independent-api/server.ts';
import { addProfile, type Bench, startBench, synced } from './bench.ts';
import { FastClock } from './clock.ts';
import { exact } from './oracle.ts';

let api: IndependentApi;
let bench: Bench;
let profile: string;

beforeAll(async () => {
  const clock = new FastClock(5);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 230, withdrawals: 9 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock });
  profile = await addProfile(bench, api.baseUrl, KEY_A, 'Independent');
  await synced(bench, profile);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

type Row = CallOutput<'invoices.page'>['rows'][number];

async function pageOf(input: object): Promise<CallOutput<'invoices.page'>> {
  return bench.call('invoices.page', { offset: 0, limit: 200, ...input });
}

/** Reads all pages of a query. */
async function allOf(input: object): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await pageOf({ ...input, offset: rows.length });
    rows.push(...page.rows);
    if (rows.length >= page.total || page.rows.length === 0) return rows;
  }
}

describe('profiles and state', () => {
  it('lists the profile with its origin, kind and key, and selects it', async () => {
    const { profiles, selected } = await bench.call('profiles.list', {});
    expect(profiles).toEqual([
      {
        id: profile,
        name: 'Independent',
        origin: api.baseUrl,
        apiRoot: `${api.baseUrl}/api/v1`,
        kind: 'business',
        key: 'session',
        readOnly: false,
      },
    ]);
    expect(selected).toBe(profile);
  });

  it('says how complete the mirror is and what the budget is', async () => {
    const status = await bench.call('sync.status', {});
    expect(status).toMatchObject({
      profile,
      invoices: { certificate: 'certified', seen: 230, total: 230 },
      withdrawals: { certificate: 'certified', seen: 9, total: 9 },
      deliveries: { read: 0 },
    });
    expect(status.deliveries.terminal).toBe(
      api.business.invoices.filter(({ json }) => json['status'] !== 'pending').length,
    );
    expect(status.budget).toMatchObject({ limit: 100_000, reserve: 5, foreignUse: false });
    expect(Date.parse(status.invoices.asOf ?? '')).not.toBeNaN();
  });

  it('shows the sync in the job list', async () => {
    const { jobs } = await bench.call('jobs.list', {});
    expect(jobs).toContainEqual(expect.objectContaining({ id: 'sync', kind: 'sync' }));
  });
});

describe('invoices.page', () => {
  it('carries the field names and the exact strings of the API, with the time of reading', async () => {
    const rows = await allOf({});
    expect(rows).toHaveLength(230);
    for (const row of rows) {
      const { json } = api.invoice(row.uuid);
      const { extra, asOf, firstSeenAt, paid: _paid, webhook: _webhook, ...record } = row;
      for (const [name, value] of Object.entries(record))
        expect(value, name).toEqual(json[name] ?? (name === 'is_adjusted' ? false : null));
      expect(Object.keys(extra)).toEqual(Object.keys(json).filter((name) => !(name in record)));
      expect(Date.parse(asOf)).toBeGreaterThan(0);
      expect(Date.parse(firstSeenAt)).toBeGreaterThan(0);
    }
  });

  it('pages at most 200 rows, without overlap, and tells the total of the filter', async () => {
    expect(await bench.refused('invoices.page', { offset: 0, limit: 201 })).toMatchObject({ kind: 'invalid-input' });
    expect(await bench.refused('invoices.page', { offset: -1, limit: 10 })).toMatchObject({ kind: 'invalid-input' });
    const first = await pageOf({ limit: 100 });
    const second = await pageOf({ limit: 100, offset: 100 });
    const third = await pageOf({ limit: 100, offset: 200 });
    const uuids = [...first.rows, ...second.rows, ...third.rows].map(({ uuid }) => uuid);
    expect(new Set(uuids).size).toBe(230);
    expect((await pageOf({ offset: 1000 })).rows).toEqual([]);
  });

  it('filters by lists of words, adjusted, customer and method', async () => {
    const rows = await allOf({});
    const check = async (filter: object, passes: (row: Row) => boolean): Promise<void> => {
      const expected = rows
        .filter(passes)
        .map(({ uuid }) => uuid)
        .sort();
      const found = await allOf({ filter });
      expect(found.map(({ uuid }) => uuid).sort(), JSON.stringify(filter)).toEqual(expected);
      expect(expected.length, JSON.stringify(filter)).toBeGreaterThan(0);
    };
    await check({ status: ['fail', 'expired'] }, ({ status }) => status === 'fail' || status === 'expired');
    await check({ currency: ['JPY', 'PLN'] }, ({ currency }) => currency.code === 'JPY' || currency.code === 'PLN');
    await check({ adjusted: true }, ({ is_adjusted: adjusted }) => adjusted);
    await check(
      { adjusted: false, status: ['success'] },
      ({ is_adjusted: adjusted, status }) => !adjusted && status === 'success',
    );
    await check({ customerId: 'customer-3' }, ({ customer_id: customer }) => customer === 'customer-3');
    await check({ method: 'SEPA "instant"' }, ({ payment_method: method }) => method?.name === 'SEPA "instant"');
    await check({ status: [], currency: [], text: '' }, () => true);
  });

  it('takes dates half-open in UTC, whatever fraction the records carry', async () => {
    const rows = (await allOf({})).toSorted(
      (left, right) => Date.parse(left.created_at) - Date.parse(right.created_at),
    );
    const from = rows[50]?.created_at ?? '';
    const to = rows[80]?.created_at ?? '';
    const found = await allOf({ filter: { createdFrom: from, createdTo: to } });
    expect(found.map(({ uuid }) => uuid).sort()).toEqual(
      rows
        .slice(50, 80)
        .map(({ uuid }) => uuid)
        .sort(),
    );
    const day = from.slice(0, 10);
    const ofDay = await allOf({ filter: { finishedFrom: day, finishedTo: nextDay(day) } });
    expect(ofDay.map(({ uuid }) => uuid).sort()).toEqual(
      rows
        .filter((row) => row.finished_at?.startsWith(day))
        .map(({ uuid }) => uuid)
        .sort(),
    );
    expect(await allOf({ filter: { createdFrom: from, createdTo: from } })).toEqual([]);
    expect(
      await bench.refused('invoices.page', { offset: 0, limit: 1, filter: { createdFrom: '2026-02-30' } }),
    ).toMatchObject({
      kind: 'invalid-input',
    });
  });

  it('finds any part of any id, in any script, and nothing by wildcard', async () => {
    const find = async (text: string): Promise<readonly string[]> =>
      (await allOf({ filter: { text } })).map(({ external_id: id }) => id);
    expect(await find('🛒')).toEqual(['🛒-Ünï-ß']);
    expect(await find('ÜNÏ')).toEqual(['🛒-Ünï-ß']);
    expect(await find('a/b')).toEqual(['a/b']);
    expect(await find('%2F')).toEqual(['%2F']);
    expect(await find('..')).toEqual(expect.arrayContaining(['..', '../../withdrawals']));
    expect(await find('x'.repeat(128))).toEqual(['x'.repeat(128)]);
    expect(await find('*rder*')).toEqual([]);
    expect(await find('o%r')).toEqual([]);
    expect(await find('order 22')).toEqual(expect.arrayContaining(['order 22', 'order 220']));
    const [any] = api.business.invoices.slice(-1);
    expect(await find(any?.uuid.slice(9, 23).toUpperCase() ?? '')).toEqual([any?.json['external_id']]);
  });

  it('sorts by every scalar field, numerically and in time, missing last in both directions, ties by uuid', async () => {
    const rows = await allOf({});
    for (const by of INVOICE_LIST.sort) {
      for (const direction of ['asc', 'desc'] as const) {
        const found = await allOf({ sort: [{ by, direction }] });
        const expected = rows.toSorted((left, right) => compare(left, right, by, direction));
        expect(
          found.map(({ uuid }) => uuid),
          `${by} ${direction}`,
        ).toEqual(expected.map(({ uuid }) => uuid));
      }
    }
    const two = await allOf({
      sort: [
        { by: 'status', direction: 'asc' },
        { by: 'amount', direction: 'desc' },
      ],
    });
    const expected = rows.toSorted((left, right) =>
      compare(left, right, 'status', 'asc', (a, b) => compare(a, b, 'amount', 'desc')),
    );
    expect(two.map(({ uuid }) => uuid)).toEqual(expected.map(({ uuid }) => uuid));
  });
});

const MONEY = new Set(['amount', 'amount_to_send', 'rate', 'settled_amount_usdt']);
const TIME = new Set(['created_at', 'expires_at', 'finished_at']);

type Field = (typeof INVOICE_LIST.sort)[number];

/** The order of the promise, written down once more: by value, never by spelling. */
function compare(
  left: Row,
  right: Row,
  by: Field,
  direction: 'asc' | 'desc',
  tie: (left: Row, right: Row) => number = (a, b) => tieOf(a, b, by, direction),
): number {
  const [a, b] = [keyOf(left, by), keyOf(right, by)];
  if (a === b) return tie(left, right);
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b === (direction === 'asc') ? -1 : 1;
}

const NEWEST_FIRST = new Set(['status', 'payment_method', 'customer_id', 'amount', 'settled_amount_usdt']);

/** By uuid, or of those that are alike in one of these the newest first; the other way round where the list is turned round. */
function tieOf(left: Row, right: Row, by: Field, direction: 'asc' | 'desc'): number {
  const isFalling = MONEY.has(by) || TIME.has(by) || by === 'is_adjusted';
  const tie = NEWEST_FIRST.has(by) ? compare(left, right, 'created_at', 'desc') : left.uuid < right.uuid ? -1 : 1;
  return (direction === 'desc') === isFalling ? tie : -tie;
}

function keyOf(row: Row, by: Field): bigint | number | string | null {
  const value =
    by === 'currency' ? row.currency.code : by === 'payment_method' ? (row.payment_method?.name ?? null) : row[by];
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (MONEY.has(by)) return exact(value);
  if (!TIME.has(by)) return value;
  const [seconds = '', fraction = ''] = value.replace('Z', '').split('.');
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

/** What was asked beside the walks over the lists, which come when their time has come, as quick as this clock is. */
const asked = () => api.requests.filter(({ path }) => !/^\/external\/(?:invoices|withdrawals)$/.test(path));

describe('invoices.get', () => {
  it('answers from the mirror by uuid and by external_id, also by ids that look like paths', async () => {
    const before = asked().length;
    for (const { uuid, json } of api.business.invoices.slice(0, 12)) {
      const external = String(json['external_id']);
      for (const ident of [uuid, uuid.toUpperCase(), external]) {
        const found = await bench.call('invoices.get', { ident });
        expect(found, ident).toMatchObject({ source: 'mirror', invoice: { uuid, external_id: external } });
      }
    }
    expect(asked().length).toBe(before);
  });

  it('looks an id up at the API that the mirror has not, and says so', async () => {
    for (const externalId of ['new order', 'ä/ö?ü#%', '%2e%2e', '...', 'a\\b', '..%2f..']) {
      const order = api.order({ externalId });
      const found = await bench.call('invoices.get', { ident: externalId });
      expect(found).toMatchObject({ source: 'api', invoice: { uuid: order.uuid, external_id: externalId } });
    }
    expect(await bench.refused('invoices.get', { ident: 'never heard of' })).toEqual({
      kind: 'not-found',
      what: 'invoice',
      ident: 'never heard of',
      code: 'MERCHANT_INVOICE_NOT_FOUND',
      said: { message: 'It is MERCHANT_INVOICE_NOT_FOUND.' },
    });
  });

  it('never sends an id that would change the path', async () => {
    const { invoices } = api.business;
    const dots = invoices.filter(({ json }) => json['external_id'] === '..' || json['external_id'] === '.');
    expect(dots).toHaveLength(2);
    const before = asked().length;
    for (const ident of ['.', '..']) expect((await bench.call('invoices.get', { ident })).source).toBe('mirror');
    expect(asked().length).toBe(before);
    // Fresh: by uuid, since the record is known.
    const fresh = await bench.call('invoices.get', { ident: '..', fresh: true });
    expect(fresh).toMatchObject({ source: 'api', invoice: { external_id: '..' } });
    expect(
      asked()
        .slice(before)
        .map(({ path }) => path),
    ).toContain(`/external/invoices/${fresh.invoice.uuid}`);
  });

  it('gives the verdict of the one table, with the time it rests on', async () => {
    const verdictOf = async (
      status: string,
      more: (json: Record<string, unknown>) => boolean = () => true,
    ): Promise<string> => {
      const one = api.business.invoices.find(({ json }) => json['status'] === status && more(json));
      const { fulfilment, asOf } = await bench.call('invoices.get', { ident: one?.uuid ?? '', fresh: true });
      expect(fulfilment.asOf).toBe(asOf);
      expect(fulfilment.reason).not.toBe('');
      return fulfilment.verdict;
    };
    const settled = (json: Record<string, unknown>): boolean => json['settled_amount_usdt'] !== undefined;
    expect(await verdictOf('success', (json) => settled(json) && json['is_adjusted'] === false)).toBe('fulfil');
    expect(await verdictOf('success', (json) => settled(json) && json['is_adjusted'] === true)).toBe('fulfil-for');
    expect(await verdictOf('success', (json) => !settled(json))).toBe('check');
    expect(await verdictOf('pending')).toBe('do-not-fulfil-yet');
    expect(await verdictOf('expired')).toBe('do-not-fulfil');
    expect(await verdictOf('canceled')).toBe('do-not-fulfil');
    expect(await verdictOf('fail')).toBe('escalate');
    const odd = api.order({ status: 'pending', externalId: 'odd status' });
    odd.json['status'] = 'frozen';
    expect(await verdictOf('frozen')).toBe('check');
  });
});

describe('the other records', () => {
  it('withdrawals: unknown networks, tokens and words as they are, paged, sorted, filtered, by uuid', async () => {
    const { rows, total } = await bench.call('withdrawals.page', {
      offset: 0,
      limit: 200,
      sort: [{ by: 'amount', direction: 'asc' }],
    });
    expect(total).toBe(9);
    const amounts = rows.map(({ amount }) => exact(amount));
    expect(amounts).toEqual(amounts.toSorted((left, right) => (left < right ? -1 : 1)));
    expect(rows.map(({ status }) => status)).toContain('on_hold');
    expect(rows.map(({ network }) => network)).toContain('a-chain-of-2031');
    const rejected = await bench.call('withdrawals.page', { offset: 0, limit: 200, filter: { status: ['rejected'] } });
    expect(rejected.rows.length).toBeGreaterThan(0);
    expect(rejected.rows[0]).toMatchObject({ status: 'rejected', reject_code: 'meteor_strike', reject_reason: null });
    const [stored] = api.business.withdrawals;
    expect(await bench.call('withdrawals.get', { uuid: stored?.uuid ?? '' })).toMatchObject({
      source: 'mirror',
      withdrawal: { amount: stored?.json['amount'] },
    });
    expect(await bench.call('withdrawals.get', { uuid: stored?.uuid ?? '', fresh: true })).toMatchObject({
      source: 'api',
    });
    expect(await bench.refused('withdrawals.get', { uuid: '00000000-0000-4000-8000-000000000000' })).toMatchObject({
      kind: 'not-found',
      what: 'withdrawal',
    });
  });

  it('rates: fields of other names are found by value; a null price is null; a 503 keeps the last snapshot', async () => {
    const first = await bench.call('rates.latest', { fresh: true });
    expect(first.rates).toHaveLength(4);
    expect(first.rates[0]).toMatchObject({
      asset: 'USDT',
      currency: 'EUR',
      side: 'buy',
      source: 'north',
      price: '0.9231',
      min_amount: '10.00',
      max_amount: '20000.00',
    });
    expect(first.rates[2]).toMatchObject({ price: null, source: 'south' });
    expect(first.rates[3]).toMatchObject({ side: 'sell' });
    api.behaviour.ratesDown = true;
    const second = await bench.call('rates.latest', { fresh: true });
    api.behaviour.ratesDown = false;
    expect(second.rates).toEqual(first.rates);
    expect(second.asOf).toBe(first.asOf);
    expect(second.failure).toMatchObject({ kind: 'rejected', code: 'RATE_UNAVAILABLE' });
  });

  it('payment methods: bare ones too; CATEGORY_NOT_FOUND stands beside what was known', async () => {
    const { methods, asOf } = await bench.call('paymentMethods.list', { fresh: true });
    expect(methods.map(({ name }) => name)).toEqual(['Card ★', 'Bare']);
    expect(methods[0]).toMatchObject({ max_amount: '99999999999999999999.00', merchant_commission_percent: '2.50' });
    api.behaviour.categoryAssigned = false;
    const second = await bench.call('paymentMethods.list', { fresh: true });
    api.behaviour.categoryAssigned = true;
    expect(second).toMatchObject({ asOf, failure: { kind: 'rejected', code: 'CATEGORY_NOT_FOUND', status: 404 } });
    expect(second.methods).toHaveLength(2);
  });

  it('deliveries of an invoice: with their attempts, from the API first, then from the mirror', async () => {
    const one = api.business.invoices.find(({ deliveries }) => deliveries.length > 0);
    const uuid = one?.uuid ?? '';
    const first = await bench.call('deliveries.ofInvoice', { uuid });
    expect(first).toMatchObject({ source: 'api', quarantined: 0 });
    expect(first.deliveries[0]).toMatchObject({
      invoice_uuid: uuid,
      business_uuid: api.business.uuid,
      attempts: 1,
      max_attempts: 7,
    });
    expect(first.deliveries[0]?.attempts_history[0]).toMatchObject({
      attempt_number: 1,
      round: 1,
      triggered_by: 'system',
    });
    expect((await bench.call('deliveries.ofInvoice', { uuid })).source).toBe('mirror');
    expect((await bench.call('deliveries.ofInvoice', { uuid, fresh: true })).source).toBe('api');
    const before = api.requests.length;
    expect(await bench.refused('deliveries.ofInvoice', { uuid: 'order 22' })).toMatchObject({ kind: 'invalid-input' });
    expect(api.requests.length).toBe(before);
  });

  it('deliveries that the API does not know are asked for once in half a minute, but whenever a person asks', async () => {
    const uuid = '0f0e0d0c-0000-4000-8000-00000000dead';
    const asked = (): number => api.count('GET', new RegExp(`${uuid}/webhooks`));
    const ask = async (fresh?: true): Promise<number> => {
      const input = fresh === undefined ? { uuid } : { uuid, fresh };
      expect(await bench.refused('deliveries.ofInvoice', input)).toMatchObject({ kind: 'not-found' });
      return asked();
    };
    expect([await ask(), await ask(), await ask()]).toEqual([1, 1, 1]);
    expect([await ask(true), await ask()]).toEqual([2, 2]);
    bench.clock.skip(31_000);
    expect([await ask(), await ask()]).toEqual([3, 3]);
  });
});
