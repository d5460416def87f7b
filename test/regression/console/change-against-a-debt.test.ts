/** Home said "less by 140 %" of 20 after −50: a share of a debt turns the direction round. What it was stands there instead. */
import { expect, it } from 'vitest';
import { changeOf } from '../../../src/renderer/features/home/figures.ts';

it.each([
  ['20', '-50'],
  ['-20', '-50'],
  ['-20', '50'],
])('of %s against %s no share is told', (now, before) => {
  expect(changeOf(now, before)).toBeNull();
});
