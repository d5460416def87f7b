/**
 * What it costs to bring a complete mirror up to date after the console was closed: 700 new invoices and 300 that ended, on a
 * hundred thousand (on four thousand outside of a soak run; the requests do not depend on it). The whole sync job runs, over a
 * list in memory and a real mirror file. Not here: the cold walk (cold-walk.test.ts).
 */
import { cpSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { ListWorld, type WorldInvoice, type WorldOrder } from '../../support/worlds/lists.ts';
import { SOAK, scaled } from '../../support/scale.ts';
import { type SyncBench, startSyncBench } from '../../support/benches/sync.ts';
import { seeded } from '../../support/seeded.ts';

const SIZE = SOAK ? 100_000 : 4_000;
/** Two in a hundred of a hundred thousand, whatever the size of this run. */
const NEWEST = 2_000;
const NEW = 700;
const ENDED = 300;
const LIMIT = 30;

const folders: { remove: () => void }[] = [];
afterAll(() => {
  for (const { remove } of folders) remove();
});

function folder(): string {
  const made = temporaryFolder();
  folders.push(made);
  return made.path;
}

/** A complete mirror whose console was closed, and what the API had by then. */
interface Closed {
  readonly folder: string;
  readonly pending: readonly number[];
}

type Spread = 'newest' | 'everywhere';

/** Six hundred pending invoices, among the newest or all over the list. Built once for each order. */
const built = new Map<string, Promise<Closed>>();

async function build(order: WorldOrder, spread: Spread): Promise<Closed> {
  const clock = new DiscreteClock();
  const world = newWorld(order, clock);
  const among = spread === 'newest' ? world.invoices.slice(-NEWEST) : world.invoices;
  const pending = world.pick(among, 600);
  for (const invoice of pending) world.set(invoice, 'pending');
  const place = folder();
  const bench = startSyncBench({ folder: place, clock, world });
  await bench.cycle();
  await bench.close();
  return { folder: place, pending: pending.map(({ number }) => number) };
}

function newWorld(order: WorldOrder, clock: DiscreteClock): ListWorld {
  return new ListWorld({ size: SIZE, order, now: () => clock.now(), random: seeded(7) });
}

interface Reopened {
  readonly bench: SyncBench;
  readonly world: ListWorld;
  /** Requests about invoices, and all. */
  readonly requests: number;
  readonly all: number;
}

/** The console opens again an hour later, after `change`, and comes to rest. */
async function reopened(
  order: WorldOrder,
  spread: Spread,
  change: (world: ListWorld, pending: readonly WorldInvoice[]) => void,
): Promise<Reopened> {
  const key = `${order} ${spread}`;
  const known = built.get(key) ?? build(order, spread);
  built.set(key, known);
  const closed = await known;
  const place = folder();
  cpSync(closed.folder, place, { recursive: true });
  const clock = new DiscreteClock();
  const world = newWorld(order, clock);
  const wasPending = new Set(closed.pending);
  const pending = world.invoices.filter(({ number }) => wasPending.has(number));
  for (const invoice of pending) world.set(invoice, 'pending');
  // The cold walk has taken some minutes itself.
  await clock.runFor(2 * 3_600_000);
  change(world, pending);
  const bench = startSyncBench({ folder: place, clock, world });
  await bench.cycle();
  return { bench, world, requests: world.invoiceRequests(), all: world.requests.length };
}

/** The mirror says what the world says: every row, by status, certified and checked. */
async function expectExact({ mirror }: SyncBench, world: ListWorld): Promise<void> {
  const { invoices } = await mirror.read('lists.state', {});
  expect(invoices).toMatchObject({ certificate: 'certified', growOnly: true, missing: 0 });
  expect(invoices.verdict).toEqual({ seen: world.invoices.length, total: world.invoices.length });
  const { byStatus } = await mirror.read('lists.census', { list: 'invoices' });
  const truth: Record<string, number> = {};
  for (const { status } of world.invoices) truth[status] = (truth[status] ?? 0) + 1;
  expect(byStatus).toEqual(truth);
  expect(await mirror.read('statusCheck.latest', { list: 'invoices' })).toMatchObject({ matches: true });
}

function grow(world: ListWorld, count: number): void {
  for (let index = 0; index < count; index += 1) {
    world.add(index % 5 === 0 ? 'pending' : world.final(), (count - index) * 5_000);
  }
}

function end(world: ListWorld, invoices: readonly WorldInvoice[]): void {
  for (const invoice of invoices) world.set(invoice, world.final());
}

describe.each<WorldOrder>(['newest-first', 'oldest-first'])('%s', (order) => {
  test('CERT-8: nothing has happened: identity, one look, the five requests, a page of the rolling re-read', async () => {
    const { bench, world, requests } = await reopened(order, 'newest', () => undefined);
    await expectExact(bench, world);
    expect(requests).toBeLessThanOrEqual(8);
    await bench.close();
  });

  test.each([
    { name: 'all among the newest 2 %', zone: NEWEST - NEW },
    { name: 'the ended ones among 2 % of what was there before', zone: NEWEST },
  ])('CERT-8: 700 new, 300 ended, $name: at most 30 requests', async ({ zone }) => {
    const { bench, world, requests, all } = await reopened(order, 'newest', (list, pending) => {
      const oldest = list.invoices.length - zone;
      grow(list, NEW);
      end(
        list,
        list.pick(
          pending.filter(({ number }) => number >= oldest),
          ENDED,
        ),
      );
    });
    await expectExact(bench, world);
    figure(`incremental, ${order}, zone ${zone}`, { requests, all });
    expect(requests).toBeLessThanOrEqual(LIMIT);
    await bench.close();
  });

  test('CERT-8: those that ended are all over the list: one request each, and 30', async () => {
    const ended = scaled(ENDED);
    const { bench, world, requests, all } = await reopened(order, 'everywhere', (list, pending) => {
      grow(list, NEW);
      end(list, list.pick(pending, ended));
    });
    await expectExact(bench, world);
    figure(`incremental, ${order}, scattered`, { requests, all, ended });
    expect(requests).toBeLessThanOrEqual(ended + LIMIT);
    await bench.close();
  });
});

test('CERT-8: an order that tells nothing: what ended is named by the list of pending ones', async () => {
  const ended = scaled(ENDED);
  const { bench, world, requests } = await reopened('by-uuid', 'everywhere', (list, pending) => {
    end(list, list.pick(pending, ended));
  });
  await expectExact(bench, world);
  figure('incremental, by uuid, scattered, none new', { requests, ended });
  expect(requests).toBeLessThanOrEqual(ended + LIMIT);
  await bench.close();
});

/** Said in a soak run, for the readme. */
function figure(name: string, numbers: Readonly<Record<string, number>>): void {
  if (SOAK) console.info(name, JSON.stringify(numbers));
}
