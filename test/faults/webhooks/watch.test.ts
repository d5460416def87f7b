/**
 * The watch over 12,500 invoices, two hundred of whose webhooks fail, with the real sync, gate, mirror file and the sandbox behind real
 * sockets, on the discrete clock: exactly one reading of every final invoice and those that are due after the API's next attempt. The
 * sandbox's own record judges. A tenth of it in CI. Not here: order and pauses (test/backend/jobs/webhooks/watch/watch.test.ts), what is read again after its end
 * (test/regression/webhooks/deliveries-resent-by-others.test.tsx).
 */
import { afterEach, expect, test } from 'vitest';
import type { InvoiceRecord } from '../../../src/sandbox/world/records.ts';
import { ATTEMPT_TIMEOUT_MS } from '../../../src/domain/webhooks/retry-schedule.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { LimiterModel } from '../../support/limiter-models.ts';
import { scaled, SOAK } from '../../support/scale.ts';
import { startSyncBench, type SyncBench } from '../../support/benches/sync.ts';
import { type Reading, type WatchedSandbox, watchedSandbox } from '../../support/benches/watched-sandbox.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const INVOICES = scaled(12_500);
const FAILING = scaled(200);
const LIMIT = 100;
/** It is out of order until three hours after the beginning of the world. */
const HOST = 'legacy.shop.example';
const ROUTE = 'GET /external/invoices/*/webhooks';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

interface Setup {
  readonly clock: DiscreteClock;
  readonly world: WatchedSandbox;
  readonly bench: SyncBench;
}

async function setUp(): Promise<Setup> {
  const clock = new DiscreteClock();
  const world = await watchedSandbox(clock, INVOICES - FAILING);
  closers.push(() => world.close());
  addFailing(world, clock.now());
  const folder = temporaryFolder();
  closers.push(() => folder.remove());
  const bench = startSyncBench({
    folder: folder.path,
    clock,
    world,
    limiter: new LimiterModel('sliding-log', LIMIT),
    reserve: 'automatic',
    isPlansOnly: () => true,
  });
  closers.push(() => bench.close());
  return { clock, world, bench };
}

/** Orders that ended within the last hour, whose webhooks go to the host that is out of order. */
function addFailing({ sandbox: { world } }: WatchedSandbox, now: number): void {
  for (let index = 0; index < FAILING; index += 1) {
    const endedAt = now - HOUR_MS + Math.floor((index * HOUR_MS) / FAILING);
    const order = { externalId: `failing-${index}`, customerId: `customer-${index}`, amount: '10.00', currency: 'EUR' };
    const { uuid } = world.createInvoice({ ...order, callbackUrl: `https://${HOST}/hook` }, endedAt - MINUTE_MS);
    world.end(uuid, 'canceled', endedAt);
  }
}

function byInvoice(readings: readonly Reading[]): ReadonlyMap<string, readonly Reading[]> {
  const found = new Map<string, Reading[]>();
  for (const reading of readings) found.set(reading.invoice, [...(found.get(reading.invoice) ?? []), reading]);
  return found;
}

/** What the sandbox did after the first reading of an invoice: each attempt that ended since is read once. */
function expectedReadings(
  { sandbox: { world } }: WatchedSandbox,
  readings: ReadonlyMap<string, readonly Reading[]>,
): number {
  let expected = 0;
  for (const invoice of world.invoices()) {
    if (invoice.status === 'pending') continue;
    const [first] = readings.get(invoice.uuid) ?? [];
    const attempts = world.deliveries(invoice.uuid).flatMap((delivery) => delivery.attempts);
    expected +=
      1 +
      attempts.filter(({ createdAt, durationMs }) => first !== undefined && createdAt + durationMs > first.at).length;
  }
  return expected;
}

