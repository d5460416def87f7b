/** How long a pending invoice can still be paid, and when that is over. */
import { expect, it } from 'vitest';
import { isWindowOver, timeLeftMs } from '../../../src/domain/records/payment-window.ts';

const END = '2026-11-20T10:00:00Z';
const AT_END = Date.parse(END);

it.each([
  [AT_END - 60_000, 60_000, false],
  [AT_END, 0, false],
  [AT_END + 1, -1, true],
])('at %i a pending invoice has %i ms left', (now, left, isOver) => {
  expect(timeLeftMs({ status: 'pending', expires_at: END }, now)).toBe(left);
  expect(isWindowOver({ status: 'pending', expires_at: END }, now)).toBe(isOver);
});

it.each([
  ['success', END],
  ['expired', END],
  ['a word of tomorrow', END],
  ['pending', null],
  ['pending', 'soon'],
])('of %s with the end %s nothing is known', (status, expires) => {
  expect(timeLeftMs({ status, expires_at: expires }, AT_END + 60_000)).toBeNull();
});
