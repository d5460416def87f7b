// What is complete and since when, and the requests of this minute.
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SyncStatus } from '../../../contract/calls/sync.ts';
import { useCall } from '../../bridge/index.ts';
import { AgeText, certificateWords, FailureNotice, Panel, TimeOfDayText } from '../../ui/index.ts';
import { RequestBudget } from './request-budget.tsx';

/** Of this window's business. */
export function DataPanel(): ReactNode {
  const { data, failure, refresh } = useCall('sync.status', {});
  return (
    <Panel title="Data and sync">
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      {data === undefined ? <Text c="dimmed">Asking…</Text> : <Standing status={data} />}
      <RequestBudget />
    </Panel>
  );
}

function Standing({ status }: { readonly status: SyncStatus }): ReactNode {
  const { invoices, withdrawals, deliveries, reread } = status;
  const left = Math.max(0, deliveries.terminal - deliveries.read);
  const rows: readonly (readonly [string, ReactNode, string | null])[] = [
    ['Invoices', certificateWords(invoices), invoices.asOf],
    ['Withdrawals', withdrawals.total === null ? 'not read yet' : certificateWords(withdrawals), withdrawals.asOf],
    ['Webhooks', left === 0 ? 'all checked' : `${left.toLocaleString('en-GB')} not checked yet`, null],
    ...(reread === undefined || reread.pages === 0
      ? []
      : [['Ended invoices, again', <Reread key="reread" reread={reread} />, null] as const]),
  ];
  return (
    <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0} mb="sm" aria-label="Data and sync">
      <Table.Tbody>
        {rows.map(([what, words, at]) => (
          <Table.Tr key={what}>
            <Table.Th scope="row" fw={400} c="dimmed">
              {what}
            </Table.Th>
            <Table.Td ta="right">{words}</Table.Td>
            <Table.Td ta="right" w={64} c="dimmed">
              {at === null ? null : <TimeOfDayText value={at} short />}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Reread({ reread }: { readonly reread: NonNullable<SyncStatus['reread']> }): ReactNode {
  const { late, withinDays, oldestReading } = reread;
  return (
    <>
      {late ? 'behind' : `all within ${withinDays} days`}
      {oldestReading === null ? null : (
        <>
          , oldest <AgeText since={oldestReading} />
        </>
      )}
    </>
  );
}
