/**
 * The exceptions: findings of reconciliation that people look at, note, assign and resolve, one by one or many at once. Not here:
 * the columns, the keys (ui/triage), how they are found (the engine).
 */
import { type ReactNode, useState } from 'react';
import type { Exception, ExceptionSortField } from '../../../domain/exception.ts';
import { success } from '../../../domain/failure.ts';
import {
  type CallState,
  everyRow,
  useAction,
  useActOnExceptions,
  useBooksRevision,
  useBridge,
  useCall,
  useExport,
  useProfile,
  useTriageDetail,
} from '../../bridge/index.ts';
import {
  BulkTriage,
  countWords,
  ExportButton,
  FailureNotice,
  invoicePath,
  ListEmpty,
  ListFrame,
  ListGrid,
  type ListKind,
  TriageDesk,
  TriagePanel,
  type TriageSubject,
  type Triaging,
  useList,
  useRouteFilters,
  useRowSelection,
  useTriage,
  withdrawalPath,
} from '../../ui/index.ts';
import { EXCEPTION_COLUMNS, recordName } from './columns.tsx';
import { ExceptionFacts } from './exception-facts.tsx';
import { type Counts, Facets } from './facets.tsx';
import { ExceptionFilters } from './filter-row.tsx';
import { type ExceptionFilterInput, exceptionFilter, type Shown, shownIn } from './filters.ts';
import { RunButton, RunWords } from './last-run.tsx';
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
  const counts = useCall('exceptions.counts', {}, { refreshOn: BOOKS_KINDS });
  const shown = shownIn(useRouteFilters());
  const { filter, sort, count, isNarrowed, totals, isOld } = list;
  const selection = useRowSelection(`${profile} ${JSON.stringify(filter)}`, idOf);
  const revisions = useRevisions();
  const act = useActOnExceptions();
  const exporting = useExport();
  const run = useAction('reconciliation.run');
  const begin = async (): Promise<void> => {
    if ((await run.run({})).ok) counts.refresh();
  };
  const me = counts.data?.me ?? '';
  const triage = useTriage({ subjectOf, act, me, onDone: revisions.again });
  const chosen = async () => {
    if (!selection.isAll || profile === null) return success([...selection.chosen.values()].map(subjectOf));
    const all = await everyRow((page) => bridge.call('exceptions.page', { filter, sort, ...page }, { profile }));
    return all.ok ? success(all.value.map(subjectOf)) : all;
  };
  return (
    <ListFrame
      list={list}
      asOf={null}
      words={(matching) => countedWords(matching, shown, isNarrowed)}
      {...(counts.data === undefined ? {} : { caveat: <RunWords counts={counts.data} /> })}
      actions={
        <>
          <RunButton isBusy={run.busy} onRun={() => void begin()} />
          <ExportButton
            state={exporting.state}
            count={count}
            onStart={(file) => exporting.start({ kind: 'exceptions', filter, sort, ...file })}
            onStop={exporting.cancel}
            onManifest={exporting.fetchManifest}
          />
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
      filters={<ExceptionFilters units={totals.flatMap(({ unit }) => unit ?? [])} />}
    >
      <TriageDesk triage={triage} panel={<InHand triage={triage} me={me} />}>
        <ListGrid
          list={list}
          revision={revisions.revision}
          selection={selection}
          cursor={triage.cursor}
          onCursor={triage.onCursor}
          onOpen={triage.onOpen}
          empty={<Empty isNarrowed={isNarrowed} shown={shown} counts={counts.data} />}
        />
        {count === null || count === 0 ? null : <TotalsLine totals={totals} isOld={isOld} />}
      </TriageDesk>
      <BulkTriage
        selection={selection}
        count={count}
        isNarrowed={isNarrowed}
        me={me}
        subjects={chosen}
        act={act}
        onDone={revisions.again}
      />
    </ListFrame>
  );
}

/** Grows with every change in the books, and at once when something was done here. */
function useRevisions(): { readonly revision: number; readonly again: () => void } {
  const pushed = useBooksRevision(BOOKS_KINDS);
  const [own, setOwn] = useState(0);
  return { revision: pushed + own, again: () => setOwn((before) => before + 1) };
}

function Standing({ counts }: { readonly counts: CallState<Counts> }): ReactNode {
  const { data, failure, refresh } = counts;
  if (data === undefined) return failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />;
  return <Facets counts={data} />;
}

function InHand({ triage, me }: { readonly triage: Triaging<Exception>; readonly me: string }): ReactNode {
  const { row, subject } = triage;
  const detail = useTriageDetail(subject?.id ?? null);
  if (row === null || subject === null) return null;
  return (
    <TriagePanel kind={row.kind} triage={triage} subject={subject} me={me} path={pathOf(row)} detail={detail}>
      <ExceptionFacts exception={row} />
    </TriagePanel>
  );
}

function idOf({ id }: Exception): string {
  return id;
}

function pathOf({ list, recordUuid }: Exception): string {
  return list === 'invoices' ? invoicePath(recordUuid) : withdrawalPath(recordUuid);
}

function subjectOf(row: Exception): TriageSubject {
  return { rowId: row.id, id: row.id, name: recordName(row), state: row.state, assignee: row.assignee };
}

const SHOWN_WORDS: Readonly<Record<Shown, string>> = {
  open: 'open',
  resolved: 'resolved',
  all: 'in all',
  gone: 'that the facts do not show any more',
};

function countedWords(count: number, shown: Shown, isNarrowed: boolean): string {
  return `${countWords(count, 'exception', 'exceptions')} ${SHOWN_WORDS[shown]}${isNarrowed ? ' match' : ''}`;
}

/** An empty list of open ones is good news only after a run over complete lists. */
function Empty(props: {
  readonly isNarrowed: boolean;
  readonly shown: Shown;
  readonly counts: Counts | undefined;
}): ReactNode {
  const { isNarrowed, shown, counts } = props;
  const hasRun = counts?.run !== null && counts !== undefined;
  return (
    <ListEmpty
      isNarrowed={isNarrowed}
      title={!hasRun ? 'Reconciliation has not run yet' : shown === 'open' ? 'Nothing is open' : 'None of these yet'}
    >
      {hasRun
        ? 'What reconciliation finds in the mirror stands here until a person has looked at it.'
        : 'It runs by itself once the mirror is read, or now with the button above.'}
    </ListEmpty>
  );
}
