/**
 * The queue of adjusted invoices: what was expected, what came, the exact difference, and what people did about it, worked through by
 * keyboard; totals per currency over the whole filter. Not here: the columns, the totals table, the keys (ui/triage).
 */
import { type ReactNode, useState } from 'react';
import type { AdjustedPage as Page, AdjustedRow, AdjustedSortField } from '../../../../domain/adjusted.ts';
import {
  type Paging,
  useActOnChosen,
  useActOnExceptions,
  useBridge,
  useCall,
  useExport,
  useMirrorRevision,
  useProfile,
  useTriageDetail,
  useWorkedRevision,
} from '../../../bridge/index.ts';
import {
  ExportButton,
  invoicePath,
  ListEmpty,
  ListFrame,
  type ListKind,
  plainText,
  TriageList,
  TriagePanel,
  type TriageSubject,
  type Triaging,
  useList,
  useRouteFilters,
  useWork,
} from '../../../ui/index.ts';
import { AdjustedFacts } from './adjusted-facts.tsx';
import { ADJUSTED_COLUMNS } from './columns.tsx';
import { AdjustedFilters } from './filter-row.tsx';
import { adjustedFilter, type AdjustedFilterInput, type Shown, shownIn } from './filters.ts';
import { AdjustedTotals } from './totals.tsx';
import { ExceptionViews } from '../exceptions/views.tsx';

const ADJUSTED: ListKind<AdjustedRow, AdjustedSortField, AdjustedFilterInput> = {
  title: 'Adjusted invoices',
  columns: ADJUSTED_COLUMNS,
  // The most money first; USDT, since amounts of several currencies have no common order.
  firstSort: { by: 'absDeltaUsdt', direction: 'desc' },
  filterOf: adjustedFilter,
  choices: ['triage'],
  idOf,
  nameOf: ({ externalId }) => plainText(externalId.slice(0, 120)),
  pathOf: ({ uuid }) => invoicePath(uuid),
};
/** With a row in hand these make room; amounts never do. */
const YIELDS: ReadonlySet<string> = new Set(['method', 'customerId', 'settledUsdt', 'standing']);
const MIRROR_KINDS = ['invoices'] as const;
const BOOKS_KINDS = ['exceptions'] as const;

/** All invoices whose paid amount was corrected, resolved ones too, the greatest loss first. */
export function AdjustedPage(): ReactNode {
  const bridge = useBridge();
  const profile = useProfile().id;
  const [parts, setParts] = useState<Page['triage'] | null>(null);
  const list = useList(ADJUSTED, profile, async ({ filter: { triage, ...filter }, ...page }, reader) => {
    const answer = await bridge.call('reconciliation.adjusted', { filter, triage, ...page }, { profile: reader });
    if (answer.ok) setParts(answer.value.triage);
    return answer;
  });
  const facets = useCall('invoices.facets', {}, { refreshOn: MIRROR_KINDS }).data;
  const asOf = useCall('sync.status', {}).data?.invoices.asOf ?? null;
  const me = useCall('exceptions.counts', {}, { refreshOn: BOOKS_KINDS }).data?.me ?? null;
  const shown = shownIn(useRouteFilters());
  const { revision: worked, again } = useWorkedRevision(BOOKS_KINDS);
  const revision = useMirrorRevision(MIRROR_KINDS) + worked;
  const exporting = useExport();
  const { sort, count, isNarrowed, totals, isOld } = list;
  const { triage: part, ...filter } = list.filter;
  const work = useWork(list, profile, { subjectOf, acting: useActOnExceptions(), me, onDone: again });
  const read = (page: Paging, from: { readonly profile: string }) =>
    bridge.call('reconciliation.adjusted', { filter, triage: part, sort, ...page }, from);
  const actingOnChosen = useActOnChosen({ selection: work.selection, profile, read, idOf, subjectOf });
  return (
    <ListFrame
      list={list}
      asOf={asOf}
      words={(matching) => countedWords(matching, shown, isNarrowed, parts)}
      strip={<ExceptionViews here="adjusted" onRun={again} />}
      actions={
        <ExportButton
          state={exporting.state}
          count={count}
          onStart={(file) => exporting.start({ kind: 'adjusted', filter, triage: part, sort, ...file })}
          onStop={exporting.cancel}
          onManifest={exporting.fetchManifest}
        />
      }
      filters={<AdjustedFilters facets={facets} />}
    >
      <TriageList
        list={list}
        work={work}
        revision={revision}
        actingOnChosen={actingOnChosen}
        panel={<InHand triage={work.triage} me={me} />}
        empty={<Empty isNarrowed={isNarrowed} shown={shown} />}
        yields={YIELDS}
      >
        {totals.length === 0 ? null : <AdjustedTotals totals={totals} parts={parts} asOf={asOf} isOld={isOld} />}
      </TriageList>
    </ListFrame>
  );
}

function InHand({ triage, me }: { readonly triage: Triaging<AdjustedRow>; readonly me: string | null }): ReactNode {
  const { row, subject } = triage;
  const detail = useTriageDetail(subject?.id ?? null);
  if (row === null || subject === null) return null;
  return (
    <TriagePanel kind="adjusted" triage={triage} subject={subject} me={me} path={invoicePath(row.uuid)} detail={detail}>
      <AdjustedFacts row={row} />
    </TriagePanel>
  );
}

function idOf({ uuid }: AdjustedRow): string {
  return uuid;
}

function subjectOf({ uuid, externalId, exception }: AdjustedRow): TriageSubject {
  return {
    rowId: uuid,
    id: exception?.id ?? null,
    name: plainText(externalId.slice(0, 120)),
    state: exception?.state ?? 'open',
    assignee: exception?.assignee ?? null,
  };
}

/** "300 adjusted, 212 open". */
function countedWords(count: number, shown: Shown, isNarrowed: boolean, parts: Page['triage'] | null): string {
  if (isNarrowed) return `${count.toLocaleString('en-GB')} match`;
  if (shown !== 'all' || parts === null)
    return `${count.toLocaleString('en-GB')} ${shown === 'all' ? 'adjusted' : shown}`;
  return `${count.toLocaleString('en-GB')} adjusted, ${parts.open.toLocaleString('en-GB')} open`;
}

function Empty({ isNarrowed, shown }: { readonly isNarrowed: boolean; readonly shown: Shown }): ReactNode {
  if (shown === 'resolved') {
    return (
      <ListEmpty isNarrowed={isNarrowed} title="None resolved yet">
        A resolved invoice stands here with its reason, and comes back when its facts change.
      </ListEmpty>
    );
  }
  return (
    <ListEmpty isNarrowed={isNarrowed} title={shown === 'open' ? 'Nothing to look at' : 'No adjusted invoices'}>
      {shown === 'open'
        ? 'No adjusted invoice is open, as far as the mirror has read. A dispute may adjust one later; this list follows the mirror.'
        : 'None of the mirrored invoices is marked as adjusted. A dispute may adjust one later; this list follows the mirror.'}
    </ListEmpty>
  );
}
