// The merchant's own books: every entry with what became of it when it was held against the API's records, worked
// through by keyboard.
import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { type EntryRow, type EntrySortField, MAX_HAND_MATCH, type SourceKind } from '../../../../domain/entry.ts';
import { screenPath } from '../../../../domain/screens.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import {
  type Paging,
  useActOnChosen,
  useActOnExceptions,
  useBridge,
  useCall,
  useProfile,
  useWorkedRevision,
} from '../../../bridge/index.ts';
import {
  countWords,
  EmptyState,
  entryPath,
  hashHref,
  Key,
  ListEmpty,
  ListFrame,
  type ListKind,
  moneyTotal,
  navigateTo,
  plainText,
  type RowSelection,
  TotalFold,
  type TotalRow,
  TriageList,
  type TriageSubject,
  useBulk,
  useKey,
  useList,
  useRouteFilters,
  useWork,
} from '../../../ui/index.ts';
import { ENTRY_COLUMNS, SourceNames } from './columns.tsx';
import { entryName } from './entry-view.ts';
import { entryFilter, type EntryFilterInput, entryFilterOf, kindIn } from './filters.ts';
import { type Asked, HandDialogs } from './hand-dialogs.tsx';
import { InHand, recordPathOf } from './in-hand.tsx';
import { BucketTrouble, LedgerViews } from './views.tsx';

const ENTRIES: ListKind<EntryRow, EntrySortField, EntryFilterInput> = {
  title: 'Ledger',
  columns: ENTRY_COLUMNS,
  firstSort: { by: 'line', direction: 'asc' },
  filterOf: entryFilter,
  choices: ['kind'],
  idOf,
  nameOf: entryName,
  pathOf: ({ id }) => entryPath(id),
};
const BOOKS_KINDS = ['entries', 'exceptions', 'imports'] as const;
/** With an entry in hand these make room; amounts never do. */
const YIELDS: ReadonlySet<string> = new Set(['status', 'exception', 'assignee', 'pass', 'source', 'line', 'customer']);
const NO_TOTALS: readonly never[] = [];
const WITHOUT = ['has no exception to act on', 'have no exception to act on'] as const;

/** Orders, or lines of wallets. */
export function EntriesPage(): ReactNode {
  const bridge = useBridge();
  const profile = useProfile().id;
  const list = useList(ENTRIES, profile, (input, reader) => bridge.call('entries.page', input, { profile: reader }));
  const { filter, sort, count, isNarrowed, totals } = list;
  const kind = kindIn(useRouteFilters());
  const counts = useCall('entries.counts', { filter }, { refreshOn: BOOKS_KINDS });
  const sources = useCall('sources.list', {}, { refreshOn: ['imports'] }).data?.sources;
  const me = useCall('exceptions.counts', {}, { refreshOn: ['exceptions'] }).data?.me ?? null;
  const { names, filters } = useFilters(kind, filter, sources, counts.data);
  const revisions = useWorkedRevision(BOOKS_KINDS);
  const [asked, setAsked] = useState<Asked | null>(null);
  const again = (): void => {
    revisions.again();
    counts.refresh();
  };
  const takeBack = (row: EntryRow): boolean => {
    if (row.handMatchId !== null) setAsked({ kind: 'take-back', entry: row });
    return row.handMatchId !== null;
  };
  const work = useWork(list, profile, { subjectOf, acting: useActOnExceptions(), me, onDone: again, takeBack });
  const { triage, selection } = work;
  const matchSelected = (): void => setAsked({ kind: 'match', entries: [...selection.chosen.values()] });
  useKey('m', () => {
    if (triage.asking !== null || selection.isAll) return;
    if (selection.chosen.size > 0) matchSelected();
    else if (triage.row !== null) setAsked({ kind: 'match', entries: [triage.row] });
  });
  useKey('o', () => {
    if (triage.row !== null) navigateTo(recordPathOf(triage.row));
  });
  const read = (page: Paging, from: { readonly profile: string }) =>
    bridge.call('entries.page', { filter, sort, ...page }, from);
  const acting = useActOnChosen({ selection, profile, read, idOf, subjectOf });
  const bulk = useBulk(work, list, acting, {
    amountOf: ({ amount, unit }) => [amount, unit],
    without: WITHOUT,
    deeds: <MatchSelected selection={selection} onMatch={matchSelected} />,
  });
  const rows = useTotalRows(count === 0 ? NO_TOTALS : totals, replacedIn(counts.data, filter));
  return (
    <SourceNames value={names}>
      <ListFrame
        list={list}
        asOf={null}
        words={(matching) => countedWords(matching, isNarrowed, counts.data?.total)}
        actions={
          <>
            <ExportMenu count={count} rows={(asked) => ({ kind: 'entries', filter, sort, ...asked })} />
            <Button component="a" variant="default" href={hashHref(screenPath('new-import'))}>
              Import
            </Button>
          </>
        }
        filters={filters}
        above={
          <>
            <LedgerViews
              counts={counts.data}
              kind={kind}
              hasWallet={sources?.some((source) => source.kind === 'wallet') === true}
              triage={triage}
              instead={bulk.bar}
            />
            <BucketTrouble counts={counts} isListUnread={list.isUnread} />
          </>
        }
      >
        <TriageList
          list={list}
          work={work}
          revision={revisions.revision}
          panel={<InHand triage={triage} me={me} onAsk={setAsked} />}
          empty={<Empty isNarrowed={isNarrowed} kind={kind} sources={sources} />}
          isWide
          yields={YIELDS}
          totals={rows}
        />
        {bulk.dialogs}
        <HandDialogs
          asked={asked}
          onEnd={(said) => {
            setAsked(null);
            if (said !== null) {
              triage.say(said);
              selection.clear();
              again();
            }
            // The dialog gives the keyboard back to what opened it; a key has none.
            requestAnimationFrame(() => requestAnimationFrame(() => triage.cursor.current?.focus()));
          }}
        />
      </ListFrame>
    </SourceNames>
  );
}

