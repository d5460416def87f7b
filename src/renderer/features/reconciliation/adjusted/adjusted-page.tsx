// The queue of adjusted invoices: what was expected, what came, the exact difference, and what people did about it, worked through by keyboard.
import { useState } from 'react';
import { Text } from '@mantine/core';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import {
  ADJUSTED_LIST,
  type AdjustedRow,
  type AdjustedSortField,
  type AdjustedPage as Page,
} from '../../../../domain/reconcile/adjusted.ts';
import {
  useBridge,
  useCall,
  useExceptionsOf,
  useMirrorRevision,
  useProfile,
  useWorkedRevision,
} from '../../../bridge/index.ts';
import {
  type Address,
  Facts,
  filterOf,
  gridColumns,
  grouped,
  groupedAmount,
  InstantText,
  invoicePath,
  ListEmpty,
  ListFrame,
  type ListKind,
  type ListPageInput,
  MoneyText,
  moneyWords,
  Note,
  Notice,
  plainText,
  Table,
  useList,
  useRouteFilters,
} from '../../../ui/index.ts';
import {
  ExportMenu,
  FindingLines,
  FindingsUnread,
  type InHand,
  StandingBadges,
  standingWords,
  TriageList,
  type TriageSubject,
  triageForms,
  useWork,
} from '../../../parts/index.ts';
import { useTotalRows } from './totals.tsx';
import { SHOWN_WORDS } from '../exceptions/filters.ts';
import { ExceptionViews } from '../exceptions/views.tsx';
import { findingsWords, paidOfExpected, percentWords } from './adjusted-view.ts';
import { PartTitle } from '../../../ui/text/small-parts.tsx';
import { INVOICE_AMOUNT_WORDS } from '../../../../domain/kernel/money/amount-filter.ts';
import { choice } from '../../../../domain/kernel/list.ts';

type Input = CallInput<'reconciliation.adjusted'>;
type AdjustedPageInput = ListPageInput<AdjustedSortField, AdjustedFilterInput>;

/** A filter as the engine takes it, and which part of the queue. */
type AdjustedFilterInput = NonNullable<Input['filter']> & Pick<Input, 'triage'>;

/** Which of them the queue shows; without a word about it all of them. */
const SHOWN = ['all', 'open', 'resolved'] as const;
type AdjustedShown = (typeof SHOWN)[number];

const ADJUSTED_FILTER = filterOf(
  { ...ADJUSTED_LIST.filter, state: choice(SHOWN) },
  {
    text: { label: 'Search adjusted invoices', placeholder: 'Any id' },
    state: { label: 'State', wordOf: (state) => SHOWN_WORDS[state] },
    currency: { label: 'Currency', options: 'currencies' },
    finished: { label: 'Paid on' },
    amount: { label: 'Amount', of: INVOICE_AMOUNT_WORDS },
    method: { label: 'Method', options: 'methods' },
    created: { label: 'Created' },
    customerId: { label: 'Customer id' },
  },
);

function shownIn(address: Pick<Address, 'text'>): AdjustedShown {
  return SHOWN.find((one) => one === address.text('state')) ?? 'all';
}

/** What the address asks for, in days of the zone. */
export function adjustedFilter(address: Address, timeZone: string): AdjustedFilterInput {
  const { state: _state, ...filter } = ADJUSTED_FILTER.read(address, timeZone);
  const shown = shownIn(address);
  return { triage: shown === 'all' ? undefined : shown, ...filter };
}

const ADJUSTED_COLUMNS = gridColumns<AdjustedRow, AdjustedSortField>(({ cell, name, text, moment, money }) => [
  name('externalId', 'Invoice', (row) => row.externalId, { sortBy: 'externalId', pinned: 'left' }),
  money('deltaUsdt', 'Loss (USDT)', (row) => row.deltaUsdt, {
    hint: 'Actual − expected; sorted by size, whatever the sign',
    sortBy: 'absDeltaUsdt',
    width: 124,
    sign: true,
  }),
  cell('paid', 'Paid of ordered', (row) => <PaidOf row={row} />, {
    hint: 'The adjustment’s own amounts, in the currency of the order; sorted by the difference, whatever the sign',
    sortBy: 'absDeltaFiat',
    align: 'end',
    width: 168,
    flex: 1,
    measure: ({ actualFiat, expectedFiat, currency }) =>
      `${moneyWords(actualFiat, currency, false)} of ${moneyWords(expectedFiat, currency, false)} ${currency.slice(0, 16)}`,
    text: (row) => paidOfExpected(row, groupedAmount),
  }),
  cell(
    'deltaFiatPercent',
    'Difference',
    ({ deltaFiatPercent: percent }) => (percent === null ? '—' : percentWords(percent)),
    {
      hint: '(Actual − expected) ÷ expected; sorted with its sign',
      sortBy: 'deltaFiatPercent',
      align: 'end',
      width: 88,
      text: (row) => row.deltaFiatPercent,
    },
  ),
  money('settledUsdt', 'Net (USDT)', (row) => row.settledUsdt, {
    hint: 'settled_amount_usdt of the record',
    sortBy: 'settledUsdt',
    width: 96,
  }),
  moment('finishedAt', 'Paid on', (row) => row.finishedAt, { sortBy: 'finishedAt', spare: 1 }),
  text('assignee', 'With', ({ exception }) => exception?.assignee ?? null, {
    hint: 'Who works on it',
    width: 64,
    spare: 2,
  }),
  cell('standing', 'State', (row) => <Standing row={row} />, {
    hint: 'What people did about it, and what else is wrong with the record',
    width: 132,
    spare: 3,
    text: ({ exception, findings }) => exception?.note ?? (findingsWords(findings) || null),
    copied: ({ exception }) => (exception === null ? 'open' : standingWords(exception)),
  }),
  text('method', 'Method', (row) => row.method, { width: 140, spare: 4 }),
  text('customerId', 'Customer', (row) => row.customerId, { width: 104, spare: 5 }),
]);

