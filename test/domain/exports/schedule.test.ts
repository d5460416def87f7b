/** When exports that are made by themselves are due, of which days, and what their files are called. */
import { describe, expect, it } from 'vitest';
import { EXPORTS } from '../../../src/domain/exports/export.ts';
import {
  type DueRule,
  duesBetween,
  FILE_NAME,
  madeUp,
  mayRoll,
  mustRoll,
  nextDues,
  periodName,
  requestFor,
  rolledPeriod,
  SCHEDULED_KINDS,
} from '../../../src/domain/exports/schedule.ts';

const ms = (at: string): number => Date.parse(at);
const WARSAW = 'Europe/Warsaw';
const daily = (hour: number, timeZone = WARSAW): DueRule => ({ every: 'day', hour, timeZone });

describe('a time', () => {
  it('that the clocks leave out comes once, as much later', () => {
    // 29 March 2026, 02:00 is 03:00.
    expect(duesBetween(daily(2), ms('2026-03-28T12:00:00Z'), ms('2026-03-30T12:00:00Z'))).toEqual([
      { day: '2026-03-29', at: '2026-03-29T01:00:00Z' },
      { day: '2026-03-30', at: '2026-03-30T00:00:00Z' },
    ]);
  });
  it('that the clocks show twice comes once, the first time', () => {
    // 25 October 2026, 03:00 is 02:00 again.
    expect(duesBetween(daily(2), ms('2026-10-24T12:00:00Z'), ms('2026-10-26T12:00:00Z'))).toEqual([
      { day: '2026-10-25', at: '2026-10-25T00:00:00Z' },
      { day: '2026-10-26', at: '2026-10-26T01:00:00Z' },
    ]);
  });
  it('is half-open, so that two looks one after the other find each once', () => {
    const rule = daily(6, 'UTC');
    const whole = duesBetween(rule, ms('2026-01-01T00:00:00Z'), ms('2026-03-01T00:00:00Z'));
    for (const middle of ['2026-02-01T05:59:59Z', '2026-02-01T06:00:00Z', '2026-02-01T06:00:01Z']) {
      const halves = [
        ...duesBetween(rule, ms('2026-01-01T00:00:00Z'), ms(middle)),
        ...duesBetween(rule, ms(middle), ms('2026-03-01T00:00:00Z')),
      ];
      expect(halves).toEqual(whole);
    }
    expect(whole).toHaveLength(59);
  });
  it('on a day that a month does not have is its last', () => {
    const rule: DueRule = { every: 'month', day: 31, hour: 0, timeZone: 'UTC' };
    const days = duesBetween(rule, ms('2027-12-31T12:00:00Z'), ms('2028-05-01T12:00:00Z')).map(({ day }) => day);
    expect(days).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']);
  });
  it('of a week begins with Monday', () => {
    const rule: DueRule = { every: 'week', weekday: 1, hour: 7, timeZone: 'Asia/Kolkata' };
    expect(nextDues(rule, ms('2026-11-28T00:00:00Z'), 2)).toEqual([
      { day: '2026-11-30', at: '2026-11-30T01:30:00Z' },
      { day: '2026-12-07', at: '2026-12-07T01:30:00Z' },
    ]);
  });
  it('of a day that a zone never had is not lost, and a console that was closed for decades looks three years back', () => {
    const days = duesBetween(daily(9, 'Pacific/Apia'), ms('2011-12-28T00:00:00Z'), ms('2012-01-01T12:00:00Z'));
    expect(new Set(days.map(({ day }) => day)).size).toBe(days.length);
    expect(days.map(({ day }) => day)).toContain('2011-12-31');
    expect(duesBetween(daily(9), 0, ms('2026-11-28T12:00:00Z')).length).toBeLessThan(1_200);
  });
});