/** The declared filter with its counts, and what people call the sources and the import that it names. */
function useFilters(
  kind: SourceKind,
  { importId }: EntryFilterInput,
  sources: CallOutput<'sources.list'>['sources'] | undefined,
  counts: CallOutput<'entries.counts'> | undefined,
) {
  const file = useCall('imports.get', { id: importId ?? '-' }, { enabled: importId !== undefined }).data?.import;
  const names = useMemo(
    () =>
      new Map([
        ...(sources?.map(({ id, name }) => [id, name] as const) ?? []),
        ...(file === undefined ? [] : [[file.id, file.fileName] as const]),
      ]),
    [sources, file],
  );
  const of = useMemo(() => entryFilterOf(kind, names), [kind, names]);
  return {
    names,
    filters: {
      of,
      counts: {
        units: counts?.units.map(({ unit, count }) => ({ value: unit, count })) ?? [],
        sources:
          sources?.filter((source) => source.kind === kind).map(({ id, entries }) => ({ value: id, count: entries })) ??
          [],
        imports: file === undefined ? [] : [{ value: file.id }],
      },
    },
  };
}

/** Rows of the list that a later file says anew; none where the list is of other outcomes, or only of these. */
function replacedIn(counts: CallOutput<'entries.counts'> | undefined, { outcome }: EntryFilterInput): number {
  const isAmong = outcome === undefined || (outcome.includes('replaced') && outcome.length > 1);
  return isAmong ? (counts?.outcomes.find((one) => one.outcome === 'replaced')?.count ?? 0) : 0;
}

function idOf({ id }: EntryRow): string {
  return id;
}

function subjectOf(row: EntryRow): TriageSubject {
  const { id, exception } = row;
  return {
    rowId: id,
    id: exception?.id ?? null,
    name: entryName(row),
    // What no exception hangs on is not to be worked on, so it is not next.
    state: exception?.state ?? 'resolved',
    assignee: exception?.assignee ?? null,
    ...(exception === null ? { idle: idleWords(row) } : {}),
  };
}

function idleWords({ outcome }: EntryRow): string {
  return outcome === null
    ? 'No match has looked at this entry yet; the next one does.'
    : 'No exception hangs on this entry: there is nothing to resolve.';
}

/** "5,000 entries", "138 of 5,000 entries match". */
function countedWords(count: number, isNarrowed: boolean, total: number | undefined): string {
  if (!isNarrowed) return countWords(count, 'entry', 'entries');
  return total === undefined || total < count
    ? countWords(count, 'entry matches', 'entries match')
    : `${count.toLocaleString('en-GB')} of ${countWords(total, 'entry', 'entries')} shown`;
}

