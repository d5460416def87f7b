/**
 * "Today" moved with the whole hour of UTC, so in India it was yesterday until half past midnight, and in Nepal for fifteen minutes: Home showed the figures
 * of the day before under "Today". What follows the day moves with the quarter of an hour now, on which every zone's day begins.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { daysOf } from '../../../src/renderer/features/home/period.tsx';
import { DAY_STEP_MS } from '../../../src/renderer/ui/window/clock.ts';

const RENDERER = join(import.meta.dirname, '../../../src/renderer');
/** As a screen reads the clock (useNow). */
const stepped = (at: string): number => Math.floor(Date.parse(at) / DAY_STEP_MS) * DAY_STEP_MS;
const today = { text: (name: string) => (name === 'period' ? 'today' : undefined) };

describe('today', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-23T18:29:59Z', '2026-11-23'],
    ['Asia/Kolkata', '2026-11-23T18:30:00Z', '2026-11-24'],
    ['Asia/Kathmandu', '2026-11-23T18:14:59Z', '2026-11-23'],
    ['Asia/Kathmandu', '2026-11-23T18:15:00Z', '2026-11-24'],
    ['Australia/Lord_Howe', '2026-11-23T13:00:00Z', '2026-11-24'],
    ['Europe/Warsaw', '2026-11-23T23:00:00Z', '2026-11-24'],
  ])('in %s at %s is %s', (timeZone, at, day) => {
    expect(daysOf(today, stepped(at), timeZone)).toEqual({ from: day, to: day });
  });

  it('begins on a step in every zone that this computer knows', () => {
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone, minute: '2-digit' });
      for (const month of ['2026-01', '2026-07']) {
        const minutes = Number(clock.format(Date.parse(`${month}-15T00:00:00Z`)));
        expect([timeZone, minutes % (DAY_STEP_MS / 60_000)]).toEqual([timeZone, 0]);
      }
    }
  });

  it('follows no whole hour of UTC anywhere on the screens', () => {
    const files = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const found = files.filter((name) =>
      /useNow\((?:HOUR_MS|3_600_000|60 \* 60)/.test(readFileSync(join(RENDERER, name), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
