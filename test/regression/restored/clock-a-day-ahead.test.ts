/**
 * A run that a person had let go on in a copy of the books resent a webhook that had been resent since the copy: this computer's clock was a day ahead, so that
 * the copy looked younger than the resend. The moment of the copy is held against the API's attempts by the API's clock. Found by the simulator's seed 9187.
 */
import { expect, it } from 'vitest';
import { wasResentSince } from '../../../src/domain/resend/resend.ts';
import { aDelivery, anAttempt } from '../../support/records.ts';

const DAY_MS = 24 * 3_600_000;
/** By the API's clock, as everything here but what is said to be by ours. */
const READ_AT = Date.parse('2026-10-26T12:24:05Z');

const resentAt = (at: string) => [
  aDelivery({ resend_count: 1, attempts_history: [anAttempt({ triggered_by: 'api', created_at: at })] }),
];

it('FAULT-50: sees what was resent since a copy, however far this computer’s clock is ahead', () => {
  const since = resentAt('2026-10-26T12:18:01Z');
  const ahead = { oursMs: READ_AT + DAY_MS, serverMs: READ_AT };
  expect(wasResentSince(since, '2026-10-27T12:15:22Z', ahead)).toBe(true);
  // Resent an hour before the copy.
  expect(wasResentSince(resentAt('2026-10-26T11:15:22Z'), '2026-10-27T12:15:22Z', ahead)).toBe(false);
});

it('FAULT-50: takes each resend for one since a copy whose moment has not come yet at the API', () => {
  const since = resentAt('2026-10-26T11:15:22Z');
  expect(wasResentSince(since, '2026-10-27T12:15:22Z', { oursMs: READ_AT, serverMs: READ_AT })).toBe(true);
});

it('FAULT-50: takes no moment for an earlier one because this computer’s clock is behind', () => {
  const behind = { oursMs: READ_AT - DAY_MS, serverMs: READ_AT };
  expect(wasResentSince(resentAt('2026-10-26T12:18:01Z'), '2026-10-25T12:15:22Z', behind)).toBe(true);
  expect(wasResentSince(resentAt('2026-10-25T11:15:22Z'), '2026-10-25T12:15:22Z', behind)).toBe(false);
});
