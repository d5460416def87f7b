// All resends of the business, newest first, each with what became of it.
import { Button, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BulkRun } from '../../../../contract/calls/bulk.ts';
import { screenPath } from '../../../../domain/screens.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  EmptyState,
  hashHref,
  InstantText,
  PageFrame,
  plainText,
  ReadState,
  runPath,
  scrollable,
  ToneBadge,
} from '../../../ui/index.ts';
import { COUNT_LOOKS, runTone, shownCounts } from './run-words.ts';

export function RunsPage(): ReactNode {
  const runs = useCall('resends.runs', {}, { refreshOn: ['deliveries'] });
  return (
    <PageFrame
      title="Resends"
      subtitle="At most the last 200"
      actions={
        <Button component="a" href={hashHref(screenPath('new-resend'))}>
          Resend…
        </Button>
      }
    >
      <ReadState read={runs} unreadTitle="The resends could not be read">
        {(data) =>
          data.runs.length === 0 ? (
            <EmptyState kind="nothing-yet" title="No resend yet">
              It begins at what is failing: filter or pick deliveries, or paste ids.
            </EmptyState>
          ) : (
            <Runs runs={data.runs} />
          )
        }
      </ReadState>
    </PageFrame>
  );
}

function Runs({ runs }: { readonly runs: readonly BulkRun[] }): ReactNode {
  return (
    <div {...scrollable('Resends')} style={{ overflow: 'auto' }}>
      <Table fz={13} verticalSpacing={5} highlightOnHover>
        <Table.Thead>
          <Table.Tr c="dimmed" fz="xs">
            <Table.Th>What</Table.Th>
            <Table.Th>Began</Table.Th>
            <Table.Th>By</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Result</Table.Th>
            {FIGURES.map(({ label, hint }) => (
              <Table.Th key={label} ta="right" title={hint}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <Row key={run.runId} run={run} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const FIGURES: readonly {
  readonly label: string;
  readonly hint?: string;
  readonly of: (counts: BulkRun['counts']) => number;
}[] = [
  { label: 'Items', of: ({ total }) => total },
  { label: 'Delivered', of: ({ delivered }) => delivered },
  { label: 'Failed', hint: 'The API took the resend, and its attempt failed', of: ({ failed }) => failed },
  {
    label: 'No answer',
    hint: 'Taken by the API, and how the attempt ended is not known',
    of: ({ sent, delivered, failed }) => sent - delivered - failed,
  },
  { label: 'Unknown', of: ({ unknown }) => unknown },
  {
    label: 'Not sent',
    hint: 'Refused by the API, skipped, or never left this console',
    of: ({ refused, notSent, skipped, cancelled }) => refused + notSent + skipped + cancelled,
  },
];

function Row({ run }: { readonly run: BulkRun }): ReactNode {
  const counts = shownCounts(run.counts);
  return (
    <Table.Tr>
      <Table.Th scope="row" maw={360}>
        <a className="mc-link" href={hashHref(runPath(run.runId))}>
          <Text truncate fz={13} fw={500}>
            {plainText(run.label)}
          </Text>
        </a>
      </Table.Th>
      <Table.Td>
        <InstantText value={run.startedAt} />
      </Table.Td>
      <Table.Td>{plainText(run.startedBy.slice(0, 32))}</Table.Td>
      <Table.Td>
        <ToneBadge tone={runTone(run)}>{run.state}</ToneBadge>
      </Table.Td>
      <Table.Td>
        <Group gap={2} w={84} h={8} wrap="nowrap" aria-hidden="true">
          {COUNT_LOOKS.map(({ name, color }) =>
            counts[name] === 0 ? null : (
              <span
                key={name}
                style={{ flex: `${counts[name]} 0 3px`, height: 8, borderRadius: 2, background: `var(${color})` }}
              />
            ),
          )}
        </Group>
      </Table.Td>
      {FIGURES.map(({ label, of }) => (
        <Table.Td key={label} ta="right" className="mc-num">
          {of(run.counts) === 0 ? '—' : of(run.counts).toLocaleString('en-GB')}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
