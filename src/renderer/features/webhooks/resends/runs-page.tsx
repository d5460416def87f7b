// All resends of the business, newest first, each with what became of it.
import { Box, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BulkRun } from '../../../../contract/calls/bulk.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  countWords,
  EmptyState,
  hashHref,
  InstantText,
  Link,
  PageFrame,
  Panel,
  plainText,
  ReadState,
  runPath,
  Table,
} from '../../../ui/index.ts';
import { ToneBadge } from '../../../parts/index.ts';
import { COUNT_LOOKS, runTone, shownCounts } from './run/words.ts';

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
    <Panel flush>
      <Table
        label="Resends"
        rows={runs}
        keyOf={({ runId }) => runId}
        total={countWords(runs.length, 'resend', 'resends')}
        columns={({ cell, count }) => [
          cell('What', ({ runId, label }) => (
            <Text truncate fz={13} fw={500} maw={360}>
              <Link to={runPath(runId)}>{plainText(label)}</Link>
            </Text>
          )),
          cell('Began', ({ startedAt }) => <InstantText value={startedAt} short />),
          cell('By', ({ startedBy }) => plainText(startedBy.slice(0, 32))),
          cell('State', (run) => <ToneBadge tone={runTone(run)}>{run.state}</ToneBadge>),
          cell('Result', ({ counts }) => <Result counts={shownCounts(counts)} />),
          ...FIGURES.map(({ label, hint, of }) =>
            count(label, ({ counts }) => of(counts), {
              hint,
              sum: true,
              words: ({ counts }) => (of(counts) === 0 ? '—' : undefined),
            }),
          ),
        ]}
      />
    </Panel>
  );
}

function Result({ counts }: { readonly counts: BulkRun['counts'] }): ReactNode {
  return (
    <Group gap={2} w={84} h={8} wrap="nowrap" aria-hidden="true">
      {COUNT_LOOKS.map(({ name, color }) =>
        counts[name] === 0 ? null : (
          <Box key={name} component="span" flex={`${counts[name]} 0 3px`} h={8} bdrs={2} bg={`var(${color})`} />
        ),
      )}
    </Group>
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
