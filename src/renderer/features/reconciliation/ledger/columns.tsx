// The columns of the merchant's own books: which entry, where it stands and why, both amounts and their exact
// difference.
import { createContext, type ReactNode, useContext } from 'react';
import type { EntryRow, EntrySortField } from '../../../../domain/entry.ts';
import {
  cellText,
  type GridColumn,
  InstantText,
  MoneyText,
  moneyWords,
  plainText,
  StandingBadges,
  whyWords,
} from '../../../ui/index.ts';
import { entryName, oursOf } from './entry-view.ts';
import { OutcomeBadge } from './outcome-badge.tsx';
import { PASS_WORDS, saidWords } from '../../../ui/index.ts';

/** Names of sources by id, for cells: the list itself names only ids. */
export const SourceNames = createContext<ReadonlyMap<string, string>>(new Map());

/** From the id to the line of the file. */
export const ENTRY_COLUMNS: readonly GridColumn<EntryRow, EntrySortField>[] = [
  {
    key: 'ident',
    title: 'Order',
    hint: 'The order’s id in your ledger; of a wallet line the transaction hash, or the address',
    sortBy: 'ident',
    width: 136,
    pinned: 'left',
    render: (row) => <span className="mc-cell-key">{entryName(row)}</span>,
    text: (row) => row.ident ?? row.address,
  },
  {
    key: 'at',
    title: 'Date',
    sortBy: 'at',
    width: 112,
    spare: 1,
    render: (row) => <InstantText value={row.at} short />,
    text: (row) => row.at,
  },
  {
    key: 'outcome',
    title: 'Result',
    hint: 'Where it stands against the API’s records, and why',
    width: 130,
    flex: 3,
    render: (row) => (
      <>
        <OutcomeBadge outcome={row.outcome} kind={row.kind} /> {whyWords(row)}
      </>
    ),
    text: whyWords,
  },
  {
    key: 'amount',
    title: 'Ledger amount',
    sortBy: 'amount',
    align: 'end',
    width: 108,
    measure: (row) => moneyWords(row.amount, row.unit, false),
    render: (row) => <MoneyText value={row.amount} unit={row.unit} />,
    text: (row) => row.amount,
  },
  {
    key: 'ours',
    title: 'Invoice amount',
    hint: 'What it was held against (of a wallet line the withdrawal); of a match by hand the sums stand beside the entry',
    align: 'end',
    width: 132,
    measure: (row) => `${moneyWords(oursOf(row), row.unit, false)} ${row.unit.slice(0, 16)}`,
    render: (row) => <MoneyText value={oursOf(row)} unit={row.unit} currency={plainText(row.unit.slice(0, 16))} />,
    text: oursOf,
  },
  {
    key: 'delta',
    title: 'Difference',
    hint: 'Ledger amount − invoice amount; sorted by how far it is from nothing',
    sortBy: 'absDelta',
    align: 'end',
    width: 100,
    measure: (row) => `+${moneyWords(row.delta, row.unit, false)}`,
    render: (row) => <MoneyText value={row.delta} unit={row.unit} sign />,
    text: (row) => row.delta,
  },
  {
    key: 'exception',
    title: 'Review',
    hint: 'What people did about it',
    width: 120,
    spare: 2,
    render: ({ exception }) => (exception === null ? '' : <StandingBadges {...exception} />),
    text: ({ exception }) => exception?.note ?? null,
  },
  {
    key: 'status',
    title: 'Ledger status',
    width: 104,
    spare: 3,
    render: (row) => <Said row={row} />,
    text: (row) => row.statusText,
  },
  {
    key: 'pass',
    title: 'Matched by',
    hint: 'The pass that found its record: by hand, id and amount, id, tolerance, hash, address',
    width: 140,
    spare: 5,
    render: (row) => (row.pass === null ? '—' : PASS_WORDS[row.pass].name),
    text: (row) => (row.pass === null ? null : PASS_WORDS[row.pass].meaning),
  },
  { key: 'source', title: 'Source', width: 124, spare: 6, render: (row) => <SourceCell id={row.sourceId} /> },
  {
    key: 'line',
    title: 'Line',
    hint: 'Of its file; of a workbook the row',
    sortBy: 'line',
    align: 'end',
    width: 64,
    spare: 4,
    render: (row) => <span className="mc-num">{row.line.toLocaleString('en-GB')}</span>,
  },
  {
    key: 'customer',
    title: 'Customer',
    width: 124,
    spare: 7,
    render: (row) => cellText(row.customer),
    text: (row) => row.customer,
  },
];

function Said({ row }: { readonly row: EntryRow }): ReactNode {
  if (row.kind === 'wallet') return row.direction === 'in' ? 'came in' : 'went out';
  return saidWords(row);
}

function SourceCell({ id }: { readonly id: string }): ReactNode {
  return cellText(useContext(SourceNames).get(id) ?? null, 64);
}
