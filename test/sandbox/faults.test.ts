/** Every fault switch does what it says, once, and nothing to the next request. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { FAULT_STAGES, Faults, readRule } from '../../src/sandbox/faults.ts';
import { ERRORS } from '../../src/sandbox/http/outcome.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { at, call, codeOf, get, listAt, ORDER, receiver, still, textAt } from './kit.ts';

const LIST = '/external/invoices?status=success&per_page=5';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await still({ size: 60 });
});
afterAll(async () => sandbox.close());
beforeEach(() => sandbox.faults.clear());

const create = async (external_id: string) =>
  call(sandbox, 'POST', '/external/invoices', { body: { ...ORDER, external_id, customer_id: external_id } });

test.each(Object.entries(ERRORS))('the error %s can be had with its status', async (code, [status]) => {
  sandbox.faults.add({ kind: 'error', code });
  const answer = await get(sandbox, LIST);
  expect([answer.status, codeOf(answer), at(answer.body, 'success')]).toEqual([status, code, false]);
  expect(answer.headers.get('x-ratelimit-limit')).toBe('100000');
  expect((await get(sandbox, LIST)).status).toBe(200);
});

test('a mistake of the sandbox itself is INTERNAL_ERROR, with headers', async () => {
  const broken = vi.spyOn(sandbox.world, 'find').mockImplementation(() => {
    throw new Error('mistake');
  });
  const answer = await get(sandbox, '/external/invoices/x');
  broken.mockRestore();
  expect([answer.status, codeOf(answer)]).toEqual([500, 'INTERNAL_ERROR']);
  expect(answer.text).not.toContain('mistake');
  expect(answer.headers.get('x-ratelimit-limit')).toBe('100000');
});

describe('the connection', () => {
  test('drop-before processes nothing, process-then-drop everything', async () => {
    sandbox.faults.add({ kind: 'drop-before', method: 'POST' });
    await expect(create('F-before')).rejects.toThrow('fetch failed');
    expect(sandbox.world.find('F-before')).toBeUndefined();
    sandbox.faults.add({ kind: 'process-then-drop', method: 'POST' });
    await expect(create('F-after')).rejects.toThrow('fetch failed');
    expect(sandbox.world.find('F-after')?.status).toBe('pending');
  });

  test('process-then-500, and process-late although nobody waits', async () => {
    sandbox.faults.add({ kind: 'process-then-500', method: 'POST' });
    expect(codeOf(await create('F-500'))).toBe('INTERNAL_ERROR');
    expect(sandbox.world.find('F-500')?.status).toBe('pending');
    const asked = () => sandbox.record.requestCount('POST /external/invoices');
    /** Whether it was carried out only after its caller had gone; a busy machine may have no turn for that before. */
    const isCarriedOutLate = async (ms: number): Promise<boolean> => {
      const external_id = `F-late-${ms}`;
      sandbox.faults.add({ kind: 'process-late', ms, method: 'POST' });
      const body = { ...ORDER, external_id, customer_id: external_id };
      const patience = new AbortController();
      const before = asked();
      const late = call(sandbox, 'POST', '/external/invoices', { body, signal: patience.signal }).then(
        () => '',
        String,
      );
      await expect.poll(asked, { interval: 5 }).toBeGreaterThan(before);
      patience.abort();
      const isGone = (await late).includes('aborted');
      const isTooEarly = sandbox.world.find(external_id) !== undefined;
      await expect.poll(() => sandbox.world.find(external_id)?.status).toBe('pending');
      return isGone && !isTooEarly;
    };
    let ms = 200;
    while (!(await isCarriedOutLate(ms))) expect((ms *= 2)).toBeLessThan(100_000);
  });

  test('drop-then-process answers nobody and is carried out when its hour has come', async () => {
    sandbox.faults.add({ kind: 'drop-then-process', ms: 3 * 3_600_000, method: 'POST' });
    await expect(create('F-queue')).rejects.toThrow('fetch failed');
    await sandbox.world.advance(3 * 3_600_000 - 1);
    expect(sandbox.world.find('F-queue')).toBeUndefined();
    await sandbox.world.advance(1);
    expect(sandbox.world.find('F-queue')?.status).toBe('pending');
  });

  test.each(['truncate', 'wrong-length'] as const)('%s breaks the body off', async (kind) => {
    sandbox.faults.add({ kind });
    await expect(get(sandbox, LIST)).rejects.toThrow('terminated');
  });

  test.each(['slow-answer', 'slow-headers', 'slow-body'] as const)('%s takes its time and is whole', async (kind) => {
    sandbox.faults.add({ kind, ms: 200 });
    const started = performance.now();
    const answer = await get(sandbox, LIST);
    expect(performance.now() - started).toBeGreaterThan(120);
    expect([answer.status, listAt(answer.body, 'data', 'items').length]).toEqual([200, 5]);
  });

  test('huge bodies, plain and packed', async () => {
    for (const kind of ['huge-body', 'zip-bomb'] as const) {
      sandbox.faults.add({ kind, bytes: 3_000_000 });
      expect((await get(sandbox, LIST)).text.length).toBeGreaterThanOrEqual(3_000_000);
    }
  });

  test('clock-skew and the setting move the Date header', async () => {
    sandbox.faults.add({ kind: 'clock-skew', ms: -3_600_000 });
    for (const skew of [-3_600_000, 0]) {
      const before = sandbox.clock.now();
      const date = Date.parse((await get(sandbox, LIST)).headers.get('date') ?? '');
      // Whole seconds.
      expect(date).toBeGreaterThan(before + skew - 1_000);
      expect(date).toBeLessThanOrEqual(sandbox.clock.now() + skew);
    }
  });
});

