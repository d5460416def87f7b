/** Times of day: typed in the usual ways, kept in one, and never guessed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { typedTime } from '../../../src/renderer/features/settings/time-of-day.ts';

it.each([
  ['18:30', '18:30'],
  [' 8:05 ', '08:05'],
  ['18.30', '18:30'],
  ['1830', '18:30'],
  ['730', '07:30'],
  ['7', '07:00'],
  ['00:00', '00:00'],
  ['24:00', null],
  ['18:60', null],
  ['8 pm', null],
  ['', null],
  ['-1', null],
])('%s is %s', (typed, time) => {
  expect(typedTime(typed)).toBe(time);
});

it('is a time of the contract or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9:. ]{0,6}$/)), (text) => {
      expect(typedTime(text) ?? '00:00').toMatch(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
    }),
    { seed: 11, numRuns: 500 },
  );
});
