/**
 * What each kind of finding is called, what it means and what to do next. A total table: a new kind does not compile without its words.
 * Not here: what its evidence is called (domain/finding), what people did about it (exception-words.ts).
 */
import type { FindingKind } from '../../../domain/finding.ts';
import { plainText } from '../../../domain/plain-text.ts';

export interface FindingWords {
  /** As short as a badge. */
  readonly name: string;
  readonly meaning: string;
  readonly next: string;
}

export const FINDING_WORDS: Readonly<Record<FindingKind, FindingWords>> = {
  adjusted: {
    name: 'Adjusted',
    meaning: 'A dispute corrected what was paid. That is no contradiction by itself, but a person has to see it.',
    next: 'Check that your books carry the credited USDT and not the ordered amount, then resolve it.',
  },
  'adjustment-missing': {
    name: 'No adjustment figures',
    meaning: 'The record is marked as adjusted, but the API gives no expected and actual amounts.',
    next: 'Read the invoice again; if the figures do not come, ask the payment service for them.',
  },
  'ordered-differs': {
    name: 'Ordered ≠ expected',
    meaning: 'The ordered amount never changes, yet it is not what the adjustment calls the expected amount.',
    next: 'Ask the payment service which of the two was ordered before you book the difference.',
  },
  'settled-differs': {
    name: 'Credited ≠ actual',
    meaning: 'The credited USDT of the record are not the actual USDT of its adjustment.',
    next: 'The specification does not promise that they agree. Ask the payment service which one your balance received.',
  },
  'settled-missing': {
    name: 'No credited amount',
    meaning: 'A success without a credited amount: it is in no sum of credits.',
    next: 'Read the invoice again; if the amount does not come, ask the payment service what was credited.',
  },
  'credited-differs': {
    name: 'Told ≠ credited',
    meaning:
      'The latest delivered webhook told your shop another credited amount than the record holds, and nothing changed since.',
    next: 'Compare the shop’s ledger with the record, and ask the payment service which amount holds.',
  },
  'stale-receiver': {
    name: 'Shop told otherwise',
    meaning: 'The last webhook that was delivered says something that is not true any more.',
    next: 'Correct the order in the shop. Whether a resend carries the new facts is not specified; check its payload after one.',
  },
  'finished-missing': {
    name: 'No finish date',
    meaning: 'A success without a finish date: it belongs to no period, so no statement has it in a sum.',
    next: 'Ask the payment service when it finished.',
  },
  'sent-differs': {
    name: 'Sent ≠ amount − fee',
    meaning: 'The amount of the withdrawal less its network commission is not what was to be sent.',
    next: 'Check on the chain what arrived, then ask the payment service about the rest.',
  },
  'processed-missing': {
    name: 'No processing date',
    meaning:
      'An approved withdrawal without a processing date: it belongs to no period, so no statement has it in a sum.',
    next: 'Ask the payment service when it was processed.',
  },
  'closed-fact-changed': {
    name: 'Changed after close',
    meaning: 'A fact of a closed period is another one now. The closed totals do not move.',
    next: 'Look at the prior-period adjustments of the close, and carry the difference in the period at hand.',
  },
};

/** What a difference is in, behind its amount; absent where the API names nothing. */
export function unitWords(unit: string | null): string | undefined {
  return unit === null ? undefined : plainText(unit.slice(0, 16));
}
