/** Entries beside their records, the sums of a match by hand, buckets, addresses, and the results of a sheet: pure, exact, over what may come. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MATCH_OUTCOMES } from '../../../src/domain/ledger/entry.ts';
import { ACTION_RESULTS } from '../../../src/domain/reconcile/exception.ts';
import { SHEET_ROW_RESULTS } from '../../../src/domain/reconcile/exception-sheet.ts';
import { addMoney } from '../../../src/domain/kernel/money/money.ts';
import { bucketGroups, BUCKETS, entryFilter } from '../../../src/renderer/features/reconciliation/ledger/filters.ts';
import {
  entryName,
  invoiceSide,
  oursOf,
  type ShownRecordSide,
  sidesOf,
  withdrawalSide,
} from '../../../src/renderer/features/reconciliation/ledger/entry-view.ts';
import { commonBeginning, handSum, sumWords } from '../../../src/renderer/features/reconciliation/ledger/hand-sums.ts';
import { recordAmount } from '../../../src/renderer/features/reconciliation/ledger/lines.tsx';
import {
  RESULTS_IN_ORDER,
  SHEET_CHECK_WORDS,
  SHEET_RESULT_WORDS,
} from '../../../src/renderer/features/reconciliation/exceptions/sheet-words.ts';
import { readQuery } from '../../../src/renderer/ui/window/route.ts';
import { entryAt } from '../support/entries-scripts.ts';
import { invoice, withdrawal } from './records.ts';
import { asRow } from './scenes.ts';

const ENTRY = {
  ...entryAt(1),
  ident: ' order-7 ',
  amount: '100.00',
  unit: 'EUR',
  delta: '-0.5',
  outcome: 'amount-differs' as const,
};
const RECORD: ShownRecordSide = {
  ...invoiceSide(asRow(invoice({ external_id: 'order-7', amount: '100.50' }))),
  customerId: 'other',
};

function verdictsOf(entry: typeof ENTRY, record: ShownRecordSide | null, tolerance: string | null) {
  return Object.fromEntries(sidesOf(entry, record, tolerance).map(({ key, verdict }) => [key, verdict]));
}

describe('both sides of a match', () => {
  it('say which columns agree and which differ, and nothing where there is no record', () => {
    expect(verdictsOf(ENTRY, RECORD, null)).toMatchObject({ ident: 'same', amount: 'differs', customer: 'differs' });
    expect(verdictsOf(ENTRY, RECORD, '0.5').amount).toBe('near');
    expect(verdictsOf(ENTRY, RECORD, '0.49').amount).toBe('differs');
    expect(verdictsOf({ ...ENTRY, amount: '100.5' }, RECORD, null).amount).toBe('same');
    expect(verdictsOf({ ...ENTRY, unit: 'PLN' }, RECORD, '9').amount).toBe('differs');
    expect(verdictsOf({ ...ENTRY, ident: RECORD.uuid.toUpperCase() }, RECORD, null).ident).toBe('same');
    for (const verdict of Object.values(verdictsOf(ENTRY, null, '1'))) expect(verdict).toBeNull();
  });

  it('hold hashes and 0x addresses alike in either case, other addresses exactly', () => {
    const record = withdrawalSide({
      ...withdrawal({ address: '0xAbC', tx_hash: 'FF01', amount: '5', amount_to_send: '4' }),
      asOf: '2026-10-01T00:00:00Z',
    });
    const line = {
      ...entryAt(1, 'wallet'),
      ident: '0xff01',
      address: '0xabc',
      amount: '4',
      against: 'amount_to_send' as const,
    };
    const told = Object.fromEntries(sidesOf(line, record, null).map(({ key, verdict }) => [key, verdict]));
    expect(told).toMatchObject({ ident: 'same', address: 'same' });
    const other = { ...record, ident: 'TXabc' };
    expect(sidesOf({ ...line, address: 'txABC' }, other, null).find(({ key }) => key === 'address')?.verdict).toBe(
      'differs',
    );
  });

  it('take our amount from the exact difference, and not of a match by hand', () => {
    expect(oursOf({ amount: '100.00', delta: '-0.50', pass: 'id' })).toBe('100.5');
    expect(oursOf({ amount: '100.00', delta: '-0.50', pass: 'by-hand' })).toBeNull();
    expect(oursOf({ amount: '100.00', delta: null, pass: 'id' })).toBeNull();
    expect(entryName({ ident: '  ', address: null, line: 1_234 })).toBe('line 1,234');
  });
});

describe('the sums of a match by hand', () => {
  const eur = (amount: string) => ({ amount, unit: 'EUR' });

  it('are exact whatever the amounts, and their difference is what is between them', () => {
    const amounts = fc.array(
      fc
        .integer({ min: 0, max: 10 ** 9 })
        .map((cents) => eur(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`)),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10 ** 9 }), (entries, record) => {
        const { difference, ours, bar } = handSum(entries, [eur(`${record}`)], 'invoice');
        const sum = entries.reduce((all, { amount }) => addMoney(all, amount), '0');
        expect(bar).toBeNull();
        expect(Number(addMoney(ours ?? 'none', difference ?? 'none'))).toBe(Number(sum));
      }),
      { seed: 7, numRuns: 100 },
    );
    expect(sumWords(handSum([eur('0.1'), eur('0.2')], [eur('0.3')], 'invoice'))).toBe(
      'Both sides are 0.3 EUR, to the last digit.',
    );
  });

  it('bar what cannot be, and leave out what was not paid', () => {
    expect(handSum([], [], 'invoice').bar).toMatch(/entry first/);
    expect(handSum([eur('1')], [], 'invoice').bar).toBe('Choose the invoice that it is.');
    expect(handSum([eur('1'), eur('2')], [eur('1'), eur('2')], 'invoice').bar).toMatch(/not both at once/);
    expect(handSum([eur('1')], [{ amount: '1', unit: 'PLN' }], 'invoice').bar).toBe('EUR and PLN do not add up.');
    const unpaid = recordAmount(invoiceSide(asRow(invoice({ status: 'pending' }))), { against: null, unit: 'EUR' });
    expect(unpaid.counts).toBe(false);
    expect(handSum([eur('1')], [unpaid], 'invoice')).toMatchObject({ ours: null, difference: null, bar: null });
  });

  it('look at first for what several ids begin with alike', () => {
    expect(commonBeginning(['order-77-a', 'order-77-b'])).toBe('order-77');
    expect(commonBeginning(['ab', 'abc'])).toBe('');
    expect(commonBeginning([])).toBe('');
  });
});

describe('buckets and addresses', () => {
  it('add up, or say by how many they do not', () => {
    const outcomes = [...MATCH_OUTCOMES, null].map((outcome, count) => ({ outcome, count }));
    const total = outcomes.reduce((sum, { count }) => sum + count, 0);
    const { groups, missing } = bucketGroups({ total, outcomes }, []);
    expect(missing).toBe(0);
    expect(groups.map(({ name }) => name)).toEqual(['In order', 'Waiting', 'Replaced', 'To look at']);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(bucketGroups({ total: total + 3, outcomes }, []).missing).toBe(3);
    const shown = new Set(groups.flatMap(({ buckets }) => buckets.map(({ bucket }) => bucket)));
    // The first outcome counts nothing, so it is left out; chosen it is in sight.
    expect(BUCKETS.filter((bucket) => !shown.has(bucket))).toEqual(['matched']);
    expect(bucketGroups({ total, outcomes }, ['matched']).groups[0]?.buckets[0]).toEqual({
      bucket: 'matched',
      count: 0,
    });
  });

  it('are read from the address, and a word that is none says nothing', () => {
    const filter = entryFilter(
      readQuery('kind=wallet&outcome=duplicate&outcome=nonsense&pass=tx-hash&atFrom=2026-10-01'),
      'UTC',
    );
    expect(filter).toMatchObject({
      kind: 'wallet',
      outcome: ['duplicate'],
      pass: ['tx-hash'],
      from: '2026-10-01T00:00:00Z',
    });
    expect(entryFilter(readQuery('kind=other'), 'UTC').kind).toBe('orders');
  });
});

describe('the results of a sheet', () => {
  it('have words for each, once, before and after', () => {
    const all = [...SHEET_ROW_RESULTS, ...ACTION_RESULTS];
    expect([...RESULTS_IN_ORDER].sort()).toEqual([...all].sort());
    for (const words of [SHEET_RESULT_WORDS, SHEET_CHECK_WORDS])
      expect(new Set(all.map((result) => words[result])).size).toBe(all.length);
    expect(SHEET_CHECK_WORDS.done).toBe('Will be done');
  });
});
