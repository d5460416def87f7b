/** The ages of the exceptions in twenty seeded books, against counting by hand; each point of their picture opens exactly the rows that it counts. */
import { expect, it } from 'vitest';
import type { Books } from '../../../../src/backend/books/books.ts';
import { ageMarks } from '../../../../src/renderer/features/reconciliation/exceptions/ageing.tsx';
import { exceptionFilter } from '../../../../src/renderer/features/reconciliation/exceptions/filters.ts';
import { readQuery } from '../../../../src/renderer/ui/window/route.ts';
import { finding, runOver } from '../../../support/findings.ts';
import { seeded } from '../../../support/seeded.ts';
import { openedForEach } from '../../../backend/workers/opened.ts';

let books: Books;

openedForEach((opened) => {
  ({ books } = opened);
});

const NOW_MS = Date.parse('2026-11-21T10:00:00.000Z');
const DAY_MS = 86_400_000;
const LEAST_DAYS = { 'under-1': 0, '1-3': 1, '3-7': 3, 'over-7': 7 } as const;

it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))('the ages of seed %i', async (seed) => {
  const chance = seeded(seed);
  const now = new Date(NOW_MS).toISOString();
  const found = Array.from({ length: 40 }, (_, number) => {
    // On the very bounds now and then, and a millisecond beside them.
    const days = chance() < 0.4 ? ([1, 3, 7][Math.floor(chance() * 3)] ?? 1) : chance() * 12;
    const ageMs = Math.max(0, Math.round(days * DAY_MS) + Math.floor(chance() * 3) - 1);
    return { ageMs, one: { ...finding(number + 1), seenAt: new Date(NOW_MS - ageMs).toISOString() } };
  });
  await runOver(
    books,
    found.map(({ one }) => one),
    { at: now },
  );
  const page = async (filter: object) =>
    (await books.read('exceptions.page', { profileId: 'p1', filter, sort: [], now, offset: 0, limit: 200 })).rows;
  const resolved = new Set<string>();
  for (const row of await page({})) {
    if (chance() < 0.7) continue;
    const action = { kind: 'resolve', reason: 'explained', note: 'looked at' } as const;
    await books.write('exceptions.act', { profileId: 'p1', ids: [row.id], action, at: now, osUser: 'finance' });
    resolved.add(row.recordUuid);
  }
  const { ages } = await books.read('exceptions.counts', { profileId: 'p1', filter: {}, now });
  expect(ages.map(({ age }) => age)).toEqual(Object.keys(LEAST_DAYS));
  const marks = ageMarks('/exceptions', 'state=all&kind=settled-differs');
  for (const [at, age] of ages.entries()) {
    const [from, below] = [LEAST_DAYS[age.age], Object.values(LEAST_DAYS)[at + 1] ?? Number.POSITIVE_INFINITY];
    const own = found.filter(({ ageMs }) => ageMs >= from * DAY_MS && ageMs < below * DAY_MS);
    for (const [place, state] of (['open', 'resolved'] as const).entries()) {
      const expected = own.filter(({ one }) => resolved.has(one.recordUuid) === (state === 'resolved'));
      expect([age.age, state, age[state]]).toEqual([age.age, state, expected.length]);
      const path = marks[place]?.path(age) ?? null;
      expect(path === null).toBe(expected.length === 0);
      if (path === null) continue;
      const rows = await page(exceptionFilter(readQuery(path.split('?')[1] ?? ''), 'UTC'));
      expect(rows.map(({ recordUuid }) => recordUuid).sort()).toEqual(expected.map(({ one }) => one.recordUuid).sort());
    }
  }
});
