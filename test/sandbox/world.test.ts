/** The seeded world: the same for the same seed, exact in its money, plausible in its mix; and its life. */
import { afterAll, describe, expect, test } from 'vitest';
import { manualClock } from '../support/manual-clock.ts';
import { METHODS } from '../../src/sandbox/catalog.ts';
import { creditedOracle, paidOracle } from './oracle.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { InvoiceRecord } from '../../src/sandbox/world/records.ts';
import { get, receiver, still } from './kit.ts';
import { workTime } from '../support/work-time.ts';

const EPOCH = Date.UTC(2026, 4, 1, 9, 30);

async function world(size: number, seed = 'test'): Promise<Sandbox> {
  return createSandbox({ size, seed, epoch: EPOCH, clock: manualClock(EPOCH), limit: 100_000 });
}

function snapshot(sandbox: Sandbox): string {
  const invoices = [...sandbox.world.invoices()];
  const deliveries = invoices.map((invoice) => sandbox.world.deliveries(invoice.uuid));
  return JSON.stringify([invoices, deliveries, sandbox.world.withdrawals, sandbox.world.businessUuid]);
}

const E18 = 10n ** 18n;
function units(text: string): bigint {
  const [whole = '0', rest = ''] = text.split('.');
  return BigInt(whole) * E18 + BigInt(rest.padEnd(18, '0'));
}

describe('determinism', () => {
  test('same seed, same world; another seed, another', async () => {
    const [a, b, c] = [await world(300), await world(300), await world(300, 'other')];
    expect(snapshot(a)).toBe(snapshot(b));
    expect(snapshot(c)).not.toBe(snapshot(a));
    await Promise.all([a.close(), b.close(), c.close()]);
  });

  test('a living world is the same too, event by event', async () => {
    const lives = await Promise.all(
      [0, 1].map(async () => {
        const sandbox = await createSandbox({ size: 60, epoch: EPOCH, clock: manualClock(EPOCH), lively: true });
        await sandbox.world.advance(3 * 3_600_000);
        const text = snapshot(sandbox);
        await sandbox.close();
        return text;
      }),
    );
    expect(lives[0]).toBe(lives[1]);
  });
});

describe('the default size', () => {
  let sandbox: Sandbox;
  afterAll(async () => sandbox.close());
  test('12,500 invoices in five currencies, 300 adjusted, all states; found by both ids; money exact', async () => {
    const spent = workTime();
    sandbox = await world(12_500);
    expect(spent()).toBeLessThan(4_000);
    const all = [...sandbox.world.invoices()];
    expect(all.length).toBe(12_500);
    expect(new Set(all.map((invoice) => invoice.uuid)).size).toBe(12_500);
    expect(new Set(all.map((invoice) => invoice.externalId)).size).toBe(12_500);
    expect(new Set(all.map((invoice) => invoice.currency)).size).toBe(5);
    expect(all.filter((invoice) => invoice.adjustment !== null).length).toBe(300);
    expect(new Set(all.map((invoice) => invoice.status)).size).toBe(5);
    expect(all.every((invoice, i) => i === 0 || invoice.createdAt > (all[i - 1]?.createdAt ?? 0))).toBe(true);
    expect(EPOCH - (all[0]?.createdAt ?? 0)).toBeGreaterThan(80 * 86_400_000);
    for (const invoice of all.filter((_, i) => i % 97 === 0)) {
      expect(sandbox.world.find(invoice.uuid)).toEqual(invoice);
      expect(sandbox.world.find(invoice.externalId)).toEqual(invoice);
    }
    expect(all.flatMap((invoice) => moneyFaults(sandbox, invoice))).toEqual([]);
    const fine = all.filter((invoice) => invoice.settled?.split('.')[1]?.length === 18).length;
    const paid = all.filter((invoice) => invoice.settled !== null).length;
    expect(fine / paid).toBeGreaterThan(0.03);
    expect(fine / paid).toBeLessThan(0.2);
  });

  test('40 withdrawals that never take more than was credited by then', async () => {
    const { withdrawals } = sandbox.world;
    expect(withdrawals.length).toBe(40);
    const moves: [at: number, units: bigint][] = [...sandbox.world.invoices()]
      .filter((invoice) => invoice.finishedAt !== null && invoice.settled !== null)
      .map((invoice) => [invoice.finishedAt ?? 0, units(invoice.settled ?? '0')]);
    for (const record of withdrawals) {
      const kept = units(record.amount) - units(record.networkCommission);
      expect(units(record.amountToSend)).toBe(kept);
      expect(kept > 0n).toBe(true);
      expect(record.txHash !== null).toBe(record.status === 'approved');
      expect(record.processedAt === null).toBe(record.status === 'pending');
      expect(record.processedAt ?? Infinity).toBeGreaterThan(record.createdAt);
      if (record.token === 'USDT' && record.status !== 'rejected')
        moves.push([record.createdAt, -units(record.amount)]);
    }
    let balance = 0n;
    for (const [, sum] of moves.sort(([a], [b]) => a - b)) {
      balance += sum;
      expect(balance >= 0n).toBe(true);
    }
    const addresses: Record<string, RegExp> = {
      TRC20: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
      ERC20: /^0x[0-9a-f]{40}$/,
      BEP20: /^0x[0-9a-f]{40}$/,
    };
    for (const record of withdrawals) expect(record.address).toMatch(addresses[record.network] ?? /^\S{30,}$/);
  });
});

