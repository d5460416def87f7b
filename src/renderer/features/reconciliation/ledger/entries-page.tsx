// The merchant's own books: every entry with what became of it when it was held against the API's records, worked through by keyboard.
import { Button, SegmentedControl } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import {
  type EntryRow,
  type EntrySortField,
  MAX_HAND_MATCH,
  SOURCE_KINDS,
  type SourceKind,
} from '../../../../domain/ledger/entry.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import { type CallState, useBridge, useCall, useProfile, useWorkedRevision } from '../../../bridge/index.ts';
import {
  AgeText,
  ButtonLink,
  cellText,
  countWords,
  EmptyState,
  entryPath,
  FailureNotice,
  gridColumns,
  grouped,
  knownIn,
  Link,
  ListEmpty,
  ListFrame,
  type ListKind,
  ListStrip,
  moneyTotal,
  navigateTo,
  Notice,
  plainText,
  type RowSelection,
  softTotal,
  type StripView,
  type TotalCell,
  type TotalRow,
  useKey,
  useList,
  useRouteFilters,
  useTotals,
} from '../../../ui/index.ts';
import {
  ExportMenu,
  type ExceptionRead,
  type InHand,
  Key,
  outcomeName,
  PASS_WORDS,
  Said,
  saidWords,
  StandingBadges,
  standingWords,
  TriageList,
  type TriageSubject,
  type Triaging,
  triageForms,
  useWork,
  type Work,
  whyWords,
} from '../../../parts/index.ts';
import { DIRECTION_WORDS, entryName, oursOf, recordPathOf } from './entry-view.ts';
import {
  type Bucket,
  bucketGroups,
  BUCKETS,
  entryFilter,
  type EntryFilterInput,
  entryFilterOf,
  kindIn,
} from './filters.ts';
import { HandDeed, HandDialogs, type HandMatchAsked } from './hand-dialogs.tsx';
import { Inspector } from './inspector.tsx';
import { OutcomeBadge } from './lines.tsx';

type Counts = CallOutput<'entries.counts'>;
type Sources = CallOutput<'sources.list'>['sources'];

