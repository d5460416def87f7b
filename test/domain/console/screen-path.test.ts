/** Addresses of screens: a full filter fits, and what does not is refused with what helps. */
import { expect, it } from 'vitest';
import { screenPath } from '../../../src/contract/calls/app.ts';
import { atProfile, isScreenPath, MOST_SCREEN_PATH } from '../../../src/domain/console/screen-path.ts';

const messageOf = (path: string): readonly string[] | undefined =>
  screenPath.safeParse(path).error?.issues.map(({ message }) => message);

it('takes the fullest filter together with whose business it is', () => {
  const full = atProfile(`/invoices?search=${'x'.repeat(2_000)}`, '3f0c1f1e-6a53-4d5e-9f53-9f0f4f5c2b11');
  expect(screenPath.parse(full)).toBe(full);
  expect(isScreenPath(full)).toBe(true);
});

it('says of one that is too long what helps, and of what is none that it is none', () => {
  expect(messageOf(`/${'x'.repeat(MOST_SCREEN_PATH)}`)).toEqual([expect.stringMatching(/a shorter filter fits$/)]);
  for (const path of ['//evil.example', 'invoices', '/a b', '/a\\b', ''])
    expect(messageOf(path), path).toEqual(['not the address of a screen']);
});
