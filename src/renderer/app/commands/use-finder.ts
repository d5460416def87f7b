// What the finder has for a typed text: how it was understood and the invoices that match, a moment after the last letter.
import { useMemo } from 'react';
import type { CallInput, CallOutput } from '../../../contract/calls.ts';
import { type FinderQuery, readFinderQuery } from '../../../domain/records/finder-query.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { useCall } from '../../bridge/index.ts';
import { dateBounds, dayOf, useNow, useSettled, useUi } from '../../ui/index.ts';

type Filter = NonNullable<CallInput<'invoices.page'>['filter']>;
export type FinderInvoice = CallOutput<'invoices.page'>['rows'][number];

export interface Finder {
  readonly query: FinderQuery;
  /** True while what was typed asks for records that are not here yet. */
  readonly isLooking: boolean;
  readonly rows: readonly FinderInvoice[];
  readonly total: number;
  readonly path: string;
  /** The same amount and text of any day; null where no day was asked for. */
  readonly anyDay: { readonly total: number; readonly path: string } | null;
}

const MOST_ROWS = 6;
const LEAST_CHARACTERS = 3;
const AFTER_MS = 120;

export function useFinder(text: string): Finder {
  const { timeZone } = useUi();
  const today = dayOf(useNow(60_000), timeZone);
  const query = useMemo(() => readFinderQuery(text, today), [text, today]);
  const isAsked = query.amount !== null || query.days !== null || query.text.length >= LEAST_CHARACTERS;
  const settled = useSettled(text, AFTER_MS) ?? '';
  const known = useMemo(() => readFinderQuery(settled, today), [settled, today]);
  const enabled = isAsked && settled === text;
  const found = useCall('invoices.page', pageOf(filterOf(known, timeZone), MOST_ROWS), { enabled });
  const undated = useCall('invoices.page', pageOf(filterOf({ ...known, days: null }, timeZone), 1), {
    enabled: enabled && known.days !== null && (known.amount !== null || known.text !== ''),
  });
  const isHere = enabled && found.data !== undefined && !found.isPrevious;
  const hasAnyDay = isHere && known.days !== null && undated.data !== undefined && !undated.isPrevious;
  return {
    query,
    isLooking: isAsked && !isHere && found.failure === undefined,
    rows: isHere ? found.data.rows : [],
    total: isHere ? found.data.total : 0,
    path: pathOf(known),
    anyDay: hasAnyDay ? { total: undated.data.total, path: pathOf({ ...known, days: null }) } : null,
  };
}

function pageOf(filter: Filter, limit: number): CallInput<'invoices.page'> {
  return { filter, sort: [{ by: 'created_at', direction: 'desc' }], offset: 0, limit };
}

const FIAT_AMOUNTS = ['ordered', 'toPay', 'paid'] as const;

/** A whole number that may be a part of an id is looked for as one. */
function filterOf({ amount, isAmountSure, currency, days, text }: FinderQuery, timeZone: string): Filter {
  const { from, to } = days === null ? {} : dateBounds(days, timeZone);
  return {
    ...(amount === null || !isAmountSure ? {} : { amount: { of: [...FIAT_AMOUNTS], from: amount, to: amount } }),
    ...(currency === null ? {} : { currency: [currency] }),
    ...(text === '' ? {} : { text }),
    ...(from === undefined ? {} : { dayFrom: from }),
    ...(to === undefined ? {} : { dayTo: to }),
  };
}

/** The same as an address of the list. */
export function pathOf({ amount, currency, days, text, isAmountSure }: FinderQuery): string {
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
  if (text !== '') address.set('text', text);
  return `${screenPath('invoices')}?${address.toString()}`;
}