/** Of what the other filters leave. `hasWallet`: there are books of both kinds. */
function LedgerViews(props: {
  readonly counts: Counts | undefined;
  readonly kind: SourceKind;
  readonly hasWallet: boolean;
  readonly triage: Pick<Triaging<never>, 'said'>;
  readonly instead: ReactNode;
}) {
  const { counts, kind, hasWallet, triage, instead } = props;
  const route = useRouteFilters();
  const missing = useCall('exceptions.counts', {}, { refreshOn: ['exceptions'] }).data?.kinds;
  const chosen = knownIn(route, 'outcome', BUCKETS) ?? [];
  const { groups } = counts === undefined ? { groups: [] } : bucketGroups(counts, chosen);
  const view = (label: string, count: number | null, buckets: readonly { readonly bucket: Bucket }[]): StripView => ({
    label,
    count,
    sets: buckets.length === 0 ? {} : { outcome: buckets.map(({ bucket }) => bucket).join(',') },
  });
  const absent = kind === 'orders' ? 'missing-there' : 'withdrawal-not-in-wallet';
  const open = missing?.find((one) => one.kind === absent)?.open ?? 0;
  return (
    <ListStrip
      instead={instead}
      views={[
        view('All', counts?.total ?? null, []),
        ...groups
          .filter(({ tone, buckets }) => tone === 'warn' && buckets.length > 1)
          .map(({ name, count, buckets }) => view(name, count, buckets)),
        ...groups
          .flatMap(({ buckets }) => buckets)
          .map((one) => view(outcomeName(one.bucket === 'unmatched-yet' ? null : one.bucket, kind), one.count, [one])),
        ...(open === 0
          ? []
          : [
              {
                label: kind === 'orders' ? 'Missing in ledger' : 'Missing in wallet',
                count: open,
                path: `${screenPath('exceptions-ledger')}?kind=${absent}`,
                isHere: false,
              },
            ]),
      ]}
    >
      <Said triage={triage}>{counts === undefined ? null : <MatchWords {...counts} />}</Said>
      {hasWallet || kind === 'wallet' ? (
        <SegmentedControl
          size="xs"
          aria-label="Which books"
          value={kind}
          data={SOURCE_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
          // What narrows one of them means nothing in the other.
          onChange={(next) => {
            route.keep([]);
            route.change({ kind: next === 'orders' ? undefined : next }, { replace: true });
          }}
        />
      ) : null}
    </ListStrip>
  );
}

const KIND_WORDS: Readonly<Record<SourceKind, string>> = { orders: 'Orders', wallet: 'Wallet' };

/** When everything was matched last, and whether it is due again. */
function MatchWords({ matchedAt, pending, total }: Pick<Counts, 'matchedAt' | 'pending' | 'total'>) {
  if (matchedAt === null) return total === 0 ? '' : 'Not matched yet; that follows by itself.';
  return (
    <>
      Checked <AgeText since={matchedAt} by="console" />
      {pending ? '; what changed since is matched by itself' : ''}
    </>
  );
}

/** Never expected; counts that do not add up are said, not hidden, and so is that they could not be read (unless the list says so already). */
function BucketTrouble(props: { readonly counts: CallState<Counts>; readonly isListUnread: boolean }) {
  const { counts, isListUnread } = props;
  const { data, failure, refresh } = counts;
  // Who has the list read again means its counts as well.
  const readAgain = useEffectEvent(() => (failure === undefined ? undefined : refresh()));
  useEffect(() => {
    if (!isListUnread) readAgain();
  }, [isListUnread]);
  if (data === undefined) {
    return failure === undefined || isListUnread ? null : <FailureNotice failure={failure} onRetry={refresh} />;
  }
  const { missing } = bucketGroups(data, []);
  if (missing === 0) return null;
  return (
    <Notice tone="bad" title="The views do not add up to the entries">
      {grouped(missing)} entries are in none, or some in two. Do not rely on these counts, and report it.
    </Notice>
  );
}

/** Names of sources by id, for cells: the list itself names only ids. */
const SourceNames = createContext<ReadonlyMap<string, string>>(new Map());

const ENTRY_COLUMNS = gridColumns<EntryRow, EntrySortField>(({ cell, name, text, moment, money }) => [
  name('ident', 'Order', entryName, {
    hint: 'The order’s id in your ledger; of a wallet line the transaction hash, or the address',
    sortBy: 'ident',
    width: 130,
    pinned: 'left',
    text: (row) => row.ident ?? row.address,
  }),
  moment('at', 'Date', (row) => row.at, { sortBy: 'at', spare: 1 }),
  cell(
    'outcome',
    'Result',
    (row) => (
      <>
        <OutcomeBadge outcome={row.outcome} kind={row.kind} /> {row.outcome === 'matched' ? '' : whyWords(row)}
      </>
    ),
    {
      hint: 'Where it stands against the API’s records, and why',
      width: 146,
      flex: 3,
      text: whyWords,
      copied: (row) => outcomeName(row.outcome, row.kind),
    },
  ),
  money('amount', 'Ledger amount', (row) => row.amount, { sortBy: 'amount', width: 115, unit: ({ unit }) => unit }),
  money('ours', 'Invoice amount', oursOf, {
    hint: 'What it was held against (of a wallet line the withdrawal); of a match by hand the sums stand beside the entry',
    width: 119,
    unit: ({ unit }) => unit,
    hasUnit: true,
  }),
  money('delta', 'Difference', (row) => row.delta, {
    hint: 'Ledger amount − invoice amount; sorted by how far it is from nothing',
    sortBy: 'absDelta',
    width: 100,
    unit: ({ unit }) => unit,
    sign: true,
  }),
  money('netUsdt', 'Net (USDT)', (row) => row.netUsdt, {
    hint: 'Credited for the invoice that it is matched with',
    spare: 2,
  }),
  cell('exception', 'Review', ({ exception }) => (exception === null ? '' : <StandingBadges {...exception} />), {
    hint: 'What people did about it',
    width: 104,
    spare: 3,
    text: ({ exception }) => exception?.note ?? null,
    copied: ({ exception }) => (exception === null ? null : standingWords(exception)),
  }),
  cell('status', 'Ledger status', saidOf, { width: 116, spare: 4, text: (row) => row.statusText }),
  cell('pass', 'Matched by', ({ pass }) => (pass === null ? '—' : PASS_WORDS[pass].name), {
    hint: 'The pass that found its record: by hand, id and amount, id, tolerance, hash, address',
    width: 140,
    spare: 6,
    text: ({ pass }) => (pass === null ? null : PASS_WORDS[pass].meaning),
    copied: ({ pass }) => (pass === null ? null : PASS_WORDS[pass].name),
  }),
  cell('source', 'Source', (row) => <SourceCell id={row.sourceId} />, {
    width: 124,
    spare: 7,
    text: () => null,
  }),
  cell('line', 'Line', (row) => grouped(row.line), {
    hint: 'Of its file; of a workbook the row',
    sortBy: 'line',
    text: (row) => String(row.line),
    align: 'end',
    width: 78,
    spare: 5,
  }),
  text('customer', 'Customer', (row) => row.customer, { width: 124, spare: 8 }),
]);

function saidOf(row: EntryRow): string {
  return row.kind === 'wallet' ? DIRECTION_WORDS[row.direction] : saidWords(row);
}

function SourceCell({ id }: { readonly id: string }) {
  return cellText(useContext(SourceNames).get(id) ?? null, 64);
}

const ENTRIES: ListKind<EntryRow, EntrySortField, EntryFilterInput> = {
  title: 'Ledger',
  columns: ENTRY_COLUMNS,
  firstSort: { by: 'line', direction: 'asc' },
  filterOf: entryFilter,
  choices: ['kind'],
  idOf: ({ id }) => id,
  nameOf: entryName,
  pathOf: ({ id }) => entryPath(id),
};
const BOOKS_KINDS = ['entries', 'exceptions', 'imports'] as const;
/** With an entry in hand these make room; amounts never do. */
const YIELDS: ReadonlySet<string> = new Set(['status', 'exception', 'assignee', 'pass', 'source', 'line', 'customer']);
const NO_TOTALS: readonly never[] = [];
const WITHOUT = ['has no exception to act on', 'have no exception to act on'] as const;

const useForm = triageForms<EntryRow>();

export function EntriesPage() {
  const bridge = useBridge();
  const profile = useProfile().id;
  const read = (input: CallInput<'entries.page'>, reader: string) =>
    bridge.call('entries.page', input, { profile: reader });
  const sources = useCall('sources.list', {}, { refreshOn: ['imports'] }).data?.sources;
  const list = useList(useNamed(sources), profile, read);
  const { filter, sort, count, isNarrowed, totals } = list;
  const kind = kindIn(useRouteFilters());
  const counts = useCall('entries.counts', { filter }, { refreshOn: BOOKS_KINDS });
  const me = useCall('exceptions.counts', {}, { refreshOn: ['exceptions'] }).data?.me ?? null;
  const { names, filters } = useFilters(kind, filter, sources, counts.data);
  const revisions = useWorkedRevision(BOOKS_KINDS);
  const [asked, setAsked] = useState<HandMatchAsked | null>(null);
  const again = (): void => {
    revisions.again();
    counts.refresh();
  };
  const takeBack = (row: EntryRow): boolean => {
    if (row.handMatchId !== null) setAsked({ kind: 'take-back', entry: row });
    return row.handMatchId !== null;
  };
  const work = useWork(list, read, {
    form: useForm(),
    subjectOf,
    me,
    onDone: again,
    takeBack,
    amountOf: ({ amount, unit }) => [amount, unit],
    without: WITHOUT,
    deeds: matchDeed(setAsked),
  });
  const { triage, selection } = work;
  useEntryKeys(work, setAsked);
  const rows = useTotals(count === 0 ? NO_TOTALS : totals, replacedIn(counts.data, filter), totalsOf);
  return (
    <SourceNames value={names}>
      <ListFrame
        list={list}
        asOf={null}
        words={(matching) => countedWords(matching, isNarrowed, counts.data?.total)}
        actions={
          <>
            <ExportMenu
              count={count}
              selection={selection}
              rows={(asked, only) => ({ kind: 'entries', filter: only ?? filter, sort, ...asked })}
            />
            <ButtonLink to={screenPath('new-import')}>Import</ButtonLink>
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
              instead={work.bar}
            />
            <BucketTrouble counts={counts} isListUnread={list.isUnread} />
          </>
        }
      >
        <TriageList
          list={list}
          work={work}
          revision={revisions.revision}
          inHand={inHandOf(setAsked)}
          empty={<Empty isNarrowed={isNarrowed} kind={kind} sources={sources} />}
          isWide
          yields={YIELDS}
          totals={rows}
        />
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
            requestAnimationFrame(() => requestAnimationFrame(triage.toTable));
          }}
        />
      </ListFrame>
    </SourceNames>
  );
}

