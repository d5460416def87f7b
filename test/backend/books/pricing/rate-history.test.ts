/** Prices in real books over seeded months, against a model that keeps every reading and thins it by the rule of docs/rate-history.md. */
import { expect, it } from 'vitest';
import type { Books } from '../../../../src/backend/books/books.ts';
import { eachRatePair, ratePointPage } from '../../../../src/backend/books/pricing/rate-history.ts';
import { openBooksForReading } from '../../../../src/backend/workers/threads/books-opening.ts';
import { seeded } from '../../../support/seeded.ts';
import { openedForEach } from '../../workers/opened.ts';

let books: Books;
let folder: string;

openedForEach((opened) => {
  ({ books } = opened);
  folder = opened.folder.path;
});

const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const iso = (ms: number): string => new Date(ms).toISOString();
const NORTH = { currency: 'EUR', source: 'north', side: 'sell' } as const;

interface Reading {
  readonly ms: number;
  readonly price: string;
}
interface Kept extends Reading {
  readonly run: number;
}

/** The rule, over all readings at once. */
function model(readings: readonly Reading[]): readonly Kept[] {
  const runs: Kept[] = [];
  let run = 0;
  for (const [at, one] of readings.entries()) {
    if (at === 0 || one.ms - (readings[at - 1]?.ms ?? 0) > 45 * MINUTE) run += 1;
    runs.push({ ...one, run });
  }
  const isEnd = (at: number): boolean => runs[at - 1]?.run !== runs[at]?.run || runs[at + 1]?.run !== runs[at]?.run;
  // Ten minutes apart within a run, but for its end.
  let keptMs = Number.NEGATIVE_INFINITY;
  const spaced = runs.filter((one, at) => {
    const isKept = isEnd(at) || one.ms - keptMs >= 10 * MINUTE;
    if (isKept) keptMs = one.ms;
    return isKept;
  });
  const day = (ms: number): string => iso(ms).slice(0, 10);
  const thinnedAt =
    readings.findLast(({ ms }, at) => at > 0 && day(ms) !== day(readings[at - 1]?.ms ?? 0))?.ms ?? START;
  return spaced.filter((one, at) => {
    const isOfRun = spaced[at - 1]?.run !== one.run || spaced[at + 1]?.run !== one.run;
    const ageMs = thinnedAt - one.ms;
    if (isOfRun || ageMs <= 7 * DAY) return true;
    const characters = ageMs > 90 * DAY ? 10 : 13;
    const piece = iso(one.ms).slice(0, characters);
    return spaced.find(({ ms }) => iso(ms).slice(0, characters) === piece) === one;
  });
}

function kept(): readonly { readonly at: string; readonly price: string; readonly run: number }[] {
  const database = openBooksForReading(folder);
  try {
    const query = { profileId: 'p1', currency: 'EUR', from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' };
    return [...eachRatePair(database, query)].flatMap(({ points }) => [...points]);
  } finally {
    database.close();
  }
}

it('every reading of a week, an hour and a day is there as it was read, gaps stay as wide as they were, and the rest is thinned', async () => {
  const random = seeded(7);
  const readings: Reading[] = [];
  for (let ms = START + 90_000; ms < START + 130 * DAY; ) {
    readings.push({ ms, price: `0.9${Math.floor(random() * 1e5)}` });
    // In the night the console is off; now and then somebody reads by hand.
    const isNight = new Date(ms).getUTCHours() >= 18;
    const step =
      isNight && random() < 0.5 ? 13 * 60 : random() < 0.1 ? 1 + Math.floor(random() * 12) : 30 + random() * 2;
    ms += Math.round(step * MINUTE);
  }
  for (const { ms, price } of readings) {
    await books.write('rates.note', { profileId: 'p1', prices: [{ ...NORTH, price }], asOf: iso(ms) });
  }
  const expected = model(readings);
  expect(expected.length).toBeLessThan(readings.length * 0.8);
  expect(kept()).toEqual(expected.map(({ ms, price, run }) => ({ at: iso(ms), price, run })));
});

it('says nothing of an answer that is not later, keeps sides and businesses apart, and marks what comes after a gap', async () => {
  const note = (minute: number, price: string, more: object = {}, profileId = 'p1') =>
    books.write('rates.note', {
      profileId,
      prices: [{ ...NORTH, price, ...more }],
      asOf: iso(START + minute * MINUTE),
    });
  await note(0, '1');
  await note(30, '2');
  await note(20, '9');
  await note(30, '9');
  await note(30, '5', { side: 'buy' });
  await note(30, '6', { source: null });
  await note(30, '7', {}, 'p2');
  await note(76, '3');
  expect(kept().map(({ price, run }) => [price, run])).toEqual([
    ['6', 1],
    ['5', 1],
    ['1', 1],
    ['2', 1],
    ['3', 2],
  ]);
  const database = openBooksForReading(folder);
  const asked = { profileId: 'p1', filter: { currency: ['EUR'] }, offset: 0, limit: 10 };
  const page = ratePointPage({ database }, { ...asked, sort: [{ by: 'at', direction: 'asc' }] });
  database.close();
  expect(page.total).toBe(5);
  expect(
    page.rows.filter(({ source, side }) => source !== null && side === 'sell').map((row) => [row.price, row.afterGap]),
  ).toEqual([
    ['1', true],
    ['2', false],
    ['3', true],
  ]);
});

it('takes as many sides of markets as it keeps, and no more', async () => {
  const prices = Array.from({ length: 80 }, (_, at) => ({ ...NORTH, currency: `C${at}`, price: '1' }));
  await books.write('rates.note', { profileId: 'p1', prices, asOf: iso(START) });
  const database = openBooksForReading(folder);
  const { total } = ratePointPage({ database }, { profileId: 'p1', filter: {}, sort: [], offset: 0, limit: 1 });
  database.close();
  expect(total).toBe(64);
});
