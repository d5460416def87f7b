/**
 * Lists that mislead, through the whole sync job into a real mirror file: pages that shrink, repeat and never end, totals that lie,
 * records that vanish and come back, invoices that a dispute changes long after they ended. Nothing is ever deleted, and no
 * certificate is given that is not true. Not here: answers that cross each other (integration/walks.test.ts).
 */
import { afterEach, describe, expect, test } from 'vitest';
import type { WalkedListState } from '../../../src/backend/mirror/kernel/answers.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { ListWorld, type WorldOrder, type WorldPage } from '../../support/worlds/lists.ts';
import { type SyncBench, startSyncBench } from '../../support/benches/sync.ts';
import { seeded } from '../../support/seeded.ts';

const HOUR = 3_600_000;
/** Answers are dated in whole seconds: what happens in one second has no order. */
const MOMENT = 5_000;

let folder: ReturnType<typeof temporaryFolder>;
let world: ListWorld;
let bench: SyncBench;

function start(size: number, order: WorldOrder = 'newest-first', latencyMs = 100): void {
  const clock = new DiscreteClock();
  folder = temporaryFolder();
  world = new ListWorld({ size, order, now: () => clock.now(), random: seeded(5) });
  bench = startSyncBench({ folder: folder.path, clock, world, latencyMs });
}

afterEach(async () => {
  await bench.close();
  folder.remove();
});

const state = async (): Promise<WalkedListState> => (await bench.mirror.read('lists.state', {})).invoices;
const rows = async (filter: { missing?: boolean } = {}): Promise<number> =>
  (await bench.mirror.read('invoices.page', { filter, sort: [], offset: 0, limit: 1 })).total;
const sums = async (): Promise<{ count: number; missing: number }> => {
  const { currencies, missing } = await bench.mirror.read('invoices.totals', { filter: {} });
  return { count: currencies.reduce((sum, { count }) => sum + count, 0), missing };
};

describe('FAULT-41 CERT-4 CERT-10: a list that comes back with fewer records', () => {
  test.each<WorldOrder>(['newest-first', 'oldest-first', 'by-uuid'])(
    '%s: marked, never deleted, certified as it is',
    async (order) => {
      start(500, order);
      await bench.cycle();
      await bench.runFor(MOMENT);
      const gone = world.pick(world.invoices, 460);
      world.remove(gone);
      await bench.cycle();
      expect(await state()).toMatchObject({
        certificate: 'certified',
        growOnly: false,
        missing: 460,
        verdict: { seen: 40, total: 40 },
      });
      expect([await rows(), await rows({ missing: true })]).toEqual([500, 460]);
      // What was seen was true when it was seen: the sums keep it, and say so.
      expect(await sums()).toEqual({ count: 500, missing: 460 });
      const [first] = gone;
      const marked = await bench.mirror.read('invoices.get', { uuid: first?.uuid ?? '' });
      expect(marked?.missingSince).toEqual(expect.any(String));
      expect(Date.parse(marked?.missingSince ?? '')).toBeGreaterThanOrEqual(Date.parse(marked?.asOf ?? ''));

      await bench.runFor(MOMENT);
      world.restore(gone);
      await bench.cycle();
      expect(await state()).toMatchObject({ certificate: 'certified', missing: 0, verdict: { seen: 500, total: 500 } });
      expect(await rows({ missing: true })).toBe(0);
      // A list that once lost records is never proved by one count again.
      expect((await state()).growOnly).toBe(false);
    },
  );

  test('an empty answer deletes nothing', async () => {
    start(300);
    await bench.cycle();
    await bench.runFor(MOMENT);
    world.remove([...world.invoices]);
    await bench.cycle();
    expect(await rows()).toBe(300);
    expect(await state()).toMatchObject({ missing: 300, verdict: { seen: 0, total: 0 } });
  });

  test('one record behind which another one comes in is noticed where it is asked for', async () => {
    start(300);
    const [lost] = world.pick(world.invoices.slice(-50), 1);
    if (lost === undefined) throw new Error('no invoice');
    world.set(lost, 'pending');
    await bench.cycle();
    // The total stays as it was: by counting alone this would look like nothing at all.
    world.remove([lost]);
    world.add('success');
    await bench.cycle();
    // The counts per status are compared every ten minutes, pending ones every minute.
    await bench.runFor(11 * 60_000);
    expect((await bench.mirror.read('invoices.get', { uuid: lost.uuid }))?.missingSince).toEqual(expect.any(String));
    expect(await state()).toMatchObject({ missing: 1, growOnly: false, certificate: 'certified' });
    expect((await state()).verdict).toEqual({ seen: 300, total: 300 });
  });
});

