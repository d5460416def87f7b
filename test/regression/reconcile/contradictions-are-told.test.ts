/**
 * A contradiction in what the API says stood in a list that somebody had to open: a person is told of one that is found, once, over restarts too. What
 * was over before the console saw the business first is no news.
 */
import { beforeEach, expect, test } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import { NewsWatch } from '../../../src/backend/jobs/news/news.ts';
import type { Mirror } from '../../../src/backend/mirror/mirror.ts';
import type { FindingKind } from '../../../src/domain/kernel/finding.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import type { CountedNews } from '../../../src/domain/news/notice.ts';
import { openedForEach } from '../../backend/workers/opened.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { finding, runOver } from '../../support/findings.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';

let books: Books;
let mirror: Mirror;
let clock: DiscreteClock;
let rung: CountedNews[];
openedForEach((opened) => ({ books, mirror } = opened));
beforeEach(() => {
  clock = new DiscreteClock();
  rung = [];
});

function started(): NewsWatch {
  const client = clientAt('http://127.0.0.1:9', 'nobody asks', { clock });
  const notify = async (news: CountedNews): Promise<void> => void rung.push(news);
  const context = jobContext({ client, mirror, books, clock, notify });
  const profile = { id: 'p1', name: 'Shop', origin: 'https://x', kind: 'business', readOnly: false } as const;
  return new NewsWatch(
    context,
    () => profile,
    () => clock.now(),
  );
}

/** After the first look, and before the others. */
const AFTER = fromEpochMs(new DiscreteClock().now() + 3_600_000);
const paid = (number: number, recordAt: string | null = AFTER) =>
  finding(number, { kind: 'told-other-end', unit: null, delta: null, recordAt });

async function page(kind: FindingKind) {
  const query = { profileId: 'p1', filter: { kind: [kind] }, sort: [], offset: 0, limit: 10, now: AFTER };
  return (await books.read('exceptions.page', query)).rows;
}

test('what is found is told once, several together, again on other facts, and nothing of before', async () => {
  const news = started();
  await runOver(books, [paid(1)], { at: '2026-11-21T12:00:00Z' });
  await news.lookAtChanges();
  expect(rung).toEqual([]);
  // What ends from here on is news, however much later somebody looks.
  await clock.runFor(2 * 3_600_000);
  const old = paid(2, '2026-01-01T00:00:00Z');
  const other = finding(3, { kind: 'settled-differs', recordAt: AFTER });
  await runOver(books, [paid(1), old, other, paid(4)], { at: '2026-11-21T13:00:00Z' });
  await news.lookAtChanges();
  const body =
    'Invoice order-4: the webhook told your shop another end than the record has. Exceptions says what to do.';
  expect(rung.splice(0)).toEqual([{ profileId: 'p1', about: 'contradictions', count: 1, sums: [], body }]);
  await news.lookAtChanges();
  await started().lookAtChanges();
  expect(rung).toEqual([]);
  // Found, gone and found again is one.
  const all = [paid(1), old, other, paid(4), paid(5), paid(6, null)];
  await runOver(books, all, { at: '2026-11-21T14:00:00Z' });
  await runOver(books, all.slice(0, 4), { at: '2026-11-21T14:10:00Z' });
  await runOver(books, all, { at: '2026-11-21T14:20:00Z' });
  await started().lookAtChanges();
  expect(rung.splice(0)).toMatchObject([{ about: 'contradictions', count: 2 }]);
  await runOver(books, all.slice(0, 5), { at: '2026-11-21T14:22:00Z' });
  await started().lookAtChanges();
  expect(rung).toEqual([]);
  await runOver(books, all, { at: '2026-11-21T14:25:00Z' });
  await started().lookAtChanges();
  expect(rung).toMatchObject([{ about: 'contradictions', count: 1 }]);
  // On other facts nobody's word about it counts any more.
  const known = (await page('told-other-end')).find(({ label }) => label === 'order-4');
  const by = { profileId: 'p1', osUser: 'ann', at: '2026-11-21T14:30:00Z' };
  const deed = { kind: 'resolve', reason: 'explained', note: 'the shop knows' } as const;
  await books.write('exceptions.act', { ...by, ids: [known?.id ?? ''], action: deed });
  const otherwise = { ...paid(4), evidence: { ...paid(4).evidence, 'payload.data.status': 'other' } };
  rung.splice(0);
  const others = [paid(1), old, other, otherwise, paid(5), paid(6, null)];
  await runOver(books, others, { at: '2026-11-21T15:00:00Z' });
  await started().lookAtChanges();
  expect(rung).toMatchObject([{ about: 'contradictions', count: 1 }]);
  await books.write('exceptions.act', { ...by, ids: [known?.id ?? ''], action: deed });
  await books.write('exceptions.act', { ...by, ids: [known?.id ?? ''], action: { kind: 'reopen', note: 'again' } });
  await started().lookAtChanges();
  expect(rung.length).toBe(1);
  // What is resolved, or gone, before anybody was told is no news.
  await runOver(books, [...others, paid(7), paid(8)], { at: '2026-11-21T16:00:00Z' });
  const solved = (await page('told-other-end')).filter(({ label }) => label === 'order-7');
  await books.write('exceptions.act', { ...by, ids: solved.map(({ id }) => id), action: deed });
  await runOver(books, [...others, paid(7)], { at: '2026-11-21T17:00:00Z' });
  await started().lookAtChanges();
  expect(rung.length).toBe(1);
});
