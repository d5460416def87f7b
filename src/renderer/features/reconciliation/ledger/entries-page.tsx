/**
 * The merchant's own books: every entry with what became of it when it was held against the API's records, worked through by keyboard; the buckets
 * add up to the whole. Not here: both sides of one (inspector.tsx), matching by hand (hand-match.tsx), the keys (ui/triage).
 */
import { type ReactNode, useMemo, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { EntryRow, EntrySortField } from '../../../../domain/entry.ts';
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
  ENTRY_KEYS,
  entryPath,
  ListFrame,
  type ListKind,
  navigateTo,
  TriageList,
  type TriageSubject,
  useKey,
  useList,
  useRouteFilters,
  useWork,
} from '../../../ui/index.ts';
import { BucketTrouble, LedgerViews } from './buckets.tsx';
import { ENTRY_COLUMNS, SourceNames } from './columns.tsx';
import { Empty } from './empty.tsx';
import { entryName } from './entry-view.ts';
import { EntryFilters } from './filter-row.tsx';
import { entryFilter, type EntryFilterInput, kindIn } from './filters.ts';
import { type Asked, HandDialogs } from './hand-dialogs.tsx';
import { InHand, recordPathOf } from './in-hand.tsx';
import { PageActions } from './page-actions.tsx';
import { MatchSelected } from './match-selected.tsx';
import { LedgerTotals } from './totals-foot.tsx';

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
const WITHOUT = ['has no exception to act on', 'have no exception to act on'] as const;

/** Orders, or lines of wallets. */
export function EntriesPage(): ReactNode {
  const bridge = useBridge();
  const profile = useProfile().id;
  const list = useList(ENTRIES, profile, (input, reader) => bridge.call('entries.page', input, { profile: reader }));
  const { filter, sort, count, isNarrowed, totals, isOld } = list;
  const kind = kindIn(useRouteFilters());
  const counts = useCall('entries.counts', { filter }, { refreshOn: BOOKS_KINDS });
  const sources = useCall('sources.list', {}, { refreshOn: ['imports'] }).data?.sources;
  const me = useCall('exceptions.counts', {}, { refreshOn: ['exceptions'] }).data?.me ?? null;
  const names = useMemo(() => new Map(sources?.map(({ id, name }) => [id, name])), [sources]);
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
  const actingOnChosen = useActOnChosen({ selection, profile, read, idOf, subjectOf });
  return (
    <SourceNames value={names}>
      <ListFrame
        list={list}
        asOf={null}
        words={(matching) => countedWords(matching, isNarrowed, counts.data?.total)}
        actions={<PageActions filter={filter} sort={sort} count={count} />}
        strip={<LedgerViews counts={counts.data} kind={kind} />}
        above={<BucketTrouble counts={counts} isListUnread={list.isUnread} />}
        filters={<EntryFilters sources={sources} units={counts.data?.units} />}
      >
        <TriageList
          list={list}
          work={work}
          revision={revisions.revision}
          actingOnChosen={actingOnChosen}
          panel={<InHand triage={triage} me={me} onAsk={setAsked} />}
          empty={<Empty isNarrowed={isNarrowed} kind={kind} sources={sources} />}
          keys={ENTRY_KEYS}
          isWide
          yields={YIELDS}
          without={WITHOUT}
          deeds={<MatchSelected selection={selection} onMatch={matchSelected} />}
        >
          {count === 0 ? null : (
            <LedgerTotals totals={totals} isOld={isOld} replaced={replacedIn(counts.data, filter)} />
          )}
        </TriageList>
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
