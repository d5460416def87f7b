// The exceptions: findings of reconciliation that people look at, note, assign and resolve, one by one or many at once.
import { Group, Menu, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { Exception, ExceptionSortField } from '../../../../domain/exception.ts';
import {
  type Paging,
  useActOnChosen,
  useActOnExceptions,
  useBridge,
  useCall,
  useProfile,
  useTriageDetail,
  useWorkedRevision,
} from '../../../bridge/index.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import {
  entryPath,
  EvidenceTable,
  FailureNotice,
  FINDING_WORDS,
  hashHref,
  ListFrame,
  type ListKind,
  lookupOfIdPath,
  MoneyText,
  plainText,
  SeenText,
  StandingBadges,
  TriageList,
  TriagePanel,
  type TriageSubject,
  type Triaging,
  unitWords,
  useBulk,
  useList,
  useRouteFilters,
  useWork,
} from '../../../ui/index.ts';
import { EXCEPTION_COLUMNS, recordName } from './columns.tsx';
import { Empty, shownWords } from './empty.tsx';
import {
  exceptionCounts,
  exceptionFilter,
  type ExceptionFilterInput,
  exceptionFilterOf,
  type Shown,
  shownIn,
} from './filters.ts';
import { OPENS_WORDS, pathOf } from './lists.ts';
import { SheetDialog } from './sheet-dialog.tsx';
import { useTotalRows } from './totals.tsx';
import { ExceptionViews, type FindingView, KINDS_OF } from './views.tsx';

type Kind = ListKind<Exception, ExceptionSortField, ExceptionFilterInput>;

/** One list a view: what it shows of itself counts for no filter. */
function kindOf(view: FindingView): Kind {
  return {
    title: 'Exceptions',
    columns: EXCEPTION_COLUMNS,
    firstSort: { by: 'firstSeenAt', direction: 'desc' },
    filterOf: (address, timeZone) => exceptionFilter(address, timeZone, KINDS_OF[view]),
    choices: view === 'exceptions' ? ['state', 'cleared'] : ['state', 'cleared', 'kind'],
    idOf,
    nameOf: recordName,
    pathOf,
  };
}
const LISTS: Readonly<Record<FindingView, Kind>> = {
  exceptions: kindOf('exceptions'),
  'exceptions-webhooks': kindOf('exceptions-webhooks'),
  'exceptions-ledger': kindOf('exceptions-ledger'),
  'exceptions-records': kindOf('exceptions-records'),
};
const BOOKS_KINDS = ['exceptions'] as const;
/** With a row in hand these make room; amounts never do. */
const YIELDS: ReadonlySet<string> = new Set(['list', 'method', 'customer', 'recordAt', 'standing']);

