/**
 * The engine against the embedded sandbox as the shells hand it over: first profile of a new folder, faults of its rule book, the four
 * refusals of a resend, disputes seen as history, and its own record as the judge.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import type { InvoiceRecord } from '../../src/sandbox/world/records.ts';
import { type Bench, startBench, synced, until } from './bench.ts';
import { FastClock } from './clock.ts';

let clock: FastClock;
let sandbox: Sandbox;
let bench: Bench;
const touched = new Set<string>();

beforeAll(async () => {
  clock = new FastClock(10);
  sandbox = await createSandbox({ size: 1_250, limit: 100_000, clock: clock.forSandbox() });
  bench = await startBench({ clock, sandbox });
});

afterEach(() => sandbox.faults.clear());

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await sandbox.close();
});

/** An invoice whose latest delivery stands so, and which no other test has touched. */
function invoiceWith(status: string): InvoiceRecord {
  for (const invoice of sandbox.world.invoices()) {
    if (touched.has(invoice.uuid)) continue;
    if (sandbox.world.deliveries(invoice.uuid).at(-1)?.status !== status) continue;
    touched.add(invoice.uuid);
    return invoice;
  }
  throw new Error(`no invoice with a ${status} delivery`);
}

async function resend(invoice: { readonly uuid: string }, confirmed = true) {
  const intentId = randomUUID();
  const first = await bench.call('deliveries.resend', { invoiceUuid: invoice.uuid, intentId, confirmed });
  if (first.outcome === 'needs-confirmation') return first;
  return until(
    () => bench.call('resends.get', { intentId }),
    ({ outcome }) => outcome !== 'waiting' && outcome !== 'resolving',
  );
}

describe('the first profile', () => {
  it('is the sandbox, with its key for this run, and certified in one request a page', async () => {
    const { profiles, selected } = await bench.call('profiles.list', {});
    expect(profiles).toMatchObject([{ kind: 'sandbox', origin: 'sandbox', key: 'session' }]);
    expect(selected).toBe(profiles[0]?.id);
    const { invoices, withdrawals } = await synced(bench);
    expect(invoices).toMatchObject({ certificate: 'certified', seen: 1_250, total: 1_250 });
    expect(withdrawals.certificate).toBe('certified');
    expect(sandbox.record.requestCount('GET /external/invoices')).toBeLessThanOrEqual(13);
    expect(sandbox.record.answerCount(429)).toBe(0);
  });

  it('cannot be forgotten and takes no key', async () => {
    const { selected } = await bench.call('profiles.list', {});
    const id = selected ?? '';
    expect(await bench.refused('profiles.forget', { id })).toMatchObject({ kind: 'invalid-input' });
    expect(await bench.refused('profiles.setKey', { id, apiKey: 'some-key-or-other' })).toMatchObject({
      kind: 'invalid-input',
    });
  });
});

describe('resends', () => {
  beforeAll(() => bench.call('sync.pause', {}));

  it('of a failed delivery are confirmed; too soon, in flight and without a delivery are the reasons of the API', async () => {
    const failed = invoiceWith('failed');
    expect(await resend(failed)).toMatchObject({ outcome: 'confirmed' });
    expect(sandbox.record.trueResendCount(failed.uuid)).toBe(1);
    const soon = await resend(failed);
    expect(soon).toMatchObject({ outcome: 'refused', failure: { kind: 'rejected' } });
    expect(['WEBHOOK_RESEND_TOO_SOON', 'WEBHOOK_NOT_RESENDABLE']).toContain(
      soon.failure !== undefined && 'code' in soon.failure ? soon.failure.code : '',
    );
    const flying = invoiceWith('failed');
    sandbox.world.setDelivery(flying.uuid, 'delivering', clock.world() + 600_000);
    expect(await resend(flying)).toMatchObject({ outcome: 'refused', failure: { code: 'WEBHOOK_NOT_RESENDABLE' } });
    const order = sandbox.world.createInvoice({
      externalId: 'no delivery',
      customerId: 'c',
      amount: '10.00',
      currency: 'EUR',
    });
    expect(await resend(order)).toMatchObject({ outcome: 'refused', failure: { code: 'WEBHOOK_NOT_FOUND' } });
    expect(sandbox.record.requestCount('POST /external/invoices/*/resend-webhook')).toBeLessThanOrEqual(2);
  });

  it('of a delivered one ask first', async () => {
    const invoice = invoiceWith('delivered');
    expect(await resend(invoice, false)).toMatchObject({ outcome: 'needs-confirmation', warning: 'already-delivered' });
    expect(sandbox.record.trueResendCount(invoice.uuid)).toBe(0);
  });

  it('whose answer is lost are resolved by reading, and the true count is at most one', async () => {
    const fates = [
      { kind: 'drop-before', outcome: 'not-observed', count: 0 },
      { kind: 'process-then-drop', outcome: 'occurred', count: 1 },
      { kind: 'process-then-500', outcome: 'occurred', count: 1 },
      { kind: 'truncate', outcome: 'occurred', count: 1 },
      { kind: 'html', outcome: 'not-observed', count: 0 },
    ] as const;
    const found = await Promise.all(
      fates.map(async ({ kind }) => {
        const { uuid } = invoiceWith('failed');
        const path = `/external/invoices/${uuid}/resend-webhook`;
        sandbox.faults.add({ kind, path, ...(kind === 'html' ? { status: 502 } : {}) });
        const { outcome } = await resend({ uuid });
        return { kind, outcome, count: sandbox.record.trueResendCount(uuid) };
      }),
    );
    expect(found).toEqual(fates);
  });
});