const WORDS: Readonly<Record<SourceKind, { readonly title: string; readonly what: string }>> = {
  orders: {
    title: 'No orders yet',
    what: 'An order ledger is held against the invoices, entry by entry: what agrees, what differs, and what one side does not have.',
  },
  wallet: {
    title: 'No wallet lines yet',
    what: 'A bank or wallet file is held against the withdrawals, by hash, or by address, amount and time.',
  },
};

/** `sources`: undefined while they are not known. */
function Empty(props: {
  readonly isNarrowed: boolean;
  readonly kind: SourceKind;
  readonly sources: readonly { readonly kind: SourceKind; readonly imports: number }[] | undefined;
}): ReactNode {
  const { isNarrowed, kind, sources } = props;
  if (!isNarrowed && sources === undefined) {
    return (
      <EmptyState kind="nothing-yet" title="No entries are listed">
        What was imported so far is not read yet.
      </EmptyState>
    );
  }
  const hasImports = sources?.some((source) => source.kind === kind && source.imports > 0) === true;
  const { title, what } = WORDS[kind];
  return (
    <ListEmpty isNarrowed={isNarrowed} title={title}>
      {hasImports ? 'The imported files have no entry: every row was rejected or is there already.' : what}{' '}
      <a className="mc-link mc-link-inline" href={hashHref(screenPath('new-import'))}>
        Import a file
      </a>
    </ListEmpty>
  );
}

/** In the bar of what is selected. */
function MatchSelected(props: { readonly selection: RowSelection<EntryRow>; readonly onMatch: () => void }): ReactNode {
  const { selection, onMatch } = props;
  const bar = barOf(selection);
  return (
    <Button
      size="xs"
      variant="default"
      disabled={bar !== null}
      title={bar ?? undefined}
      rightSection={<Key letter="M" />}
      onClick={onMatch}
    >
      Match by hand
    </Button>
  );
}

function barOf({ isAll, chosen }: RowSelection<EntryRow>): string | null {
  return isAll || chosen.size > MAX_HAND_MATCH
    ? `At most ${MAX_HAND_MATCH} entries are matched by hand at once.`
    : null;
}

type Total = CallOutput<'entries.page'>['totals'][number];

/** `replaced`: rows of the sums that a later file says anew, so that their money may stand in them twice. */
function useTotalRows(totals: readonly Total[], replaced: number): readonly TotalRow[] {
  const [isOpen, setOpen] = useState(false);
  return useMemo(() => {
    const [only] = totals;
    if (only === undefined) return [];
    const fold = () => setOpen((before) => !before);
    const entries = totals.reduce((sum, { count }) => sum + count, 0);
    const again =
      replaced === 0 ? '' : `with ${countWords(replaced, 'replaced row', 'replaced rows')} that a later file says anew`;
    return [
      ...(isOpen ? totals.map(unitRow) : []),
      {
        id: 'Total',
        cells: {
          ...(totals.length === 1 ? moneyOf(only) : {}),
          ident: {
            shown: <TotalFold label={countWords(entries, 'entry', 'entries')} isOpen={isOpen} onToggle={fold} />,
          },
          outcome: { shown: <span className="mc-total-soft">{again}</span>, text: again },
          ours: {
            shown: <span className="mc-total-soft">{countWords(totals.length, 'currency', 'currencies')}</span>,
          },
        },
      },
    ];
  }, [totals, replaced, isOpen]);
}

function unitRow(total: Total): TotalRow {
  const { unit, count, compared } = total;
  const words = `${compared.toLocaleString('en-GB')} compared`;
  return {
    id: unit,
    cells: {
      ident: {
        shown: (
          <>
            {plainText(unit.slice(0, 16))} <span className="mc-total-soft">{count.toLocaleString('en-GB')}</span>
          </>
        ),
      },
      outcome: { shown: <span className="mc-total-soft">{words}</span>, text: words },
      ...moneyOf(total),
    },
  };
}

function moneyOf({ amount, delta, compared, unit }: Total): TotalRow['cells'] {
  return {
    amount: moneyTotal(amount, unit),
    delta: compared === 0 ? { shown: 'none compared' } : moneyTotal(delta, unit, undefined, true),
  };
}
