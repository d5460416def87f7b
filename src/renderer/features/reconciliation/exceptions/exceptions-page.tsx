// The exceptions: findings of reconciliation that people look at, note, assign and resolve, one by one or many at once.
import { Anchor, Group, Menu, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Exception, ExceptionSortField } from '../../../../domain/reconcile/exception.ts';
import { type CallState, useBridge, useCall, useProfile, useWorkedRevision } from '../../../bridge/index.ts';
import {
  AgeText,
  cellText,
  countWords,
  EmptyState,
  entryPath,
  FailureNotice,
  gridColumns,
  grouped,
  Link,
  ListFrame,
  type ListKind,
  lookupOfIdPath,
  MoneyText,
  moneyTotal,
  plainText,
  softTotal,
  type TotalCell,
  type TotalRow,
  useList,
  useRouteFilters,
  useTotals,
  NONE,
} from '../../../ui/index.ts';
import {
  ExportMenu,
  EvidenceTable,
  DueText,
  FINDING_WORDS,
  findingName,
  type InHand,
  SeenText,
  StandingBadges,
  standingWords,
  TriageList,
  unitWords,
  useLabelOptions,
  triageForms,
  useWork,
} from '../../../parts/index.ts';
import {
  exceptionCounts,
  exceptionFilter,
  type ExceptionFilterInput,
  exceptionFilterOf,
  type ExceptionsShown,
  LIST_WORDS,
  MINE,
  OPENS_WORDS,
  pathOf,
  recordName,
  SHOWN_WORDS,
  shownIn,
  subjectOf,
} from './filters.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import { Ageing } from './ageing.tsx';
import { SheetDialog } from './sheet-dialog.tsx';
import { ExceptionViews, type FindingView, KINDS_OF } from './views.tsx';
import { type Counts, isWhole } from './last-run.tsx';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';

function shownWords(count: number, shown: ExceptionsShown): string {
  const state = shown === 'all' ? 'in all' : SHOWN_WORDS[shown].toLowerCase();
  return `${countWords(count, 'exception', 'exceptions')} ${state}`;
}

function withoutFilters(shown: ExceptionsShown, counts: Counts | undefined): string {
  if (counts === undefined) return 'Every filter above narrows the list; clear one to see more.';
  const { open, resolved, cleared } = counts;
  const count = { open, resolved, all: open + resolved, gone: cleared }[shown];
  if (count === 0) return 'Without the filters the list is empty too.';
  return `Without the filters there ${count === 1 ? 'is' : 'are'} ${shownWords(count, shown)}.`;
}

/** What an empty list says. One of open ones is good news only after a run over complete lists. */
function meaningOf(
  shown: ExceptionsShown,
  { data, failure }: CallState<Counts>,
): readonly [title: string, words: string] {
  if (data === undefined) {
    const why =
      failure === undefined
        ? 'How far reconciliation has come is being read.'
        : 'How far reconciliation has come could not be read, so an empty list says nothing.';
    return ['Nothing is listed', why];
  }
  const { run, resolved, open } = data;
  if (run === null) {
    return [
      'Reconciliation has not run yet',
      'It runs by itself once the lists are read, or now with the button above.',
    ];
  }
  const caution = isWhole(run) ? '' : ' It looked at incomplete lists: what is missing may hold more.';
  const nothing = `Reconciliation has found nothing in the records it looked at.${caution}`;
  const meanings: Readonly<Record<ExceptionsShown, readonly [title: string, words: string]>> = {
    open: [
      'Nothing is open',
      resolved === 0 ? nothing : `All ${countWords(resolved, 'exception is', 'exceptions are')} resolved.${caution}`,
    ],
    resolved: [
      'None is resolved yet',
      open === 0
        ? `Reconciliation has found nothing to resolve.${caution}`
        : `${countWords(open, 'exception is', 'exceptions are')} open. A resolved one stands here with its reason.`,
    ],
    all: ['No exceptions', nothing],
    gone: ['None of these', 'An exception stands here once a later run finds that the facts agree.'],
  };
  return meanings[shown];
}

const NO_CASES = [
  'No case is open',
  'A case is opened on an invoice, a withdrawal, a customer or an endpoint: C, then what is to be done.',
] as const;

