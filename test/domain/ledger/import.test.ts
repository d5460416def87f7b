/** What is odd about a dry run as a whole: floods of findings that a wrong column or wrong days would bring, and what is none. */
import { describe, expect, it } from 'vitest';
import { checkDoubts, type DryBucket } from '../../../src/domain/ledger/import.ts';

const NONE: Readonly<Record<DryBucket, number>> = {
  matched: 0,
  'within-tolerance': 0,
  'amount-differs': 0,
  'currency-differs': 0,
  'missing-here': 0,
  duplicate: 0,
  replaced: 0,
  expected: 0,
  'fulfilled-not-paid': 0,
  'paid-not-fulfilled': 0,
  'not-compared': 0,
  rejected: 0,
  repeated: 0,
};

function run(buckets: Partial<Record<DryBucket, number>>, missingThere = 0) {
  return { buckets: { ...NONE, ...buckets }, missingThere };
}

describe('FAULT-76: odd about a check is', () => {
  it.each([
    ['nothing of a file that is in order', run({ matched: 4_900, 'missing-here': 60, duplicate: 40 }, 300), []],
    ['nothing of an empty one, whose days lack little', run({ repeated: 5 }, 9), []],
    ['a column without ids', run({ 'missing-here': 5_000 }, 4_800), ['few-found', 'most-missing']],
    ['one id in ten rows is not', run({ matched: 100, 'missing-here': 900 }), []],
    ['one less is', run({ matched: 100, 'missing-here': 901 }), ['few-found']],
    ['a single row that is nowhere', run({ 'missing-here': 1 }), ['few-found']],
    ['orders that could not be compared are found', run({ 'not-compared': 10, 'missing-here': 10 }), []],
    ['a column of customers', run({ 'missing-here': 40, duplicate: 4_960 }, 5), ['few-found', 'most-twice']],
    ['rows of an earlier file under another mapping', run({ duplicate: 5_000 }), ['most-twice']],
    ['days that the file has little of', run({ matched: 100 }, 3_000), ['most-missing']],
    ['a longer file whose rows are mostly here is not', run({ matched: 5, repeated: 4_000 }, 300), []],
  ] as const)('%s', (_what, dry, doubts) => expect(checkDoubts(dry, 'orders')).toEqual(doubts));

  it('of a wallet, which has other money too, only that no row at all is a withdrawal', () => {
    expect(checkDoubts(run({ matched: 1, 'missing-here': 500, 'not-compared': 900 }), 'wallet')).toEqual([]);
    expect(checkDoubts(run({ 'missing-here': 500, 'not-compared': 900 }), 'wallet')).toEqual(['few-found']);
    expect(checkDoubts(run({ 'not-compared': 900 }), 'wallet')).toEqual([]);
  });
});
