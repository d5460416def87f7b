/** Pausing, resuming and cancelling a run, of resends or of orders. */
import { Button, List } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isOpenRun, type RunState } from '../../../domain/resend/bulk.ts';
import { useWriteBar } from '../../bridge/index.ts';
import { ActionDialog, failureWords, Note } from '../../ui/index.ts';
import type { RunActions } from './use-run.ts';

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
      <Button disabled={actions.isBusy} onClick={() => setAsking(true)}>
        Cancel the run
      </Button>
      {isGoing ? (
        <Button
          leftSection={<IconPlayerPause size={16} aria-hidden="true" />}
          loading={actions.isBusy}
          onClick={actions.pause}
        >
          Pause
        </Button>
      ) : (
        <Button
          variant="filled"
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
