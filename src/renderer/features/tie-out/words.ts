/**
 * The tie-out in words: what its sides are, why an invoice is tied on fewer, and what the report cannot tell. Pure. Total tables. Not here:
 * what the findings mean (ui/triage).
 */
import type { MissingFact, TieCoverage, UntoldReason } from '../../../domain/tie-out.ts';
import type { Untellable } from '../../ui/index.ts';

interface CoverageWords {
  readonly name: string;
  readonly meaning: string;
}

export const COVERAGE_WORDS: Readonly<Record<TieCoverage, CoverageWords>> = {
  three: {
    name: 'Three ways',
    meaning: 'The record, its adjustment where there is one, and what the latest delivered webhook told.',
  },
  two: { name: 'Two ways', meaning: 'The record and its adjustment. What the shop was told is not known.' },
  none: { name: 'Not tied', meaning: 'A fact is missing, so there is nothing to compare with.' },
};

export const UNTOLD_WORDS: Readonly<Record<UntoldReason, string>> = {
  'webhook-not-read': 'webhook not read yet',
  'nothing-delivered': 'nothing was delivered yet',
  'webhook-unreadable': 'a delivery is unreadable',
  'record-older-than-webhook': 'invoice read before the webhook',
  'webhook-older-than-record': 'webhook read before the invoice changed',
};

export const MISSING_WORDS: Readonly<Record<MissingFact, string>> = {
  settled_amount_usdt: 'no credited amount',
  adjustment: 'no adjustment figures',
  credited_usdt: 'no credited amount in the webhook',
};

/** What no report over this API can say, and why. */
export const CANNOT_TELL: readonly Untellable[] = [
  {
    title: 'Your balance',
    note: 'The API has no balance, and entries other than credits and withdrawals are not in it.',
  },
  { title: 'Which invoices a withdrawal paid', note: 'The API has no link between the two.' },
  {
    title: 'Whether an adjustment is right',
    note: 'It gives expected and actual amounts, neither a reason nor a date. The changes seen tell when it was first noticed.',
  },
  {
    title: 'What your shop has booked',
    note: 'A delivered webhook is what it was told. Whether it booked that is in its own ledger, which is not compared here.',
  },
  {
    title: 'Fees',
    note: 'An invoice does not tell its commission. What today’s catalogue implies is an estimate, under Take rates.',
  },
];