describe('FAULT-37 CERT-6: pages that mislead', () => {
  /** What was said in the end, in how many requests. */
  async function walked(
    tamper: (page: WorldPage, query: URLSearchParams) => void,
  ): Promise<WalkedListState & { requests: number }> {
    world.tamper = tamper;
    const before = world.invoiceRequests();
    await bench.cycle();
    return { ...(await state()), requests: world.invoiceRequests() - before };
  }

  test('pages that shrink in the middle of the walk cost more of them', async () => {
    start(730);
    let asked = 0;
    const run = await walked((page) => {
      asked += 1;
      if (asked <= 3) return;
      const at = (page.page - 1) * 40;
      const all = world.invoices.toReversed().slice(at, at + 40);
      const whole = new Set(all.map(({ uuid }) => uuid));
      page.items = page.items.filter((item) => whole.has(uuidOf(item)));
      page.per_page = 40;
      page.total_pages = Math.ceil(page.total_items / 40);
      page.has_next = page.page < page.total_pages;
    });
    // The items of a shrunken page lie elsewhere than asked; whatever comes, nothing false is said.
    if (run.certificate === 'certified') expect(await rows()).toBe(730);
    else expect(run.reason).toEqual(expect.any(String));
    expect(run.requests).toBeLessThan(400);
    world.tamper = () => undefined;
    await bench.cycle();
    expect(await state()).toMatchObject({ certificate: 'certified', verdict: { seen: 730, total: 730 } });
  });

  test('the same page for every number: incomplete, said so, and an end', async () => {
    start(600);
    let first: unknown[] = [];
    const run = await walked((page) => {
      if (first.length === 0) first = page.items;
      if (page.items.length > 0) page.items = first;
    });
    expect(run).toMatchObject({ certificate: 'incomplete', seen: 100, total: 600 });
    expect(run.reason).toContain('counts more records');
    expect(run.requests).toBeLessThan(60);
  });

  test('a loop: after the last page the first one comes again, for ever', async () => {
    start(450);
    let first: unknown[] = [];
    const run = await walked((page) => {
      if (first.length === 0) first = page.items;
      page.has_next = true;
      if (page.items.length === 0) page.items = first;
    });
    expect(run).toMatchObject({ certificate: 'certified', verdict: { seen: 450, total: 450 } });
    expect(run.requests).toBeLessThan(20);
  });

  test.each([7, -7])('a total that is off by %i is never certified, and the walk ends', async (off) => {
    start(400);
    const run = await walked((page) => {
      page.total_items += off;
    });
    expect(run.certificate).not.toBe('certified');
    expect(run.reason).toEqual(expect.any(String));
    expect(await rows()).toBe(400);
    expect(run.requests).toBeLessThan(100);
  });

  test('a total that wavers from answer to answer is never certified', async () => {
    start(400);
    let asked = 0;
    const run = await walked((page) => {
      asked += 1;
      page.total_items += asked % 2 === 0 ? 3 : 1;
    });
    expect(run.certificate).not.toBe('certified');
    expect(run.requests).toBeLessThan(100);
  });
});

