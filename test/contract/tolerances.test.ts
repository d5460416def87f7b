/** Tolerances as the contract takes them: codes are one in either case, and nothing is tolerated that is less than nothing. */
import { describe, expect, it } from 'vitest';
import { calls } from '../../src/contract/calls.ts';
import { ORDER_MAPPING } from '../support/files/ledger-file.ts';
import { PLAIN_CSV } from '../../src/domain/ledger/import.ts';

const saved = (tolerances: Readonly<Record<string, string>>) =>
  calls['sources.save'].input.safeParse({
    id: '11111111-1111-4111-8111-111111111111',
    name: 'Shop',
    kind: 'orders',
    format: PLAIN_CSV,
    mapping: ORDER_MAPPING,
    tolerances,
  });

describe('tolerances', () => {
  it('are named by codes in upper case', () => {
    expect(saved({ eur: '0.05', ' Usdt ': '0.1' }).data?.tolerances).toEqual({ EUR: '0.05', USDT: '0.1' });
  });

  it.each([
    ['a negative one', { EUR: '-0.05' }],
    ['a currency twice', { EUR: '1', eur: '2' }],
    ['a sign that is no code', { '€': '1' }],
    ['what is no amount', { EUR: 'much' }],
  ])('are not %s', (_name, tolerances) => expect(saved(tolerances).success).toBe(false));
});
