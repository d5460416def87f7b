// What the finder has for a typed text: how it was understood, the list that it is of, and what matches there, a moment after the last letter.
import { useMemo } from 'react';
import type { CallInput, CallOutput } from '../../../contract/calls.ts';
import type { AmountFilter, InvoiceAmount } from '../../../domain/kernel/money/amount-filter.ts';
import { type FinderQuery, readFinderQuery } from '../../../domain/records/finder-query.ts';
import { SCREENS, screenPath } from '../../../domain/console/screens.ts';
import { addressOf, completionsOf, listsOf, parseSearch, type Search } from '../../../domain/support/search-grammar.ts';
import { type SearchedList, TERMS } from '../../../domain/support/search-terms.ts';
import { useCall } from '../../bridge/index.ts';
import { invoiceFilter } from '../../features/invoices/columns.tsx';
import { exceptionFilter } from '../../features/reconciliation/exceptions/filters.ts';
import { entryFilter } from '../../features/reconciliation/ledger/filters.ts';
import { WITHDRAWAL_FILTER } from '../../features/withdrawals/columns.tsx';
import { deliveryFilter } from '../../parts/index.ts';
import { dayOf, readQuery, useNow, useSettled, useUi, writing } from '../../ui/index.ts';

export type FinderInvoice = CallOutput<'invoices.page'>['rows'][number];

export interface Understood {
  readonly search: Search;
  /** Of what no term names: an amount, days, text. */
  readonly query: FinderQuery;
  /** The first list that knows all of it; null where none does. */
  readonly list: SearchedList | null;
}

export interface Finder extends Understood {
  /** True while what was typed asks for records that are not here yet. */
  readonly isLooking: boolean;
  readonly rows: readonly FinderInvoice[];
  readonly total: number;
  /** Which amounts the rows were looked for by; null where by none. */
  readonly amount: AmountFilter<InvoiceAmount> | null;
  readonly path: string;
  readonly label: string;
  /** The same amount and text of any day; null where no day was asked for. */
  readonly anyDay: { readonly total: number; readonly path: string } | null;
}

const MOST_ROWS = 6;
const LEAST_CHARACTERS = 3;
const AFTER_MS = 120;

function understood(typed: string, today: string): Understood {
  const whole = parseSearch(typed, today);
  // A term that is still being typed is not blamed.
  const isOpen = typed.endsWith(':') || (/:\S+$/.test(typed) && completionsOf(typed, {}).length > 0);
  const search = isOpen ? { ...whole, problems: parseSearch(typed.replace(/\S+$/, ''), today).problems } : whole;
  const kinds = new Set(search.terms.map(({ name }) => TERMS.get(name)?.kind));
  const read = readFinderQuery(search.text, today, writing());
  // What a term names is not looked for a second time without its name.
  const isNamed = (read.amount !== null && kinds.has('amount')) || (read.days !== null && kinds.has('days'));
  const query = isNamed ? { amount: null, isAmountSure: false, currency: null, days: null, text: search.text } : read;
  const isOfInvoices = query.isAmountSure || query.days !== null || search.terms.length === 0;
  return { search, query, list: listsOf(search.terms).find((list) => !isOfInvoices || list === 'invoices') ?? null };
}

export function useFinder(text: string): Finder {
  const { timeZone } = useUi();
  const today = dayOf(useNow(60_000), timeZone);
  const { search, query, list } = useMemo(() => understood(text, today), [text, today]);
  const hasTerms = search.terms.length > 0;
  const isAsked = hasTerms || query.amount !== null || query.days !== null || query.text.length >= LEAST_CHARACTERS;
  const settled = useSettled(text, AFTER_MS) ?? '';
  const known = useMemo(() => understood(settled, today), [settled, today]);
  const enabled = isAsked && settled === text && known.list !== null;
  const address = queryOf(known);
  const ofInvoices = enabled && known.list === 'invoices';
  const asked = invoicesOf(address, timeZone, MOST_ROWS);
  const found = useCall('invoices.page', asked, { enabled: ofInvoices });
  const undated: Understood = { ...known, query: { ...known.query, days: null } };
  const any = useCall('invoices.page', invoicesOf(queryOf(undated), timeZone, 1), {
    enabled:
      ofInvoices && known.query.days !== null && (known.query.amount !== null || known.query.text !== '' || hasTerms),
  });
  const others = useOthers(enabled ? known.list : null, address, timeZone);
  const isHere = ofInvoices ? found.data !== undefined && !found.isPrevious : enabled && others !== null;
  const hasAnyDay = ofInvoices && isHere && known.query.days !== null && any.data !== undefined && !any.isPrevious;
  return {
    search,
    query,
    list,
    isLooking: isAsked && list !== null && !isHere && found.failure === undefined,
    rows: ofInvoices && isHere ? (found.data?.rows ?? []) : [],
    total: isHere ? (ofInvoices ? (found.data?.total ?? 0) : (others ?? 0)) : 0,
    amount: asked.filter?.amount ?? null,
    path: pathOf(known),
    label: SCREENS.find(({ id }) => id === (known.list ?? 'invoices'))?.label ?? '',
    anyDay: hasAnyDay ? { total: any.data.total, path: pathOf(undated) } : null,
  };
}

