// The rows behind one line of a journal, all of them, and what they come to.
import { Group } from '@mantine/core';
import { useState } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import { type JournalLine, type JournalRow, lineWords } from '../../../../domain/period/journal.ts';
import type { Period } from '../../../../domain/period/period.ts';
import { useBridge, useMirrorRevision, useProfile } from '../../../bridge/index.ts';
import {
  countWords,
  DataGrid,
  dayText,
  EmptyState,
  gridColumns,
  InstantText,
  InZone,
  Link,
  MoneyText,
  navigateTo,
  PageFrame,
  plainText,
  recordPath,
  useRouteFilters,
} from '../../../ui/index.ts';
import { periodQuery, periodWords, tokenWords, usePeriod } from '../../../parts/index.ts';
import { journalLineIn } from './address.ts';

const KINDS = ['invoices', 'withdrawals'] as const;
type Line = Pick<JournalLine, 'entry' | 'role' | 'currency' | 'side'>;

/** The line that the address asks for. */
export function JournalRowsPage() {
  const period = usePeriod();
  const line = journalLineIn(useRouteFilters());
  const back = `${screenPath('journal')}?${new URLSearchParams(periodQuery(period)).toString()}`;
  return (
    <InZone timeZone={period.timeZone}>
      <PageFrame
        title={line === null ? 'Rows of the journal' : lineWords(line)}
        fill={line !== null}
        back={<Link to={back}>Journal, {periodWords(period)}</Link>}
        subtitle={`${line === null ? '' : `${line.side}, `}${periodWords(period)}, whole days of ${period.timeZone}`}
      >
        {line === null ? (
          <EmptyState kind="nothing-matches" title="This address names no line of a journal" />
        ) : (
          <Rows key={JSON.stringify([period, line])} period={period} line={line} />
        )}
      </PageFrame>
    </InZone>
  );
}

function Rows({ period, line }: { readonly period: Period; readonly line: Line }) {
  const bridge = useBridge();
  const profile = useProfile().id;
  const revision = useMirrorRevision(KINDS);
  const [sum, setSum] = useState<{ readonly total: number; readonly amount: string } | null>(null);
  return (
    <>
      <Group px="md" py={6} aria-live="polite">
        {sum === null ? (
          'Counting…'
        ) : (
          <>
            <span className="mc-num">{countWords(sum.total, 'row', 'rows')}</span>
            <MoneyText value={sum.amount} currency={tokenWords(line.currency)} />
          </>
        )}
      </Group>
      {profile === null ? null : (
        <DataGrid<JournalRow, never>
          label={lineWords(line)}
          columns={COLUMNS}
          load={async (offset, limit) => {
            const page = await bridge.call('journal.rows', { period, ...line, offset, limit }, { profile });
            if (page.ok) setSum(page.value);
            return page.ok ? page.value : page.failure;
          }}
          rowId={({ list, uuid, amount, at }) => `${list} ${uuid} ${amount} ${at ?? ''}`}
          queryKey={JSON.stringify([profile, period, line])}
          revision={revision}
          onOpen={({ list, uuid }) => (list === 'items' ? undefined : navigateTo(recordPath(list, uuid)))}
          empty={<EmptyState kind="nothing-matches" title="Nothing is booked here" />}
        />
      )}
    </>
  );
}

const LIST_WORDS = { invoices: 'Invoice', withdrawals: 'Withdrawal', items: 'Reconciling item' } as const;

function When({ at }: { readonly at: string | null }) {
  return at?.length === 'YYYY-MM-DD'.length ? dayText(at) : <InstantText value={at} />;
}

const COLUMNS = gridColumns<JournalRow>(({ cell, name, text, money }) => [
  name('label', 'Record', ({ label, uuid }) => plainText(label ?? uuid), { width: 220, flex: 1, pinned: 'left' }),
  text('list', 'What it is', ({ list }) => LIST_WORDS[list]),
  cell('at', 'When', ({ at }) => <When at={at} />, { width: 170, text: ({ at }) => at ?? '' }),
  money('amount', 'Amount', ({ amount }) => amount),
  money('home', 'Value', ({ home }) => home, {
    unit: '',
    hint: 'In the home currency; empty: not known, or there is none',
  }),
]);
