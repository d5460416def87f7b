/** The training bench: what it makes happen is there in the sandbox and in the console, its state is told, and a real business has none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_DEEDS, INVOICE_DEEDS, RECEIVER_DEEDS, type TrainingDeed } from '../../src/domain/console/training.ts';
import { controlOf } from '../../src/sandbox/embed.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { addProfile, type Bench, startBench, synced, until } from './bench.ts';
import { FastClock } from './clock.ts';

let clock: FastClock;
let sandbox: Sandbox;
let bench: Bench;
let business: string;
const HOST = 'shop.example';

beforeAll(async () => {
  clock = new FastClock(10);
  sandbox = await createSandbox({ size: 40, limit: 100_000, clock: clock.forSandbox() });
  bench = await startBench({ clock, sandbox: { ...sandbox, control: controlOf(sandbox) } });
  await synced(bench);
  business = await addProfile(bench, sandbox.baseUrl, sandbox.access.mint(), 'Shop');
});
afterAll(async () => {
  await bench.stop();
  bench.remove();
  await sandbox.close();
});

let orders = 0;
function order(amount = '49.90'): string {
  orders += 1;
  const asked = { externalId: `order-${orders}`, customerId: 'anna', amount, currency: 'EUR', purpose: null };
  return sandbox.world.createInvoice(asked).uuid;
}

const act = (deed: TrainingDeed) => bench.call('training.act', deed);
const shown = (uuid: string, status: string) =>
  until(
    () => bench.ask('invoices.get', { ident: uuid }),
    (told) => told.ok && told.output.invoice.status === status,
  );

describe('on an invoice', () => {
  it('paid, paid less, expired: the console has it at once', async () => {
    const [paid, less, expired] = [order(), order(), order()];
    await act({ do: 'pay', invoice: paid });
    await act({ do: 'pay-less', invoice: less });
    await act({ do: 'expire', invoice: expired });
    await shown(paid, 'success');
    await shown(expired, 'expired');
    const told = await shown(less, 'success');
    expect(told).toMatchObject({ output: { invoice: { adjustment: { actual_amount_fiat: '39.90' } } } });
  });

  it('adjusted after it was paid', async () => {
    const uuid = order();
    await act({ do: 'pay', invoice: uuid });
    await act({ do: 'adjust', invoice: uuid });
    expect(sandbox.world.invoice(uuid).adjustment?.actualFiat).toBe('39.90');
  });

  it('what cannot be is said in the words of the sandbox, and nothing is done', async () => {
    const uuid = order('8.00');
    const refusals = [
      [{ do: 'adjust', invoice: order() }, 'only a success can be adjusted'],
      [{ do: 'pay-less', invoice: uuid }, 'the invoice is not for more than 10'],
      [{ do: 'pay', invoice: 'nothing-like-it' }, 'no invoice nothing-like-it'],
      [{ do: 'refuse', host: '127.0.0.1' }, 'this receiver is a program of this machine'],
      [{ do: 'refuse', host: 'shop.example/x' }, 'not the name of a host'],
    ] as const;
    for (const [deed, message] of refusals)
      expect(await bench.refused('training.act', deed)).toEqual({
        kind: 'invalid-input',
        issues: [{ path: '', message }],
      });
    expect(sandbox.world.invoice(uuid).status).toBe('pending');
  });
});

it('a receiver is broken, sold to, and mended; attempts before that stay as they were', async () => {
  const before = order();
  await act({ do: 'pay', invoice: before });
  clock.skip(1_000);
  const first = JSON.stringify(sandbox.world.deliveries(before));
  for (const [deed, code] of [
    ['answer-500', 500],
    ['refuse', null],
    ['recover', 200],
  ] as const) {
    await act({ do: deed, host: HOST });
    const known = sandbox.world.invoiceCount;
    await act({ do: 'sell', host: HOST });
    clock.skip(1_000);
    const sold = [...sandbox.world.invoices()].slice(known);
    const codes = sold.map(({ uuid }) => sandbox.world.deliveries(uuid)[0]?.attempts[0]?.statusCode);
    expect(codes).toEqual(Array.from({ length: 6 }, () => code));
  }
  expect(JSON.stringify(sandbox.world.deliveries(before))).toBe(first);
  expect((await bench.call('training.status', {})).hosts).toContainEqual({ host: HOST, how: 'well' });
});

it('the API is slow, refuses and forgets the key, and all of it ends', async () => {
  for (const trouble of ['slow', 'storm', 'revoke-key'] as const) await act({ do: trouble });
  expect((await bench.call('training.status', {})).troubles).toEqual(['slow', 'revoke-key', 'storm']);
  await until(
    () => bench.call('sync.status', {}),
    ({ state }) => state === 'stopped' || state === 'waiting',
  );
  await act({ do: 'normal' });
  expect((await bench.call('training.status', {})).troubles).toEqual([]);
  await until(
    () => bench.call('sync.status', {}),
    ({ state }) => state === 'idle',
  );
});

it('of a real business there is none, whoever its server is', async () => {
  const failure = { kind: 'invalid-input', issues: [{ path: '', message: 'Only the sandbox has a training bench' }] };
  const deeds: readonly TrainingDeed[] = [
    ...INVOICE_DEEDS.map((name) => ({ do: name, invoice: 'x' })),
    ...RECEIVER_DEEDS.map((name) => ({ do: name, host: HOST })),
    ...API_DEEDS.map((name) => ({ do: name })),
  ];
  for (const deed of deeds) expect(await bench.refused('training.act', deed, business)).toEqual(failure);
  expect(await bench.refused('training.status', {}, business)).toEqual(failure);
});
