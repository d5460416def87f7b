// The two buttons that copy a text about an invoice, for the customer and for colleagues, and what came of it: the
// text itself, so that nobody pastes what he has not seen.
import { Button, Kbd } from '@mantine/core';
import { IconCheck, IconClipboardText, IconNote } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FailureNotice, Notice, plainText } from '../../ui/index.ts';
import type { Reply, ReplyFor } from './use-reply.ts';
import styles from './invoice.module.css';

/** The keys that do the same, as the sheet of keys names them. */
export const REPLY_KEYS = { customer: 'y', internal: 'n' } as const satisfies Readonly<Record<ReplyFor, string>>;

const TEXTS = {
  customer: { button: 'Copy customer reply', name: 'Customer reply', Icon: IconClipboardText },
  internal: { button: 'Copy internal note', name: 'Internal note', Icon: IconNote },
} as const;

/** Busy while something is read again for one of them. */
export function ReplyButtons({ reply }: { readonly reply: Reply }): ReactNode {
  return (
    <>
      <ReplyButton reply={reply} of="internal" />
      <ReplyButton reply={reply} of="customer" />
    </>
  );
}

function ReplyButton({ reply, of }: { readonly reply: Reply; readonly of: ReplyFor }): ReactNode {
  const { button, Icon } = TEXTS[of];
  return (
    <Button
      variant={of === 'customer' ? 'filled' : 'default'}
      leftSection={<Icon size={16} aria-hidden="true" />}
      rightSection={
        <Kbd size="xs" aria-hidden="true">
          {REPLY_KEYS[of].toUpperCase()}
        </Kbd>
      }
      loading={reply.busy === of}
      disabled={reply.busy !== null && reply.busy !== of}
      onClick={() => reply.copy(of)}
    >
      {button}
    </Button>
  );
}

/** Below the title, until it is closed. */
export function ReplyOutcomeNotice({ reply }: { readonly reply: Reply }): ReactNode {
  const { outcome, close, copy } = reply;
  if (outcome === null) return null;
  if (outcome.kind === 'not-read') {
    return (
      <>
        <Notice tone="warn" title="Nothing was copied" action={{ label: 'Close', run: close }}>
          This copy of the invoice is too old to answer from, and it could not be read again.
        </Notice>
        <FailureNotice failure={outcome.failure} onRetry={() => copy(outcome.of)} />
      </>
    );
  }
  const isCopied = outcome.kind === 'copied';
  const { name } = TEXTS[outcome.of];
  return (
    <Notice
      tone={isCopied ? 'quiet' : 'warn'}
      icon={isCopied ? <IconCheck size={18} aria-hidden="true" /> : undefined}
      title={isCopied ? `${name} copied` : 'The clipboard was not given; copy the text by hand'}
      action={{ label: 'Close', run: close }}
    >
      <pre
        className={styles['reply']}
        aria-label={name}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {plainText(outcome.text)}
      </pre>
    </Notice>
  );
}
