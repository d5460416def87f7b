/** The client against the sandbox, a second reading of the specification: walks with certificates, every fault it can act. */
import { afterEach, describe, expect, test } from 'vitest';
import type { ApiClient, ApiClientOptions } from '../../../../src/backend/api/endpoints/client.ts';
import { nextStep, startWalk, type WalkVerdict } from '../../../../src/backend/api/walk/walk.ts';
import { type Failure, unwrap } from '../../../../src/domain/kernel/failure/failure.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../../src/sandbox/sandbox.ts';
import { DiscreteClock, holdDuringRequests } from '../../../support/discrete-clock.ts';
import { clientOf } from '../fixture.ts';

const BACKFILL = { lane: 'backfill' } as const;
const CLICK = { lane: 'click' } as const;
const open: { close(): unknown }[] = [];

interface Setting {
  readonly sandbox: Sandbox;
  readonly client: ApiClient;
  readonly clock: DiscreteClock;
}

/** Sandbox and client in one discrete time. */
async function setting(options: SandboxOptions, more: Partial<ApiClientOptions> = {}): Promise<Setting> {
  const clock = new DiscreteClock();
  const now = (): number => clock.now();
  const sandboxClock = { now, callerNow: now, skip: () => undefined, manual: true, speed: 1 };
  const sandbox = await createSandbox({ clock: sandboxClock, ...options });
  const client = clientOf(sandbox.baseUrl, clock, { key: () => sandbox.apiKey, ...more });
  open.push({ close: holdDuringRequests(clock) }, client, sandbox);
  return { sandbox, client, clock };
}

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

async function walk({
  client,
  clock,
}: Setting): Promise<{ verdict: WalkVerdict; requests: number; seen: ReadonlySet<string> }> {
  const seen = new Set<string>();
  let state = startWalk({ mode: 'full' });
  for (let requests = 1; ; requests += 1) {
    const { value: page, serverTime } = unwrap(
      await clock.run(client.listInvoices({ page: state.page, perPage: 100 }, BACKFILL)),
    );
    const fresh = page.records.filter((record) => !seen.has(record.uuid)).length;
    for (const record of page.records) seen.add(record.uuid);
    const { totalItems, totalPages, hasNext, perPage } = page;
    const itemCount = page.records.length;
    const progress = nextStep(state, {
      page: page.page,
      perPage,
      totalItems,
      totalPages,
      hasNext,
      itemCount,
      fresh,
      seen: seen.size,
      seenInPass: 0,
      serverTime,
    });
    state = progress.state;
    if (progress.verdict !== null) return { verdict: progress.verdict, requests, seen };
  }
}

describe('the whole list', () => {
  for (const limiter of ['first-hit', 'sliding-log'] as const) {
    test(`12,500 invoices behind a ${limiter}: certified in 125 requests, none refused`, async () => {
      const all = await setting({ limiter });
      const { verdict, requests, seen } = await walk(all);
      expect(verdict.kind).toBe('certified');
      expect(requests).toBe(125);
      expect(seen.size).toBe(all.sandbox.world.invoiceCount);
      expect(all.clock.monotonic()).toBeLessThan(65_000);
      expect(all.client.budget()).toMatchObject({ foreignUse: false, limit: 100 });
    });
  }

  test('money of every invoice is the sandbox’s to the last digit', async () => {
    const all = await setting({ size: 300 });
    const page = unwrap(await all.clock.run(all.client.listInvoices({ page: 1, perPage: 100 }, BACKFILL))).value;
    expect(page.quarantined).toEqual([]);
    for (const record of page.records) {
      expect(record.amount).toBe(all.sandbox.world.invoice(record.uuid).amount);
      expect(record.extra).toEqual({});
    }
  });
});

describe('the other endpoints', () => {
  test('rates are understood under both sets of names', async () => {
    for (const rateFields of ['plain', 'other'] as const) {
      const { client, clock } = await setting({ size: 50, settings: { rateFields, rateNullPrice: true } });
      const { value, drift } = unwrap(await clock.run(client.listRates(CLICK)));
      expect([value.quarantined, drift]).toEqual([[], []]);
      expect(value.records.length).toBeGreaterThan(4);
      expect(value.records.some((rate) => rate.price === null)).toBe(true);
      for (const rate of value.records) {
        expect(rate).toMatchObject({
          asset: 'USDT',
          currency: expect.any(String),
          side: expect.stringMatching(/buy|sell/),
        });
        expect([rate.source, rate.min_amount, rate.max_amount]).not.toContain(null);
        expect(rate.extra).toEqual({});
      }
    }
  });

  test('withdrawals, methods, deliveries, single reads', async () => {
    const { client, clock, sandbox } = await setting({ size: 200 });
    const withdrawals = unwrap(await clock.run(client.listWithdrawals({ page: 1, perPage: 100 }, CLICK))).value;
    expect(withdrawals.records).toHaveLength(40);
    const [first] = withdrawals.records;
    expect(unwrap(await clock.run(client.getWithdrawal(first?.uuid ?? '', CLICK))).value).toEqual(first);
    const methods = unwrap(await clock.run(client.listPaymentMethods({ currency: 'NOPE' }, CLICK))).value;
    expect(methods.records).toEqual([]);
    expect(unwrap(await clock.run(client.listPaymentMethods({}, CLICK))).value.records.length).toBeGreaterThan(0);
    const finished = [...sandbox.world.invoices()].find((invoice) => invoice.status === 'success');
    const deliveries = unwrap(await clock.run(client.listDeliveries(finished?.uuid ?? '', CLICK)));
    expect(deliveries.value.records[0]?.business_uuid).toBe(sandbox.world.businessUuid);
    expect(deliveries.drift).toEqual([]);
    expect(await clock.run(client.getInvoice('nobody', CLICK))).toMatchObject({
      failure: { kind: 'not-found', code: 'MERCHANT_INVOICE_NOT_FOUND' },
    });
  });
});

