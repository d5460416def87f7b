/**
 * The exceptions: findings of reconciliation that people look at, note, assign and resolve, one by one or many at once. Not here:
 * the columns, the keys (ui/triage), how they are found (the engine).
 */
import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Exception, ExceptionSortField } from '../../../../domain/exception.ts';
import {
  type CallState,
  type Paging,
  useAction,
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
import { type Counts, Facets } from './facets.tsx';
import { ExceptionFilters } from './filter-row.tsx';
import { type ExceptionFilterInput, exceptionFilter, type Shown, shownIn } from './filters.ts';
import { RunButton, RunWords } from './last-run.tsx';
import { OPENS_WORDS, pathOf } from './lists.ts';
import { SheetDialog } from './sheet-dialog.tsx';
import { TotalsLine } from './totals-line.tsx';
import './exceptions.css';

const EXCEPTIONS: ListKind<Exception, ExceptionSortField, ExceptionFilterInput> = {
  title: 'Exceptions',
  columns: EXCEPTION_COLUMNS,
  firstSort: { by: 'firstSeenAt', direction: 'desc' },
  filterOf: exceptionFilter,
  choices: ['state', 'cleared'],
  idOf,
  nameOf: recordName,
  pathOf,
};
const BOOKS_KINDS = ['exceptions'] as const;

/** Everything that reconciliation has found, and what people did about it. */
export function ExceptionsPage(): ReactNode {
  const bridge = useBridge();
  const profile = useProfile().id;
  const list = useList(EXCEPTIONS, profile, (input, reader) =>
    bridge.call('exceptions.page', input, { profile: reader }),
  );
  const { filter, sort, count, isNarrowed, totals, isOld } = list;
  const counts = useCall('exceptions.counts', { filter }, { refreshOn: BOOKS_KINDS });
  const shown = shownIn(useRouteFilters());
  const revisions = useWorkedRevision(BOOKS_KINDS);
  const exporting = useExport();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const run = useAction('reconciliation.run');
  const begin = async (): Promise<void> => {
    if ((await run.run({}))?.ok === true) counts.refresh();
  };
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
      {...(counts.data === undefined ? {} : { caveat: <RunWords counts={counts.data} /> })}
      actions={
        <>
          <RunButton isBusy={run.busy} onRun={() => void begin()} />
          <Button variant="default" onClick={() => setSheetOpen(true)}>
            Spreadsheet
          </Button>
          {isSheetOpen ? null : exportButton}
        </>
      }
      above={
        <>
          {run.failure === undefined || run.failure.kind === 'cancelled' ? null : (
            <FailureNotice failure={run.failure} onRetry={() => void begin()} />
          )}
          <Standing counts={counts} />
        </>
      }
      filters={<ExceptionFilters units={counts.data?.units} />}
    >
      <TriageList
        list={list}
        work={work}
        revision={revisions.revision}
        actingOnChosen={actingOnChosen}
        panel={<InHand triage={work.triage} me={me} />}
        empty={<Empty isNarrowed={isNarrowed} shown={shown} counts={counts} />}
      >
        {count === 0 ? null : <TotalsLine totals={totals} isOld={isOld} />}
      </TriageList>
      {isSheetOpen ? <SheetDialog exporting={exportButton} onDone={again} onClose={() => setSheetOpen(false)} /> : null}
    </ListFrame>
  );
}

function Standing({ counts }: { readonly counts: CallState<Counts> }): ReactNode {
  const { data, failure, refresh, isPrevious } = counts;
  if (data !== undefined) return <Facets counts={data} isOld={isPrevious} />;
  if (failure !== undefined) return <FailureNotice failure={failure} onRetry={refresh} />;
  return <Skeleton height={26} width="min(640px, 100%)" radius="sm" />;
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
