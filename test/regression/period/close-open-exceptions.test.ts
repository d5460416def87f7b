/**
 * A close said nothing of exceptions: 93 adjusted invoices of its month that nobody had looked at were locked in. What a close needs is told together
 * with the open exceptions of the period's records now, by kind, exactly those that the list of exceptions shows for it.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallOutput } from '../../../src/contract/calls.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type Bench, startBench, synced } from '../../integration/bench.ts';
import { FastClock } from '../../integration/clock.ts';

let sandbox: Sandbox;
let bench: Bench;
let profile: string;

beforeAll(async () => {
  const clock = new FastClock(31);
  sandbox = await createSandbox({ size: 250, limit: 100_000, clock: clock.forSandbox() });
  bench = await startBench({ clock, sandbox });
  profile = (await bench.call('profiles.list', {})).profiles[0]?.id ?? '';
  await synced(bench, profile);
  await bench.call('reconciliation.run', {}, profile);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await sandbox.close();
});

type Open = CallOutput<'periods.readiness'>['openExceptions'];
type Rows = CallOutput<'exceptions.page'>['rows'];

async function openIn(from: string, to: string): Promise<{ readonly open: Open; readonly rows: Rows }> {
  const { openExceptions: open } = await bench.call(
    'periods.readiness',
    { period: { from, to, timeZone: 'UTC' } },
    profile,
  );
  const filter = { state: ['open' as const], recordFrom: `${from}T00:00:00Z`, recordTo: `${to}T00:00:00Z` };
  const { rows, total } = await bench.call('exceptions.page', { filter, offset: 0, limit: 200 }, profile);
  expect(rows).toHaveLength(total);
  return { open, rows };
}

function countsOf(rows: Rows): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

it('names the open exceptions of its days by kind, those of other days not, and one less for each that is settled', async () => {
  const all = await openIn('2020-01-01', '2040-01-01');
  const days = [...new Set(all.rows.map(({ recordAt }) => (recordAt ?? '').slice(0, 10)))].toSorted();
  const middle = days[Math.floor(days.length / 2)] ?? '';
  const before = await openIn('2020-01-01', middle);
  const after = await openIn(middle, '2040-01-01');
  for (const { open, rows } of [all, before, after]) {
    expect(open.count).toBe(rows.length);
    expect(Object.fromEntries(open.kinds.map(({ kind, count }) => [kind, count]))).toEqual(countsOf(rows));
    expect(open.kinds.map(({ count }) => count)).toEqual(
      open.kinds.map(({ count }) => count).toSorted((a, b) => b - a),
    );
    expect(open.lookedAt).not.toBeNull();
  }
  expect(before.open.count).toBeGreaterThan(0);
  expect(after.open.count).toBeGreaterThan(0);
  expect(before.open.count + after.open.count).toBe(all.open.count);
  const adjusted = before.rows.find(({ kind }) => kind === 'adjusted');
  const settled = { kind: 'resolve', reason: 'explained', note: 'seen' } as const;
  await bench.call('exceptions.act', { ids: [adjusted?.id ?? ''], action: settled }, profile);
  const later = await openIn('2020-01-01', middle);
  expect(later.open.count).toBe(before.open.count - 1);
  expect(countsOf(later.rows)['adjusted'] ?? 0).toBe((countsOf(before.rows)['adjusted'] ?? 0) - 1);
});
