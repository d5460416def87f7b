/** Which figures are kept for the next start, how often, and when they go. */
import { describe, expect, test } from 'vitest';
import { LastKnownFigures } from '../../../src/backend/engine/last-known.ts';
import type { KnownTotals, LastKnown } from '../../../src/domain/last-known.ts';
import type { Profile } from '../../../src/domain/profile.ts';
import { SILENT } from '../workers/fixture.ts';

const SHOP: Profile = { id: 'p1', name: 'Shop', origin: 'https://api.example', kind: 'business', readOnly: false };
const OTHER: Profile = { ...SHOP, id: 'p2', name: 'Other' };
/** In Warsaw it is the 22nd already. */
const NOW = Date.parse('2026-11-21T23:30:00Z');
/** Not all of it yet. */
const LIST = { certificate: 'incomplete', seen: 40, total: 130, reason: null, asOf: null } as const;
const FILTER = { finishedFrom: '2026-10-31T23:00:00Z', finishedTo: '2026-11-22T23:00:00Z' };

function totals(count: number, currency = 'EUR'): KnownTotals {
  const row = {
    currency,
    count,
    byStatus: { success: count },
    successAmount: '1.5',
    settledUsdt: '2',
    settledMissing: 0,
  };
  return { currencies: [row], quarantined: 0, asOf: '2026-11-21T23:00:00Z' };
}

/** Time stands still until it is moved. */
function world(first: LastKnown | null = null) {
  const state: { ms: number; shown: Profile | null; fails: boolean } = { ms: 0, shown: SHOP, fails: false };
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  const log: (LastKnown | 'removed')[] = [];
  const clock = {
    now: () => NOW + state.ms,
    monotonic: () => state.ms,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        sleepers.add({ at: state.ms + ms, wake: resolve });
        if (signal?.aborted === true) reject(new Error('aborted'));
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  };
  const figures = new LastKnownFigures({
    first,
    clock,
    log: SILENT,
    settings: async () => ({ timeZone: 'Europe/Warsaw', colourScheme: 'dark' }),
    shown: () => state.shown,
    file: {
      write: async (known) => {
        if (state.fails) throw new Error('ENOSPC');
        log.push(known);
      },
      remove: async () => void log.push('removed'),
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    state,
    figures,
    log,
    settle,
    pass: async (ms: number): Promise<void> => {
      state.ms += ms;
      for (const sleeper of sleepers) if (sleeper.at <= state.ms && sleepers.delete(sleeper)) sleeper.wake();
      await settle();
    },
  };
}

const counts = (log: readonly (LastKnown | 'removed')[]) =>
  log.map((entry) => (entry === 'removed' ? entry : entry.totals.currencies[0]?.count));

describe('the figures that are kept', () => {
  test('are those that a window was answered with, and what belongs to them', async () => {
    const { figures, log, settle } = world();
    expect(figures.present).toBeNull();
    figures.saw(SHOP, FILTER, totals(3), LIST);
    await settle();
    expect(log).toEqual([
      {
        readAt: '2026-11-21T23:30:00.000Z',
        profile: { id: 'p1', name: 'Shop', kind: 'business' },
        timeZone: 'Europe/Warsaw',
        colourScheme: 'dark',
        period: { from: '2026-11-01', to: '2026-11-22' },
        list: { certificate: 'incomplete', seen: 40, total: 130 },
        totals: totals(3),
      },
    ]);
    expect(figures.present).toEqual(log[0]);
  });

  test('are written at most every thirty seconds, the newest of them, and the rest at the end', async () => {
    const { figures, log, settle, pass } = world();
    for (const count of [1, 2, 3]) {
      figures.saw(SHOP, FILTER, totals(count), LIST);
      await settle();
    }
    expect(counts(log)).toEqual([1]);
    await pass(29_000);
    expect(counts(log)).toEqual([1]);
    await pass(1_000);
    expect(counts(log)).toEqual([1, 3]);
    figures.saw(SHOP, FILTER, totals(4), LIST);
    figures.saw(SHOP, {}, totals(9), LIST);
    await settle();
    expect(counts(log)).toEqual([1, 3]);
    await figures.close();
    expect(counts(log)).toEqual([1, 3, 4]);
    figures.saw(SHOP, FILTER, totals(5), LIST);
    await pass(60_000);
    expect(counts(log)).toEqual([1, 3, 4]);
  });

  test.each<readonly [string, object]>([
    ['a status', { ...FILTER, status: ['success'] }],
    ['other days', { ...FILTER, finishedFrom: '2026-10-30T23:00:00Z' }],
    ['another end', { ...FILTER, finishedTo: '2026-11-21T23:00:00Z' }],
    ['the days of another zone', { finishedFrom: '2026-11-01T00:00:00Z', finishedTo: '2026-11-23T00:00:00Z' }],
    ['all time', {}],
  ])('are not those of %s, which the overview does not open with', async (_, filter) => {
    const { figures, log, settle } = world();
    figures.saw(SHOP, filter, totals(3), LIST);
    await settle();
    expect(log).toEqual([]);
  });

  test.each<readonly [string, KnownTotals]>([
    ['a long currency', totals(1, 'x'.repeat(201))],
    ['many currencies', { ...totals(1), currencies: Array.from({ length: 201 }, () => totals(1).currencies).flat() }],
  ])('are whole: with %s none are kept', async (_, found) => {
    const { figures, log, settle } = world();
    figures.saw(SHOP, FILTER, found, LIST);
    await settle();
    expect(log).toEqual([]);
  });

  test('are of the profile that windows open with; those of another one go', async () => {
    const { figures, log, settle, state } = world();
    figures.saw(OTHER, FILTER, totals(1), LIST);
    figures.saw(SHOP, { ...FILTER, status: ['success'] }, totals(1), LIST);
    await settle();
    expect(log).toEqual([]);
    // What is not kept takes nobody's turn.
    figures.saw(SHOP, FILTER, totals(2), LIST);
    await settle();
    state.shown = OTHER;
    expect(figures.present).toBeNull();
    await figures.look();
    expect(counts(log)).toEqual([2, 'removed']);
    await figures.look();
    expect(counts(log)).toEqual([2, 'removed']);
  });

  test('of last time go when their profile is not there any more, also when that is found at the start', async () => {
    const first = await firstOf();
    const { figures, log, state } = world(first);
    expect(figures.present).toEqual(first);
    state.shown = null;
    await figures.look();
    expect(counts(log)).toEqual(['removed']);
    expect(figures.present).toBeNull();
  });

  test('that wait to be written when their profile is forgotten are never written', async () => {
    const { figures, log, settle, pass, state } = world();
    figures.saw(SHOP, FILTER, totals(1), LIST);
    await settle();
    figures.saw(SHOP, FILTER, totals(2), LIST);
    await settle();
    state.shown = OTHER;
    await figures.look();
    await pass(60_000);
    await figures.close();
    expect(counts(log)).toEqual([1, 'removed']);
  });

  test('may fail to be written: nobody is stopped, and the next ones are', async () => {
    const { figures, log, settle, pass, state } = world();
    state.fails = true;
    figures.saw(SHOP, FILTER, totals(1), LIST);
    await settle();
    state.fails = false;
    figures.saw(SHOP, FILTER, totals(2), LIST);
    await pass(30_000);
    expect(counts(log)).toEqual([2]);
  });
});

async function firstOf(): Promise<LastKnown> {
  const { figures, settle } = world();
  figures.saw(SHOP, FILTER, totals(3), LIST);
  await settle();
  if (figures.present === null) throw new Error('nothing was kept');
  return figures.present;
}
