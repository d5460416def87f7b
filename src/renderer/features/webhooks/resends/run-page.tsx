/**
 * One run of resends: how far it is, why it waits or stopped, what a person may tell it, and its report. Not here: the figures
 * (run-progress.tsx) and the items (run-items.tsx).
 */
import { Button, Group, Modal, Skeleton } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { BulkRun } from '../../../../contract/calls/bulk.ts';
import type { ItemStanding } from '../../../../domain/bulk.ts';
import { useWriteBar } from '../../../bridge/index.ts';
import {
  EmptyState,
  FailureNotice,
  failureWords,
  hashHref,
  InstantText,
  Notice,
  PageFrame,
  plainText,
  RUNS_PATH,
  ZoneNote,
} from '../../../ui/index.ts';
import { ReportExport } from './report-export.tsx';
import { RunItems } from './run-items.tsx';
import { RunProgress } from './run-progress.tsx';
import { cancelWords, isOpenRun, STOP_WORDS } from './run-words.ts';
import { type RunActions, type RunState, useRun, useRunActions } from './use-run.ts';
import './bulk.css';

export function RunPage({ runId }: { readonly runId: string }): ReactNode {
  const state = useRun(runId);
  const { data: run, failure, refresh } = state;
  const actions = useRunActions(runId, refresh);
  // The report is of the items that the list shows.
  const [standing, setStanding] = useState<ItemStanding | null>(null);
  return (
    <PageFrame
      title={run === undefined ? 'Resend run' : plainText(run.label)}
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
            <ZoneNote />
            <ReportExport run={run} standing={standing} />
            <Controls run={run} actions={actions} />
          </>
        )
      }
    >
      {run === undefined ? (
        <Unread failure={failure} onRetry={refresh} />
      ) : (
        <Body state={state} run={run} actions={actions}>
          <RunItems run={run} standing={standing} onStanding={setStanding} />
        </Body>
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

function Unread({
  failure,
  onRetry,
}: {
  readonly failure: RunState['failure'];
  readonly onRetry: () => void;
}): ReactNode {
  if (failure?.kind === 'not-found') {
    return (
      <EmptyState kind="nothing-matches" title="No such run">
        This profile has no run under this address.
      </EmptyState>
    );
  }
  if (failure !== undefined) {
    return (
      <EmptyState kind="could-not-load" title="The run could not be read">
        <FailureNotice failure={failure} onRetry={onRetry} />
      </EmptyState>
    );
  }
  return (
    <div role="status" aria-label="Reading the run" className="mc-bulk-wait">
      <Skeleton height={140} radius="lg" />
      <Skeleton height={320} radius="lg" />
    </div>
  );
}

function Body(props: {
  readonly state: RunState;
  readonly run: BulkRun;
  readonly actions: RunActions;
  /** Its items. */
  readonly children: ReactNode;
}): ReactNode {
  const { state, run, actions, children } = props;
  const { stop } = run;
  return (
    <>
      {state.failure === undefined ? null : <FailureNotice failure={state.failure} onRetry={state.refresh} />}
      {actions.failure === undefined ? null : <FailureNotice failure={actions.failure} />}
      {run.state !== 'stopped' || stop === undefined ? null : (
        <Notice tone="warn" title={STOP_WORDS[stop].title}>
          {STOP_WORDS[stop].text} {STOP_WORDS[stop].nextStep}
        </Notice>
      )}
      <RunProgress run={run} waitLeftMs={state.waitLeftMs} />
      {children}
    </>
  );
}

function Controls({ run, actions }: { readonly run: BulkRun; readonly actions: RunActions }): ReactNode {
  const bar = useWriteBar();
  const [isAsking, setAsking] = useState(false);
  if (!isOpenRun(run.state)) return null;
  const isGoing = run.state === 'running' || run.state === 'waiting';
  return (
    <>
      <Button variant="default" disabled={actions.isBusy} onClick={() => setAsking(true)}>
        Cancel the run
      </Button>
      {isGoing ? (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={16} aria-hidden="true" />}
          loading={actions.isBusy}
          onClick={actions.pause}
        >
          Pause
        </Button>
      ) : (
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
          loading={actions.isBusy}
          disabled={bar !== null}
          title={bar === null ? undefined : `Not possible now. ${failureWords(bar).sentence}`}
          onClick={actions.resume}
        >
          Resume
        </Button>
      )}
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Cancel the run?"
        closeButtonProps={{ 'aria-label': 'Close without cancelling' }}
      >
        <ul className="mc-bulk-means">
          {cancelWords(run.counts).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <p className="mc-bulk-quiet">A cancelled run does not go on; to stop for a while, pause it.</p>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            Keep the run
          </Button>
          <Button
            color="red"
            onClick={() => {
              setAsking(false);
              actions.cancel();
            }}
          >
            Cancel the run
          </Button>
        </Group>
      </Modal>
    </>
  );
}
