/**
 * The first-contact report against both readings of the specification, and against one that does what neither foresaw: what it tells, how many
 * requests it makes, and that no value of any record is in it.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallOutput } from '../../../src/contract/calls.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, startBench, synced } from '../bench.ts';
import { FastClock } from '../clock.ts';

type Report = CallOutput<'contact.report'>;

let bench: Bench;
let clock: FastClock;

beforeEach(async () => {
  clock = new FastClock(20);
  bench = await startBench({ clock });
});

afterEach(async () => {
  await bench.stop();
  bench.remove();
});

function line(report: Report, topic: string) {
  return report.lines.find((one) => one.topic === topic);
}

/** Every text that stands in a record, and is long enough to be told from a word. */
function* valuesIn(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* valuesIn(inner);
}

function expectMasked(report: Report, records: unknown, key: string): void {
  const words = new Set(['invoice.canceled', 'ERC20', 'TRC20', 'meteor_strike', 'approved', 'canceled']);
  const told = JSON.stringify(report);
  const shown = [...valuesIn(records), key].filter((text) => {
    return text.length > 5 && /[\d@/]/.test(text) && !words.has(text) && told.includes(text);
  });
  expect(shown).toEqual([]);
}

describe('of the independent server', () => {
  let api: IndependentApi;

  beforeEach(async () => {
    api = await startIndependentApi({
      businesses: [{ key: KEY_A, invoices: 130, withdrawals: 9 }],
      now: () => clock.world(),
      sleep: (ms) => clock.sleep(ms),
    });
    await synced(bench, await addProfile(bench, api.baseUrl, KEY_A));
  });

  afterEach(() => api.close());

  async function contact(): Promise<{ readonly report: Report; readonly paths: readonly string[] }> {
    await bench.call('sync.pause', {});
    const before = api.requests.length;
    const report = await bench.call('contact.report', {});
    const seen = api.requests.slice(before);
    expect(seen.every(({ method }) => method === 'GET')).toBe(true);
    expect(seen.length).toBeLessThanOrEqual(10);
    expect(report.requests).toBe(seen.length);
    return { report, paths: seen.map(({ path }) => path) };
  }

  it('tells orders, sizes, names and unknown words, in ten reads, and no value', async () => {
    const { report } = await contact();
    expect(report).toMatchObject({
      requests: 10,
      invoices: 130,
      withdrawals: 9,
      methods: 2,
      methodCurrencies: 2,
      rates: 4,
    });
    expect(line(report, 'Invoices, order')?.words).toBe('oldest first by created_at');
    expect(line(report, 'Invoices, page size when none is asked for')?.words).toBe('per_page 20, 20 items');
    expect(line(report, 'Invoices, page size when 100 are asked for')?.words).toBe('per_page 100, 100 items');
    expect(line(report, 'Invoices, two pages')).toMatchObject({ isAsSpecified: true });
    expect(line(report, 'Invoices, unknown fields')).toMatchObject({
      words: 'loyalty_points (object)',
      isAsSpecified: false,
    });
    expect(line(report, 'Rates, names')?.words).toBe(
      'asset is coin, side is direction, source is venue, min is floor, max is ceiling',
    );
    expect(line(report, 'Withdrawals, status')?.words).toContain('unknown: on_hold');
    expect(line(report, 'Withdrawals, reject_code')?.words).toContain('meteor_strike');
    // Four digits might be an amount or a year of birth.
    expect(line(report, 'Withdrawals, network')?.words).toContain('(15 characters that are no plain word)');
    expect(line(report, 'An id that nobody has')?.words).toBe('rejected 404 MERCHANT_INVOICE_NOT_FOUND');
    expect(line(report, 'A page of 101')).toMatchObject({
      words: 'rejected 422 VALIDATION_ERROR',
      isAsSpecified: true,
    });
    expect(line(report, 'Headers, rate limit')?.words).toContain('x-ratelimit-remaining');
    expect(report.text.split('\n').length).toBeGreaterThan(report.lines.length);
    expect(report.text).toContain('- Invoices, order: oldest first by created_at');
    expectMasked(report, [api.business.invoices, api.business.withdrawals], KEY_A);
  });

  it('tells shuffled lists, a page size of its own, totals that do not add up, and what is no record', async () => {
    Object.assign(api.behaviour, { order: 'shuffled', pageSize: 50, totalOff: 7, junkRows: true, sendDate: false });
    const { report } = await contact();
    expect(line(report, 'Invoices, order')?.words).toMatch(/^not by created_at: \d+ steps forward, \d+ back$/);
    expect(line(report, 'Invoices, page size when 100 are asked for')).toMatchObject({ isAsSpecified: false });
    expect(line(report, 'Invoices, unreadable')?.words).toMatch(/^\d+ of \d+: /);
    expect(line(report, 'Headers, Date')?.words).toBe('none');
    expectMasked(report, [api.business.invoices, api.business.withdrawals], KEY_A);
  });

  it('stays bounded and masked, whatever is answered', async () => {
    const secret = 'anna.kowalska@shop.example';
    const wild = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${secret}-${at}`, '4111111111111111']));
    const rows = Array.from({ length: 100 }, (_, at) => ({
      ...wild,
      uuid: 'x',
      status: `${secret} ${at}`,
      amount: 12.34,
      created_at: secret,
    }));
    const items = { items: rows, page: 1, per_page: 100, total_items: 100, total_pages: 1, has_next: false };
    const headers = { 'x-request-id': '5550123456', 'x-4111111111111111': secret };
    api.behaviour.intercept = ({ path }) => ({
      status: 200,
      headers,
      body: { success: true, data: /invoices$|withdrawals$/.test(path) ? items : rows },
    });
    const { report } = await contact();
    const told = JSON.stringify(report);
    expect(told).not.toContain('kowalska');
    expect(told).not.toContain('4111111111111111');
    expect(told).not.toContain('5550123456');
    expect(told).not.toContain('12.34');
    expect(told.length).toBeLessThan(20_000);
    expect(line(report, 'Headers, request ids')?.words).toBe('x-request-id');
  });

  it('counts what is tried again among the ten, and says what was not asked', async () => {
    api.behaviour.intercept = ({ path }) =>
      path.endsWith('/withdrawals')
        ? { status: 503, body: { success: false, error: { code: 'DB_UNAVAILABLE', message: 'x' } } }
        : null;
    const { report } = await contact();
    expect(report.requests).toBe(10);
    expect(line(report, 'Withdrawals')?.words).toMatch(/^could not be read: rejected 503 DB_UNAVAILABLE/);
    expect(report.lines.some(({ words }) => words.includes('not asked: 10 requests were made'))).toBe(true);
  });

  it('of a key that is refused says so and asks no more', async () => {
    api.business.keyState = 'revoked';
    const { report, paths } = await contact();
    expect(paths).toHaveLength(1);
    expect(line(report, 'Invoices')?.words).toContain('API_KEY_REVOKED');
  });
});

it('of the sandbox differs from the specification nowhere', async () => {
  const sandbox = await createSandbox({ size: 150 });
  try {
    await synced(bench, await addProfile(bench, sandbox.baseUrl, sandbox.apiKey));
    const report = await bench.call('contact.report', {});
    expect(report.lines.filter(({ isAsSpecified }) => isAsSpecified === false)).toEqual([]);
    expect(report).toMatchObject({ requests: 10, invoices: 150 });
    expect(report.text).not.toContain(sandbox.apiKey);
  } finally {
    await sandbox.close();
  }
});

it('checks what is typed before anything is sent', async () => {
  const cases = [
    [{ baseUrl: 'https://api.shop.example', apiKey: 'a-good-key-1' }, { origin: 'https://api.shop.example' }],
    [{ baseUrl: 'http://api.shop.example' }, { baseUrl: expect.stringContaining('https://') }],
    [{ baseUrl: 'api.shop.example/api/v1' }, { baseUrl: expect.any(String), proposal: 'https://api.shop.example' }],
    [{ baseUrl: 'javascript:alert(1)' }, { baseUrl: expect.any(String) }],
    [
      { baseUrl: 'https://api.shop.example', apiKey: 'short' },
      { origin: 'https://api.shop.example', apiKey: expect.stringContaining('too short') },
    ],
    [
      { baseUrl: '', apiKey: 'key with spaces' },
      { baseUrl: expect.any(String), apiKey: expect.any(String) },
    ],
  ] as const;
  for (const [typed, said] of cases) expect(await bench.call('profiles.check', typed)).toEqual(said);
});
