/**
 * The button that copies a support reply, and what came of it: the text itself, so that nobody pastes what he has not seen. Not here:
 * when it is read again first (use-reply.ts), the words (domain/support-reply).
 */
import { Button, Kbd } from '@mantine/core';
import { IconCheck, IconClipboardText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FailureNotice, Notice, plainText } from '../../ui/index.ts';
import type { Reply } from './use-reply.ts';

/** The key that does the same, as the sheet of keys names it. */
export const REPLY_KEY = 'y';

/** Busy while something is read again for it. */
export function ReplyButton({ reply }: { readonly reply: Reply }): ReactNode {
  return (
    <Button
      variant="default"
      leftSection={<IconClipboardText size={16} aria-hidden="true" />}
      rightSection={
        <Kbd size="xs" aria-hidden="true">
          {REPLY_KEY.toUpperCase()}
        </Kbd>
      }
      loading={reply.busy}
      onClick={reply.copy}
    >
      Copy a support reply
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
          This copy of the invoice is too old for a reply, and it could not be read again.
        </Notice>
        <FailureNotice failure={outcome.failure} onRetry={copy} />
      </>
    );
  }
  const isCopied = outcome.kind === 'copied';
  return (
    <Notice
      tone={isCopied ? 'quiet' : 'warn'}
      icon={isCopied ? <IconCheck size={18} aria-hidden="true" /> : undefined}
      title={isCopied ? 'Support reply copied' : 'The clipboard was not given; copy the reply by hand'}
      action={{ label: 'Close', run: close }}
    >
      <pre
        className="mc-reply"
        aria-label="Support reply"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {plainText(outcome.text)}
      </pre>
    </Notice>
  );
}
