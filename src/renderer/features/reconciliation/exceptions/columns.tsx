// The columns of the exceptions: what is wrong with which record, by how much, how old it is, and whose it is.
import type { ReactNode } from 'react';
import type { Exception, ExceptionSortField } from '../../../../domain/exception.ts';
import {
  AgeText,
  cellText,
  FINDING_WORDS,
  type GridColumn,
  InstantText,
  MoneyText,
  moneyWords,
  plainText,
  StandingBadges,
  unitWords,
} from '../../../ui/index.ts';
import { LIST_WORDS } from './lists.ts';

/** What a person calls the record of an exception. */
export function recordName({ label, recordUuid }: Pick<Exception, 'label' | 'recordUuid'>): string {
  const name = label === null || label.trim() === '' ? recordUuid : label;
  return plainText(name.slice(0, 120));
}

/** From the finding to who works on it. */
export const EXCEPTION_COLUMNS: readonly GridColumn<Exception, ExceptionSortField>[] = [
  {
    key: 'label',
    title: 'Record',
    hint: 'The shop’s own id of an invoice, the address of a withdrawal, the id in your ledger',
    sortBy: 'label',
    width: 120,
    pinned: 'left',
    render: (row) => <span className="mc-cell-key">{recordName(row)}</span>,
    text: (row) => row.label ?? row.recordUuid,
  },
  {
    key: 'kind',
    title: 'Finding',
    sortBy: 'kind',
    width: 150,
    flex: 2,
    render: (row) => FINDING_WORDS[row.kind].name,
    text: (row) => FINDING_WORDS[row.kind].meaning,
  },
  {
    key: 'delta',
    title: 'Difference',
    hint: 'Sorted by how far it is from nothing, within its unit',
    sortBy: 'absDelta',
    align: 'end',
    width: 148,
    measure: ({ delta, unit }) => `+${moneyWords(delta, unit ?? '', false)} ${unit ?? ''}`,
    render: (row) => (
      <MoneyText
        value={row.delta}
        unit={row.unit ?? undefined}
        currency={unitWords(row.unit)}
        sign
        missing="no amount"
      />
    ),
    text: (row) => row.delta,
  },
  {
    key: 'standing',
    title: 'State',
    width: 150,
    flex: 1,
    render: (row) => <Standing row={row} />,
    text: (row) => row.note,
  },
  {
    key: 'assignee',
    title: 'Assigned to',
    sortBy: 'assignee',
    width: 96,
    render: (row) => cellText(row.assignee),
    text: (row) => row.assignee,
  },
  {
    key: 'firstSeenAt',
    title: 'First seen',
    hint: 'When an answer of the API, or a file, showed it first',
    sortBy: 'firstSeenAt',
    width: 104,
    render: (row) => <AgeText since={row.firstSeenAt} by="console" />,
    text: (row) => row.firstSeenAt,
  },
  {
    key: 'recordAt',
    title: 'Date',
    hint: 'When an invoice finished; when a withdrawal was created; the time in your ledger. It puts a record into a period of the tie-out',
    sortBy: 'recordAt',
    width: 112,
    spare: 1,
    render: (row) => <InstantText value={row.recordAt} short />,
    text: (row) => row.recordAt,
  },
  { key: 'list', title: 'List', width: 100, spare: 2, render: (row) => LIST_WORDS[row.list] },
  { key: 'method', title: 'Method', width: 112, spare: 3, render: (row) => cellText(row.method) },
  { key: 'customer', title: 'Customer', width: 104, spare: 4, render: (row) => cellText(row.customerId) },
];

/** The assignee has a column of its own. */
function Standing({ row }: { readonly row: Exception }): ReactNode {
  return <StandingBadges {...row} assignee={null} />;
}