describe('the answer', () => {
  test.each([200, 502, 504])('an HTML page with %i', async (status) => {
    sandbox.faults.add({ kind: 'html', status });
    const answer = await get(sandbox, LIST);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.body).toBeUndefined();
  });

  test.each([301, 302, 307, 308])('a redirect with %i', async (status) => {
    sandbox.faults.add({ kind: 'redirect', status, location: 'http://127.0.0.1:1/' });
    const answer = await get(sandbox, LIST);
    expect([answer.status, answer.headers.get('location')]).toEqual([status, 'http://127.0.0.1:1/']);
  });

  test.each([
    ['5', 5],
    [null, 7],
    [null, null],
    ['0', 0],
    ['999999999', null],
    ['Wed, 21 Oct 2099 07:28:00 GMT', null],
  ])('429 with Retry-After %j and details %j', async (retryAfter, seconds) => {
    sandbox.faults.add({ kind: 'rate-limited', retryAfter, seconds });
    const answer = await get(sandbox, LIST);
    expect([answer.status, codeOf(answer), answer.headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMITED',
      retryAfter,
    ]);
    expect(at(answer.body, 'error', 'details', 'retry_after_seconds') ?? null).toBe(seconds);
  });

  test('a code that no specification names, and the other 422', async () => {
    sandbox.faults.add({
      kind: 'error',
      code: 'TEAPOT',
      status: 418,
      message: 'short and stout',
      details: { spout: true },
    });
    const odd = await get(sandbox, LIST);
    expect([odd.status, at(odd.body, 'error')]).toEqual([
      418,
      { code: 'TEAPOT', message: 'short and stout', details: { spout: true } },
    ]);
    sandbox.faults.add({ kind: 'detail-422' });
    expect(at((await get(sandbox, LIST)).body, 'detail', 0, 'loc')).toEqual(['query', 'page']);
  });

  test('malformed JSON, success absent, success false with 200', async () => {
    sandbox.faults.add({ kind: 'malformed-json' });
    const broken = await get(sandbox, LIST);
    expect([broken.status, broken.body]).toEqual([200, undefined]);
    sandbox.faults.add({ kind: 'success-absent' });
    const bare = await get(sandbox, LIST);
    expect([at(bare.body, 'success'), listAt(bare.body, 'data', 'items').length]).toEqual([undefined, 5]);
    sandbox.faults.add({ kind: 'success-false-200' });
    const lie = await get(sandbox, LIST);
    expect([lie.status, at(lie.body, 'success'), codeOf(lie)]).toEqual([200, false, 'INTERNAL_ERROR']);
  });

  test('unknown values, extra and missing fields, money as a number, in as many rows as asked', async () => {
    const rows = async (): Promise<unknown[]> => listAt((await get(sandbox, LIST)).body, 'data', 'items');
    sandbox.faults.add({ kind: 'unknown-enum', rows: 2 });
    expect((await rows()).map((row) => at(row, 'status'))).toEqual([
      'on_hold',
      'on_hold',
      'success',
      'success',
      'success',
    ]);
    sandbox.faults.add({ kind: 'extra-fields' });
    expect((await rows()).every((row) => at(row, 'x_flag') === true)).toBe(true);
    sandbox.faults.add({ kind: 'missing-fields', fields: ['uuid'] });
    expect((await rows()).map((row) => at(row, 'uuid') === undefined)).toEqual([true, false, false, false, false]);
    sandbox.faults.add({ kind: 'money-number' });
    expect((await rows()).map((row) => typeof at(row, 'amount'))).toEqual([
      'number',
      'string',
      'string',
      'string',
      'string',
    ]);
    expect((await rows()).every((row) => typeof at(row, 'amount') === 'string')).toBe(true);
  });

  test('pages that lie', async () => {
    const page = async (n: number): Promise<unknown> => at((await get(sandbox, `${LIST}&page=${n}`)).body, 'data');
    const first = await page(1);
    sandbox.faults.add({ kind: 'repeat-page' });
    expect(await page(3)).toMatchObject({ page: 3, has_next: true, items: at(first, 'items') });
    sandbox.faults.add({ kind: 'always-next', times: 2 });
    expect(at(await page(900), 'has_next')).toBe(true);
    sandbox.faults.clear();
    sandbox.faults.add({ kind: 'total-falling', times: -1 });
    const total = Number(at(first, 'total_items'));
    expect([at(await page(1), 'total_items'), at(await page(1), 'total_items')]).toEqual([total - 1, total - 2]);
    sandbox.faults.clear();
    const uuid = textAt(first, 'items', 1, 'uuid');
    sandbox.faults.add({ kind: 'row-removed', uuid });
    expect(at(await page(1), 'total_items')).toBe(total - 1);
    expect(codeOf(await get(sandbox, `/external/invoices/${uuid}`))).toBe('MERCHANT_INVOICE_NOT_FOUND');
  });
});