/** Compares every sum with an independent computation, and the webhook with the invoice. Returns what differs. */
function moneyFaults(sandbox: Sandbox, invoice: InvoiceRecord): string[] {
  const faults: string[] = [];
  const check = (what: string, found: unknown, wanted: unknown): void => {
    if (found !== wanted) faults.push(`${invoice.externalId} ${what}: ${String(found)}, not ${String(wanted)}`);
  };
  const method = METHODS.find((candidate) => candidate.id === invoice.method);
  check(
    'amount_to_send',
    invoice.amountToSend,
    method === undefined ? null : paidOracle(invoice.amount, method.client),
  );
  const { adjustment, settled, rate } = invoice;
  check('settled', settled === null, invoice.status !== 'success');
  if (settled === null) {
    check('adjustment', adjustment, null);
    return faults;
  }
  const decimals = settled.split('.')[1]?.length ?? 0;
  const oracle = (fiat: string): string => creditedOracle(fiat, rate ?? '', method?.merchant ?? '', decimals);
  const paid = adjustment?.actualFiat ?? invoice.amount;
  check('settled', settled, oracle(paid));
  check('actual USDT', adjustment?.actualUsdt ?? settled, settled);
  check('expected fiat', adjustment?.expectedFiat ?? invoice.amount, invoice.amount);
  check('expected USDT', adjustment?.expectedUsdt ?? oracle(invoice.amount), oracle(invoice.amount));
  check('adjusted', adjustment === null, paid === invoice.amount);
  const payload = sandbox.world.deliveries(invoice.uuid).at(-1)?.payload;
  check('credited_usdt', payload?.data['credited_usdt'], settled);
  check('paid', payload?.data['amount'], paid);
  check('original_amount', payload?.data['original_amount'], adjustment === null ? undefined : invoice.amount);
  return faults;
}

