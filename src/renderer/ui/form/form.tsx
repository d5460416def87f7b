// Forms whose fields say themselves what is wrong with them, and the dialog that does one thing; it stays open on every failure, with all that was typed.
import type { ReactNode } from 'react';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { FailureNotice } from '../frame/failure-notice.tsx';

export function Form(props: { readonly onSubmit: () => void; readonly children: ReactNode }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
    </form>
  );
}

export function ActionDialog(props: {
  readonly title: string;
  readonly label: string;
  /** The call behind it, as `useAction` gives it. */
  readonly action: { readonly busy: boolean; readonly failure: Failure | undefined };
  /** Why it cannot be done now; null when it can. */
  readonly bar?: string | null;
  /** What is going on while it is done. */
  readonly busyWords?: string;
  /** It takes something away: what is chosen first is to leave it. */
  readonly isDanger?: boolean;
  readonly cancel?: string;
  readonly size?: number;
  /** Does it; once it has answered that it was done, the dialog closes by itself. */
  readonly onSubmit: () => Promise<{ readonly ok: boolean } | null> | void | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { title, label, action, bar = null, busyWords = '', onSubmit, onClose, children } = props;
  const { isDanger = false, size = 560, cancel = 'Cancel' } = props;
  const submit = async (): Promise<void> => {
    const answer = bar === null ? await onSubmit() : null;
    if (answer?.ok === true) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <Form onSubmit={() => void submit()}>
        <Stack>
          {children}
          <FailureNotice failure={action.failure} />
          <Group justify="space-between" wrap="nowrap" {...FOOT}>
            <Text fz="xs" c="dimmed" role="status">
              {action.busy ? busyWords : bar}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <Button onClick={onClose} disabled={action.busy} data-autofocus={isDanger || undefined}>
                {cancel}
              </Button>
              <Button
                type="submit"
                variant="filled"
                loading={action.busy}
                disabled={bar !== null}
                {...(isDanger ? { color: 'red' } : {})}
              >
                {label}
              </Button>
            </Group>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

/** In view however long what stands above it is, down to the edges of the dialog. */
const FOOT = {
  pos: 'sticky',
  bottom: 0,
  mx: -24,
  mb: -24,
  px: 24,
  py: 12,
  bg: 'var(--mc-raised)',
  style: { borderTop: '1px solid var(--mc-line)', zIndex: 1 },
} as const;
