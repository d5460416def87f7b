/** What the tie-out cannot tell. Pure. Not here: its sides and its coverage (ui/tie-words), what the findings mean (ui/triage). */
import type { Untellable } from '../../../ui/index.ts';

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
    note: 'An invoice does not tell its commission. What today’s catalogue implies is an estimate, under Fees.',
  },
];