/** M matches what is chosen, or else the row in hand, by hand; O opens the record that it is matched with. */
function useEntryKeys({ triage, selection }: Work<EntryRow>, onAsk: (asked: HandMatchAsked) => void): void {
  useKey('m', () => {
    if (triage.asking !== null || selection.isAll) return;
    const row = triage.rowNow();
    if (selection.chosen.size > 0) onAsk(matchOf(selection));
    else if (row !== null) onAsk({ kind: 'match', entries: [row] });
  });
  useKey('o', () => {
    const row = triage.rowNow();
    if (row !== null) navigateTo(recordPathOf(row));
  });
}

/** The list with what people call the sources, which is what is copied of them. */
function useNamed(sources: Sources | undefined): typeof ENTRIES {
  return useMemo(() => {
    const names = new Map(sources?.map(({ id, name }) => [id, name]));
    const copied = ({ sourceId }: EntryRow): string | null => names.get(sourceId) ?? null;
    return {
      ...ENTRIES,
      columns: ENTRY_COLUMNS.map((column) => (column.key === 'source' ? { ...column, copied } : column)),
    };
  }, [sources]);
}

/** The declared filter with its counts, and what people call the sources and the import that it names. */
function useFilters(
  kind: SourceKind,
  { importId }: EntryFilterInput,
  sources: Sources | undefined,
  counts: Counts | undefined,
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
  const ours = sources?.filter((source) => source.kind === kind) ?? [];
  const counted = {
    units: counts?.units.map(({ unit, count }) => ({ value: unit, count })) ?? [],
    sources: ours.map(({ id, entries }) => ({ value: id, count: entries })),
    imports: file === undefined ? [] : [{ value: file.id }],
  };
  return { names, filters: { of, counts: counted } };
}

