// The lists that an exception can be about, in words; what people call what it is about, and its screen. Pure.
import type { Exception } from '../../../../domain/reconcile/exception.ts';
import type { FindingList } from '../../../../domain/kernel/finding.ts';
import type { TriageSubject } from '../../../parts/index.ts';
import { entryPath, plainText, recordPath } from '../../../ui/index.ts';

export const LIST_WORDS: Readonly<Record<FindingList, string>> = {
  invoices: 'invoices',
  withdrawals: 'withdrawals',
  customers: 'customers',
  endpoints: 'endpoints',
  entries: 'your ledger',
};

/** What the title of an exception opens. */
export const OPENS_WORDS: Readonly<Record<FindingList, string>> = {
  invoices: 'Open the invoice',
  withdrawals: 'Open the withdrawal',
  customers: 'Open the customer',
  endpoints: 'Open the endpoint',
  entries: 'Open the entry, with both sides',
};

export function pathOf({ list, recordUuid }: Pick<Exception, 'list' | 'recordUuid'>): string {
  return list === 'entries' ? entryPath(recordUuid) : recordPath(list, recordUuid);
}

export function recordName({ label, recordUuid }: Pick<Exception, 'label' | 'recordUuid'>): string {
  return plainText((label === null || label.trim() === '' ? recordUuid : label).slice(0, 120));
}

/** An exception as triage knows it. */
export function subjectOf(row: Exception): TriageSubject {
  const { id, state, assignee, updatedAt } = row;
  return { rowId: id, id, name: recordName(row), state, assignee, updatedAt };
}
