// Copying a text about the invoice in front of a person, for the customer or for colleagues.
import { useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { customerReply } from '../../../domain/customer-reply.ts';
import { type Failure, failed, type Result, success } from '../../../domain/failure.ts';
import { areDeliveriesDue, isInvoiceDue } from '../../../domain/reply-readings.ts';
import { internalNote } from '../../../domain/support-reply.ts';
import { useCalls, useProfile } from '../../bridge/index.ts';
import { useNow, useUi } from '../../ui/index.ts';
import { type InvoiceAnswer, verdictNow } from './use-invoice.ts';

type DeliveriesAnswer = CallOutput<'deliveries.ofInvoice'>;

/** Whom the text is for. */
export type ReplyFor = 'customer' | 'internal';

const WORDS = { customer: customerReply, internal: internalNote } as const;

export type ReplyOutcome = { readonly of: ReplyFor } & (
  | { readonly kind: 'copied'; readonly text: string }
  /** The browser keeps the clipboard to itself: the text stands there to be copied by hand. */
  | { readonly kind: 'not-taken'; readonly text: string }
  | { readonly kind: 'not-read'; readonly failure: Failure }
);

export interface Reply {
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
    const text = WORDS[of]({
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
