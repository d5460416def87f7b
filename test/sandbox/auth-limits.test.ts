/** Authentication in its order, the limit in its four models, and the headers of every answer. */
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../support/manual-clock.ts';
import { Access, BUSINESS_STATES } from '../../src/sandbox/http/access.ts';
import { Limiter, LIMITER_MODELS } from '../../src/sandbox/http/limiter.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { at, call, codeOf, get, still } from './kit.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await still({ limit: 100 });
});
afterEach(async () => sandbox.close());

describe('authentication', () => {
  test('missing, empty and foreign keys give the same answer', async () => {
    const other = new Access().mint();
    const answers = await Promise.all(
      [null, '', 'x', other, `${sandbox.apiKey} x`].map(async (key) =>
        call(sandbox, 'GET', '/external/rates', { key }),
      ),
    );
    for (const answer of answers) {
      expect([answer.status, codeOf(answer)]).toEqual([401, 'API_KEY_INVALID']);
      expect(answer.text).toBe(answers[0]?.text);
    }
  });

  test('the four steps in their order: the earlier one wins', async () => {
    sandbox.access.blocked = true;
    expect(codeOf(await get(sandbox, '/external/rates'))).toBe('MERCHANT_BLOCKED');
    sandbox.access.business = 'rejected';
    const inactive = await get(sandbox, '/external/rates');
    expect([inactive.status, codeOf(inactive), at(inactive.body, 'error', 'details')]).toEqual([
      403,
      'BUSINESS_NOT_ACTIVE',
      { status: 'rejected' },
    ]);
    sandbox.access.setKey(sandbox.apiKey, 'revoked');
    const revoked = await get(sandbox, '/external/rates');
    expect([revoked.status, codeOf(revoked)]).toEqual([403, 'API_KEY_REVOKED']);
    sandbox.access.setKey(sandbox.apiKey, 'unknown');
    expect(codeOf(await get(sandbox, '/external/rates'))).toBe('API_KEY_INVALID');
    sandbox.access.blocked = false;
    sandbox.access.business = 'active';
    sandbox.access.setKey(sandbox.apiKey, 'active');
    expect((await get(sandbox, '/external/rates')).status).toBe(200);
  });

  test.each(BUSINESS_STATES)('business %s', async (state) => {
    sandbox.access.business = state;
    const code = state === 'active' ? undefined : state === 'banned' ? 'API_KEY_REVOKED' : 'BUSINESS_NOT_ACTIVE';
    expect(codeOf(await get(sandbox, '/external/invoices'))).toBe(code);
  });

  test('a new key restores access after a ban; keys are new at each start', async () => {
    sandbox.access.business = 'banned';
    sandbox.access.business = 'active';
    expect(codeOf(await get(sandbox, '/external/rates'))).toBe('API_KEY_REVOKED');
    expect((await call(sandbox, 'GET', '/external/rates', { key: sandbox.access.mint() })).status).toBe(200);
    const second = await still();
    expect(second.apiKey).not.toBe(sandbox.apiKey);
    expect(codeOf(await call(second, 'GET', '/external/rates', { key: sandbox.apiKey }))).toBe('API_KEY_INVALID');
    await second.close();
  });
});