describe('faults of the wire on reads', () => {
  it.each([
    { kind: 'drop-before' },
    { kind: 'truncate' },
    { kind: 'malformed-json' },
    { kind: 'html', status: 502 },
    { kind: 'error', code: 'DB_UNAVAILABLE' },
    { kind: 'wrong-length', by: 10 },
  ] as const)('$kind is tried again and the answer is right', async (fault) => {
    const invoice = invoiceWith('delivered');
    sandbox.faults.add({ ...fault, method: 'GET' });
    const found = await bench.call('invoices.get', { ident: invoice.uuid, fresh: true });
    expect(found).toMatchObject({ source: 'api', invoice: { uuid: invoice.uuid, amount: invoice.amount } });
  });

  it.each([
    {
      fault: { kind: 'error', code: 'SOMETHING_NEW', status: 418 },
      failure: { kind: 'rejected', code: 'SOMETHING_NEW', status: 418 },
    },
    { fault: { kind: 'success-false-200' }, failure: { kind: expect.any(String) } },
    { fault: { kind: 'html', status: 200 }, failure: { kind: 'malformed-response', reason: 'not-the-api' } },
    {
      fault: { kind: 'redirect', status: 307, location: 'http://127.0.0.1:9/' },
      failure: { kind: 'malformed-response', reason: 'redirect' },
    },
    { fault: { kind: 'detail-422' }, failure: { kind: 'rejected', code: 'VALIDATION_ERROR' } },
    { fault: { kind: 'money-number' }, failure: { kind: 'malformed-response', reason: 'wrong-record' } },
  ] as const)('$fault.kind is named', async ({ fault, failure }) => {
    const invoice = invoiceWith('delivered');
    sandbox.faults.add({ ...fault, method: 'GET' });
    expect(await bench.refused('invoices.get', { ident: invoice.uuid, fresh: true })).toMatchObject(failure);
    // What was mirrored stays as it was.
    expect((await bench.call('invoices.get', { ident: invoice.uuid })).invoice.amount).toBe(invoice.amount);
  });
});

describe('what the console saw', () => {
  it('a dispute is dated by the first sight of it', async () => {
    const paid = [...sandbox.world.invoices()].find(
      ({ status, adjustment }) => status === 'success' && adjustment === null,
    );
    const uuid = paid?.uuid ?? '';
    const before = await bench.call('invoices.get', { ident: uuid, fresh: true });
    expect(before.fulfilment.verdict).toBe('fulfil');
    sandbox.world.adjust(uuid, '1.00');
    const after = await bench.call('invoices.get', { ident: uuid, fresh: true });
    expect(after.fulfilment.verdict).toBe('fulfil-for');
    expect(after.fulfilment.reason).toContain(after.invoice.settled_amount_usdt ?? '?');
    expect(after.history.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['is_adjusted', 'settled_amount_usdt']),
    );
    const { rows } = await bench.call('reconciliation.adjusted', { offset: 0, limit: 5, filter: { text: uuid } });
    expect(rows).toMatchObject([{ uuid, actualFiat: '1.00', settledUsdt: after.invoice.settled_amount_usdt }]);
    // Reading it once more is no second event.
    const again = await bench.call('invoices.get', { ident: uuid, fresh: true });
    expect(again.history).toHaveLength(after.history.length);
  });

  it('withdrawals that are approved or rejected arrive, with the reason', async () => {
    const request = sandbox.world.requestWithdrawal();
    await bench.call('sync.start', {});
    clock.skip(6 * 60_000);
    await until(
      () => bench.call('withdrawals.page', { offset: 0, limit: 200, filter: { text: request.uuid } }),
      ({ total }) => total === 1,
    );
    sandbox.world.rejectWithdrawal(request.uuid, 'invalid_address');
    clock.skip(6 * 60_000);
    const { withdrawal } = await until(
      () => bench.call('withdrawals.get', { uuid: request.uuid }),
      (found) => found.withdrawal.status === 'rejected',
    );
    expect(withdrawal.reject_code).toBe('invalid_address');
  });
});