describe('any size', () => {
  test.each([0, 1, 13])('%i invoices', async (size) => {
    const sandbox = await world(size);
    const all = [...sandbox.world.invoices()];
    expect(all.length).toBe(size);
    const deliveries = all.flatMap((invoice) => sandbox.world.deliveries(invoice.uuid));
    expect(deliveries.length).toBe(all.filter((invoice) => invoice.status !== 'pending').length);
    expect((await get(sandbox, '/external/invoices?per_page=100')).status).toBe(200);
    expect((await get(sandbox, '/external/withdrawals')).status).toBe(200);
    await sandbox.close();
  });

  test.each([50, 200, 500])('%i invoices have deliveries of all kinds and open ones', async (size) => {
    const sandbox = await world(size);
    const all = [...sandbox.world.invoices()];
    const kinds = new Set(
      all
        .flatMap((invoice) => sandbox.world.deliveries(invoice.uuid))
        .map(({ status, attempts }) => (status === 'pending' && attempts.length > 0 ? 'retrying' : status)),
    );
    expect([...kinds]).toEqual(expect.arrayContaining(['delivered', 'delivering', 'retrying']));
    expect(kinds.has('failed') || size < 200).toBe(true);
    expect(all.some((invoice) => invoice.status === 'pending')).toBe(true);
    await sandbox.close();
  });

  test('100,000 invoices are made in a few seconds and served', async () => {
    const spent = workTime();
    const sandbox = await world(100_000);
    expect(spent()).toBeLessThan(15_000);
    expect((await get(sandbox, '/external/invoices?page=1000&per_page=100&status=success')).status).toBe(200);
    expect(sandbox.world.invoiceCount).toBe(100_000);
    await sandbox.close();
  });
});

describe('life', () => {
  test('orders arrive, end in every way; withdrawals and disputes happen; money stays conserved', async () => {
    const sandbox = await createSandbox({ size: 100, epoch: EPOCH, clock: manualClock(EPOCH), lively: true });
    await sandbox.world.advance(6 * 3_600_000);
    const born = [...sandbox.world.invoices()].slice(100);
    expect(born.length).toBeGreaterThan(500);
    expect(born.length).toBeLessThan(1_100);
    expect(new Set(born.map((invoice) => invoice.status))).toEqual(
      new Set(['pending', 'success', 'expired', 'canceled', 'fail']),
    );
    expect(born.filter((invoice) => invoice.adjustment !== null).length).toBeGreaterThan(3);
    expect([...sandbox.world.invoices()].flatMap((invoice) => moneyFaults(sandbox, invoice))).toEqual([]);
    for (const invoice of born) {
      if (invoice.finishedAt === null) continue;
      expect(invoice.finishedAt).toBeGreaterThanOrEqual(invoice.createdAt);
      expect(invoice.finishedAt).toBeLessThanOrEqual(invoice.expiresAt);
      expect(invoice.status !== 'expired' || invoice.finishedAt === invoice.expiresAt).toBe(true);
    }
    const asked = sandbox.world.withdrawals.filter((record) => record.createdAt > EPOCH);
    expect(new Set(asked.map((record) => record.status))).toContain('approved');
    await sandbox.close();
  });

  test('time runs faster by the factor on a real clock', async () => {
    const shop = await receiver();
    const sandbox = await createSandbox({
      size: 20,
      lively: { orderEveryMs: 10_000 },
      speed: 600,
      settings: { ttlMs: 60_000 },
    });
    const before = sandbox.clock.now();
    const { uuid } = sandbox.world.createInvoice({
      externalId: 'fast',
      customerId: 'c',
      amount: '9000.00',
      currency: 'TRY',
      callbackUrl: shop.url,
    });
    const started = performance.now();
    while (performance.now() - started < 100_000 && (shop.received.length === 0 || sandbox.world.invoiceCount < 25)) {
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    expect(sandbox.world.invoice(uuid).status).not.toBe('pending');
    expect(shop.received.length).toBe(1);
    expect(sandbox.world.invoiceCount).toBeGreaterThan(21);
    expect((sandbox.clock.now() - before) / (performance.now() - started)).toBeGreaterThan(400);
    await sandbox.close();
    await shop.close();
  });

  test('without life nothing arrives and only expiry happens', async () => {
    const sandbox = await still({ size: 100 });
    const open = [...sandbox.world.invoices()].filter((invoice) => invoice.status === 'pending');
    await sandbox.world.advance(86_400_000);
    expect(sandbox.world.invoiceCount).toBe(100);
    expect(open.map((invoice) => sandbox.world.invoice(invoice.uuid).status)).toEqual(open.map(() => 'expired'));
    await sandbox.close();
  });
});
