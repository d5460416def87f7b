// The screen of a list: how many rows there are, the table, and what stands in its place when it is empty.
import { type ReactNode, useMemo } from 'react';
import { EmptyState } from '../frame/read-state.tsx';
import { useUi } from '../window/environment.tsx';
import { DataGrid } from '../grid/data-grid.tsx';
import type { DataGridProps, GridColumn } from '../grid/types.ts';
import { PageFrame } from '../frame/page-frame.tsx';
import { navigateTo } from '../window/route.ts';
import { useTabs } from '../frame/tabs.tsx';
import { ListFilters, type ListFiltersProps } from './list-filters.tsx';
import type { List } from './use-list.ts';
import { instantWords } from '../text/writing.ts';

/** Title, count, actions and filters; the children fill the height that is left. */
export function ListFrame(props: {
  readonly list: Pick<AnyList, 'count' | 'isUnread' | 'isNarrowed' | 'clear'> & { readonly kind: { title: string } };
  readonly words: (count: number) => string;
  /** When the rows were so, by the mirror's certificate; null while nobody can tell. */
  readonly asOf: string | null;
  readonly actions?: ReactNode;
  /** What stands over the table because it is about the whole list. */
  readonly above?: ReactNode;
  /** The declaration that its filters are made of; title, filters and actions stand in one line. */
  readonly filters: Omit<ListFiltersProps, 'onClear'>;
  /** The table, and its totals below. */
  readonly children: ReactNode;
}) {
  const { list, words, asOf, actions, above, filters, children } = props;
  const onClear = list.isNarrowed ? list.clear : undefined;
  return (
    <PageFrame
      title={list.kind.title}
      fill
      band
      subtitle={<Count list={list} words={words} asOf={asOf} />}
      filters={<ListFilters {...filters} onClear={onClear} />}
      actions={actions}
    >
      {above}
      {children}
    </PageFrame>
  );
}

/** The number alone; its noun is said, and when it was so stands in its tooltip. */
function Count({ list, words, asOf }: Pick<Parameters<typeof ListFrame>[0], 'list' | 'words' | 'asOf'>) {
  const { timeZone } = useUi();
  // In a row of tabs the views and the row of totals count: a bare number behind the tabs would be of one of them.
  const isSilent = useTabs() !== null || list.count === null;
  const standing = standingWords(list, words);
  const isRead = list.count !== null && !list.isUnread;
  const [number = '', ...noun] = isRead ? standing.split(/(?= )/) : [standing];
  const at = asOf === null ? null : instantWords(asOf, timeZone);
  return (
    <span
      aria-live="polite"
      // What is only being read is said and not shown: it would push the filters about.
      className={isSilent && !list.isUnread ? 'mc-visually-hidden' : undefined}
      title={at === null ? undefined : `${standing}, as of ${at} ${timeZone}`}
    >
      <span className="mc-num">{number}</span>
      <span className="mc-visually-hidden">{noun.join('')}</span>
    </span>
  );
}

type AnyList = List<unknown, string, unknown, unknown>;

/** How the list stands in one line: being read, not readable, or its count. */
export function standingWords(
  { count, isUnread }: Pick<AnyList, 'count' | 'isUnread'>,
  words: (count: number) => string,
): string {
  if (isUnread) return 'Could not be read.';
  return count === null ? 'Reading the mirror…' : words(count);
}

const NONE: readonly never[] = [];

/** The table of the list; a row opens its own screen, or what `onOpen` says. */
export function ListGrid<Row, Field extends string>(
  props: Pick<
    DataGridProps<Row, Field>,
    'revision' | 'hidden' | 'selection' | 'onVisible' | 'onOpen' | 'onCursor' | 'cursor' | 'totals' | 'empty'
  > & {
    readonly list: List<Row, Field, unknown, unknown>;
    /** Columns behind those of the list, made once. */
    readonly more?: readonly GridColumn<Row, Field>[];
  },
) {
  const { list, more = NONE, ...table } = props;
  const { kind, feed, sort, sortBy, onCount } = list;
  const columns = useMemo(() => (more.length === 0 ? kind.columns : [...kind.columns, ...more]), [kind.columns, more]);
  if (feed === null) return null;
  return (
    <DataGrid<Row, Field>
      onOpen={(row) => navigateTo(kind.pathOf(row))}
      {...feed}
      {...table}
      label={kind.title}
      columns={columns}
      rowId={kind.idOf}
      rowName={kind.nameOf}
      pathOf={kind.pathOf}
      sort={sort}
      onSortChange={sortBy}
      onTotal={onCount}
    />
  );
}

/** A list without rows: nothing passes its filters, or (the children say why) there is nothing at all yet. */
export function ListEmpty(props: {
  readonly isNarrowed: boolean;
  /** "No withdrawals yet". */
  readonly title: string;
  readonly children: ReactNode;
}) {
  const { isNarrowed, title, children } = props;
  if (isNarrowed) {
    return <EmptyState kind="nothing-matches">Every filter above narrows the list; clear one to see more.</EmptyState>;
  }
  return (
    <EmptyState kind="nothing-yet" title={title}>
      {children}
    </EmptyState>
  );
}
