/** Movements by day: every day of the zone, also those of clock changes, exact to the last digit and equal in sum to what went in. */
import { describe, expect, it } from 'vitest';
import { MAX_PERIOD_DAYS, periodDays } from '../../../src/domain/period/period.ts';
import { instantKey } from '../../../src/domain/kernel/time/time.ts';
import { type MovementFact, movementsByDay } from '../../../src/reconciliation/period/movements.ts';

const WARSAW = { from: '2026-10-24', to: '2026-10-27', timeZone: 'Europe/Warsaw' };

function fact(kind: MovementFact['kind'], at: string, amount: string): MovementFact {
  return { kind, key: instantKey(at) ?? '', amount };
}

describe('movements by day', () => {
  it('puts each movement into its local day; the day of a clock change has 25 hours', () => {
    const days = movementsByDay(WARSAW, [
      fact('withdrawal', '2026-10-25T22:59:59.999Z', '2.5'),
      fact('credit', '2026-10-23T22:00:00Z', '1.000000000000000001'),
      fact('credit', '2026-10-24T21:59:59Z', '3.1'),
      fact('credit', '2026-10-24T22:00:00Z', '0.9'),
      fact('credit', '2026-10-25T23:00:00Z', '7'),
    ]);
    expect(days.map(({ day, movement, cumulative }) => [day, movement, cumulative])).toEqual([
      ['2026-10-24', '4.100000000000000001', '4.100000000000000001'],
      ['2026-10-25', '-1.6', '2.500000000000000001'],
      ['2026-10-26', '7', '9.500000000000000001'],
    ]);
    expect(days[1]).toMatchObject({ creditCount: 1, credits: '0.9', withdrawalCount: 1, withdrawals: '2.5' });
  });

  it('shows a day without movements, and refuses one that lies outside', () => {
    expect(movementsByDay(WARSAW, []).map(({ day, creditCount }) => [day, creditCount])).toEqual([
      ['2026-10-24', 0],
      ['2026-10-25', 0],
      ['2026-10-26', 0],
    ]);
    expect(() => movementsByDay(WARSAW, [fact('credit', '2026-10-23T21:59:59Z', '1')])).toThrow(RangeError);
  });

  it('names no more days than it may', () => {
    expect(periodDays({ from: '2020-01-01', to: '2026-01-01', timeZone: 'UTC' })).toHaveLength(MAX_PERIOD_DAYS);
    expect(periodDays(WARSAW).map(({ from }) => from)).toEqual([
      '2026-10-23T22:00:00Z',
      '2026-10-24T22:00:00Z',
      '2026-10-25T23:00:00Z',
    ]);
  });
});
