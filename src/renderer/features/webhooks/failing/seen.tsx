// Saying that somebody knows of a group of failures, with a note, and taking it back.
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FailureGroup } from '../../../../contract/calls/desk.ts';
import { useAction } from '../../../bridge/index.ts';
import { FailureNotice } from '../../../ui/index.ts';
import { groupName } from './group-words.ts';

/** As long as the books take it. */
const NOTE_CHARACTERS = 500;

/** The question before it; it is open as long as it is there. */
export function SeenDialog(props: {
  readonly group: FailureGroup;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactNode {
  const { group, onClose, onDone } = props;
  const [note, setNote] = useState('');
  const { run, busy, failure } = useAction('deliveries.acknowledge');
  const markSeen = async (): Promise<void> => {
    const { host, cause, newestFailure: upTo } = group;
    const words = note.trim();
    // What has failed while somebody was writing is not what was seen.
    const result = await run({
      host,
      cause,
      ...(words === '' ? {} : { note: words }),
      ...(upTo === null ? {} : { upTo }),
    });
    if (result?.ok !== true) return;
    onDone();
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={`Seen: ${groupName(group)}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void markSeen();
        }}
      >
        <Text c="var(--mc-text-soft)" mb="md">
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
        {failure === undefined ? null : <FailureNotice failure={failure} />}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Mark as seen
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Takes it back: the group stands among the others again. */
export function UndoSeen(props: {
  readonly group: FailureGroup;
  readonly name: string;
  readonly onChanged: () => void;
}): ReactNode {
  const { group, name, onChanged } = props;
  const { run, busy, failure } = useAction('deliveries.acknowledge');
  const undo = async (): Promise<void> => {
    const { host, cause } = group;
    if ((await run({ host, cause, undo: true }))?.ok === true) onChanged();
  };
  return (
    <>
      <Button variant="subtle" size="xs" loading={busy} aria-label={`Undo: ${name}`} onClick={() => void undo()}>
        Undo
      </Button>
      {failure === undefined ? null : <FailureNotice failure={failure} />}
    </>
  );
}
