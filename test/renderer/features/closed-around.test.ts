/** How the days of an open period stand to the closed ones, also where their zones differ. */
import { expect, test } from 'vitest';
import { closedAround } from '../../../src/renderer/features/statements/statement/closed-around.tsx';
import type { CallOutput } from '../../../src/contract/calls.ts';

const closed = (from: string, to: string): CallOutput<'periods.list'>['rows'][number] => ({
  id: `close of ${from}`,
  period: { from, to, timeZone: 'Europe/Warsaw' },
  closedAt: '2026-11-03T10:00:00Z',
  closedBy: 'finance',
  overrideReason: null,
  sha256: '0'.repeat(64),
  closings: [],
  figures: [],
  adjustments: [],
  correction: null,
  openingGap: null,
});
const CLOSES = [closed('2026-10-01', '2026-11-01'), closed('2026-09-01', '2026-10-01')];

test.each([
  ['a day of a closed month', '2026-10-05', '2026-10-06', 'Europe/Warsaw', 'within', 1],
  ['a quarter of which two months are closed', '2026-09-01', '2026-12-01', 'Europe/Warsaw', 'reaches', 2],
  ['days of two closed months', '2026-09-20', '2026-10-10', 'Europe/Warsaw', 'within', 2],
  ['the month after', '2026-11-01', '2026-12-01', 'Europe/Warsaw', 'apart', 0],
  ['the month after, of a zone whose day begins later', '2026-11-01', '2026-12-01', 'America/New_York', 'apart', 0],
  ['the month after, of a zone whose day begins earlier', '2026-11-01', '2026-12-01', 'Asia/Tokyo', 'reaches', 1],
] as const)('%s', (_name, from, to, timeZone, extent, count) => {
  const around = closedAround({ from, to, timeZone }, CLOSES);
  expect([around.extent, around.closes.length]).toEqual([extent, count]);
});
