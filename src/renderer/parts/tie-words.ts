// The coverage of a tie-out in words: what its sides are, and why an invoice is tied on fewer. Pure.
import {
  MISSING_FACTS,
  type MissingFact,
  type TieAnswer,
  type TieCoverage,
  type TieOutReport,
  UNTOLD_REASONS,
  type UntoldReason,
} from '../../domain/reconcile/tie-out.ts';

interface CoverageWords {
  readonly name: string;
  readonly meaning: string;
}

export const COVERAGE_WORDS: Readonly<Record<TieCoverage, CoverageWords>> = {
  three: {
    name: 'Three sources',
    meaning: 'The record, its adjustment where there is one, and what the latest delivered webhook told.',
  },
  two: { name: 'Two sources', meaning: 'The record and its adjustment. What the shop was told is not known.' },
  none: { name: 'Nothing to compare with', meaning: 'A fact is missing, so there is nothing to compare with.' },
};

export const ANSWER_WORDS: Readonly<Record<TieAnswer, CoverageWords>> = {
  three: { name: 'Three sources agree', meaning: 'Invoice, adjustment where there is one, and webhook.' },
  two: { name: 'Two agree', meaning: 'Invoice and adjustment; what the shop was told is not known.' },
  differ: { name: 'Differ', meaning: 'Of one amount, or of its end, two of them say different things.' },
  none: { name: 'Nothing to compare with', meaning: 'A fact is missing.' },
};

export const UNTOLD_WORDS: Readonly<Record<UntoldReason, string>> = {
  'webhook-not-read': 'webhook not checked yet',
  'nothing-delivered': 'webhook not delivered yet',
  'webhook-unreadable': 'a delivery is unreadable',
  'record-older-than-webhook': 'invoice read before the webhook',
  'webhook-older-than-record': 'webhook read before the invoice changed',
};

export const MISSING_WORDS: Readonly<Record<MissingFact, string>> = {
  settled_amount_usdt: 'no net amount',
  adjustment: 'no adjustment figures',
  credited_usdt: 'no net amount in the webhook',
};

/** Why so many are tied on fewer sides, in words; only what there is. */
export function coverageReasons(
  { untold, missing }: Pick<TieOutReport, 'untold' | 'missing'>,
  coverage: TieCoverage,
): readonly { readonly words: string; readonly count: number }[] {
  const reasons =
    coverage === 'two'
      ? UNTOLD_REASONS.map((reason) => ({ words: UNTOLD_WORDS[reason], count: untold[reason] }))
      : coverage === 'none'
        ? MISSING_FACTS.map((fact) => ({ words: MISSING_WORDS[fact], count: missing[fact] }))
        : [];
  return reasons.filter(({ count }) => count > 0);
}