function PaidOf({ row }: { readonly row: AdjustedRow }) {
  const { expectedFiat, actualFiat, currency } = row;
  if (expectedFiat === null || actualFiat === null) return 'by how much is not known';
  return (
    <>
      <MoneyText value={actualFiat} unit={currency} /> of <MoneyText value={expectedFiat} unit={currency} />{' '}
      {plainText(currency.slice(0, 16))}
    </>
  );
}

/** A row that no run has looked at is open: nobody has resolved it. */
function Standing({ row: { exception, findings } }: { readonly row: AdjustedRow }) {
  return (
    <>
      <StandingBadges state={exception?.state ?? 'open'} reason={exception?.reason ?? null} assignee={null} />
      {findings.length === 0 ? null : ` ${findingsWords(findings)}`}
    </>
  );
}

const ADJUSTED: ListKind<AdjustedRow, AdjustedSortField, AdjustedFilterInput> = {
  title: 'Adjusted invoices',
  columns: ADJUSTED_COLUMNS,
  // The most money first; USDT, since amounts of several currencies have no common order.
  firstSort: { by: 'absDeltaUsdt', direction: 'desc' },
  filterOf: adjustedFilter,
  choices: ['triage'],
  idOf: ({ uuid }) => uuid,
  nameOf: ({ externalId }) => plainText(externalId.slice(0, 120)),
  pathOf: ({ uuid }) => invoicePath(uuid),
};
/** With a row in hand these make room; amounts never do. */
const YIELDS: ReadonlySet<string> = new Set(['method', 'customerId', 'settledUsdt', 'standing']);
const MIRROR_KINDS = ['invoices'] as const;
const BOOKS_KINDS = ['exceptions'] as const;

const useForm = triageForms<AdjustedRow>();

/** All invoices whose paid amount was corrected, resolved ones too, the greatest loss first. */
export function AdjustedPage() {
  const bridge = useBridge();
  const profile = useProfile().id;
  const [parts, setParts] = useState<Page['triage'] | null>(null);
  const read = async ({ filter: { triage, ...filter }, ...page }: AdjustedPageInput, reader: string) => {
    const answer = await bridge.call('reconciliation.adjusted', { filter, triage, ...page }, { profile: reader });
    if (answer.ok) setParts(answer.value.triage);
    return answer;
  };
  const list = useList(ADJUSTED, profile, read);
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
  const work = useWork(list, read, {
    form: useForm(),
    subjectOf,
    me,
    onDone: again,
    amountOf: ({ deltaUsdt }) => [deltaUsdt, 'USDT'],
  });
  return (
    <ListFrame
      list={list}
      asOf={asOf}
      words={(matching) => countedWords(matching, shown, isNarrowed, parts)}
      actions={
        <ExportMenu
          count={count}
          selection={work.selection}
          rows={(file, only) =>
            only === undefined
              ? { kind: 'adjusted', filter, triage: part, sort, ...file }
              : { kind: 'adjusted', filter: only, sort, ...file }
          }
        />
      }
      filters={{ of: ADJUSTED_FILTER, counts: countsOf(facets, part), onAsked: () => setAsked(true) }}
      above={<ExceptionViews here="adjusted" triage={work.triage} instead={work.bar} onRun={again} />}
    >
      <TriageList
        list={list}
        work={work}
        revision={revision}
        inHand={inHand}
        empty={
          <ListEmpty isNarrowed={isNarrowed} title={EMPTY_WORDS[shown][0]}>
            {EMPTY_WORDS[shown][1]}
          </ListEmpty>
        }
        yields={YIELDS}
        totals={useTotalRows(totals, parts)}
      />
    </ListFrame>
  );
}

function inHand(row: AdjustedRow): InHand {
  return { kind: 'adjusted', path: invoicePath(row.uuid), facts: <AdjustedFacts row={row} /> };
}