const EXCEPTION_COLUMNS = gridColumns<Exception, ExceptionSortField>(({ cell, name, text, moment, money }) => [
  name('label', 'Record', (row) => row.label ?? row.recordUuid, {
    hint: 'The shop’s own id of an invoice, the address of a withdrawal, the id in your ledger',
    sortBy: 'label',
    width: 120,
    pinned: 'left',
  }),
  cell('kind', 'Finding', findingName, {
    sortBy: 'kind',
    width: 150,
    flex: 2,
    text: (row) => (row.kind === 'case' ? findingName(row) : FINDING_WORDS[row.kind].meaning),
    copied: findingName,
  }),
  money('delta', 'Difference', (row) => row.delta, {
    hint: 'Sorted by how far it is from nothing, within its unit',
    sortBy: 'absDelta',
    width: 148,
    unit: ({ unit }) => unit,
    hasUnit: true,
    sign: true,
    missing: 'no amount',
  }),
  // The assignee and the day have a column of their own.
  cell('standing', 'State', (row) => <StandingBadges {...row} assignee={null} due={null} />, {
    width: 150,
    flex: 1,
    text: (row) => row.note,
    copied: standingWords,
  }),
  text('assignee', 'Assigned to', (row) => row.assignee, { sortBy: 'assignee', width: 96 }),
  cell('due', 'Due', (row) => <DueText {...row} isShort />, {
    sortBy: 'due',
    width: 96,
    spare: 2,
    text: ({ due }) => due,
  }),
  cell('firstSeenAt', 'First seen', (row) => <AgeText since={row.firstSeenAt} by="console" />, {
    hint: 'When an answer of the API, or a file, showed it first',
    sortBy: 'firstSeenAt',
    text: (row) => row.firstSeenAt,
  }),
  moment('recordAt', 'Date', (row) => row.recordAt, {
    hint: 'When an invoice finished; when a withdrawal was created; the time in your ledger. It puts a record into a period of the tie-out',
    sortBy: 'recordAt',
    spare: 1,
  }),
  cell('list', 'List', (row) => LIST_WORDS[row.list], {
    width: 100,
    spare: 3,
    text: (row) => LIST_WORDS[row.list],
  }),
  text('method', 'Method', (row) => row.method, { width: 140, spare: 4 }),
  text('customer', 'Customer', (row) => row.customerId, { width: 104, spare: 5 }),
]);

/** Cases have no difference, and the day by which they are to be done comes first. */
const CASE_COLUMNS = EXCEPTION_COLUMNS.filter(({ key }) => key !== 'delta' && key !== 'recordAt').map(
  ({ spare, ...column }) => ({ ...column, ...(column.key === 'due' || spare === undefined ? {} : { spare }) }),
);

/** One list a view: what it shows of itself counts for no filter. */
function kindOf(view: FindingView, me: string | null): ListKind<Exception, ExceptionSortField, ExceptionFilterInput> {
  const isCases = view === 'exceptions-cases';
  return {
    title: 'Exceptions',
    columns: isCases ? CASE_COLUMNS : EXCEPTION_COLUMNS,
    firstSort: isCases ? { by: 'due', direction: 'asc' } : { by: 'firstSeenAt', direction: 'desc' },
    filterOf: (address, timeZone) => exceptionFilter(address, timeZone, KINDS_OF[view], me),
    choices: view === 'exceptions' ? ['state', 'cleared'] : ['state', 'cleared', 'kind'],
    idOf: ({ id }) => id,
    nameOf: recordName,
    pathOf,
  };
}
const BOOKS_KINDS = ['exceptions'] as const;
/** With a row in hand these make room; amounts never do. */
const YIELDS: ReadonlySet<string> = new Set(['list', 'method', 'customer', 'recordAt', 'standing']);

const useForm = triageForms<Exception>();

export function ExceptionsPage({ view = 'exceptions' }: { readonly view?: FindingView }) {
  const bridge = useBridge();
  const profile = useProfile().id;
  const read = (input: CallInput<'exceptions.page'>, reader: string) =>
    bridge.call('exceptions.page', input, { profile: reader });
  const route = useRouteFilters();
  const who = useCall('exceptions.counts', {}, { refreshOn: BOOKS_KINDS });
  const me = who.data?.me ?? null;
  const kind = useMemo(() => kindOf(view, me), [view, me]);
  // Whose "mine" is has to be known first.
  const isWaiting = route.list('assignee').includes(MINE) && who.data === undefined && who.failure === undefined;
  const list = useList(kind, isWaiting ? null : profile, read);
  const { filter, sort, count, isNarrowed, totals } = list;
  const of = useMemo(() => exceptionFilterOf(KINDS_OF[view]), [view]);
  const counts = useCall('exceptions.counts', { filter }, { refreshOn: BOOKS_KINDS });
  const shown = shownIn(route);
  const revisions = useWorkedRevision(BOOKS_KINDS);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const labels = useLabelOptions(true);
  // The counts, too, are of what was just done, before the engine has announced it.
  const again = (): void => {
    revisions.again();
    counts.refresh();
  };
  const work = useWork(list, read, {
    form: useForm(),
    subjectOf,
    me,
    onDone: again,
    amountOf: ({ delta, unit }) => [delta, unit],
  });
  const { change } = route;
  const [title, words] = view === 'exceptions-cases' ? NO_CASES : meaningOf(shown, counts);
  const rows = useTotals(
    count === 0 ? NO_TOTALS : totals,
    useMemo(() => ({ count, change }), [count, change]),
    totalsOf,
  );
  const exported = (
    <ExportMenu
      count={count}
      selection={work.selection}
      rows={(file, only) => ({
        kind: 'exceptions',
        filter: only === undefined ? filter : { cleared: filter.cleared, ...only },
        sort,
        ...file,
      })}
    >
      {isSheetOpen ? null : <Menu.Item onClick={() => setSheetOpen(true)}>Work on them in a spreadsheet…</Menu.Item>}
    </ExportMenu>
  );
  return (
    <ListFrame
      list={list}
      asOf={null}
      words={(matching) => `${shownWords(matching, shown)}${isNarrowed ? ' match' : ''}`}
      actions={isSheetOpen ? null : exported}
      filters={{ of, counts: exceptionCounts(counts.data, labels) }}
      above={
        <>
          <ExceptionViews here={view} triage={work.triage} instead={work.bar} onRun={counts.refresh} />
          <FailureNotice failure={counts.failure} onRetry={counts.refresh} />
          <Ageing ages={counts.data?.ages} path={screenPath(view)} />
        </>
      }
    >
      <TriageList
        list={list}
        work={work}
        revision={revisions.revision}
        inHand={inHand}
        empty={
          isNarrowed ? (
            <EmptyState kind="nothing-matches">{withoutFilters(shown, counts.data)}</EmptyState>
          ) : (
            <EmptyState kind="nothing-yet" title={title}>
              {words}
            </EmptyState>
          )
        }
        yields={YIELDS}
        totals={rows}
      />
      {isSheetOpen ? <SheetDialog exporting={exported} onDone={again} onClose={() => setSheetOpen(false)} /> : null}
    </ListFrame>
  );
}

