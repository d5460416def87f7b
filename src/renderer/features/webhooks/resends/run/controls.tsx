/** Pausing, resuming and cancelling a resend, and its report as a file. */
import { Button, List } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { BulkRun } from '../../../../../contract/calls/bulk.ts';
import type { ItemStanding } from '../../../../../domain/resend/bulk.ts';
import { useWriteBar } from '../../../../bridge/index.ts';
import { ExportMenu } from '../../../../parts/export-menu.tsx';
import { ActionDialog, failureWords, Note } from '../../../../ui/index.ts';
import { isOpenRun } from '../../../../../domain/resend/bulk.ts';
import { cancelWords } from './words.ts';
import type { RunActions } from '../use-run.ts';

export function RunControls({ run, actions }: { readonly run: BulkRun; readonly actions: RunActions }): ReactNode {
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
            {cancelWords(run.counts).map((words) => (
              <List.Item key={words}>{words}</List.Item>
            ))}
          </List>
          <Note>A cancelled run does not go on; to stop for a while, pause it.</Note>
        </ActionDialog>
      ) : null}
    </>
  );
}

/** The items that the list shows, each with its outcome and evidence, as far as the run has come. `standing`: null for all. */
export function RunExport(props: { readonly run: BulkRun; readonly standing: ItemStanding | null }): ReactNode {
  const { run, standing } = props;
  return (
    <ExportMenu
      count={run.counts[standing ?? 'total']}
      rows={(asked) => ({
        ...asked,
        kind: 'resend-report',
        runId: run.runId,
        ...(standing === null ? {} : { standing: [standing] }),
      })}
    />
  );
}
