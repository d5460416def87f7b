/**
 * The exceptions: findings of reconciliation that people look at, note, assign and resolve, one by one or many at once. Not here:
 * the columns, the keys (ui/triage), how they are found (the engine).
 */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Exception, ExceptionSortField } from '../../../../domain/exception.ts';
import {
  type Paging,
  useActOnChosen,
  useActOnExceptions,
  useBridge,
  useCall,
  useExport,
  useProfile,
  useTriageDetail,
  useWorkedRevision,
} from '../../../bridge/index.ts';
import {
  ExportButton,
  FailureNotice,
  ListFrame,
  type ListKind,
  TriageList,
  TriagePanel,
  type TriageSubject,
  type Triaging,
  useList,
  useRouteFilters,
  useWork,
} from '../../../ui/index.ts';
import { EXCEPTION_COLUMNS, recordName } from './columns.tsx';
import { Empty, shownWords } from './empty.tsx';
import { ExceptionFacts } from './exception-facts.tsx';
import { ExceptionFilters } from './filter-row.tsx';
import { type ExceptionFilterInput, exceptionFilter, type Shown, shownIn } from './filters.ts';
import { OPENS_WORDS, pathOf } from './lists.ts';
import { SheetDialog } from './sheet-dialog.tsx';
import { ExceptionTotals } from './totals-foot.tsx';
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
  const { filter, sort, count, isNarrowed, totals, isOld } = list;
  const counts = useCall('exceptions.counts', { filter }, { refreshOn: BOOKS_KINDS });
  const shown = shownIn(useRouteFilters());
  const revisions = useWorkedRevision(BOOKS_KINDS);
  const exporting = useExport();
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
  const actingOnChosen = useActOnChosen({ selection: work.selection, profile, read, idOf, subjectOf });
  const exportButton = (
    <ExportButton
      state={exporting.state}
      count={count}
      onStart={(file) => exporting.start({ kind: 'exceptions', filter, sort, ...file })}
      onStop={exporting.cancel}
      onManifest={exporting.fetchManifest}
    />
  );
  return (
    <ListFrame
      list={list}
      asOf={null}
      words={(matching) => countedWords(matching, shown, isNarrowed)}
      strip={<ExceptionViews here={view} onRun={counts.refresh} />}
      actions={
        <>
          <Button variant="default" onClick={() => setSheetOpen(true)}>
            Spreadsheet
          </Button>
          {isSheetOpen ? null : exportButton}
        </>
      }
      above={counts.failure === undefined ? null : <FailureNotice failure={counts.failure} onRetry={counts.refresh} />}
      filters={<ExceptionFilters counts={counts.data} view={view} />}
    >
      <TriageList
        list={list}
        work={work}
        revision={revisions.revision}
        actingOnChosen={actingOnChosen}
        panel={<InHand triage={work.triage} me={me} />}
        empty={<Empty isNarrowed={isNarrowed} shown={shown} counts={counts} />}
        yields={YIELDS}
      >
        {count === 0 ? null : <ExceptionTotals totals={totals} count={count} isOld={isOld} />}
      </TriageList>
      {isSheetOpen ? <SheetDialog exporting={exportButton} onDone={again} onClose={() => setSheetOpen(false)} /> : null}
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