describe('the rule book', () => {
  test('matches method and path, skips, counts down, and takes several kinds at once', () => {
    const faults = new Faults();
    faults.add({ kind: 'html', method: 'GET', path: '/external/invoices/*', skip: 1, times: 2 });
    faults.add({ kind: 'clock-skew', path: '/external/**', times: -1 });
    const kinds = (method: string, path: string): string[] => faults.take(method, path).map((fault) => fault.kind);
    expect(kinds('GET', '/external/invoices/a')).toEqual(['clock-skew']);
    expect(kinds('POST', '/external/invoices/a')).toEqual(['clock-skew']);
    expect(kinds('GET', '/external/invoices/a/webhooks')).toEqual(['clock-skew']);
    expect(kinds('GET', '/external/invoices/b')).toEqual(['html', 'clock-skew']);
    expect(kinds('GET', '/external/invoices/b')).toEqual(['html', 'clock-skew']);
    expect(kinds('GET', '/external/invoices/b')).toEqual(['clock-skew']);
    expect(kinds('GET', '/other')).toEqual([]);
  });

  test('reads rules strictly', () => {
    for (const kind of Object.keys(FAULT_STAGES)) expect(readRule({ kind }).kind).toBe(kind);
    for (const bad of [
      null,
      [],
      {},
      { kind: 'nonsense' },
      { kind: 'html', status: '200' },
      { kind: 'html', path: 1 },
    ]) {
      expect(() => readRule(bad)).toThrow(/must be|JSON object/);
    }
  });
});