/** What people have written: labels by their name, open cases and notes by their text. */
export interface Written {
  readonly labels: CallOutput<'labels.list'>['labels'];
  /** Customers and endpoints that have one of them: no list can be narrowed to those. */
  readonly wearers: CallOutput<'labels.page'>['rows'];
  readonly cases: CallOutput<'exceptions.page'>['rows'];
  readonly notes: CallOutput<'notes.page'>['rows'];
}

const MOST_WRITTEN = 3;
const MOST_WEARERS = 50;

export function useWritten(text: string): Written {
  const settled = useSettled(text, AFTER_MS) ?? '';
  const enabled = settled.length >= LEAST_CHARACTERS && settled === text;
  const page = { offset: 0, limit: MOST_WRITTEN };
  const labels = useCall('labels.list', {}, { enabled, refreshOn: ['notes'] });
  const wearers = useCall(
    'labels.page',
    { filter: { list: ['customers', 'endpoints'], text: settled }, offset: 0, limit: MOST_WEARERS },
    { enabled, refreshOn: ['notes'] },
  );
  const notes = useCall('notes.page', { filter: { text: settled }, ...page }, { enabled });
  const cases = useCall(
    'exceptions.page',
    { filter: { kind: ['case'], state: ['open'], text: settled }, ...page },
    { enabled },
  );
  const folded = settled.toLowerCase();
  return {
    labels: enabled ? (labels.data?.labels ?? []).filter(({ name }) => name.toLowerCase().includes(folded)) : [],
    wearers: enabled && !wearers.isPrevious ? (wearers.data?.rows ?? []) : [],
    cases: enabled && !cases.isPrevious ? (cases.data?.rows ?? []) : [],
    notes: enabled && !notes.isPrevious ? (notes.data?.rows ?? []) : [],
  };
}

function invoicesOf(query: string, timeZone: string, limit: number): CallInput<'invoices.page'> {
  const filter = invoiceFilter(readQuery(query), timeZone);
  return { filter, sort: [{ by: 'created_at', direction: 'desc' }], offset: 0, limit };
}

const ONE = { offset: 0, limit: 1 } as const;

/** How many rows of another list there are; null before that is known, and of the invoices. */
function useOthers(list: SearchedList | null, query: string, timeZone: string): number | null {
  const asked = readQuery(query);
  const on = (one: SearchedList) => ({ enabled: list === one });
  const me = useCall('exceptions.counts', {}, on('exceptions')).data?.me ?? null;
  const pages = {
    deliveries: useCall('deliveries.page', { filter: deliveryFilter(asked, timeZone), ...ONE }, on('deliveries')),
    withdrawals: useCall(
      'withdrawals.page',
      { filter: WITHDRAWAL_FILTER.read(asked, timeZone), ...ONE },
      on('withdrawals'),
    ),
    exceptions: useCall(
      'exceptions.page',
      { filter: exceptionFilter(asked, timeZone, undefined, me), ...ONE },
      on('exceptions'),
    ),
    ledger: useCall('entries.page', { filter: entryFilter(asked, timeZone), ...ONE }, on('ledger')),
  };
  if (list === null || list === 'invoices') return null;
  const { data, isPrevious } = pages[list];
  return data === undefined || isPrevious ? null : data.total;
}

const FIAT_AMOUNTS = ['ordered', 'toPay', 'paid'] as const;

/** What an address of the list asks for. A whole number that may be a part of an id is looked for as one. */
function queryOf({ search, query, list }: Understood): string {
  const { amount, currency, days, text, isAmountSure } = query;
  const address = new URLSearchParams();
  if (amount !== null && isAmountSure) {
    address.set('amount', amount);
    for (const one of FIAT_AMOUNTS) address.append('amountOf', one);
  }
  if (currency !== null) address.set('currency', currency);
  if (days !== null && days.period !== null) address.set('day', days.period);
  else if (days !== null) {
    address.set('dayFrom', days.from);
    address.set('dayTo', days.to);
  }
  for (const [name, value] of addressOf(search.terms, list ?? 'invoices')) address.append(name, value);
  if (text !== '') address.set('text', text);
  return address.toString();
}

function pathOf(one: Understood): string {
  return `${screenPath(one.list ?? 'invoices')}?${queryOf(one)}`;
}
