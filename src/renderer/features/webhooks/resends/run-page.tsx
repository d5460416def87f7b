// One resend on a screen of its own: how far it is, and every item with its evidence.
import { Box, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { BulkRun } from '../../../../contract/calls/bulk.ts';
import type { ItemStanding } from '../../../../domain/bulk.ts';
import {
  EmptyState,
  FailureNotice,
  hashHref,
  InstantText,
  navigateTo,
  PageFrame,
  plainText,
  runPath,
  RUNS_PATH,
} from '../../../ui/index.ts';
import { RunBody } from './run-body.tsx';
import { RunControls, RunExport } from './run-controls.tsx';
import { RunItems } from './run-items.tsx';
import { type RunState, useRun, useRunActions } from './use-run.ts';

export function RunPage({ runId }: { readonly runId: string }): ReactNode {
  const state = useRun(runId);
  const { data: run, failure, refresh } = state;
  const actions = useRunActions(runId, refresh);
  // The report is of the items that the list shows.
  const [standing, setStanding] = useState<ItemStanding | null>(null);
  return (
    <PageFrame
      title={run === undefined ? 'Resend' : plainText(run.label)}
      fill={run !== undefined}
      back={
        <a className="mc-link" href={hashHref(RUNS_PATH)}>
          Resends
        </a>
      }
      subtitle={run === undefined ? undefined : <Standing run={run} />}
      actions={
        run === undefined ? undefined : (
          <>
            <RunExport run={run} standing={standing} />
            <RunControls run={run} actions={actions} />
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

function Standing({ run }: { readonly run: BulkRun }): ReactNode {
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
export function Unread(props: { readonly failure: RunState['failure']; readonly onRetry: () => void }): ReactNode {
  const { failure, onRetry } = props;
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
