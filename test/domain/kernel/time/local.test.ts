/** Local times of long lists: the quick way says to the second what Temporal says, through every change of the clocks of every zone. */
import { describe, expect, it } from 'vitest';
import { formatInstant, fromEpochMs } from '../../../../src/domain/kernel/time/time.ts';
import { LocalTimes } from '../../../../src/domain/kernel/time/local.ts';
import { SOAK } from '../../../support/scale.ts';
import { workTime } from '../../../support/work-time.ts';

const HOUR = 3_600_000;
const zones = Intl.supportedValuesOf('timeZone');

/** The hours within which the zone's offset changes, found by Intl alone. */
function changesOf(zone: string, fromYear: number, toYear: number): readonly number[] {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = (at: number): string =>
    format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const search = (low: number, high: number): readonly number[] => {
    if (offset(low) === offset(high)) return [];
    if (high - low <= HOUR) return [low];
    const middle = low + Math.floor((high - low) / 2 / HOUR) * HOUR;
    return [...search(low, middle), ...search(middle, high)];
  };
  const found: number[] = [];
  const week = 7 * 24 * HOUR;
  for (let at = Date.UTC(fromYear, 0); at < Date.UTC(toYear, 0); at += week) found.push(...search(at, at + week));
  return found;
}

describe('local times of many instants', () => {
  const tested = zones.filter((_, index) => SOAK || index % 20 === 0);
  it.each([...new Set([...tested, 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca', 'America/St_Johns'])])(
    'are those of Temporal: %s',
    (zone) => {
      const times = new LocalTimes(zone);
      const differing: unknown[] = [];
      for (const change of changesOf(zone, 2024, 2027)) {
        for (let at = change - HOUR; at <= change + 2 * HOUR; at += 7 * 60_000 + 13_000) {
          const text = fromEpochMs(at);
          if (times.local(text) !== formatInstant(text, zone)) differing.push([text, times.local(text)]);
        }
      }
      for (const text of [
        '1890-06-01T12:00:30Z',
        '1946-01-01T00:20:00Z',
        '2026-02-28T23:59:59.999Z',
        '2099-07-01T00:00:00Z',
      ])
        if (times.local(text) !== formatInstant(text, zone)) differing.push([text, times.local(text)]);
      expect(differing).toEqual([]);
    },
  );

  it('take what is no plain instant of UTC as the slow way does', () => {
    const times = new LocalTimes('Europe/Warsaw');
    for (const text of [
      '2026-02-30T10:00:00Z',
      '2026-11-21T24:00:00Z',
      '2026-11-21T24:30:00Z',
      '2026-11-21T10:61:00Z',
      '2026-11-21T10:00:60Z',
      '2026-11-21T10:00:00+05:00',
      '2026-11-21',
      '=1+1',
      '',
    ])
      expect([text, times.local(text)]).toEqual([text, formatInstant(text, 'Europe/Warsaw')]);
    expect(times.local('2026-10-25T00:30:00Z')).toBe('2026-10-25 02:30:00');
    expect(times.local('2026-10-25T01:30:00Z')).toBe('2026-10-25 02:30:00');
  });

  it('are quick', () => {
    const times = new LocalTimes('America/St_Johns');
    const texts = Array.from({ length: 200_000 }, (_, index) =>
      new Date(Date.UTC(2026, 0) + index * 17_000).toISOString(),
    );
    const spent = workTime();
    for (const text of texts) times.local(text);
    expect(spent()).toBeLessThan(3_000);
  });
});
