// The paid invoices behind a sum of fees, all of them, each with its own, and what they come to.
import { Group } from '@mantine/core';
import { useState } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import { CREDIT_TOKEN } from '../../../../domain/period/statement.ts';
import type { FeeRow } from '../../../../domain/reconcile/fee-totals.ts';
import type { CallOutput } from '../../../../contract/calls.ts';
import { useBridge, useMirrorRevision, useProfile } from '../../../bridge/index.ts';
import {
  cellText,
  countWords,
  DataGrid,
  EmptyState,
  gridColumns,
  InZone,
  Link,
  MoneyText,
  navigateTo,
  PageFrame,
  recordPath,
  useRouteFilters,
} from '../../../ui/index.ts';
import { ExportMenu, feeRowsIn, periodQuery, periodWords, usePeriod } from '../../../parts/index.ts';
import { feePercent, feeSum } from './fee-figures.tsx';

const KINDS = ['invoices'] as const;
const PARTS = { known: 'fee estimated', unknown: 'fee not known: no rate, net or paid amount' } as const;

/** The invoices that the address asks for. */
export function FeeRowsPage() {
  const bridge = useBridge();
  const profile = useProfile().id;
  const revision = useMirrorRevision(KINDS);
  const period = usePeriod();
  const select = feeRowsIn(useRouteFilters());
  const [answer, setAnswer] = useState<Pick<CallOutput<'reconciliation.feeRows'>, 'total' | 'totals'> | null>(null);
  const { method, currency, part } = select;
  const back = `${screenPath('fees')}?${new URLSearchParams(periodQuery(period)).toString()}`;
  const words = [
    ...(method === undefined ? [] : [cellText(method ?? 'no method named', 60)]),
    ...(currency === undefined ? [] : [cellText(currency, 16)]),
    ...(part === undefined ? [] : [PARTS[part]]),
    `${periodWords(period)}, whole days of ${period.timeZone}`,
  ];
  return (
    <InZone timeZone={period.timeZone}>
      <PageFrame
        title="Fees by invoice"
        fill
        back={<Link to={back}>Fees, {periodWords(period)}</Link>}
        actions={
          <ExportMenu
            count={answer?.total ?? null}
            rows={(file) => ({ kind: 'fee-rows', period, ...select, ...file, timeZone: period.timeZone })}
          />
        }
        subtitle={words.join(', ')}
      >
        <Group px="md" py={6} aria-live="polite">
          {answer === null ? 'Counting…' : <Sums of={answer} />}
        </Group>
        {profile === null ? null : (
          <DataGrid<FeeRow, never>
            label="Fees by invoice"
            columns={COLUMNS}
            load={async (offset, limit) => {
              const page = await bridge.call(
                'reconciliation.feeRows',
                { period, ...select, offset, limit },
                { profile },
              );
              if (page.ok) setAnswer(page.value);
              return page.ok ? page.value : page.failure;
            }}
            rowId={({ uuid }) => uuid}
            queryKey={JSON.stringify([profile, period, select])}
            revision={revision}
            onOpen={({ uuid }) => navigateTo(recordPath('invoices', uuid))}
            empty={<EmptyState kind="nothing-matches" title="Nothing was paid here" />}
          />
        )}
      </PageFrame>
    </InZone>
  );
}

function Sums({
  of: { total, totals },
}: {
  readonly of: Pick<CallOutput<'reconciliation.feeRows'>, 'total' | 'totals'>;
}) {
  const { gross, fee, net, unknown, customer, uncounted } = feeSum(totals);
  const sums = { Gross: gross, 'Customer fee': customer, 'Estimated fee': fee, Net: net };
  return (
    <>
      <span className="mc-num">{countWords(total, 'paid invoice', 'paid invoices')}</span>
      {Object.entries(uncounted === 0 ? sums : { ...sums, 'Not known': unknown }).map(([name, amount]) => (
        <span key={name}>
          {name}: <MoneyText value={amount} unit={CREDIT_TOKEN} currency={CREDIT_TOKEN} />
        </span>
      ))}
    </>
  );
}

const codeOf = ({ currency }: FeeRow): string => currency;
const FIAT = { unit: codeOf, code: codeOf };

const COLUMNS = gridColumns<FeeRow>(({ cell, name, text, money, moment }) => [
  name('externalId', 'External id', ({ externalId }) => externalId, { width: 180, flex: 1, pinned: 'left' }),
  text('method', 'Method', ({ method }) => method ?? 'not named'),
  money('paid', 'Paid', ({ paid }) => paid, { ...FIAT, hint: 'amount; of an adjusted one actual_amount_fiat' }),
  money('rate', 'Rate', ({ rate }) => rate, { unit: '', width: 88, spare: 2, hint: 'Exchange rate of the payment' }),
  money('grossUsdt', 'Gross', ({ grossUsdt }) => grossUsdt),
  money('customerFee', 'Customer fee', ({ customerFee }) => customerFee, { ...FIAT, hint: 'amount_to_send − amount' }),
  money('feeUsdt', 'Est. fee', ({ feeUsdt }) => feeUsdt, { hint: 'Gross less net' }),
  cell('percent', 'Est. rate', (row) => percentIn(row), { align: 'end', width: 88, text: percentIn }),
  money('creditedUsdt', 'Net (USDT)', ({ creditedUsdt }) => creditedUsdt, { hint: 'settled_amount_usdt' }),
  text('isAdjusted', 'Adjusted', ({ isAdjusted }) => (isAdjusted ? 'adjusted' : null), {
    width: 88,
    spare: 1,
  }),
  moment('finishedAt', 'Finished', ({ finishedAt }) => finishedAt, { spare: 3 }),
]);

function percentIn({ feeUsdt, grossUsdt }: FeeRow): string {
  return feeUsdt === null || grossUsdt === null ? '—' : (feePercent(feeUsdt, grossUsdt) ?? '—');
}
