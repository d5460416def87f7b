/** Instants, keys and days, across fractions and clock changes. */
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  describeDuration,
  formatInstant,
  fromEpochMs,
  instantKey,
  isTimeZone,
  localDay,
  localMinute,
  nextDay,
  startOfDay,
  toEpochMs,
} from '../../../../src/domain/kernel/time/time.ts';

describe('instants', () => {
  it.each([
    ['2026-11-21T14:03:09Z', 1795269789000],
    ['2026-11-21T14:03:09.5Z', 1795269789500],
    ['2026-11-21T14:03:09.123456789Z', 1795269789123],
    ['2026-11-21T15:03:09+01:00', 1795269789000],
  ])('reads %s', (text, expected) => expect(toEpochMs(text)).toBe(expected));
  it.each(['', 'yesterday', '2026-13-01T00:00:00Z', '2026-11-21', '1795269789', '2026-11-21T14:03:09'])(
    'does not guess at %j',
    (text) => expect(toEpochMs(text)).toBeNull(),
  );
  // The first sorts before the day that it is in, the others before every year.
  it.each([
    '2026-10-31T24:00:00Z',
    '2026-10-31T24:00:00.000Z',
    '2026-10-31T24:00:00+00:00',
    '+012026-10-31T10:00:00Z',
    '+002026-10-31T10:00:00Z',
    '-000001-10-31T10:00:00Z',
    '9999-12-31T23:30:00-01:00',
    '0000-01-01T00:30:00+01:00',
  ])('takes %s for no instant', (text) => expect([toEpochMs(text), instantKey(text)]).toEqual([null, null]));
  it('round-trips milliseconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (ms) => {
        expect(toEpochMs(fromEpochMs(ms))).toBe(ms);
      }),
    );
  });
});

describe('the sort key', () => {
  it('orders by time whatever the fraction', () => {
    const texts = [
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.000000001Z',
      '2026-01-01T00:00:00.1Z',
      '2026-01-01T00:00:00.12Z',
    ];
    const keys = texts.map((text) => instantKey(text));
    expect(keys.toSorted((left, right) => ((left ?? '') < (right ?? '') ? -1 : 1))).toEqual(keys);
    expect(new Set(keys).size).toBe(texts.length);
  });
  it('gives one key to one instant', () => {
    expect(instantKey('2026-01-01T00:00:00Z')).toBe(instantKey('2026-01-01T00:00:00.000Z'));
    expect(instantKey('2026-01-01T01:00:00+01:00')).toBe(instantKey('2026-01-01T00:00:00Z'));
    expect(instantKey('2026-01-01')).toBe(instantKey('2026-01-01T00:00:00Z'));
  });
  it.each(['', '2026-02-30', '2026-02-30T00:00:00+00:00', 'x'])('has none for %j', (text) => {
    expect(instantKey(text)).toBeNull();
  });
});

describe('zones', () => {
  it('shows local time with its own day', () => {
    expect(formatInstant('2026-11-21T23:30:00Z', 'Europe/Warsaw')).toBe('2026-11-22 00:30:00');
    expect(formatInstant('2026-11-21T23:30:00.9Z', 'UTC')).toBe('2026-11-21 23:30:00');
    expect(formatInstant('never', 'UTC')).toBeNull();
  });
  it('say what Temporal says, in any zone and year', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const [first, last] = [Date.UTC(1850, 0), Date.UTC(9999, 11, 31, 23, 59, 59)];
    const differing: unknown[] = [];
    const isAlike = (epochMs: number, zone: string): void => {
      const text = fromEpochMs(epochMs);
      const local = Temporal.Instant.from(text).toZonedDateTimeISO(zone).toPlainDateTime();
      const expected = local.toString({ smallestUnit: 'second' }).replace('T', ' ');
      if (formatInstant(text, zone) !== expected) differing.push([text, zone, formatInstant(text, zone), expected]);
    };
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: first, max: last }), fc.integer({ min: Date.UTC(1973, 0), max: Date.UTC(2100, 0) })),
        fc.constantFrom(...zones, 'UTC', '+05:45'),
        isAlike,
      ),
      { seed: 20261122, numRuns: 400 },
    );
    for (const zone of zones.filter((_, index) => index % 10 === 0)) isAlike(Date.UTC(1973, 0) - 1, zone);
    for (const at of [-1, 0]) isAlike(Date.UTC(9999, 11, 30) + at, 'Pacific/Kiritimati');
    expect(differing).toEqual([]);
  });
  it('begin their days, and have the next, as Temporal says', () => {
    const days = [
      '0000-02-29',
      '1900-02-28',
      '2024-02-28',
      '2026-12-31',
      '9999-12-30',
      '9999-12-31',
      '2026-02-30',
      '2026-13-01',
      '2026-00-01',
      '20261101',
      '+010000-01-01',
      '',
    ];
    const byTemporal = (say: () => string): string | null => {
      try {
        return say();
      } catch {
        return null;
      }
    };
    expect(days.map(nextDay)).toEqual(
      days.map((day) => byTemporal(() => Temporal.PlainDate.from(day).add({ days: 1 }).toString())),
    );
    expect(days.map((day) => startOfDay(day, 'UTC'))).toEqual(
      days.map((day) => byTemporal(() => Temporal.PlainDate.from(day).toZonedDateTime('UTC').toInstant().toString())),
    );
  });
  it('knows that days have 23 and 25 hours', () => {
    const hours = (day: string): number => {
      const from = startOfDay(day, 'Europe/Berlin');
      const to = startOfDay(nextDay(day) ?? '', 'Europe/Berlin');
      return ((toEpochMs(to ?? '') ?? 0) - (toEpochMs(from ?? '') ?? 0)) / 3_600_000;
    };
    expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-11-01')]).toEqual([23, 25, 24]);
  });
  it('are cut to the day and to the minute in the zone', () => {
    const late = '2026-11-21T23:59:59Z';
    expect([localDay(late, 'UTC'), localDay(late, 'Europe/Berlin')]).toEqual(['2026-11-21', '2026-11-22']);
    expect([localMinute(late, 'UTC'), localMinute(late, 'Europe/Berlin')]).toEqual([
      '2026-11-21 23:59',
      '2026-11-22 00:59',
    ]);
    expect([localDay('soon', 'UTC'), localMinute('', 'UTC')]).toEqual([null, null]);
  });
  it('refuses zones and days that do not exist', () => {
    expect([isTimeZone('UTC'), isTimeZone('Mars/Olympus')]).toEqual([true, false]);
    expect([startOfDay('2026-02-30', 'UTC'), nextDay('x')]).toEqual([null, null]);
  });
});

it.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_900_000, '1 h 05 min'],
  [180_000_000, '2 d 2 h'],
])('describes %i ms as %s', (ms, words) => expect(describeDuration(ms)).toBe(words));
