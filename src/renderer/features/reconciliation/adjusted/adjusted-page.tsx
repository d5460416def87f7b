// The queue of adjusted invoices: what was expected, what came, the exact difference, and what people did about it,
// worked through by keyboard.
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { AdjustedPage as Page, AdjustedRow, AdjustedSortField } from '../../../../domain/adjusted.ts';
import {
  type Paging,
  useActOnChosen,
  useActOnExceptions,
  useBridge,
  useCall,
  useMirrorRevision,
  useProfile,
  useTriageDetail,
  useWorkedRevision,
} from '../../../bridge/index.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import {
  invoicePath,
  ListEmpty,
  ListFrame,
  type ListKind,
  plainText,
  TriageList,
  TriagePanel,
  type TriageSubject,
  type Triaging,
  useBulk,
  useList,
  useRouteFilters,
  useWork,
} from '../../../ui/index.ts';
import { AdjustedFacts } from './adjusted-facts.tsx';
import { ADJUSTED_COLUMNS } from './columns.tsx';
import { ADJUSTED_FILTER, adjustedFilter, type AdjustedFilterInput, type Shown, shownIn } from './filters.ts';
import { useTotalRows } from './totals.tsx';
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
  const asOf = useCall('sync.status', {}).data?.invoices.asOf ?? null;
  const me = useCall('exceptions.counts', {}, { refreshOn: BOOKS_KINDS }).data?.me ?? null;
  const shown = shownIn(useRouteFilters());
  const { revision: worked, again } = useWorkedRevision(BOOKS_KINDS);
  const revision = useMirrorRevision(MIRROR_KINDS) + worked;
  const { sort, count, isNarrowed, totals } = list;
  const { triage: part, ...filter } = list.filter;
  const [isAsked, setAsked] = useState(false);
  const facets = useCall(
    'invoices.facets',
    { filter: { ...filter, adjusted: true } },
    { refreshOn: MIRROR_KINDS, enabled: isAsked },
  ).data;
  const work = useWork(list, profile, { subjectOf, acting: useActOnExceptions(), me, onDone: again });
  const read = (page: Paging, from: { readonly profile: string }) =>
    bridge.call('reconciliation.adjusted', { filter, triage: part, sort, ...page }, from);
  const acting = useActOnChosen({ selection: work.selection, profile, read, idOf, subjectOf });
  const bulk = useBulk(work, list, acting, { amountOf: ({ deltaUsdt }) => [deltaUsdt, 'USDT'] });
  return (
    <ListFrame
      list={list}
      asOf={asOf}
      words={(matching) => countedWords(matching, shown, isNarrowed, parts)}
      actions={
        <ExportMenu count={count} rows={(file) => ({ kind: 'adjusted', filter, triage: part, sort, ...file })} />
      }
      filters={{ of: ADJUSTED_FILTER, counts: countsOf(facets, part), onAsked: () => setAsked(true) }}
      above={<ExceptionViews here="adjusted" triage={work.triage} instead={bulk.bar} onRun={again} />}
    >
      <TriageList
        list={list}
        work={work}
        revision={revision}
        panel={<InHand triage={work.triage} me={me} />}
        empty={<Empty isNarrowed={isNarrowed} shown={shown} />}
        yields={YIELDS}
        totals={useTotalRows(totals, parts)}
      />
      {bulk.dialogs}
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

/** Of what the other filters leave; what people did about it, the list of invoices does not know. */
function countsOf(facets: CallOutput<'invoices.facets'> | undefined, part: AdjustedFilterInput['triage']) {
  if (facets === undefined || part === undefined) return facets;
  const uncounted = (all: readonly { readonly value: string }[]) => all.map(({ value }) => ({ value }));
  return { currencies: uncounted(facets.currencies), methods: uncounted(facets.methods) };
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
