/**
 * An approved withdrawal without tx_hash was nowhere said, and never read again: it is final, so no list shows that a hash has come. It is a
 * finding ten minutes after it was processed, and is read by itself until it has one.
 */
import { afterEach, expect, test } from 'vitest';
import { rereadHashes } from '../../../src/backend/jobs/sync/cycle.ts';
import { withdrawalList } from '../../../src/backend/jobs/sync/lists.ts';
import { failed, success } from '../../../src/domain/kernel/failure/failure.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import type { Withdrawal } from '../../../src/domain/records/withdrawal.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { page, temporaryFolder, uuidOf, withdrawal } from '../../backend/mirror/sample.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';
import { ListWorld } from '../../support/worlds/lists.ts';
import { seeded } from '../../support/seeded.ts';
import { startSyncBench } from '../../support/benches/sync.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** On the second page of three: neither end of the list shows it. */
const LACKING = 130;
const uuid = `00000000-0000-4000-8000-${String(LACKING).padStart(12, '0')}`;

test('it is read again, and not once it has its hash', async () => {
  const clock = new DiscreteClock();
  const folder = temporaryFolder();
  const random = seeded(5);
  const world = new ListWorld({ size: 10, order: 'newest-first', now: () => clock.now(), random, withdrawals: 250 });
  let hasHash = false;
  let alone = 0;
  const answer = (path: string) => {
    const isOne = path.endsWith(uuid);
    if (isOne) alone += 1;
    const all = world.answer('/external/withdrawals?page=2&per_page=100');
    const { status, body } = isOne ? all : world.answer(path);
    const shown = hasHash ? body : body.replace(`"hash-${LACKING}"`, 'null');
    return { status, body: isOne ? `{"success":true,"data":${oneOf(shown)}}` : shown };
  };
  const bench = startSyncBench({ folder: folder.path, clock, world: { requests: world.requests, answer } });
  closers.push(
    () => folder.remove(),
    () => bench.close(),
  );
  await bench.cycle();
  const hash = async (): Promise<unknown> => (await bench.mirror.read('withdrawals.get', { uuid }))?.record.tx_hash;
  expect(await hash()).toBe(null);
  await bench.runFor(20 * 60_000);
  expect(alone).toBeGreaterThan(0);
  expect(await hash()).toBe(null);
  hasHash = true;
  await bench.runFor(20 * 60_000);
  expect(await hash()).toBe(`hash-${LACKING}`);
  const before = alone;
  await bench.runFor(20 * 60_000);
  expect(alone).toBe(before);
});

function openedMirror(): Store {
  const folder = temporaryFolder();
  const store = openInProcess(folder.path);
  closers.push(
    () => folder.remove(),
    () => store.close(),
  );
  return store;
}

test('those of the last day are due first, the others once a day, and none that is not approved or not shown any more', async () => {
  const mirror = openedMirror().mirror('p1');
  const seen = async (number: number, change: Partial<Withdrawal>, ...days: readonly string[]): Promise<void> => {
    for (const asOf of days)
      await mirror.write('withdrawals.store', page([withdrawal(number, { tx_hash: null, ...change })], { asOf }));
  };
  const [asOf, at] = ['2026-11-21T10:00:00Z', '2026-11-21T10:30:00Z'];
  await seen(1, {}, asOf);
  await seen(2, { tx_hash: ' ' }, asOf);
  await seen(3, {}, asOf);
  await mirror.write('lists.markMissing', { list: 'withdrawals', uuid: uuidOf(3), asOf, at });
  await seen(4, { status: 'pending' }, asOf);
  await seen(5, { tx_hash: 'hash' }, asOf);
  await seen(6, {}, '2026-11-19T10:00:00Z', '2026-11-20T12:00:00Z');
  await seen(7, {}, '2026-11-18T10:00:00Z', '2026-11-21T09:55:00Z');
  await seen(8, {}, '2026-11-21T12:05:00Z');
  const due = await mirror.read('reread.withoutHash', {
    before: '2026-11-21T12:00:00Z',
    longBefore: '2026-11-20T12:10:00Z',
    limit: 10,
  });
  expect(due.map(({ uuid: one }) => one)).toEqual([1, 2, 6].map(uuidOf));
});

test('none waits for ever behind those that lack it too, nor behind those whose answers cannot be read', async () => {
  const store = openedMirror();
  const mirror = store.mirror('p1');
  const clock = new DiscreteClock();
  const context = jobContext({
    client: clientAt('http://127.0.0.1:9', 'nobody asks', { clock }),
    mirror,
    books: store.books,
    clock,
  });
  const lacking = Array.from({ length: 30 }, (_, at) => withdrawal(at + 1, { status: 'approved', tx_hash: null }));
  await mirror.write('withdrawals.store', page(lacking, { asOf: '2026-11-21T10:00:00Z' }));
  const asked = new Set<string>();
  const inVain = new Set<string>();
  const takeTurn = async (turn: number): Promise<void> => {
    const serverTime = fromEpochMs(Date.UTC(2026, 10, 21, 10, 10 + turn * 5));
    const list = {
      ...withdrawalList(context),
      readOne: async (one: string) => {
        asked.add(one);
        if (one <= uuidOf(5)) return failed(UNREADABLE);
        const known = lacking.filter((record) => record.uuid === one);
        await mirror.write('withdrawals.store', page(known, { asOf: serverTime }));
        return success('read' as const);
      },
    };
    expect(await rereadHashes(list, mirror, { serverTime, inVain }, { lane: 'backfill' })).toBe(null);
  };
  for (let turn = 1; turn <= 6; turn += 1) await takeTurn(turn);
  expect(asked.size).toBe(30);
  const known = lacking.slice(5).map((record) => ({ ...record, tx_hash: 'hash' }));
  await mirror.write('withdrawals.store', page(known, { asOf: '2026-11-21T10:45:00Z' }));
  asked.clear();
  await takeTurn(8);
  expect(asked.size).toBe(0);
  await takeTurn(9);
  expect(asked.size).toBe(5);
});

const UNREADABLE = {
  kind: 'malformed-response',
  reason: 'wrong-record',
  status: 200,
  detail: 'no withdrawal',
} as const;

/** The record of that uuid out of a page. */
function oneOf(body: string): string {
  const page: { data: { items: readonly { uuid: string }[] } } = JSON.parse(body);
  return JSON.stringify(page.data.items.find((item) => item.uuid === uuid));
}
