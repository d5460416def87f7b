/** How hard a passphrase is called to guess: by words and habits, not by its length. */
import { expect, it } from 'vitest';
import { strengthOf } from '../../../src/domain/console/passphrase.ts';

it.each([
  ['', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['Password2026!', 'weak'],
  ['merchantconsole2026', 'weak'],
  ['1234567890123456', 'weak'],
  ['word word word word word word', 'weak'],
  ['correct horse battery staple', 'fair'],
  ['correct horse battery staple orchid', 'strong'],
  ['żółw rower kaktus lampa most', 'strong'],
  ['k7fq-m2xr-9wz4-b3hn', 'strong'],
] as const)('%s is %s', (text, strength) => {
  expect(strengthOf(text)).toBe(strength);
});
