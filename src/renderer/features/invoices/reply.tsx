// The two buttons that copy a text about an invoice, for the customer and for colleagues, and what came of it: the
// text itself, so that nobody pastes what he has not seen. What may have moved on since it was read is read again
// first (domain/support/reply-readings); what could not be read is not copied.
import { Button, Kbd } from '@mantine/core';
import { IconCheck, IconClipboardText, IconNote } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { customerReply } from '../../../domain/support/customer-reply.ts';
import { type Failure, failed, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import { areDeliveriesDue, isInvoiceDue } from '../../../domain/support/reply-readings.ts';
import { internalNote } from '../../../domain/support/support-reply.ts';
import { useCalls, useProfile } from '../../bridge/index.ts';
import { FailureNotice, Notice, plainText, useNow, useUi } from '../../ui/index.ts';
import { type InvoiceAnswer, verdictNow } from './use-invoice.ts';
import styles from './invoice.module.css';

/** The keys that do the same, as the sheet of keys names them. */
export const REPLY_KEYS = { customer: 'y', internal: 'n' } as const satisfies Readonly<Record<ReplyFor, string>>;

const TEXTS = {
  customer: { button: 'Copy customer reply', name: 'Customer reply', Icon: IconClipboardText, words: customerReply },
  internal: { button: 'Copy internal note', name: 'Internal note', Icon: IconNote, words: internalNote },
} as const;

/** Busy while something is read again for one of them. */
export function ReplyButtons({ reply }: { readonly reply: Reply }): ReactNode {
  return (['internal', 'customer'] as const).map((of) => {
    const { button, Icon } = TEXTS[of];
    return (
      <Button
        key={of}
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
  });
}

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

type DeliveriesAnswer = CallOutput<'deliveries.ofInvoice'>;

type ReplyFor = 'customer' | 'internal';

type ReplyOutcome = { readonly of: ReplyFor } & (
  | { readonly kind: 'copied'; readonly text: string }
  /** The browser keeps the clipboard to itself: the text stands there to be copied by hand. */
  | { readonly kind: 'not-taken'; readonly text: string }
  | { readonly kind: 'not-read'; readonly failure: Failure }
);

interface Reply {
  /** Null before the first, and after it was closed. */
  readonly outcome: ReplyOutcome | null;
  /** The one that something is read again for. */
  readonly busy: ReplyFor | null;
  readonly copy: (of: ReplyFor) => void;
  readonly close: () => void;
}

/** The texts about `answer` and the deliveries as far as they are known; nothing happens before there is an invoice. */
export function useReply(answer: InvoiceAnswer | undefined, deliveries: DeliveriesAnswer | undefined): Reply {
  const [outcome, setOutcome] = useState<ReplyOutcome | null>(null);
  const [asked, setAsked] = useState<ReplyFor>('customer');
  const readings = useReadings(answer, deliveries);
  const { profile } = useProfile();
  const { timeZone } = useUi();
  const now = useNow();
  const copy = async (of: ReplyFor): Promise<void> => {
    setAsked(of);
    const read = await readings.latest(now);
    if (read === null) return;
    if (!read.ok) {
      setOutcome({ of, kind: 'not-read', failure: read.failure });
      return;
    }
    const { invoice, webhooks } = read.value;
    const text = TEXTS[of].words({
      invoice: invoice.invoice,
      fulfilment: verdictNow(invoice, now),
      missingSince: invoice.missingSince,
      deliveries:
        webhooks === null
          ? null
          : { list: webhooks.deliveries, asOf: webhooks.asOf, quarantined: webhooks.quarantined },
      isSandbox: profile?.kind === 'sandbox',
      nowMs: now,
      timeZone,
    });
    setOutcome({ of, kind: (await isTaken(text)) ? 'copied' : 'not-taken', text });
  };
  const busy = readings.busy ? asked : null;
  return { outcome, busy, copy: (of) => void copy(of), close: () => setOutcome(null) };
}

interface Latest {
  readonly invoice: InvoiceAnswer;
  /** Null where they can not be read. */
  readonly webhooks: DeliveriesAnswer | null;
}

function useReadings(answer: InvoiceAnswer | undefined, deliveries: DeliveriesAnswer | undefined) {
  const { run, busy } = useCalls();
  const latest = async (now: number): Promise<Result<Latest> | null> => {
    if (answer === undefined) return null;
    const { uuid } = answer.invoice;
    const isOld = isInvoiceDue(answer.invoice, answer.fulfilment.asOf, now);
    // Its end, which the reading may bring, has opened a delivery: the deliveries come after it.
    const invoice = isOld ? await run('invoices.get', { ident: uuid, fresh: true }) : success(answer);
    if (!invoice.ok) return failed(invoice.failure);
    const list =
      deliveries === undefined || areDeliveriesDue(invoice.value.invoice, deliveries, now)
        ? await run('deliveries.ofInvoice', { uuid, fresh: deliveries !== undefined })
        : success(deliveries);
    return success({ invoice: invoice.value, webhooks: list.ok ? list.value : (deliveries ?? null) });
  };
  return { latest, busy };
}

async function isTaken(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
