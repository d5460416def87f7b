// A list as its address asks for it: filter, order, pages, how many rows match, and the totals that came with them.
import { useCallback, useMemo, useState } from 'react';
import type { Result } from '../../../domain/kernel/failure/failure.ts';
import type { Sort } from '../../../domain/kernel/list.ts';
import { useNow } from '../window/clock.ts';
import { useUi } from '../window/environment.tsx';
import { type DataGridProps, type GridColumn, type GridPage, readSort, writeSort } from '../grid/types.ts';
import { type RouteFilters, useRouteFilters } from '../window/route.ts';
import { COLUMNS } from '../grid/column-menu.tsx';
import { useLatest } from '../window/hooks.ts';
import { noteRows } from './neighbours.tsx';
import { type Address, isNarrowed } from './filter-of.ts';

export interface ListKind<Row, Field extends string, Filter> {
  /** "Withdrawals": the screen's heading and the table's name. */
  readonly title: string;
  /** The address may sort by what they sort by. */
  readonly columns: readonly GridColumn<Row, Field>[];
  /** As long as nobody sorts otherwise. */
  readonly firstSort: Sort<Field>;
  /** What the engine is asked for; absent means any. Days are days of the zone. */
  readonly filterOf: (address: Address, timeZone: string) => Filter;
  /** Names of the filter that choose which list is shown (open, resolved) and so do not count as narrowing it. */
  readonly choices?: readonly string[];
  readonly idOf: (row: Row) => string;
  /** What a person calls a row, for the name of its check box; absent where rows are not chosen. */
  readonly nameOf?: (row: Row) => string;
  readonly pathOf: (row: Row) => string;
}

export interface ListPageInput<Field extends string, Filter> {
  readonly filter: Filter;
  readonly sort: readonly Sort<Field>[];
  readonly offset: number;
  readonly limit: number;
}

/** A page of rows, and what the engine adds up over the whole filter, where it does. */
export interface ListRows<Row, Total> extends GridPage<Row> {
  readonly totals?: readonly Total[];
}

export interface List<Row, Field extends string, Filter, Total> {
  readonly kind: ListKind<Row, Field, Filter>;
  readonly filter: Filter;
  readonly sort: readonly Sort<Field>[];
  readonly sortBy: (sort: readonly Sort<string>[]) => void;
  /** True when a filter leaves rows out. */
  readonly isNarrowed: boolean;
  /** Takes every filter off and keeps the order. */
  readonly clear: () => void;
  /** How the table reads it; null while there is no profile to read it for. */
  readonly feed: Pick<DataGridProps<Row, Field>, 'load' | 'queryKey'> | null;
  /** Rows that match the present filter; null before its first answer. */
  readonly count: number | null;
  readonly onCount: (count: number) => void;
  /** True after a page that could not be read. */
  readonly isUnread: boolean;
  /** Of the present filter, or of the one before while the present one is being read (`isOld`). Never of another profile. */
  readonly totals: readonly Total[];
  readonly isOld: boolean;
}

/** The list that the address asks for; `read` answers a page for a profile and never throws. */
export function useList<Row, Field extends string, Filter extends object, Total>(
  kind: ListKind<Row, Field, Filter>,
  profile: string | null,
  read: (input: ListPageInput<Field, Filter>, profile: string) => Promise<Result<ListRows<Row, Total>>>,
): List<Row, Field, Filter, Total> {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  // "Yesterday" is another day after midnight, and only then another filter.
  useNow(60_000);
  const asked = kind.filterOf(route, timeZone);
  const text = JSON.stringify(asked);
  const [known, setKnown] = useState({ text, filter: asked });
  if (known.text !== text) setKnown({ text, filter: asked });
  const { filter } = known;
  const sort = useMemo(() => sortIn(route, kind), [kind, route]);
  // A count belongs to what was asked: under another filter it would be said of rows that it does not speak of.
  const scope = JSON.stringify([profile, filter]);
  const [counted, setCounted] = useState<{ readonly scope: string; readonly count: number | null }>({
    scope,
    count: null,
  });
  const { load, ...reading } = useReading(kind, filter, profile, read);
  return {
    kind,
    filter,
    sort,
    sortBy: useCallback((next) => route.change({ [SORT]: writeSort(next) }), [route]),
    isNarrowed: isNarrowed(filter, kind.choices),
    clear: () => route.keep([SORT, COLUMNS]),
    feed: load === null ? null : { load, queryKey: `${profile} ${timeZone} ${text} ${withoutColumns(route.query)}` },
    count: counted.scope === scope ? counted.count : null,
    onCount: useCallback((count) => setCounted({ scope, count }), [scope]),
    ...reading,
  };
}

/** Other columns are the same rows. */
function withoutColumns(query: string): string {
  const asked = new URLSearchParams(query);
  asked.delete(COLUMNS);
  return asked.toString();
}

/** The order's name in the address. */
const SORT = 'sort';

function sortIn<Row, Field extends string, Filter>(
  route: RouteFilters,
  { columns, firstSort }: ListKind<Row, Field, Filter>,
): Sort<Field>[] {
  const fields = columns.flatMap(({ sortBy }) => (sortBy === undefined ? [] : [sortBy]));
  const sort = readSort(route.text(SORT), fields);
  return sort.length === 0 ? [firstSort] : sort;
}

/** A record that is opened from the list knows the way to the next of it. */
function note<Row, Field extends string, Filter, Total>(
  { title, idOf, nameOf = idOf, pathOf }: ListKind<Row, Field, Filter>,
  { filter, sort, offset }: ListPageInput<Field, Filter>,
  profile: string,
  read: (input: ListPageInput<Field, Filter>, profile: string) => Promise<Result<ListRows<Row, Total>>>,
  rows: readonly Row[],
): void {
  const around = async (from: number, limit: number) => {
    const found = await read({ filter, sort, offset: from, limit }, profile);
    if (!found.ok) return null;
    return {
      total: found.value.total,
      rows: found.value.rows.map((row) => ({ path: pathOf(row), name: nameOf(row) })),
    };
  };
  noteRows({ key: JSON.stringify([profile, title, filter, sort]), profile, around }, offset, rows.map(pathOf));
}

interface Held<Filter, Total> {
  readonly filter: Filter;
  readonly profile: string;
  readonly totals: readonly Total[];
}

function useReading<Row, Field extends string, Filter, Total>(
  kind: ListKind<Row, Field, Filter>,
  filter: Filter,
  profile: string | null,
  read: (input: ListPageInput<Field, Filter>, profile: string) => Promise<Result<ListRows<Row, Total>>>,
) {
  const [held, setHeld] = useState<Held<Filter, Total> | null>(null);
  const [isUnread, setUnread] = useState(false);
  const present = useLatest({ filter, profile });
  const loadFor = async (reader: string, offset: number, limit: number, sort: readonly Sort<Field>[]) => {
    const result = await read({ filter, sort, offset, limit }, reader);
    // A late answer says nothing about the list that is on screen by now.
    const isPresent = present.current.filter === filter && present.current.profile === reader;
    if (isPresent) setUnread(!result.ok);
    if (!result.ok) return result.failure;
    note(kind, { filter, sort, offset, limit }, reader, read, result.value.rows);
    const { totals } = result.value;
    if (totals !== undefined && isPresent) setHeld({ filter, profile: reader, totals });
    return result.value;
  };
  const load: DataGridProps<Row, Field>['load'] | null =
    profile === null ? null : (offset, limit, sort) => loadFor(profile, offset, limit, sort);
  const totals = held !== null && held.profile === profile ? held.totals : [];
  return { load, isUnread, totals, isOld: held?.filter !== filter };
}