describe('the limit', () => {
  const left = async (): Promise<string | null> =>
    (await get(sandbox, '/external/rates')).headers.get('x-ratelimit-remaining');

  test('a hundred requests, then RATE_LIMITED until the window ends', async () => {
    for (let n = 99; n >= 0; n--) expect(await left()).toBe(String(n));
    sandbox.clock.skip(12_400);
    const refused = await get(sandbox, '/external/rates');
    expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers.get('retry-after')).toBe('48');
    expect(at(refused.body, 'error', 'details', 'retry_after_seconds')).toBe(48);
    expect(refused.headers.get('x-ratelimit-reset')).toBe('48');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    sandbox.clock.skip(47_600);
    expect(await left()).toBe('99');
  });

  test('headers on every answer, also without a key, which is not counted', async () => {
    sandbox.faults.add({ kind: 'error', code: 'INTERNAL_ERROR' });
    for (const path of ['/external/rates', '/external/invoices?page=0', '/external/invoices/none', '/nowhere']) {
      const answer = await get(sandbox, path);
      for (const name of ['limit', 'remaining', 'reset'])
        expect(answer.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
    }
    for (let n = 0; n < 120; n++)
      expect((await call(sandbox, 'GET', '/external/rates', { key: null })).headers.get('x-ratelimit-limit')).toBe(
        '100',
      );
    expect(await left()).toBe('95');
  });

  test('keys are counted apart; the limit changes live', async () => {
    await left();
    const other = await call(sandbox, 'GET', '/external/rates', { key: sandbox.access.mint() });
    expect(other.headers.get('x-ratelimit-remaining')).toBe('99');
    sandbox.limiter.limit = 2;
    const last = await get(sandbox, '/external/rates');
    expect([last.headers.get('x-ratelimit-limit'), last.headers.get('x-ratelimit-remaining')]).toEqual(['2', '0']);
    expect((await get(sandbox, '/external/rates')).status).toBe(429);
  });
});

describe('limiter models', () => {
  /** The instants of the accepted requests of a caller that tries every 100 ms from `start`. */
  function accepted(model: (typeof LIMITER_MODELS)[number], start: number, ms: number): number[] {
    const limiter = new Limiter(model, 10);
    const times: number[] = [];
    for (let now = start; now < start + ms; now += 100) if (limiter.take('k', now).allowed) times.push(now);
    return times;
  }

  test.each([
    // From second 50 of a minute: the clock's window ends ten seconds later.
    ['fixed-clock', [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 10_000, 10_100]],
    ['first-hit', [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 60_000, 60_100]],
    ['sliding-log', [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 60_000, 60_100]],
    ['token-bucket', [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 6_000, 12_000]],
  ] as const)('%s', (model, first) => {
    const start = Date.UTC(2026, 0, 1, 0, 0, 50);
    const times = accepted(model, start, 65_000).map((time) => time - start);
    expect(times.slice(0, 12)).toEqual(first);
  });

  test('only the sliding log never lets more than the limit through in any minute', () => {
    const most = (times: number[]): number =>
      Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + 60_000).length));
    const burst = (model: (typeof LIMITER_MODELS)[number]): number =>
      most(accepted(model, Date.UTC(2026, 0, 1, 0, 0, 55), 300_000));
    expect(burst('sliding-log')).toBe(10);
    expect(burst('fixed-clock')).toBe(20);
    expect(burst('token-bucket')).toBeGreaterThan(15);
  });

  test.each(LIMITER_MODELS)('%s: waiting for Retry-After is always enough', (model) => {
    const limiter = new Limiter(model, 7);
    let now = Date.UTC(2026, 0, 1, 0, 0, 13);
    const waits: [seconds: number, allowed: boolean][] = [];
    for (let n = 0; n < 200; n++) {
      const verdict = limiter.take('k', now);
      if (!verdict.allowed) {
        now += verdict.retryAfterSeconds * 1000;
        waits.push([verdict.retryAfterSeconds, limiter.take('k', now).allowed]);
      }
      now += (n * 37) % 900;
    }
    expect(waits.length).toBeGreaterThan(2);
    expect(waits.every(([seconds, allowed]) => seconds > 0 && allowed)).toBe(true);
  });
});

test('oversized headers are refused and the server lives on', async () => {
  const port = Number(new URL(sandbox.baseUrl).port);
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx-big: ${'x'.repeat(40_000)}\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (piece) => (text += piece.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', () => resolve(text));
  });
  expect(answer).toMatch(/^(HTTP\/1\.1 431|$)/);
  expect((await get(sandbox, '/external/rates')).status).toBe(200);
});

test('a manual clock moves only when it is moved', () => {
  const clock = manualClock(5);
  clock.skip(3);
  expect([clock.now(), clock.callerNow()]).toEqual([8, 8]);
});
