// The lines of a statement under their names, what puts a record into each, and what follows from them. Pure.
import type { StatementLineKind } from './statement.ts';

export interface LineWords {
  readonly title: string;
  readonly note: string;
}

/** Every line under its name. */
export const LINE_WORDS: Readonly<Record<StatementLineKind, LineWords>> = {
  credits: { title: 'Paid invoices', note: 'settled_amount_usdt of paid invoices that finished in the period' },
  'credits-without-amount': {
    title: 'Paid invoices without a net amount',
    note: 'Finished in the period, but the API names no settled_amount_usdt',
  },
  'credits-without-date': {
    title: 'Paid invoices without a date',
    note: 'The API names no finished_at, so they belong to no period; of all time',
  },
  'credits-unknown-status': {
    title: 'Invoices in an unknown status',
    note: 'A word this console does not know says nothing about the money',
  },
  withdrawals: {
    title: 'Withdrawals',
    note: 'amount of approved withdrawals processed in the period; the network fee is inside it',
  },
  'withdrawals-without-date': {
    title: 'Approved withdrawals without a date',
    note: 'The API names no processed_at, so they belong to no period; of all time',
  },
  'reserved-pending': { title: 'Pending', note: 'Requested before the end and still pending' },
  'reserved-processed-later': {
    title: 'Processed after the end',
    note: 'Requested before the end, approved or rejected at or after it',
  },
  'reserved-without-date': {
    title: 'Withdrawals without a request date',
    note: 'Pending or processed after the end, but the API names no created_at',
  },
  rejected: { title: 'Rejected withdrawals', note: 'The balance was returned: no effect' },
  'rejected-without-date': {
    title: 'Rejected withdrawals without a date',
    note: 'The balance was returned: no effect; of all time',
  },
  'unknown-status': {
    title: 'Withdrawals in an unknown status',
    note: 'A word this console does not know says nothing about the money',
  },
};

/** What follows from the lines of a token. */
export const BALANCE_WORDS = {
  opening: 'Opening balance',
  movement: 'Net change',
  calculated: 'Calculated balance',
  reported: 'Reported balance',
  difference: 'Difference, reported − calculated',
} as const;
