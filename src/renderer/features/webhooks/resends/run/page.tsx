// One resend on a screen of its own: how far it is, and every item with its evidence.
import { Box, Drawer, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { BulkItem, BulkRun } from '../../../../../contract/calls/bulk.ts';
import type { ItemStanding } from '../../../../../domain/resend/bulk.ts';
import {
  EmptyState,
  FailureNotice,
  gridColumns,
  grouped,
  InstantText,
  invoicePath,
  Link,
  navigateTo,
  PageFrame,
  plainText,
  runPath,
  RUNS_PATH,
} from '../../../../ui/index.ts';
import { askedOf, EvidenceList, ExportMenu, RunControls, RunRows, useRunActions } from '../../../../parts/index.ts';
import { RunBody } from './body.tsx';
import { type RunOnScreen, useRun } from '../hooks.ts';
import { ItemBadge, itemWords } from '../badges.tsx';
import { cancelWords, COUNT_LOOKS, shownCounts } from './words.ts';

const COLUMNS = gridColumns<BulkItem>(({ cell, name, text, moment }) => [
  cell('position', '#', (row) => grouped(row.position + 1), {
    hint: 'Its place in the run',
    width: 64,
    align: 'end',
    text: (row) => String(row.position + 1),
  }),
  name('invoice', 'Invoice', (row) => row.externalId ?? row.invoiceUuid, { width: 180, flex: 1 }),
  cell('state', 'Outcome', (row) => <ItemBadge item={row} />, {
    width: 230,
    flex: 1,
    text: (row) => itemWords(row).text,
  }),
  text('evidence', 'Latest evidence', ({ report }) => report?.evidence?.facts.at(-1) ?? null, {
    hint: 'Enter shows all of it',
    width: 280,
    flex: 2,
    spare: 1,
  }),
  moment('at', 'As of', (row) => row.report?.updatedAt ?? null, { spare: 2 }),
]);

/** `standing`: null for all of them. */
function RunItems(props: {
  readonly run: BulkRun;
  readonly standing: ItemStanding | null;
  readonly onStanding: (standing: ItemStanding | null) => void;
}) {
  const { run, ...chosen } = props;
  const [opened, setOpened] = useState<BulkItem | null>(null);
  return (
    <>
      <RunRows
        {...chosen}
        label="Items"
        runId={run.runId}
        looks={COUNT_LOOKS}
        counts={shownCounts(run.counts)}
        moved={JSON.stringify([run.state, run.counts])}
        columns={COLUMNS}
        read={(bridge, input, profile) => bridge.call('resends.report', input, { profile })}
        onOpen={setOpened}
      />
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        position="right"
        size={520}
        title={opened === null ? '' : `Item ${opened.position + 1}`}
        closeButtonProps={{ 'aria-label': 'Close the item' }}
      >
        {opened === null ? null : <Item item={opened} />}
      </Drawer>
    </>
  );
}

function Item({ item }: { readonly item: BulkItem }) {
  const { report, earlierIntents } = item;
  return (
    <Stack align="flex-start" style={{ overflowWrap: 'anywhere' }}>
      <ItemBadge item={item} />
      <Text>{itemWords(item).text}</Text>
      <Box>
        <Link to={invoicePath(item.invoiceUuid, 'deliveries')}>
          Invoice {plainText((item.externalId ?? item.invoiceUuid).slice(0, 128))}
        </Link>
      </Box>
      <EvidenceList evidence={report?.evidence} />
      {earlierIntents.length === 0 ? null : (
        <Text size="xs" c="dimmed">
          {earlierIntents.length} earlier {earlierIntents.length === 1 ? 'turn' : 'turns'} sent nothing: too soon for
          the API, or the request never left. Each stands on the page of the invoice.
        </Text>
      )}
      {report === undefined ? null : (
        <Text size="xs" c="dimmed">
          As of <InstantText value={report.updatedAt} withAge />, intent{' '}
          <span className="mc-mono">{report.intentId}</span>
        </Text>
      )}
    </Stack>
  );
}

export function RunPage({ runId }: { readonly runId: string }) {
  const state = useRun(runId);
  const { data: run, failure, refresh } = state;
  const actions = useRunActions(runId, refresh);
  // The report is of the items that the list shows.
  const [standing, setStanding] = useState<ItemStanding | null>(null);
  return (
    <PageFrame
      title={run === undefined ? 'Resend' : plainText(run.label)}
      fill={run !== undefined}
      back={<Link to={RUNS_PATH}>Resends</Link>}
      subtitle={run === undefined ? undefined : <Standing run={run} />}
      actions={
        run === undefined ? undefined : (
          <>
            <RunExport run={run} standing={standing} />
            <RunControls state={run.state} actions={actions} cancelling={cancelWords(run.counts)} />
          </>
        )
      }
    >
      {run === undefined ? (
        <Unread failure={failure} onRetry={refresh} />
      ) : (
        <>
          <Box p="md" pb={0}>
            <RunBody run={run} state={state} actions={actions} onBegun={(id) => navigateTo(runPath(id))} />
          </Box>
          <RunItems run={run} standing={standing} onStanding={setStanding} />
        </>
      )}
    </PageFrame>
  );
}

function Standing({ run }: { readonly run: BulkRun }) {
  return (
    <>
      Begun <InstantText value={run.startedAt} withAge /> by {plainText(run.startedBy.slice(0, 64))}
      {run.endedAt === undefined ? null : (
        <>
          , ended <InstantText value={run.endedAt} />
        </>
      )}
    </>
  );
}

/** That there is none, why it could not be read, or that it is being read. */
export function Unread({ failure, onRetry }: Pick<RunOnScreen, 'failure'> & { onRetry: () => void }) {
  if (failure?.kind === 'not-found') {
    return (
      <EmptyState kind="nothing-matches" title="No such resend">
        This profile has no resend under this address.
      </EmptyState>
    );
  }
  if (failure !== undefined) {
    return (
      <EmptyState kind="could-not-load" title="The resend could not be read">
        <FailureNotice failure={failure} onRetry={onRetry} />
      </EmptyState>
    );
  }
  return <Skeleton height={320} radius="md" role="status" aria-label="Reading the resend" />;
}

/** The items that the list shows, each with its outcome and evidence, as far as the run has come. `standing`: null for all. */
export function RunExport(props: { readonly run: BulkRun; readonly standing: ItemStanding | null }) {
  const { run, standing } = props;
  return (
    <ExportMenu
      count={run.counts[standing ?? 'total']}
      rows={(asked) => ({ ...asked, kind: 'resend-report', ...askedOf(run.runId, standing) })}
    />
  );
}
