// Forms whose fields say themselves what is wrong with them, and the dialog that does one thing; it stays open on every failure, with all that was typed.
import { type ReactNode, useState } from 'react';
import { Button, Group, InputBase, Modal, Stack, Text } from '@mantine/core';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { REASON_CHARACTERS } from '../../../domain/kernel/reason.ts';
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

/** Opened by being there. */
export function ActionDialog(props: {
  readonly title: string;
  readonly label: string;
  /** The call behind it, as `useAction` gives it. */
  readonly action: { readonly busy: boolean; readonly failure: Failure | undefined };
  /** Why it cannot be done now; null when it can. */
  readonly bar?: string | null;
  readonly busyWords?: string;
  /** It takes something away: what is chosen first is to leave it. */
  readonly isDanger?: boolean;
  readonly cancel?: string;
  readonly size?: number;
  /** It cannot be done without a reason: who reads it, said while there is none. */
  readonly why?: string;
  /** Does it; once it has answered that it was done, the dialog closes by itself. */
  readonly onSubmit: (reason: string) => Promise<{ readonly ok: boolean } | null> | void | undefined;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const { title, label, action, busyWords = '', why, onSubmit, onClose, children } = props;
  const { isDanger = false, size = 560, cancel = 'Cancel' } = props;
  const [reason, setReason] = useState('');
  const words = reason.trim();
  const bar = props.bar ?? (why === undefined || words.length >= REASON_CHARACTERS.least ? null : why);
  const submit = async (): Promise<void> => {
    const answer = bar === null ? await onSubmit(words) : null;
    if (answer?.ok === true) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <Form onSubmit={() => void submit()}>
        <Stack ref={intoFirstField}>
          {children}
          {why === undefined ? null : (
            <InputBase
              component="textarea"
              multiline
              label="Reason"
              data-autofocus
              rows={3}
              maxLength={REASON_CHARACTERS.most}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          )}
          <FailureNotice failure={action.failure} />
          <Group justify="space-between" wrap="nowrap" {...FOOT}>
            <Text fz="xs" c="dimmed" role="status">
              {action.busy ? busyWords : bar}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <Button
                onClick={onClose}
                disabled={action.busy}
                data-autofocus={(isDanger && why === undefined) || undefined}
              >
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

/** As soon as it is there: the library gives it the keyboard a moment later, and letters that are typed right behind the key of a dialog would be lost. */
export function intoFirstField(dialog: HTMLElement | null): void {
  dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
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