describe('an interrupted walk', () => {
  const refuse = (status: number, code: string): { status: number; body: string } => ({
    status,
    body: JSON.stringify({ success: false, error: { code, message: 'page' } }),
  });
  /** The number of the page, of requests for a whole page of all invoices; else null. */
  const wholePage = (pathWithQuery: string): number | null => {
    const { pathname, searchParams: query } = new URL(pathWithQuery, 'http://world');
    const isWhole = pathname === '/external/invoices' && query.get('per_page') === '100' && !query.has('status');
    return isWhole ? Number(query.get('page')) : null;
  };

  // The page before the one that fails is read again: it is the first one of its pass, or lies within it.
  test.each([1, 2])(
    'CERT-7: a strict one forgets its pair: a row that went and one that came on page %i are both noticed',
    async (last) => {
      // So slow that no two pages are of one second.
      start(500, 'by-uuid', 1_500);
      await bench.cycle();
      await bench.runFor(MOMENT);
      world.remove(world.pick(world.invoices, 1));
      const answer = world.answer.bind(world);
      let [firsts, failures] = [0, 0];
      let isAgain = false;
      let gone: string | null = null;
      world.answer = (path) => {
        const page = wholePage(path);
        if (page === 1) firsts += 1;
        if (page === last && failures > 0) isAgain = true;
        // The walk that notices, its first strict pass, its second: there one of the last page goes, and one of this page comes.
        if (firsts === 3 && page === last && gone === null) {
          const [victim] = world.invoices.toSorted((left, right) => (left.uuid < right.uuid ? -1 : 1)).slice(450);
          if (victim === undefined) throw new Error('no invoice');
          gone = victim.uuid;
          world.remove([victim]);
          for (let ago = 0; ; ago += 1) {
            const added = world.add('success', ago);
            const place = world.invoices.filter(({ uuid }) => uuid < added.uuid).length;
            if (place >= last * 100 - 90 && place < last * 100 - 10) break;
            world.remove([added]);
          }
        }
        if (firsts === 3 && page === last + 1 && !isAgain) {
          failures += 1;
          return refuse(500, 'INTERNAL_ERROR');
        }
        return answer(path);
      };
      // The first certificate after it, before another walk could put things right.
      const before = (await state()).asOf;
      for (let second = 0; second < 900 && (await state()).asOf === before; second += 1) await bench.runFor(1_000);
      expect(failures).toBeGreaterThan(0);
      expect((await state()).certificate).toBe('certified');
      expect((await bench.mirror.read('lists.census', { list: 'invoices' })).present).toBe(499);
      const marked = await bench.mirror.read('invoices.get', { uuid: gone ?? '' });
      expect(marked?.missingSince).toEqual(expect.any(String));
      expect(await state()).toMatchObject({ missing: 2, verdict: { seen: 499, total: 499 } });
    },
  );

  test.each([
    ['refuses', refuse(422, 'VALIDATION_ERROR')],
    ['does not know', refuse(404, 'NOT_FOUND')],
    ['answers with another page', null],
  ])(
    'CERT-6: ends when the list became shorter than its checkpoint, and the server %s that page',
    async (_name, refusal) => {
      start(601);
      const answer = world.answer.bind(world);
      let gone = 0;
      world.answer = (path) => {
        const page = wholePage(path);
        if (page === 7 && gone === 0) {
          gone = 250;
          world.remove(world.invoices.slice(0, gone));
        }
        const pages = Math.ceil(world.invoices.length / 100);
        if (page === null || page <= pages) return answer(path);
        return refusal ?? answer(path.replace(/([?&])page=\d+/, `$1page=${pages}`));
      };
      await bench.cycle();
      const { certificate, verdict, walk } = await state();
      expect({ certificate, verdict, walk }).toMatchObject({
        certificate: 'certified',
        verdict: { seen: 351, total: 351 },
        walk: null,
      });
      expect(world.requests.some(({ path }) => path.endsWith('/withdrawals'))).toBe(true);
    },
  );

  test('CERT-6: a page that must be there and is refused is a failure, and costs no more than page 1 beside it', async () => {
    start(601);
    const answer = world.answer.bind(world);
    world.answer = (path) => {
      const reply = answer(path);
      return wholePage(path) === 4 ? refuse(422, 'VALIDATION_ERROR') : reply;
    };
    await expect(bench.cycle()).rejects.toThrow('VALIDATION_ERROR');
    const pages = world.requests
      .filter(({ path }) => path === '/external/invoices')
      .map(({ query }) => query.get('page'));
    expect(pages).toEqual(['1', '2', '3', '4', '1']);
    expect(JSON.parse((await state()).walk ?? '{}')).toMatchObject({ page: 4 });
  });
});