/** What reconciliation has found, and what people did about it. */
export function ExceptionsPage({ view = 'exceptions' }: { readonly view?: FindingView }): ReactNode {
  const bridge = useBridge();
  const profile = useProfile().id;
  const list = useList(LISTS[view], profile, (input, reader) =>
    bridge.call('exceptions.page', input, { profile: reader }),
  );
  const { filter, sort, count, isNarrowed, totals } = list;
  const of = useMemo(() => exceptionFilterOf(KINDS_OF[view]), [view]);
  const counts = useCall('exceptions.counts', { filter }, { refreshOn: BOOKS_KINDS });
  const shown = shownIn(useRouteFilters());
  const revisions = useWorkedRevision(BOOKS_KINDS);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const me = counts.data?.me ?? null;
  // The counts, too, are of what was just done, before the engine has announced it.
  const again = (): void => {
    revisions.again();
    counts.refresh();
  };
  const work = useWork(list, profile, { subjectOf, acting: useActOnExceptions(), me, onDone: again });
  const read = (page: Paging, from: { readonly profile: string }) =>
    bridge.call('exceptions.page', { filter, sort, ...page }, from);
  const acting = useActOnChosen({ selection: work.selection, profile, read, idOf, subjectOf });
  const bulk = useBulk(work, list, acting, { amountOf: ({ delta, unit }) => [delta, unit] });
  const rows = useTotalRows(totals, count);
  const exported = (
    <ExportMenu count={count} rows={(file) => ({ kind: 'exceptions', filter, sort, ...file })}>
      {isSheetOpen ? null : <Menu.Item onClick={() => setSheetOpen(true)}>Work on them in a spreadsheet…</Menu.Item>}
    </ExportMenu>
  );
  return (
    <ListFrame
      list={list}
      asOf={null}
      words={(matching) => countedWords(matching, shown, isNarrowed)}
      actions={isSheetOpen ? null : exported}
      filters={{ of, counts: exceptionCounts(counts.data) }}
      above={
        <>
          <ExceptionViews here={view} triage={work.triage} instead={bulk.bar} onRun={counts.refresh} />
          {counts.failure === undefined ? null : <FailureNotice failure={counts.failure} onRetry={counts.refresh} />}
        </>
      }
    >
      <TriageList
        list={list}
        work={work}
        revision={revisions.revision}
        panel={<InHand triage={work.triage} me={me} />}
        empty={<Empty isNarrowed={isNarrowed} shown={shown} counts={counts} />}
        yields={YIELDS}
        totals={rows}
      />
      {bulk.dialogs}
      {isSheetOpen ? <SheetDialog exporting={exported} onDone={again} onClose={() => setSheetOpen(false)} /> : null}
    </ListFrame>
  );
}

function InHand({ triage, me }: { readonly triage: Triaging<Exception>; readonly me: string | null }): ReactNode {
  const { row, subject } = triage;
  const detail = useTriageDetail(subject?.id ?? null);
  if (row === null || subject === null) return null;
  return (
    <TriagePanel
      kind={row.kind}
      triage={triage}
      subject={subject}
      me={me}
      path={pathOf(row)}
      opens={OPENS_WORDS[row.list]}
      detail={detail}
    >
      <ExceptionFacts exception={row} />
    </TriagePanel>
  );
}

function idOf({ id }: Exception): string {
  return id;
}

function subjectOf(row: Exception): TriageSubject {
  return { rowId: row.id, id: row.id, name: recordName(row), state: row.state, assignee: row.assignee };
}

function countedWords(count: number, shown: Shown, isNarrowed: boolean): string {
  return `${shownWords(count, shown)}${isNarrowed ? ' match' : ''}`;
}

/** The same for every kind; the words are the kind's own. */
function ExceptionFacts({ exception }: { readonly exception: Exception }): ReactNode {
  const { kind, delta, unit, note, firstSeenAt, evidence } = exception;
  const words = FINDING_WORDS[kind];
  return (
    <>
      <div>
        <Text fw={600} mb={4}>
          {words.name}
          {delta === null ? null : (
            <>
              {' '}
              <MoneyText value={delta} currency={unitWords(unit)} sign />
            </>
          )}
        </Text>
        <StandingBadges {...exception} />
      </div>
      <Text fz={13} c="var(--mc-text-soft)">
        {words.meaning} <strong>{words.next}</strong>
      </Text>
      <EvidenceTable kind={kind} evidence={evidence} />
      <WayOn exception={exception} />
      <p className="mc-note">
        <SeenText since={firstSeenAt} />
        {note === null || note === '' ? null : <>. Latest note: “{plainText(note)}”</>}
      </p>
    </>
  );
}

/** From an entry of the merchant's books to both its sides, and to the record it was held against. */
function WayOn({ exception: { list, recordUuid, evidence } }: { readonly exception: Exception }): ReactNode {
  if (list !== 'entries') return null;
  const record = evidence['record.uuid'] ?? null;
  return (
    <Group gap="md">
      <a className="mc-link" href={hashHref(entryPath(recordUuid))}>
        Both sides of the entry
      </a>
      {record === null || record === '' ? null : (
        <a className="mc-link" href={hashHref(lookupOfIdPath(record))}>
          Its record
        </a>
      )}
    </Group>
  );
}