/** Of what the other filters leave; what people did about it, the list of invoices does not know. */
function countsOf(facets: CallOutput<'invoices.facets'> | undefined, part: AdjustedFilterInput['triage']) {
  if (facets === undefined || part === undefined) return facets;
  const uncounted = (all: readonly { readonly value: string }[]) => all.map(({ value }) => ({ value }));
  return { currencies: uncounted(facets.currencies), methods: uncounted(facets.methods) };
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

function countedWords(count: number, shown: AdjustedShown, isNarrowed: boolean, parts: Page['triage'] | null): string {
  if (isNarrowed) return `${grouped(count)} match`;
  if (shown !== 'all' || parts === null) return `${grouped(count)} ${shown === 'all' ? 'adjusted' : shown}`;
  return `${grouped(count)} adjusted, ${grouped(parts.open)} open`;
}

const EMPTY_WORDS: Readonly<Record<AdjustedShown, readonly [title: string, words: string]>> = {
  resolved: [
    'None resolved yet',
    'A resolved invoice stands here with its reason, and comes back when its facts change.',
  ],
  open: [
    'Nothing to look at',
    'No adjusted invoice is open, as far as the mirror has read. A dispute may adjust one later; this list follows the mirror.',
  ],
  all: [
    'No adjusted invoices',
    'None of the mirrored invoices is marked as adjusted. A dispute may adjust one later; this list follows the mirror.',
  ],
};

function AdjustedFacts({ row }: { readonly row: AdjustedRow }) {
  const { exception, findings, settledUsdt, amount, currency, finishedAt, asOf } = row;
  return (
    <>
      <StandingBadges
        state={exception?.state ?? 'open'}
        reason={exception?.reason ?? null}
        assignee={exception?.assignee ?? null}
      />
      <Figures row={row} />
      <Facts
        of={[
          ['Net', <MoneyText key="net" value={settledUsdt} currency="USDT" missing="no net amount" />],
          [
            'Ordered, never changed',
            <MoneyText key="ordered" value={amount} currency={plainText(currency.slice(0, 16))} />,
          ],
          ['Paid on', <InstantText key="paid" value={finishedAt} />],
          ['Read', <InstantText key="read" value={asOf} />],
        ]}
      />
      <Notice tone="notice" title="What to check">
        Your ledger carries the net USDT, not the ordered amount; then resolve it.
      </Notice>
      {findings.length === 0 ? null : (
        <Text c="var(--mc-warn-text)">{findingsWords(findings)}. Ask the payment service.</Text>
      )}
      <AlsoFound uuid={row.uuid} exception={exception} />
      {exception?.note === null || exception === null ? null : <Note>Latest note: “{plainText(exception.note)}”</Note>}
    </>
  );
}

/** That nothing else was found is said only of a whole answer, and only of a record that a run has looked at. */
function AlsoFound({ uuid, exception }: Pick<AdjustedRow, 'uuid' | 'exception'>) {
  const { rows, failure, retry } = useExceptionsOf(uuid);
  const others = rows?.filter(({ kind }) => kind !== 'adjusted');
  if (failure !== undefined) return <FindingsUnread failure={failure} onRetry={retry} />;
  if (others === undefined) return <Note>Reading what else was found in this invoice…</Note>;
  if (others.length > 0) {
    return (
      <section>
        <PartTitle>Also found in this invoice</PartTitle>
        <FindingLines rows={others} withEvidence />
      </section>
    );
  }
  return exception === null ? null : <Note>Reconciliation has found nothing else in this invoice.</Note>;
}

function Figures({ row }: { readonly row: AdjustedRow }) {
  const fiat = plainText(row.currency.slice(0, 16));
  const lines = [
    { title: 'Expected', fiat: row.expectedFiat, usdt: row.expectedUsdt },
    { title: 'Actual', fiat: row.actualFiat, usdt: row.actualUsdt },
    {
      title: 'Difference',
      fiat: row.deltaFiat,
      usdt: row.deltaUsdt,
      percent: [row.deltaFiatPercent, row.deltaUsdtPercent],
    },
  ];
  const share = (percent: string | null | undefined): string =>
    percent === null || percent === undefined ? '' : percentWords(percent);
  return (
    <Table
      label="Figures of the adjustment"
      rows={lines}
      keyOf={({ title }) => title}
      lookOf={({ title }) => (title === 'Difference' ? 'sum' : undefined)}
      columns={({ cell, money }) => [
        cell('Figure', ({ title }) => title),
        money(fiat, (line) => line.fiat, { sign: isDifference, under: ({ percent }) => share(percent?.[0]) }),
        money('USDT', ({ usdt }) => usdt, { sign: isDifference, under: ({ percent }) => share(percent?.[1]) }),
      ]}
    />
  );
}

function isDifference({ title }: { readonly title: string }): boolean {
  return title === 'Difference';
}
