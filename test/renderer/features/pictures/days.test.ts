/** The picture of days over twenty random businesses: every point says what fractions say of its day, and opens exactly the rows that it sums. */
import { isValidElement } from 'react';
import { expect, it } from 'vitest';
import { instantKey } from '../../../../src/domain/kernel/time/time.ts';
import { type Period, periodBounds } from '../../../../src/domain/period/period.ts';
import { type MovementFact, movementsByDay } from '../../../../src/reconciliation/period/movements.ts';
import { type DayPair, daysMarks, dayTick } from '../../../../src/renderer/parts/picture/days.tsx';
import { dayBegins, expectedStatement, rational } from '../../../support/oracles/statement.ts';
import { statementWorld } from '../../../support/worlds/statement.ts';

/** Days of 23, 24 and 25 hours, and of a zone that moves by half an hour. */
const PERIODS = [
  { from: '2026-10-01', to: '2026-11-01', timeZone: 'Europe/Warsaw' },
  { from: '2026-04-01', to: '2026-05-01', timeZone: 'Australia/Lord_Howe' },
  { from: '2026-03-01', to: '2026-04-01', timeZone: 'America/Santiago' },
  { from: '2026-02-01', to: '2026-03-01', timeZone: 'Asia/Kolkata' },
] as const;
const OPENING = '1000.000000000000000001';

/** What an amount on a card says, every digit. */
function saidIn(node: unknown): string | null {
  if (!isValidElement<{ value?: string }>(node)) return null;
  return node.props.value ?? null;
}

/** The days of an address, both inclusive, as bounds in milliseconds of the oracle's own making. */
function spanIn(path: string): readonly [from: number, to: number] {
  const query = new URLSearchParams(path.split('?')[1]);
  const [from, last, zone] = ['from', 'to', 'zone'].map((name) => query.get(name) ?? '');
  const after = new Date(Date.parse(`${last}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return [dayBegins(from ?? '', zone ?? ''), dayBegins(after, zone ?? '')];
}

it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))('the days of the business of seed %i', (seed) => {
  const period: Period = PERIODS[seed % PERIODS.length] ?? PERIODS[0];
  const { timeZone } = period;
  const bounds = periodBounds(period) ?? expect.unreachable();
  const world = statementWorld(seed, [bounds.from, bounds.to], { invoices: 300, withdrawals: 120 });
  const sums = (from: number, to: number) => {
    const lines = expectedStatement(world, from, to).get('USDT')?.lines;
    const of = (line: string) => lines?.get(line) ?? { count: 0, amount: 0n, uuids: [] };
    return { credits: of('credits'), withdrawals: of('withdrawals') };
  };
  const all = sums(Date.parse(bounds.from), Date.parse(bounds.to));
  const facts = [
    ...world.invoices
      .filter(({ uuid }) => all.credits.uuids.includes(uuid))
      .map(
        (one): MovementFact => ({
          kind: 'credit',
          key: instantKey(one.finished_at ?? '') ?? '',
          amount: one.settled_amount_usdt ?? '',
        }),
      ),
    ...world.withdrawals
      .filter(({ uuid }) => all.withdrawals.uuids.includes(uuid))
      .map(
        (one): MovementFact => ({
          kind: 'withdrawal',
          key: instantKey(one.processed_at ?? '') ?? '',
          amount: one.amount ?? '',
        }),
      ),
  ];
  const days = movementsByDay(period, facts);
  const asked = { days, names: ['October'] as const, token: 'USDT', timeZone };
  const drawn = daysMarks({ ...asked, balances: { opening: OPENING } });
  const marks = [...drawn.days, ...drawn.balances];
  expect(marks.map(({ name }) => name)).toEqual(['October', 'Withdrawn', 'Calculated balance']);
  let balance = rational(OPENING);
  let opened = 0;
  for (const now of days) {
    const pair: DayPair = { day: now.day, now, earlier: undefined };
    const after = new Date(Date.parse(`${now.day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    const day = sums(dayBegins(now.day, timeZone), dayBegins(after, timeZone));
    balance += day.credits.amount - day.withdrawals.amount;
    const said = marks.map(({ value }) => rational(saidIn(value(pair)) ?? 'none'));
    expect(said).toEqual([day.credits.amount, day.withdrawals.amount, balance]);
    const paths = marks.map(({ path }) => path(pair));
    for (const [at, line] of (['credits', 'withdrawals'] as const).entries()) {
      const path = paths[at] ?? null;
      expect(path === null, now.day).toBe(day[line].count === 0);
      if (path === null) continue;
      opened += 1;
      expect(path).toContain(`line=${line}`);
      expect(sums(...spanIn(path))[line]).toEqual(day[line]);
    }
    // The balance opens the days that it adds up.
    const span = sums(...spanIn(paths[2] ?? ''));
    expect(rational(OPENING) + span.credits.amount - span.withdrawals.amount).toBe(balance);
  }
  expect(opened).toBeGreaterThan(5);
});

it('says no balance where no opening is known, and what is not over is drawn as such', () => {
  const days = movementsByDay({ from: '2026-10-01', to: '2026-10-03', timeZone: 'UTC' }, []);
  const asked = { days, before: days, names: ['Now', 'Before'] as const, token: 'USDT', timeZone: 'UTC' };
  const drawn = daysMarks({ ...asked, today: '2026-10-02', balances: { opening: null } });
  expect(drawn.days.map(({ name, look }) => [name, look])).toEqual([
    ['Now', 'full'],
    ['Today so far', 'hatched'],
    ['Before', 'before'],
    ['Difference', null],
    ['Withdrawn', 'outline'],
  ]);
  expect(drawn.balances.map(({ name }) => name)).toEqual(['Net change since it began']);
});

it('names few of many days', () => {
  const of = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const day = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
      return dayTick(day, at, count);
    }).filter((words) => words !== null);
  expect(of(31)).toEqual(['1', '5', '10', '15', '20', '25', '31']);
  expect(of(400)).toEqual([
    'Jan',
    'Feb',
    'Mar',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sep',
    'Oct',
    'Nov',
    'Dec',
    'Jan',
    'Feb',
  ]);
});
