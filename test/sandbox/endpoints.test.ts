/** The nine endpoints, their envelopes, queries and errors, over real sockets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INVOICE } from '../../src/domain/records/invoice.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { ORDERS } from '../../src/sandbox/settings.ts';
import { at, call, codeOf, get, listAt, ORDER, still, textAt } from './kit.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NOBODY = '00000000-0000-4000-8000-000000000000';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await still({ size: 500 });
});
afterAll(async () => sandbox.close());

async function walk(path: string, perPage: number): Promise<{ rows: unknown[]; total: unknown }> {
  const rows: unknown[] = [];
  for (let page = 1; ; page++) {
    const { body } = await get(sandbox, `${path}${path.includes('?') ? '&' : '?'}page=${page}&per_page=${perPage}`);
    rows.push(...listAt(body, 'data', 'items'));
    expect(at(body, 'data', 'page')).toBe(page);
    expect(at(body, 'data', 'has_prev')).toBe(page > 1);
    if (at(body, 'data', 'has_next') !== true) return { rows, total: at(body, 'data', 'total_items') };
  }
}

describe('lists', () => {
  test('a walk by has_next sees every invoice once, newest first', async () => {
    const { rows, total } = await walk('/external/invoices', 100);
    expect(total).toBe(500);
    expect(new Set(rows.map((row) => at(row, 'uuid'))).size).toBe(500);
    const created = rows.map((row) => textAt(row, 'created_at'));
    expect(created).toEqual(created.toSorted().toReversed());
  });

  const uuidsIn = async (order: (typeof ORDERS)[number], path: string): Promise<unknown[]> => {
    sandbox.settings.order = order;
    const { rows } = await walk(path, 100);
    sandbox.settings.order = 'created-desc';
    return rows.map((row) => at(row, 'uuid'));
  };
  const successes = (): string[] =>
    [...sandbox.world.invoices()].filter((invoice) => invoice.status === 'success').map((invoice) => invoice.uuid);

  test.each(ORDERS.filter((order) => order !== 'random'))('order %s: the same rows', async (order) => {
    expect(new Set(await uuidsIn(order, '/external/invoices?status=success'))).toEqual(new Set(successes()));
  });

  test('each order is what its name says', async () => {
    const path = '/external/invoices?status=success';
    expect(await uuidsIn('created-asc', path)).toEqual(successes());
    expect(await uuidsIn('uuid', path)).toEqual(successes().toSorted());
    const updated = await uuidsIn('updated-desc', path);
    const times = updated.map((uuid) => sandbox.world.invoice(String(uuid)).finishedAt ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const random = await uuidsIn('random', '/external/invoices?currency=GBP');
    expect(random).not.toEqual(await uuidsIn('random', '/external/invoices?currency=GBP'));
  });

  test('filters by status and currency; statuses add up to the whole', async () => {
    let sum = 0;
    for (const status of ['pending', 'success', 'fail', 'expired', 'canceled']) {
      const { rows } = await walk(`/external/invoices?status=${status}`, 100);
      expect(rows.every((row) => at(row, 'status') === status)).toBe(true);
      sum += rows.length;
    }
    expect(sum).toBe(500);
    const { rows } = await walk('/external/invoices?currency=PLN&status=success', 50);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every((row) => at(row, 'currency', 'code') === 'PLN' && at(row, 'status') === 'success')).toBe(true);
    expect((await walk('/external/invoices?currency=XXX', 50)).total).toBe(0);
  });

  test('default page size, page past the end', async () => {
    expect(listAt((await get(sandbox, '/external/invoices')).body, 'data', 'items').length).toBe(20);
    const { body } = await get(sandbox, '/external/invoices?page=999&per_page=100');
    expect(at(body, 'data')).toMatchObject({
      items: [],
      page: 999,
      total_items: 500,
      total_pages: 5,
      has_next: false,
      has_prev: true,
    });
  });

  test('withdrawals: filter, read, 404', async () => {
    const { rows, total } = await walk('/external/withdrawals', 7);
    expect(rows.length).toBe(total);
    const rejected = await walk('/external/withdrawals?status=rejected', 100);
    const codes = new Set(rejected.rows.map((row) => at(row, 'reject_code')));
    for (const code of [
      'transfer_error',
      'invalid_address',
      'suspicious_activity',
      'amount_issue',
      'verification_required',
      null,
    ]) {
      expect(codes).toContain(code);
    }
    expect(rejected.rows.some((row) => at(row, 'reject_code') === null && at(row, 'reject_reason') !== null)).toBe(
      true,
    );
    expect(rejected.rows.some((row) => at(row, 'reject_code') === null && at(row, 'reject_reason') === null)).toBe(
      true,
    );
    const one = await get(sandbox, `/external/withdrawals/${textAt(rows[0], 'uuid')}`);
    expect(at(one.body, 'data')).toEqual(rows[0]);
    for (const uuid of [NOBODY, 'x'])
      expect(codeOf(await get(sandbox, `/external/withdrawals/${uuid}`))).toBe('WITHDRAWAL_NOT_FOUND');
  });
});

describe('query validation gives a 422 in both shapes', () => {
  const bad: [path: string, field: string][] = [
    ['/external/invoices?page=0', 'page'],
    ['/external/invoices?page=-1', 'page'],
    ['/external/invoices?page=1.5', 'page'],
    ['/external/invoices?page=', 'page'],
    ['/external/invoices?page=1&page=2', 'page'],
    ['/external/invoices?per_page=0', 'per_page'],
    ['/external/invoices?per_page=101', 'per_page'],
    ['/external/invoices?per_page=ten', 'per_page'],
    ['/external/invoices?status=paid', 'status'],
    ['/external/invoices?status=Success', 'status'],
    ['/external/invoices?currency=EUR&currency=USD', 'currency'],
    ['/external/withdrawals?status=success', 'status'],
    ['/external/withdrawals?per_page=1000', 'per_page'],
    ['/external/payment-methods?currency=EUR&currency=USD', 'currency'],
  ];
  test.each(bad)('%s', async (path, field) => {
    const coded = await get(sandbox, path);
    expect([coded.status, codeOf(coded)]).toEqual([422, 'VALIDATION_ERROR']);
    expect(listAt(coded.body, 'error', 'details', field).length).toBe(1);
    sandbox.settings.validationShape = 'detail';
    const detail = await get(sandbox, path);
    sandbox.settings.validationShape = 'coded';
    expect(detail.status).toBe(422);
    expect(at(detail.body, 'detail', 0)).toMatchObject({ loc: ['query', field] });
    expect(at(detail.body, 'success')).toBeUndefined();
  });
});

describe('reads', () => {
  test('by uuid, in upper case too, and by external id', async () => {
    const invoice = [...sandbox.world.invoices()][77];
    for (const ident of [invoice?.uuid, invoice?.uuid.toUpperCase(), invoice?.externalId]) {
      const { status, body } = await get(sandbox, `/external/invoices/${ident}`);
      expect([status, at(body, 'success'), at(body, 'data', 'uuid')]).toEqual([200, true, invoice?.uuid]);
    }
  });

  test.each(['', '/webhooks'])('an unknown ident is MERCHANT_INVOICE_NOT_FOUND (GET …%s)', async (tail) => {
    for (const ident of [NOBODY, 'SO-1', 'SO-999999999', 'a%2Fb', '%F0%9F%98%80'.repeat(64)]) {
      const answer = await get(sandbox, `/external/invoices/${ident}${tail}`);
      expect([answer.status, codeOf(answer)]).toEqual([404, 'MERCHANT_INVOICE_NOT_FOUND']);
    }
  });

  test('every field of the specification is there, in all five states', async () => {
    for (const status of ['pending', 'success', 'fail', 'expired', 'canceled']) {
      const { body } = await get(sandbox, `/external/invoices?per_page=1&status=${status}`);
      const row = at(body, 'data', 'items', 0);
      for (const name of [
        'uuid',
        'external_id',
        'customer_id',
        'amount',
        'status',
        'payment_url',
        'created_at',
        'expires_at',
      ]) {
        expect(typeof at(row, name)).toBe('string');
      }
      for (const name of [
        'purpose',
        'amount_to_send',
        'callback_url',
        'success_url',
        'fail_url',
        'payment_method',
        'rate',
        'adjustment',
      ]) {
        expect(at(row, name)).not.toBeUndefined();
      }
      const sent = Object.keys(Object(row));
      const missing = Object.keys(INVOICE.fields).filter((name) => !sent.includes(name));
      expect(missing, 'src/sandbox/http/render.ts, invoiceView').toEqual([]);
      expect(at(row, 'finished_at') === null).toBe(status === 'pending');
      expect(at(row, 'settled_amount_usdt') === null).toBe(status !== 'success');
      expect(typeof at(row, 'is_adjusted')).toBe('boolean');
    }
  });

  test('payment methods: all, one currency, unknown currency, no category', async () => {
    expect(listAt((await get(sandbox, '/external/payment-methods')).body, 'data').length).toBe(11);
    const eur = listAt((await get(sandbox, '/external/payment-methods?currency=EUR')).body, 'data');
    expect(eur.every((row) => at(row, 'currency', 'code') === 'EUR')).toBe(true);
    expect(at((await get(sandbox, '/external/payment-methods?currency=ZZZ')).body, 'data')).toEqual([]);
    sandbox.settings.categoryAssigned = false;
    const answer = await get(sandbox, '/external/payment-methods');
    sandbox.settings.categoryAssigned = true;
    expect([answer.status, codeOf(answer)]).toEqual([404, 'CATEGORY_NOT_FOUND']);
  });

  test('rates: a bare list, several rows a currency, omitted pairs, RATE_UNAVAILABLE', async () => {
    const rows = listAt((await get(sandbox, '/external/rates')).body, 'data');
    expect(rows.length).toBeGreaterThan(16);
    expect(rows.every((row) => typeof at(row, 'price') === 'string')).toBe(true);
    expect(
      new Set(rows.map((row) => JSON.stringify([at(row, 'currency'), at(row, 'source'), at(row, 'side')]))).size,
    ).toBe(rows.length);
    const before = rows.map((row) => at(row, 'price'));
    await sandbox.world.advance(60_000);
    const after = listAt((await get(sandbox, '/external/rates')).body, 'data').map((row) => at(row, 'price'));
    expect(after).not.toEqual(before);
    sandbox.settings.ratesAvailable = false;
    const answer = await get(sandbox, '/external/rates');
    sandbox.settings.ratesAvailable = true;
    expect([answer.status, codeOf(answer)]).toEqual([503, 'RATE_UNAVAILABLE']);
  });

  test('paths that do not exist are 404 after authentication', async () => {
    for (const path of ['/external', '/external/resend-webhook', '/external/invoices/%zz', '/internal']) {
      const answer = await get(sandbox, path);
      expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND']);
      expect(codeOf(await call(sandbox, 'GET', path, { key: null }))).toBe('API_KEY_INVALID');
    }
    expect((await call(sandbox, 'DELETE', '/external/invoices')).status).toBe(404);
  });
});

describe('create', () => {
  const create = async (body: unknown) => call(sandbox, 'POST', '/external/invoices', { body });

  test('201 with exactly the fourteen fields, then readable by both ids', async () => {
    const made = await create({ ...ORDER, purpose: 'Two tickets' });
    expect(made.status).toBe(201);
    expect(Object.keys(Object(at(made.body, 'data'))).toSorted()).toEqual(
      [
        'uuid,external_id,customer_id,purpose,amount,amount_to_send,currency,status,callback_url,success_url,fail_url',
        'payment_url,created_at,expires_at',
      ]
        .join(',')
        .split(',')
        .toSorted(),
    );
    expect(textAt(made.body, 'data', 'uuid')).toMatch(UUID);
    expect(at(made.body, 'data', 'amount_to_send')).toBeNull();
    const read = await get(sandbox, '/external/invoices/T-1');
    expect(at(read.body, 'data')).toMatchObject(Object(at(made.body, 'data')));
    expect(at((await get(sandbox, '/external/invoices/T-1/webhooks')).body, 'data')).toEqual([]);
  });

  test('an external id of 128 astral characters can be created and read', async () => {
    const external_id = '😀/?#%'.repeat(25) + 'abc';
    expect((await create({ ...ORDER, external_id, customer_id: 'c-astral' })).status).toBe(201);
    const read = await get(sandbox, `/external/invoices/${encodeURIComponent(external_id)}`);
    expect(at(read.body, 'data', 'external_id')).toBe(external_id);
  });

  const malformed: [what: string, body: unknown, field: string][] = [
    ['no external_id', { ...ORDER, external_id: undefined }, 'external_id'],
    ['empty external_id', { ...ORDER, external_id: '' }, 'external_id'],
    ['long external_id', { ...ORDER, external_id: 'x'.repeat(129) }, 'external_id'],
    ['numeric external_id', { ...ORDER, external_id: 7 }, 'external_id'],
    ['no customer_id', { ...ORDER, customer_id: null }, 'customer_id'],
    ['long customer_id', { ...ORDER, customer_id: 'x'.repeat(129) }, 'customer_id'],
    ['amount as a number', { ...ORDER, amount: 49.9 }, 'amount'],
    ['three decimals', { ...ORDER, amount: '49.900' }, 'amount'],
    ['zero', { ...ORDER, amount: '0.00' }, 'amount'],
    ['negative', { ...ORDER, amount: '-5' }, 'amount'],
    ['exponent', { ...ORDER, amount: '1e3' }, 'amount'],
    ['hexadecimal', { ...ORDER, amount: '0x10' }, 'amount'],
    ['blank', { ...ORDER, amount: ' 5' }, 'amount'],
    ['short currency', { ...ORDER, currency: 'E' }, 'currency'],
    ['long currency', { ...ORDER, currency: 'E'.repeat(17) }, 'currency'],
    ['long purpose', { ...ORDER, purpose: 'x'.repeat(256) }, 'purpose'],
    ['http callback', { ...ORDER, callback_url: 'http://shop.example/hook' }, 'callback_url'],
    ['long success_url', { ...ORDER, success_url: `https://shop.example/${'x'.repeat(500)}` }, 'success_url'],
    ['no URL at all', { ...ORDER, fail_url: 'shop' }, 'fail_url'],
    ['a list', [], 'body'],
    ['a string', 'x', 'body'],
  ];
  test.each(malformed)('%s is VALIDATION_ERROR', async (_what, body, field) => {
    const answer = await create(body);
    expect([answer.status, codeOf(answer)]).toEqual([422, 'VALIDATION_ERROR']);
    expect(Object.keys(Object(at(answer.body, 'error', 'details')))).toEqual([field]);
  });

  test('bad JSON, no JSON type and a body too large are VALIDATION_ERROR', async () => {
    for (const options of [
      { raw: '{"a":' },
      { raw: JSON.stringify(ORDER), headers: { 'content-type': 'text/plain' } },
      { raw: `"${'x'.repeat(70_000)}"` },
    ]) {
      const answer = await call(sandbox, 'POST', '/external/invoices', options);
      expect([answer.status, codeOf(answer)]).toEqual([422, 'VALIDATION_ERROR']);
      expect(answer.headers.get('x-ratelimit-limit')).toBe('100000');
    }
  });

  const refused: [code: string, status: number, order: Record<string, string>, prepare: () => void][] = [
    ['DEALS_DISABLED', 403, {}, () => (sandbox.settings.dealsEnabled = false)],
    ['CURRENCY_NOT_FOUND', 404, { currency: 'ZZZ' }, () => undefined],
    ['CURRENCY_NOT_FOUND', 404, { currency: 'SEK' }, () => undefined],
    ['CURRENCY_NOT_ALLOWED', 422, { currency: 'CHF' }, () => undefined],
    ['AMOUNT_OUT_OF_RANGE', 422, { amount: '15000.01' }, () => undefined],
    ['AMOUNT_OUT_OF_RANGE', 422, { amount: '0.01' }, () => undefined],
    [
      'INVOICE_URLS_MISSING',
      422,
      { callback_url: '', success_url: 'https://shop.example/ok' },
      () => (sandbox.settings.defaultUrls = { callback: null, success: null, fail: 'https://shop.example/no' }),
    ],
    ['TOO_MANY_UNPAID_INVOICES', 429, { customer_id: 'c-many' }, () => (sandbox.settings.unpaidCap = 0)],
  ];
  test.each(refused)('%s (%i) for %j', async (code, status, order, prepare) => {
    const { dealsEnabled, defaultUrls, unpaidCap } = sandbox.settings;
    prepare();
    const answer = await create({ ...ORDER, external_id: 'T-refused', ...order });
    Object.assign(sandbox.settings, { dealsEnabled, defaultUrls, unpaidCap });
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    const missing = code === 'INVOICE_URLS_MISSING' ? ['callback_url'] : undefined;
    expect(at(answer.body, 'error', 'details', 'missing')).toEqual(missing);
    expect(sandbox.world.find('T-refused')).toBeUndefined();
  });

  test('the unpaid cap counts open invoices of the window only', async () => {
    const order = (n: number) => ({ ...ORDER, external_id: `T-cap-${n}`, customer_id: 'c-cap' });
    for (let n = 0; n < 5; n++) expect((await create(order(n))).status).toBe(201);
    expect(codeOf(await create(order(5)))).toBe('TOO_MANY_UNPAID_INVOICES');
    sandbox.world.pay('T-cap-0');
    expect((await create(order(5))).status).toBe(201);
  });

  test('idempotency on external_id', async () => {
    const order = { ...ORDER, external_id: 'T-twice', customer_id: 'c-twice' };
    const first = await create(order);
    const before = sandbox.record.createsExecuted;
    const again = await create({ ...order, amount: '49.9', purpose: 'another text', customer_id: 'someone-else' });
    expect(at(again.body, 'data')).toEqual(at(first.body, 'data'));
    expect(sandbox.record.createsExecuted).toBe(before);
    for (const other of [{ amount: '49.91' }, { currency: 'USD' }]) {
      const conflict = await create({ ...order, ...other });
      expect([conflict.status, codeOf(conflict)]).toEqual([409, 'INVOICE_ALREADY_EXISTS']);
      expect(at(conflict.body, 'error', 'details')).toEqual({ external_id: 'T-twice', status: 'pending' });
    }
    sandbox.world.cancel('T-twice');
    const terminal = await create(order);
    expect(at(terminal.body, 'error', 'details')).toEqual({ external_id: 'T-twice', status: 'canceled' });
    const seeded = [...sandbox.world.invoices()][3];
    expect(codeOf(await create({ ...order, external_id: seeded?.externalId }))).toBe('INVOICE_ALREADY_EXISTS');
  });

  test('whether a repeat goes before the preconditions is a setting', async () => {
    const order = { ...ORDER, external_id: 'T-order', customer_id: 'c-order' };
    await create(order);
    sandbox.settings.dealsEnabled = false;
    const before = await create(order);
    sandbox.settings.idempotency = 'after-preconditions';
    const after = await create(order);
    Object.assign(sandbox.settings, { dealsEnabled: true, idempotency: 'before-preconditions' });
    expect([before.status, codeOf(after)]).toEqual([201, 'DEALS_DISABLED']);
  });
});
