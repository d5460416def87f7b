// Saying that somebody knows of a group of failures, with a note, and taking it back.
import { Button, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FailureGroup } from '../../../../contract/calls/desk.ts';
import { useAction } from '../../../bridge/index.ts';
import { ActionDialog, FailureNotice } from '../../../ui/index.ts';
import { groupName, isSeen } from './group-words.ts';

interface OfGroup {
  readonly group: FailureGroup;
  readonly onChanged: () => void;
}

/** The button of a group: it asks for a note, or takes it back. */
export function Seen({ group, onChanged }: OfGroup): ReactNode {
  const [asking, setAsking] = useState(false);
  if (isSeen(group)) return <Undo group={group} onChanged={onChanged} />;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Seen: ${groupName(group)}`}
        onClick={() => setAsking(true)}
      >
        Seen
      </Button>
      {asking ? <SeenDialog group={group} onChanged={onChanged} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

/** As long as the books take it. */
const NOTE_CHARACTERS = 500;

function SeenDialog({ group, onChanged, onClose }: OfGroup & { readonly onClose: () => void }): ReactNode {
  const [note, setNote] = useState('');
  const action = useAction('deliveries.acknowledge');
  const markSeen = async (): Promise<void> => {
    const { host, cause, newestFailure: upTo } = group;
    const words = note.trim();
    // What has failed while somebody was writing is not what was seen.
    const asked = { host, cause, ...(words === '' ? {} : { note: words }), ...(upTo === null ? {} : { upTo }) };
    if ((await action.run(asked))?.ok !== true) return;
    onChanged();
    onClose();
  };
  return (
    <ActionDialog
      title={`Seen: ${groupName(group)}`}
      label="Mark as seen"
      action={action}
      onSubmit={() => void markSeen()}
      onClose={onClose}
    >
      <Text c="var(--mc-text-soft)">
        Nothing changes at the payment service: no webhook is sent or stopped. The group stands under Seen until it
        fails anew.
      </Text>
      <Textarea
        label="Note"
        description="For whoever looks next: what is known, who is on it"
        maxLength={NOTE_CHARACTERS}
        autosize
        minRows={2}
        maxRows={6}
        data-autofocus
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ActionDialog>
  );
}

function Undo({ group, onChanged }: OfGroup): ReactNode {
  const { run, busy, failure } = useAction('deliveries.acknowledge');
  const undo = async (): Promise<void> => {
    const { host, cause } = group;
    if ((await run({ host, cause, undo: true }))?.ok === true) onChanged();
  };
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={busy}
        aria-label={`Undo: ${groupName(group)}`}
        onClick={() => void undo()}
      >
        Undo
      </Button>
      {failure === undefined ? null : <FailureNotice failure={failure} />}
    </>
  );
}
