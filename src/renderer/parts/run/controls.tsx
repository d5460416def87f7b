/** Pausing, resuming and cancelling a run, of resends or of orders: what a person may tell it, and what is left of its waits. */
import { Button, List } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isOpenRun, type RunState } from '../../../domain/resend/bulk.ts';
import { useActions, useWriteBar } from '../../bridge/index.ts';
import { ActionDialog, failureWords, Note, useOwnNow } from '../../ui/index.ts';

/** `state`: of the run; `cancelling`: what a cancel means, in sentences. */
export function RunControls(props: {
  readonly state: RunState;
  readonly actions: RunActions;
  readonly cancelling: readonly string[];
}): ReactNode {
  const { state, actions, cancelling } = props;
  const bar = useWriteBar();
  const [isAsking, setAsking] = useState(false);
  if (!isOpenRun(state)) return null;
  const isGoing = state === 'running' || state === 'waiting';
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
      {isAsking ? (
        <ActionDialog
          title="Cancel the run?"
          label="Cancel the run"
          cancel="Keep the run"
          isDanger
          action={{ busy: false, failure: undefined }}
          onSubmit={() => {
            setAsking(false);
            actions.cancel();
          }}
          onClose={() => setAsking(false)}
        >
          <List>
            {cancelling.map((words) => (
              <List.Item key={words}>{words}</List.Item>
            ))}
          </List>
          <Note>A cancelled run does not go on; to stop for a while, pause it.</Note>
        </ActionDialog>
      ) : null}
    </>
  );
}

/** The engine says how long from its answer on; the rest is counted here. */
export function useWaitLeft(
  run: { readonly state: RunState; readonly waitingMs?: number | undefined } | undefined,
): number | null {
  const now = useOwnNow();
  const [heard, setHeard] = useState({ run, at: now });
  if (heard.run !== run) setHeard({ run, at: now });
  if (run?.waitingMs === undefined || run.state !== 'waiting') return null;
  return Math.max(0, run.waitingMs - Math.max(0, now - heard.at));
}

/** Pause, resume, cancel; the run is a job under its own id. */
export function useRunActions(runId: string, onChanged: () => void) {
  const { run, busy, failure } = useActions();
  const tell = async (name: 'jobs.pause' | 'jobs.resume' | 'jobs.cancel'): Promise<void> => {
    await run(name, { id: runId });
    onChanged();
  };
  return {
    pause: () => void tell('jobs.pause'),
    resume: () => void tell('jobs.resume'),
    cancel: () => void tell('jobs.cancel'),
    isBusy: busy,
    failure,
  };
}

export type RunActions = ReturnType<typeof useRunActions>;