describe('a clock that is wrong', () => {
  test.each([
    ['a year', 365 * 24 * HOUR],
    ['three hours', 3 * HOUR],
  ])('answers dated %s ahead do not keep out the right ones after them', async (_name, ahead) => {
    start(300);
    const last = world.invoices.at(-1);
    if (last === undefined) throw new Error('no invoice');
    world.set(last, 'pending');
    bench.clock.jumpWall(ahead);
    await bench.cycle();
    bench.clock.jumpWall(-ahead);
    world.set(last, 'success');
    await bench.runFor(11 * 60_000);
    const known = await bench.mirror.read('invoices.get', { uuid: last.uuid });
    expect(known?.record.status).toBe('success');
    expect(Date.parse(known?.asOf ?? '')).toBeLessThanOrEqual(bench.clock.now());
    expect(await bench.mirror.read('statusCheck.latest', { list: 'invoices' })).toMatchObject({ matches: true });
  });
});

describe('while a walk is on', () => {
  test('CERT-11: the certificate keeps the numbers it was given for', async () => {
    start(300);
    await bench.cycle();
    for (let index = 0; index < 250; index += 1) world.add('success');
    const during: WalkedListState[] = [];
    world.tamper = (_page, query) => {
      if (query.get('page') === '3') void state().then((seen) => during.push(seen));
    };
    await bench.cycle();
    const [seen] = during;
    expect(seen).toMatchObject({ certificate: 'certified', verdict: { seen: 300, total: 300 }, total: 550 });
    expect(seen?.seen).toBeLessThan(550);
    expect((await state()).verdict).toEqual({ seen: 550, total: 550 });
  });
});

describe('a dispute long after the end', () => {
  test('FAULT-84 CERT-12: is found by the rolling re-read, at its pace, and logged', async () => {
    start(1_200);
    await bench.cycle();
    const late = world.invoices.find(({ status, number }) => status === 'success' && number > 100);
    if (late === undefined) throw new Error('no success');
    late.isAdjusted = true;
    const before = world.requests.length;
    const hours = async (count: number): Promise<void> => {
      for (let hour = 0; hour < count; hour += 1) {
        bench.clock.jumpWall(HOUR);
        await bench.cycle();
      }
    };
    await hours(6);
    expect((await bench.mirror.read('reread.state', {})).lap?.page).toBe(6);
    // The place outlives the console.
    await bench.close();
    bench = startSyncBench({ folder: folder.path, clock: bench.clock, world });
    await hours(8);
    const found = await bench.mirror.read('invoices.get', { uuid: late.uuid });
    expect(found?.record).toMatchObject({ is_adjusted: true, status: 'success' });
    // Fourteen hours, a page an hour.
    const rereads = world.requests
      .slice(before)
      .filter(
        ({ path, query }) =>
          path === '/external/invoices' && query.get('status') === null && Number(query.get('page')) > 1,
      );
    expect(rereads.length).toBeGreaterThanOrEqual(11);
    expect(rereads.length).toBeLessThanOrEqual(14);
    expect(
      await bench.books.read('observations.ofRecord', { profileId: 'p1', uuid: late.uuid, offset: 0, limit: 9 }),
    ).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ field: 'is_adjusted', after: 'true' })]),
    });
    const { oldestReading } = await bench.mirror.read('reread.state', {});
    expect(bench.clock.now() - Date.parse(oldestReading ?? '')).toBeLessThan(15 * HOUR);
  });
});

function uuidOf(item: unknown): string {
  return typeof item === 'object' && item !== null && 'uuid' in item ? String(item.uuid) : '';
}
