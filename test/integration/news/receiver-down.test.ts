/**
 * A receiver that is down and well again, over the whole engine and the independent server: quiet before, one word, none more over a restart, one word at
 * the end. Not here: the laws (test/domain), the sandbox (test/faults/webhooks/receiver-down.test.ts), the screens (test/e2e/stories/receiver-down.spec.ts).
 */
import { afterAll, expect, it } from 'vitest';
import { seeded } from '../../support/seeded.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import type { StoredInvoice } from '../../support/independent-api/world.ts';
import { type Bench, MemoryVault, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

const MINUTE_MS = 60_000;
const HOST = 'till.shop.example';
const RETRIES_MS = [1, 5, 30, 120, 360, 720].map((minutes) => minutes * MINUTE_MS);
const PER_MINUTE = 5;

const clock = new FastClock(20);
const vault = new MemoryVault();
const random = seeded(17);
let api: IndependentApi;
let bench: Bench;

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

interface Order {
  readonly invoice: StoredInvoice;
  readonly attempts: { at: number; isSuccess: boolean }[];
  nextAt: number | null;
}
const orders: Order[] = [];
let isUp = true;

/** The attempt that is due, and what the API then says of the delivery. */
function attempt(order: Order, at: number): void {
  const { invoice, attempts } = order;
  const isSuccess = isUp && random() >= 0.02;
  attempts.push({ at, isSuccess });
  const waitMs = RETRIES_MS[attempts.length - 1];
  order.nextAt = isSuccess || waitMs === undefined ? null : at + waitMs;
  const iso = (ms: number): string => new Date(ms).toISOString();
  invoice.deliveries = [
    {
      ...invoice.deliveries[0],
      status: isSuccess ? 'delivered' : order.nextAt === null ? 'failed' : 'pending',
      attempts: attempts.length,
      next_attempt_at: order.nextAt === null ? null : iso(order.nextAt),
      target_url: `https://${HOST}/hook`,
      created_at: iso(attempts[0]?.at ?? at),
      updated_at: iso(at),
      last_error: isSuccess ? null : 'connect ECONNREFUSED',
      delivered_at: isSuccess ? iso(at) : null,
      attempts_history: attempts.map((one, index) => ({
        attempt_number: index + 1,
        round: 1,
        triggered_by: 'system',
        success: one.isSuccess,
        created_at: iso(one.at),
        ...(one.isSuccess ? { status_code: 200 } : { error: 'connect ECONNREFUSED' }),
      })),
    },
  ];
}

/** The shop sells for so many minutes of the world, or until something is so. */
async function sell(minutes: number, isEnough: () => boolean = () => false): Promise<void> {
  const end = clock.world() + minutes * MINUTE_MS;
  for (let soldAt = clock.world(); clock.world() < end && !isEnough(); ) {
    for (const order of orders)
      if (order.nextAt !== null && order.nextAt <= clock.world()) attempt(order, order.nextAt);
    if (clock.world() >= soldAt) {
      soldAt += MINUTE_MS / PER_MINUTE;
      const invoice = api.order();
      api.finish(invoice.uuid, 'success');
      const order: Order = { invoice, attempts: [], nextAt: null };
      orders.push(order);
      attempt(order, clock.world());
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const told = (): readonly string[] =>
  bench.events.flatMap(({ event, data }) => (event === 'news' ? [String(Object(data).body)] : []));

async function started(dataFolder?: string): Promise<Bench> {
  return startBench({ clock, vault, watch: 'running', ...(dataFolder === undefined ? {} : { dataFolder }) });
}

it('FAULT-90 FAULT-91 FAULT-93 FAULT-96 is quiet, told within five minutes of the third failure, and once over a restart', async () => {
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 40, withdrawals: 3 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await started();
  const { id: profile = '' } = await bench.call('profiles.add', {
    name: 'Shop',
    baseUrl: `${api.baseUrl}/api/v1`,
    apiKey: KEY_A,
  });
  await synced(bench, profile);
  await sell(8);
  expect(told()).toEqual([]);

  isUp = false;
  const downAt = clock.world();
  await sell(15, () => told().length > 0);
  const third = orders
    .flatMap(({ attempts }) => attempts)
    .filter(({ at, isSuccess }) => at >= downAt && !isSuccess)
    .map(({ at }) => at)
    .sort((a, b) => a - b)[2];
  const minutes = (clock.world() - (third ?? 0)) / MINUTE_MS;
  expect(told()).toEqual([expect.stringMatching(new RegExp(`^${HOST} refuses connections, since .*orders wait`))]);
  expect(minutes).toBeLessThan(5);
  await until(
    () => bench.notices.length,
    (count) => count > 0,
  );
  expect(bench.notices).toEqual([`Shop: ${told()[0] ?? ''}`]);

  await bench.stop();
  bench = await started(bench.dataFolder);
  await sell(4);
  expect(told()).toEqual([]);
  expect((await bench.call('overview.health', {}, profile)).receivers).toMatchObject([
    { host: HOST, kind: 'every', recoveredAt: null },
  ]);

  isUp = true;
  await sell(15, () => told().length > 0);
  expect(told()).toEqual([expect.stringMatching(new RegExp(`^${HOST} answers again`))]);
  await sell(4);
  expect(told()).toHaveLength(1);
});