describe('the control route', () => {
  const control = async (name: string, body: unknown, token = sandbox.controlToken) => {
    const response = await fetch(`${sandbox.baseUrl}/control/${name}`, {
      method: 'POST',
      headers: { 'x-sandbox-control': token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const parsed: unknown = JSON.parse(text);
    return { status: response.status, text, body: parsed };
  };

  test('needs its token; the API key is not one', async () => {
    for (const token of ['', 'x', sandbox.apiKey]) expect((await control('record', {}, token)).status).toBe(404);
    expect((await control('record', {})).status).toBe(200);
    expect((await control('nonsense', {})).status).toBe(404);
  });

  test('does what the object in the process does', async () => {
    await control('faults/add', { kind: 'error', code: 'UNAUTHORIZED' });
    expect(codeOf(await get(sandbox, LIST))).toBe('UNAUTHORIZED');
    const made = await control('world/create', {
      external_id: 'F-control',
      customer_id: 'c',
      amount: '10.00',
      currency: 'EUR',
    });
    expect(at(made.body, 'result', 'status')).toBe('pending');
    expect(
      at((await control('world/pay', { ident: 'F-control', actual_amount: '9.00' })).body, 'result'),
    ).toMatchObject({ status: 'success', is_adjusted: true });
    expect(
      at(
        (await control('world/adjust', { ident: 'F-control', actual_amount: '8.00' })).body,
        'result',
        'adjustment',
        'actual_amount_fiat',
      ),
    ).toBe('8.00');
    expect((await control('world/pay', { ident: 'F-control' })).status).toBe(400);
    await control('access/set', { business: 'rejected' });
    expect(codeOf(await get(sandbox, LIST))).toBe('BUSINESS_NOT_ACTIVE');
    await control('access/set', { business: 'active' });
    await control('settings/set', { perPageDefault: 3, order: 'created-asc' });
    expect(listAt((await get(sandbox, '/external/invoices')).body, 'data', 'items').length).toBe(3);
    for (const bad of [{ order: 'sideways' }, { perPageDefault: '3' }, { nonsense: 1 }, { ttlMs: -1 }]) {
      expect((await control('settings/set', bad)).status).toBe(400);
    }
    await control('limiter/set', { model: 'sliding-log', limit: 50 });
    expect((await get(sandbox, LIST)).headers.get('x-ratelimit-limit')).toBe('50');
    sandbox.limiter.limit = 100_000;
    const asked = await control('world/withdraw', { amount: '25.000000' });
    expect(
      at(
        (await control('world/reject', { uuid: at(asked.body, 'result', 'uuid'), code: 'amount_issue' })).body,
        'result',
      ),
    ).toMatchObject({
      status: 'rejected',
      reject_code: 'amount_issue',
      amount: '25.000000',
    });
    const record = await control('record', {});
    expect(at(record.body, 'result', 'requests', 'GET /external/invoices')).toBeGreaterThan(3);
    expect(record.text).not.toContain(sandbox.apiKey);
  });

  test('a webhook of an invoice made there is really sent', async () => {
    const shop = await receiver();
    await control('world/create', {
      external_id: 'F-hook',
      customer_id: 'c',
      amount: '10.00',
      currency: 'EUR',
      callback_url: shop.url,
    });
    await control('world/cancel', { ident: 'F-hook' });
    await sandbox.world.idle();
    expect(shop.received.length).toBe(1);
    await shop.close();
  });
});