describe('reads under fault', () => {
  /** Faults after which a read succeeds by itself, and how the others are named. */
  const outcomes: [string, Parameters<Sandbox['faults']['add']>[0], Partial<Failure> | 'succeeds'][] = [
    ['drop-before', { kind: 'drop-before' }, 'succeeds'],
    ['process-then-drop', { kind: 'process-then-drop' }, 'succeeds'],
    ['process-then-500', { kind: 'process-then-500' }, 'succeeds'],
    ['truncate', { kind: 'truncate' }, 'succeeds'],
    ['malformed-json', { kind: 'malformed-json' }, 'succeeds'],
    ['rate-limited', { kind: 'rate-limited' }, 'succeeds'],
    ['html 502', { kind: 'html', status: 502 }, 'succeeds'],
    ['error 503', { kind: 'error', code: 'DB_UNAVAILABLE' }, 'succeeds'],
    ['success-absent', { kind: 'success-absent' }, 'succeeds'],
    ['unknown-enum', { kind: 'unknown-enum' }, 'succeeds'],
    ['extra-fields', { kind: 'extra-fields' }, 'succeeds'],
    ['clock-skew', { kind: 'clock-skew', ms: 86_400_000 }, 'succeeds'],
    ['money-number', { kind: 'money-number', rows: 3 }, 'succeeds'],
    ['missing-fields', { kind: 'missing-fields', rows: 2 }, 'succeeds'],
    ['success-false-200', { kind: 'success-false-200' }, { kind: 'rejected', status: 200 }],
    ['html 200', { kind: 'html', status: 200 }, { kind: 'malformed-response', reason: 'not-the-api' }],
    [
      'redirect',
      { kind: 'redirect', status: 302, location: 'http://127.0.0.1:9/' },
      { kind: 'malformed-response', reason: 'redirect' },
    ],
    ['huge-body', { kind: 'huge-body', bytes: 20_000_000 }, { kind: 'malformed-response', reason: 'too-large' }],
    ['zip-bomb', { kind: 'zip-bomb', bytes: 100_000_000 }, { kind: 'malformed-response', reason: 'not-the-api' }],
    ['detail-422', { kind: 'detail-422' }, { kind: 'rejected', code: 'VALIDATION_ERROR' }],
    [
      'unknown error',
      { kind: 'error', code: 'BRAND_NEW', status: 418 },
      { kind: 'rejected', code: 'BRAND_NEW', status: 418 },
    ],
  ];
  test('every fault ends in the right rows or in a failure with its name', async () => {
    const { client, clock, sandbox } = await setting({ size: 120 });
    for (const [name, rule, expected] of outcomes) {
      sandbox.faults.add(rule);
      const result = await clock.run(client.listInvoices({ page: 1, perPage: 50 }, CLICK));
      const outcome = result.ok ? 'succeeds' : result.failure;
      expect({ [name]: outcome }).toMatchObject({ [name]: expected });
      const page = result.ok ? result.value.value : { records: [], quarantined: [] };
      expect(page.records.length + page.quarantined.length).toBe(expected === 'succeeds' ? 50 : 0);
      for (const record of page.records) expect(record.amount).toBe(sandbox.world.invoice(record.uuid).amount);
      expect(sandbox.faults.list()).toEqual([]);
    }
  });
});

describe('writes under fault', () => {
  test('whatever happens to the answer, the resend was made at most once', async () => {
    const { client, clock, sandbox } = await setting({ size: 200 });
    const uuids = [...sandbox.world.invoices()]
      .filter((invoice) => invoice.status === 'success')
      .map((invoice) => invoice.uuid);
    const kinds = [
      ['process-then-drop', 'unknown', 1],
      ['process-then-500', 'unknown', 1],
      ['truncate', 'unknown', 1],
      ['drop-before', 'unknown', 0],
      ['html', 'unknown', 0],
      ['malformed-json', 'unknown', 1],
    ] as const;
    for (const [index, [kind, expected, made]] of kinds.entries()) {
      const uuid = uuids[index] ?? '';
      sandbox.faults.add({ kind, method: 'POST', ...(kind === 'html' ? { status: 502 } : {}) });
      const result = await clock.run(client.resendWebhook(uuid, CLICK));
      expect({ [kind]: result.kind }).toEqual({ [kind]: expected });
      expect({ [kind]: sandbox.record.trueResendCount(uuid) }).toEqual({ [kind]: made });
    }
    const plain = await clock.run(client.resendWebhook(uuids[10] ?? '', CLICK));
    expect(plain.kind).toBe('answered');
    expect(await clock.run(client.resendWebhook(uuids[10] ?? '', CLICK))).toMatchObject({ kind: 'refused' });
  });
});
