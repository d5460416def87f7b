/**
 * Lists that are not all alike: a page that fails while the others do not, a walk so long that the small steps come due, pages shorter
 * than asked for, a `has_next` that lies, pages beyond the end. The whole sync job over a list in memory (hostile-lists.test.ts has
 * totals and orders that mislead).
 */
import { afterEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { ListWorld, type WorldInvoice, type WorldOrder } from '../../support/worlds/lists.ts';
import { type SyncBench, startSyncBench } from '../../support/benches/sync.ts';
import { seeded } from '../../support/seeded.ts';

const MINUTE = 60_000;

let folder: ReturnType<typeof temporaryFolder>;
let world: ListWorld;
let bench: SyncBench;

function make(size: number, order: WorldOrder = 'newest-first'): DiscreteClock {
  const clock = new DiscreteClock();
  folder = temporaryFolder();
  world = new ListWorld({ size, order, now: () => clock.now(), random: seeded(5) });
  return clock;
}

function start(clock: DiscreteClock, latencyMs = 100): void {
  bench = startSyncBench({ folder: folder.path, clock, world, latencyMs });
}

afterEach(async () => {
  await bench.close();
  folder.remove();
});

function at(index: number): WorldInvoice {
  const invoice = world.invoices[index];
  if (invoice === undefined) throw new Error('no such invoice');
  return invoice;
}

const statusOf = async ({ uuid }: WorldInvoice): Promise<string | undefined> =>
  (await bench.mirror.read('invoices.get', { uuid }))?.record.status;

/** When this was asked for, on the world's clock. */
const times = (path: string): readonly number[] =>
  world.requests.filter((request) => request.path === `/external/${path}`).map((request) => request.at);

const longestGap = (instants: readonly number[]): number =>
  Math.max(...instants.slice(1).map((instant, index) => instant - (instants[index] ?? instant)));

function refusal(status: number, code: string): { readonly status: number; readonly body: string } {
  return { status, body: JSON.stringify({ success: false, error: { code, message: 'no' } }) };
}

/** Answers a page of invoices otherwise; undefined leaves it as it is. */
function intercept(answer: (query: URLSearchParams) => ReturnType<ListWorld['answer']> | undefined): void {
  const plain = world.answer.bind(world);
  world.answer = (path) => {
    const { pathname, searchParams } = new URL(path, 'http://world');
    return (pathname === '/external/invoices' ? answer(searchParams) : undefined) ?? plain(path);
  };
}

test('CERT-12: a pending invoice that ends is noticed within a minute and a half, wherever it lies', async () => {
  const clock = make(601);
  const pending = [at(10), at(300), at(590)];
  for (const one of pending) world.set(one, 'pending');
  start(clock);
  await bench.cycle();
  bench.sync.start();
  await bench.runFor(2 * MINUTE);
  for (const one of pending) world.set(one, 'success');
  await bench.runFor(1.5 * MINUTE);
  expect(await Promise.all(pending.map(statusOf))).toEqual(['success', 'success', 'success']);
});

describe('what stands in the way of one step does not stop the others', () => {
  test('a page of invoices that always fails: withdrawals, rates and pending invoices are read on time', async () => {
    const clock = make(601);
    const pending = at(590);
    world.set(pending, 'pending');
    intercept((query) =>
      query.get('page') === '3' && !query.has('status') ? refusal(500, 'INTERNAL_ERROR') : undefined,
    );
    start(clock);
    await expect(bench.cycle()).rejects.toThrow('INTERNAL_ERROR');
    world.set(pending, 'success');
    await bench.runFor(61 * MINUTE);
    // Said, not hidden behind what worked.
    expect(bench.sync.state().failure).toMatchObject({ kind: 'rejected', status: 500 });
    expect(times('withdrawals').length).toBeGreaterThanOrEqual(11);
    expect(longestGap(times('withdrawals'))).toBeLessThanOrEqual(6 * MINUTE);
    expect(times('rates').length).toBeGreaterThanOrEqual(2);
    expect(await statusOf(pending)).toBe('success');
  });

  test('a refused key ends the cycle at once', async () => {
    const clock = make(10);
    intercept(() => refusal(401, 'INVALID_API_KEY'));
    start(clock);
    await expect(bench.cycle()).rejects.toThrow('unauthorised');
    expect(times('withdrawals')).toEqual([]);
  });

  test('a walk of many minutes lets withdrawals have their turn between two pages', async () => {
    const clock = make(6_000);
    start(clock, 20_000);
    await bench.cycle();
    const walk = times('invoices');
    expect((walk.at(-1) ?? 0) - (walk[0] ?? 0)).toBeGreaterThan(15 * MINUTE);
    // The very first walk is left alone for ten minutes: a request more may cost it a window.
    const turns = times('withdrawals');
    expect((turns[0] ?? 0) - (walk[0] ?? 0)).toBeLessThanOrEqual(11 * MINUTE);
    expect(turns.length).toBeGreaterThanOrEqual(2);
    expect(longestGap(turns)).toBeLessThanOrEqual(6 * MINUTE);
  });
});

describe('pages that are shorter than asked for', () => {
  test.each<WorldOrder>(['newest-first', 'oldest-first'])(
    '%s: an invoice that ends behind the first page is noticed, and the counts are those of the API',
    async (order) => {
      const clock = make(80, order);
      const pending = at(order === 'newest-first' ? 5 : 75);
      world.set(pending, 'pending');
      const plain = world.answer.bind(world);
      world.answer = (path) => plain(path.replace('per_page=100', 'per_page=50'));
      start(clock);
      await bench.cycle();
      await bench.runFor(MINUTE);
      world.set(pending, 'success');
      await bench.runFor(2 * MINUTE);
      expect(await statusOf(pending)).toBe('success');
      await bench.runFor(10 * MINUTE);
      const check = await bench.mirror.read('statusCheck.latest', { list: 'invoices' });
      expect(check?.matches).toBe(true);
      // A list of two pages was not counted by a look at one.
      const counted = world.requests.filter(({ query }) => query.get('status') === 'success');
      expect(counted.length).toBeGreaterThan(0);
    },
  );
});

describe('CERT-8: a list of one status that misleads', () => {
  test('has_next is always true, and the pages beyond the end repeat: what ended is read all the same', async () => {
    const clock = make(400, 'by-uuid');
    const open = Array.from({ length: 30 }, (_, index) => at(index * 3));
    for (const invoice of open) world.set(invoice, 'pending');
    let first: unknown[] = [];
    world.tamper = (page, query) => {
      if (query.get('status') !== 'pending') return;
      page.has_next = true;
      if (page.page === 1) first = page.items;
      page.items = first;
    };
    start(clock);
    await bench.cycle();
    await bench.runFor(40_000);
    world.set(at(0), 'success');
    const before = world.invoiceRequests();
    await bench.runFor(2 * MINUTE);
    expect(await statusOf(at(0))).toBe('success');
    expect(world.invoiceRequests() - before).toBeLessThan(20);
  });

  test('no page beyond the end is asked for when full pages are all there is', async () => {
    const clock = make(300);
    world.invoices.forEach((invoice, index) => {
      world.set(invoice, index === 0 ? 'pending' : index < 101 ? 'expired' : 'success');
    });
    world.set(at(100), 'success');
    let refused = 0;
    intercept((query) => {
      const status = query.get('status');
      const rows = world.invoices.filter((invoice) => status === null || invoice.status === status).length;
      const pages = Math.max(1, Math.ceil(rows / Number(query.get('per_page'))));
      if (Number(query.get('page')) <= pages) return undefined;
      refused += 1;
      return refusal(422, 'VALIDATION_ERROR');
    });
    start(clock);
    await bench.cycle();
    // The counting that comes after a look that found something new begins where the pending one lies.
    for (let minute = 0; minute < 24; minute += 1) {
      world.add('expired');
      await bench.runFor(30_000);
    }
    expect(world.invoices.filter(({ status }) => status === 'success')).toHaveLength(200);
    expect(refused).toBe(0);
    expect(bench.sync.state().failure).toBeNull();
  });
});