test('every final invoice is read once, and again after each attempt that the API announced', async () => {
  const { clock, world, bench } = await setUp();
  const { sandbox } = world;
  bench.watch.start();
  await bench.cycle();
  // Long enough for what is still open to end, and to be read as what has just ended.
  await clock.runFor(40 * MINUTE_MS);
  bench.sync.pause();
  await clock.runFor(22 * HOUR_MS);

  const readings = byInvoice(world.readings);
  const finals = [...sandbox.world.invoices()].filter(({ status }) => status !== 'pending');
  const again = [...readings.values()].flatMap((of) =>
    of.slice(1).map((reading, index) => ({ reading, before: of[index] })),
  );
  if (SOAK) {
    const lastFirst = Math.max(...[...readings.values()].map(([first]) => first?.at ?? 0));
    const hours = (lastFirst - sandbox.world.clock.now() + clock.monotonic()) / HOUR_MS;
    console.info(
      'watch',
      JSON.stringify({ finals: finals.length, again: again.length, hours, refused: bench.refused() }),
    );
  }
  // The sandbox's own count: nothing was asked that the notes do not have.
  expect(sandbox.record.requestCount(ROUTE)).toBe(world.readings.length);
  expect(new Set(readings.keys())).toEqual(new Set(finals.map(({ uuid }) => uuid)));
  expect(world.readings.length).toBe(expectedReadings(world, readings));
  // Never early: a reading before the announced attempt can be over tells nothing.
  const announced = again.filter(({ before }) => before?.status !== 'delivering');
  const early = announced.filter(
    ({ reading, before }) => reading.at < (before?.nextAttemptAt ?? Number.POSITIVE_INFINITY) + ATTEMPT_TIMEOUT_MS,
  );
  expect(early).toEqual([]);
  expect(again.length).toBeGreaterThan(2 * FAILING);
  const late = announced.map(({ reading, before }) => reading.at - (before?.nextAttemptAt ?? 0) - ATTEMPT_TIMEOUT_MS);
  expect(Math.max(...late)).toBeLessThan(MINUTE_MS);
  expect(bench.refused()).toBe(0);
  const hasFailed = ({ uuid }: InvoiceRecord): boolean => sandbox.world.deliveries(uuid).at(-1)?.status === 'failed';
  // The API tells whole seconds.
  const endOf = ({ finishedAt }: InvoiceRecord): number => Math.floor((finishedAt ?? 0) / 1000);
  const newestFirst = finals.toSorted((left, right) => endOf(right) - endOf(left) || (left.uuid < right.uuid ? -1 : 1));
  const { counts, phase } = await bench.watch.state();
  expect({ phase, ...counts }).toEqual({
    phase: 'done',
    terminal: finals.length,
    unread: 0,
    toRead: 0,
    unresolved: 0,
    due: 0,
    recent: 200,
    failed: newestFirst.slice(200).filter(hasFailed).length,
  });
  // What the mirror says of them is what the sandbox says.
  expect((await bench.mirror.read('deliveries.counts', {})).failed).toBe(finals.filter(hasFailed).length);
});

test('the invoices of an outage are read before the backlog, newest first, and the estimate holds', async () => {
  const { clock, world, bench } = await setUp();
  const to = new Date(clock.now()).toISOString();
  await bench.cycle();
  // The walk has used the minute's budget up.
  await clock.runFor(2 * MINUTE_MS);
  const window = { from: new Date(clock.now() - 2 * HOUR_MS).toISOString(), to, host: HOST };
  const estimate = await bench.watch.estimate(window);
  const meant = [...world.sandbox.world.invoices()].filter(
    ({ callbackUrl, finishedAt }) =>
      callbackUrl?.includes(HOST) === true &&
      finishedAt !== null &&
      finishedAt < Date.parse(to) &&
      finishedAt >= Date.parse(window.from),
  );
  expect(meant.length).toBeGreaterThanOrEqual(FAILING);
  expect(estimate).toMatchObject({ invoices: meant.length, requests: meant.length });

  const begun = clock.monotonic();
  await bench.watch.beginIncident(window);
  bench.watch.start();
  await clock.runFor(Math.ceil(estimate.etaSeconds * 1.1) * 1000 + 5_000);
  const firsts = [...byInvoice(world.readings).values()].flatMap(([first]) => (first === undefined ? [] : [first]));
  const uuids = new Set(meant.map(({ uuid }) => uuid));
  const ofIncident = firsts.filter(({ invoice }) => uuids.has(invoice));
  const ended = ofIncident.at(-1)?.at ?? 0;
  expect(ofIncident).toHaveLength(meant.length);
  // The API tells whole seconds.
  const ends = ofIncident.map(({ invoice }) =>
    Math.floor((world.sandbox.world.invoice(invoice).finishedAt ?? 0) / 1000),
  );
  expect(ends).toEqual(ends.toSorted((left, right) => right - left));
  // Between them only what has just ended.
  const others = firsts.filter(({ invoice, at }) => at < ended && !uuids.has(invoice));
  const ages = others.map(({ invoice, at }) => at - (world.sandbox.world.invoice(invoice).finishedAt ?? 0));
  expect(Math.max(0, ...ages)).toBeLessThan(5 * MINUTE_MS);
  const tookSeconds = (ended - world.sandbox.world.clock.now() + clock.monotonic() - begun) / 1000;
  if (SOAK) console.info('incident', JSON.stringify({ ...estimate, tookSeconds }));
  expect(tookSeconds).toBeLessThanOrEqual(estimate.etaSeconds * 1.1);
  expect(tookSeconds).toBeGreaterThanOrEqual(estimate.etaSeconds * 0.9);
  // It is read, and the backlog goes on.
  expect(await bench.watch.state()).toMatchObject({
    incident: { invoices: meant.length, unread: 0 },
    isIncidentRead: true,
    incidentEtaSeconds: null,
  });
  expect(firsts.length).toBeGreaterThan(meant.length);
});
