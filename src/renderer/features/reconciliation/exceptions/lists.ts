// The lists that an exception can be about, in words, and the screen of what it is about. Pure.
import type { Exception } from '../../../../domain/reconcile/exception.ts';
import type { FindingList } from '../../../../domain/kernel/finding.ts';
import { entryPath, recordPath } from '../../../ui/index.ts';

export const LIST_WORDS: Readonly<Record<FindingList, string>> = {
  invoices: 'invoices',
  withdrawals: 'withdrawals',
  entries: 'your ledger',
};

/** What the title of an exception opens. */
export const OPENS_WORDS: Readonly<Record<FindingList, string>> = {
  invoices: 'Open the invoice',
  withdrawals: 'Open the withdrawal',
  entries: 'Open the entry, with both sides',
};

export function pathOf({ list, recordUuid }: Pick<Exception, 'list' | 'recordUuid'>): string {
  return list === 'entries' ? entryPath(recordUuid) : recordPath(list, recordUuid);
}