it('the days before it, and what they are called', () => {
  expect(rolledPeriod('last-month', '2026-01-01', WARSAW)).toEqual({
    from: '2025-12-01',
    to: '2026-01-01',
    timeZone: WARSAW,
  });
  expect(rolledPeriod('last-month', '2026-03-31', WARSAW)).toEqual({
    from: '2026-02-01',
    to: '2026-03-01',
    timeZone: WARSAW,
  });
  expect(rolledPeriod('last-week', '2026-11-29', WARSAW)).toEqual({
    from: '2026-11-16',
    to: '2026-11-23',
    timeZone: WARSAW,
  });
  expect(rolledPeriod('last-week', '2026-11-30', WARSAW)).toEqual({
    from: '2026-11-23',
    to: '2026-11-30',
    timeZone: WARSAW,
  });
  expect(rolledPeriod('yesterday', '2026-03-01', WARSAW)).toEqual({
    from: '2026-02-28',
    to: '2026-03-01',
    timeZone: WARSAW,
  });
  expect(periodName('last-month', '2026-11-01')).toBe('2026-10');
  // 28 December 2026 is the Monday of week 53, and 1 January 2027 lies in it.
  expect(periodName('last-week', '2027-01-04')).toBe('2026-W53');
  expect(periodName('last-week', '2027-01-11')).toBe('2027-W01');
  expect(periodName('yesterday', '2026-01-01')).toBe('2025-12-31');
  expect(periodName(null, '2026-11-28')).toBe('2026-11-28');
});

it('a request gets these days in the place of its own, and nothing that was typed for others', () => {
  const period = rolledPeriod('last-month', '2026-11-01', 'UTC');
  const old = { from: '2020-01-01', to: '2020-02-01', timeZone: 'UTC' };
  const typed = [{ token: 'USDT', closing: '1' }];
  expect(requestFor({ kind: 'statement', period: old, typed }, period)).toEqual({
    kind: 'statement',
    period,
    typed: [],
  });
  expect(requestFor({ kind: 'fees', period: old }, period)).toEqual({ kind: 'fees', period });
  const bounds = ['2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'];
  expect(requestFor({ kind: 'invoices', filter: { status: ['success'] }, sort: [] }, period)).toMatchObject({
    filter: { status: ['success'], createdFrom: bounds[0], createdTo: bounds[1] },
  });
  // The days that a person has narrowed it by.
  const finished = requestFor({ kind: 'invoices', filter: { finishedFrom: '2020-01-01' }, sort: [] }, period);
  expect(finished).toEqual({ kind: 'invoices', filter: { finishedFrom: bounds[0], finishedTo: bounds[1] }, sort: [] });
  expect(requestFor({ kind: 'activity', filter: {}, all: false }, period)).toMatchObject({
    filter: { from: bounds[0], to: bounds[1] },
  });
  expect(requestFor({ kind: 'rates' }, null)).toEqual({ kind: 'rates' });
});

it('every export that needs no more than a business can be made by itself, and what has days can roll', () => {
  const others = Object.keys(EXPORTS).filter((kind) => !SCHEDULED_KINDS.some((one) => one === kind));
  expect(others.toSorted()).toEqual(['businesses', 'close', 'journal', 'order-report', 'resend-report']);
  for (const kind of SCHEDULED_KINDS) if (mustRoll(kind)) expect([kind, mayRoll(kind)]).toEqual([kind, true]);
  expect(SCHEDULED_KINDS.filter((kind) => !mayRoll(kind))).toEqual([
    'endpoints',
    'late-changes',
    'quarantine',
    'rates',
    'payment-methods',
    'labels',
  ]);
});

it('a file is called what every system takes', () => {
  for (const name of ['fees', 'fees of Shop 2', 'a', 'A-b_c'])
    expect([name, FILE_NAME.safeParse(name).success]).toEqual([name, true]);
  for (const name of [
    '',
    '.',
    '..',
    'a/b',
    'a\\b',
    'a.',
    ' a',
    'a ',
    'CON',
    'lpt1',
    'a\u0000',
    'ä',
    'a:b',
    '-a',
    'x'.repeat(61),
  ])
    expect([name, FILE_NAME.safeParse(name).success]).toEqual([name, false]);
});

it('of a list as it is now the last missed time is made up, of days of their own each, and none is in both', () => {
  const dues = duesBetween(daily(6), ms('2026-01-01T00:00:00Z'), ms('2026-03-01T00:00:00Z'));
  for (const rolls of [null, 'yesterday'] as const) {
    const { make, leave } = madeUp(dues, rolls);
    expect([...leave, ...make]).toEqual(dues);
    expect(make).toHaveLength(rolls === null ? 1 : 31);
  }
  expect(madeUp([], null)).toEqual({ make: [], leave: [] });
});