function inHand(row: Exception): InHand {
  const { kind, list } = row;
  return { kind, path: pathOf(row), opens: OPENS_WORDS[list], facts: <ExceptionFacts exception={row} /> };
}

/** The same for every kind; the words are the kind's own. */
function ExceptionFacts({ exception }: { readonly exception: Exception }) {
  const { kind, delta, unit, note, firstSeenAt, evidence } = exception;
  const isCase = kind === 'case';
  const words = FINDING_WORDS[kind];
  return (
    <>
      <div>
        <Text fw={600} mb={4}>
          {findingName(exception)}
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
      {isCase ? null : <EvidenceTable kind={kind} evidence={evidence} />}
      <WayOn exception={exception} />
      <p className="mc-note">
        <SeenText since={firstSeenAt} />
        {note === null || note === '' ? null : <>. Latest note: “{plainText(note)}”</>}
      </p>
    </>
  );
}

/** From an entry of the merchant's books to both its sides, and to the record it was held against. */
function WayOn({ exception: { list, recordUuid, evidence } }: { readonly exception: Exception }) {
  if (list !== 'entries') return null;
  const record = evidence['record.uuid'] ?? null;
  return (
    <Group>
      <Link to={entryPath(recordUuid)}>Both sides of the entry</Link>
      {record === null || record === '' ? null : <Link to={lookupOfIdPath(record)}>Its record</Link>}
    </Group>
  );
}

type Total = CallOutput<'exceptions.page'>['totals'][number];
const NO_TOTALS: readonly Total[] = [];

function totalsOf(
  totals: readonly [Total, ...Total[]],
  { count, change }: { readonly count: number | null; readonly change: ReturnType<typeof useRouteFilters>['change'] },
  fold: (label: string) => TotalCell,
) {
  return {
    parts: totals.map((total) => kindRow(total, ({ kind, unit }) => change({ kind: [kind], unit: [unit ?? NONE] }))),
    whole: {
      label: fold(count === null ? 'Sums' : countWords(count, 'row', 'rows')),
      kind: softTotal(`${countWords(totals.length, 'sum', 'sums')} by finding`),
      ...(totals.length === 1 ? { delta: deltaOf(totals[0]) } : {}),
    },
  };
}

function kindRow(total: Total, narrow: (total: Total) => void): TotalRow {
  const { kind, unit, count, missing } = total;
  const name = FINDING_WORDS[kind].name;
  return {
    id: `${kind} ${unit}`,
    cells: {
      label: { shown: grouped(count) },
      kind: {
        shown: (
          <Anchor
            component="button"
            type="button"
            inherit
            aria-label={`${name}, ${unit === null ? 'no unit' : cellText(unit, 24)}, ${grouped(count)}`}
            onClick={() => narrow(total)}
          >
            {name}
          </Anchor>
        ),
        text: name,
      },
      delta: deltaOf(total),
      standing: softTotal(missing === 0 ? '' : `${grouped(missing)} have no amount`),
    },
  };
}

function deltaOf({ delta, unit }: Total): TotalCell {
  return delta === null || unit === null
    ? { shown: <MoneyText value={null} missing="no unit, not summed" /> }
    : moneyTotal(delta, unit, unitWords(unit), true);
}