/** Rows of the list that a later file says anew; none where the list is of other outcomes, or only of these. */
function replacedIn(counts: Counts | undefined, { outcome }: EntryFilterInput): number {
  const isAmong = outcome === undefined || (outcome.includes('replaced') && outcome.length > 1);
  return isAmong ? (counts?.outcomes.find((one) => one.outcome === 'replaced')?.count ?? 0) : 0;
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
    ...(exception === null ? { idle: row.outcome === null ? NOT_MATCHED : NO_EXCEPTION } : {}),
  };
}

const NOT_MATCHED = 'No match has looked at this entry yet; the next one does.';
const NO_EXCEPTION = 'No exception hangs on this entry: there is nothing to resolve.';

function countedWords(count: number, isNarrowed: boolean, total: number | undefined): string {
  if (!isNarrowed) return countWords(count, 'entry', 'entries');
  return total === undefined || total < count
    ? countWords(count, 'entry matches', 'entries match')
    : `${grouped(count)} of ${countWords(total, 'entry', 'entries')} shown`;
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

function Empty(props: {
  readonly isNarrowed: boolean;
  readonly kind: SourceKind;
  readonly sources: Sources | undefined;
}) {
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
      <Link to={screenPath('new-import')} inline>
        Import a file
      </Link>
    </ListEmpty>
  );
}

type OnAsk = (asked: HandMatchAsked) => void;

function inHandOf(onAsk: OnAsk) {
  return (row: EntryRow, exception: ExceptionRead): InHand => ({
    kind: exception?.kind ?? null,
    path: entryPath(row.id),
    opens: 'Open the entry on a screen of its own',
    deeds: <HandDeed entry={row} onAsk={onAsk} />,
    facts: <Inspector entry={row} triage={row.exception} exception={exception} />,
  });
}

function matchDeed(onAsk: OnAsk) {
  return (selection: RowSelection<EntryRow>): ReactNode => {
    const isTooMany = selection.isAll || selection.chosen.size > MAX_HAND_MATCH;
    return (
      <Button
        size="xs"
        disabled={isTooMany}
        title={isTooMany ? `At most ${MAX_HAND_MATCH} entries are matched by hand at once.` : undefined}
        rightSection={<Key letter="M" />}
        onClick={() => onAsk(matchOf(selection))}
      >
        Match by hand
      </Button>
    );
  };
}

function matchOf({ chosen }: RowSelection<EntryRow>): HandMatchAsked {
  return { kind: 'match', entries: [...chosen.values()] };
}

type Total = CallOutput<'entries.page'>['totals'][number];

/** `replaced`: rows of the sums that a later file says anew, so that their money may stand in them twice. */
function totalsOf(totals: readonly [Total, ...Total[]], replaced: number, fold: (label: string) => TotalCell) {
  const entries = totals.reduce((sum, { count }) => sum + count, 0);
  const again =
    replaced === 0 ? '' : `with ${countWords(replaced, 'replaced row', 'replaced rows')} that a later file says anew`;
  return {
    parts: totals.map(unitRow),
    whole: {
      ...(totals.length === 1 ? moneyOf(totals[0]) : {}),
      ident: fold(countWords(entries, 'entry', 'entries')),
      outcome: softTotal(again),
      ours: softTotal(countWords(totals.length, 'currency', 'currencies')),
    },
  };
}

function unitRow(total: Total): TotalRow {
  const { unit, count, compared } = total;
  return {
    id: unit,
    cells: {
      ident: {
        shown: (
          <>
            {plainText(unit.slice(0, 16))} <span className="mc-total-soft">{grouped(count)}</span>
          </>
        ),
      },
      outcome: softTotal(`${grouped(compared)} compared`),
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
