// The two buttons that copy a text about an invoice, for the customer (in a language of choice) and for colleagues, and what came of it: the
// text itself, so that nobody pastes what he has not seen. What may have moved on since it was read is read again
// first (domain/support/support-reply); what could not be read is not copied.
import { Button, Kbd, Select, Text } from '@mantine/core';
import { IconCheck, IconClipboardText, IconNote } from '@tabler/icons-react';
import { type ReactNode, useReducer, useRef, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import {
  type AnswerLanguage,
  BUILT_IN_LANGUAGES,
  type FilledAnswer,
  languageName,
} from '../../../domain/support/answers.ts';
import { customerReply, languageOfCurrency } from '../../../domain/support/customer-reply.ts';
import { type Failure, failed, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import { areDeliveriesDue, isInvoiceDue, internalNote } from '../../../domain/support/support-reply.ts';
import { useCall, useCalls, useProfile } from '../../bridge/index.ts';
import { FailureNotice, Link, Notice, plainText, useNow, useUi } from '../../ui/index.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { type InvoiceAnswer, verdictNow } from './use-invoice.ts';
import styles from './invoice.module.css';

/** The keys that do the same, as the sheet of keys names them. */
export const REPLY_KEYS = { customer: 'y', internal: 'n' } as const satisfies Readonly<Record<ReplyFor, string>>;

const TEXTS = {
  customer: { button: 'Copy customer reply', name: 'Customer reply', Icon: IconClipboardText },
  internal: { button: 'Copy internal note', name: 'Internal note', Icon: IconNote },
} as const;

/** Busy while something is read again for one of them. */
export function ReplyButtons({ reply }: { readonly reply: Reply }) {
  const button = (of: ReplyFor): ReactNode => {
    const { button: words, Icon } = TEXTS[of];
    return (
      <Button
        key={of}
        variant={of === 'customer' ? 'filled' : 'default'}
        leftSection={<Icon size={16} aria-hidden="true" />}
        rightSection={<Kbd aria-hidden="true">{REPLY_KEYS[of].toUpperCase()}</Kbd>}
        loading={reply.busy === of}
        disabled={reply.busy !== null && reply.busy !== of}
        onClick={() => reply.copy(of)}
      >
        {words}
      </Button>
    );
  };
  return (
    <>
      {button('internal')}
      <LanguageField reply={reply} />
      {button('customer')}
    </>
  );
}

function LanguageField({ reply: { language, choose } }: { readonly reply: Reply }) {
  const own = useCall('answers.list', {}, { refreshOn: ['answers'] }).data?.answers ?? [];
  const field = useRef<HTMLInputElement>(null);
  const languages = [...new Set([...BUILT_IN_LANGUAGES, ...own.map((answer) => answer.language), language])];
  return (
    <Select
      ref={field}
      aria-label="Language of the customer reply"
      w={124}
      data={languages.map((value) => ({ value, label: languageName(value) }))}
      value={language}
      searchable
      selectFirstOptionOnChange
      onChange={(value) => {
        choose(value ?? language);
        // The keys are the screen's again.
        field.current?.blur();
      }}
    />
  );
}

export function ReplyOutcomeNotice({ reply }: { readonly reply: Reply }) {
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
  const { name } = TEXTS[outcome.of];
  if (outcome.kind === 'lacking') return <LackingNotice {...outcome} onCopy={() => copy('customer')} />;
  const isCopied = outcome.kind === 'copied';
  const { insteadOf } = outcome;
  return (
    <Notice
      tone={isCopied && insteadOf === undefined ? 'quiet' : 'warn'}
      icon={isCopied ? <IconCheck size={18} aria-hidden="true" /> : undefined}
      title={isCopied ? `${name} copied` : 'The clipboard was not given; copy the text by hand'}
      action={{ label: 'Close', run: close }}
    >
      {insteadOf === undefined ? null : (
        <Text>
          In English: for this state there is no text in {languageName(insteadOf)}.{' '}
          <Link to={`${screenPath('settings')}?section=answers`}>Write one</Link>
        </Text>
      )}
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

/** Nothing is copied before somebody has seen what cannot be filled in: by the button, or the key once more. */
function LackingNotice(props: FilledAnswer & { readonly onCopy: () => void }) {
  const { text, lacking, onCopy } = props;
  const lines = lacking.length === 1 ? 'this line' : 'these lines';
  return (
    <Notice
      tone="warn"
      title={`Nothing was copied: ${lines} can not be filled in`}
      action={text === '' ? undefined : { label: `Copy without ${lines}`, run: onCopy }}
    >
      {lacking.map(({ fact, line }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of one text, which may be alike
        <Text key={at}>
          “{plainText(line)}”: {`{${plainText(fact)}}`} is not known of this invoice.
        </Text>
      ))}
    </Notice>
  );
}

type DeliveriesAnswer = CallOutput<'deliveries.ofInvoice'>;

type ReplyFor = 'customer' | 'internal';

type ReplyOutcome = { readonly of: ReplyFor } & (
  | {
      /** `not-taken`: the browser keeps the clipboard to itself: the text stands there to be copied by hand. */
      readonly kind: 'copied' | 'not-taken';
      readonly text: string;
      /** It is in English, for want of a text in this language. */
      readonly insteadOf?: AnswerLanguage | undefined;
    }
  | ({ readonly kind: 'lacking' } & FilledAnswer)
  | { readonly kind: 'not-read'; readonly failure: Failure }
);

interface Reply {
  /** Null before the first, and after it was closed. */
  readonly outcome: ReplyOutcome | null;
  /** The one that something is read again for. */
  readonly busy: ReplyFor | null;
  readonly language: AnswerLanguage;
  readonly choose: (language: AnswerLanguage) => void;
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
  const [language, choose] = useLanguage(answer?.invoice.currency.code ?? '');
  const wish = useRef(0);
  const copy = async (of: ReplyFor): Promise<void> => {
    wish.current += 1;
    const mine = wish.current;
    setAsked(of);
    const read = await readings.latest(now);
    // The other key has been pressed meanwhile: what is asked for last is what the clipboard holds.
    if (read === null || mine !== wish.current) return;
    if (!read.ok) {
      setOutcome({ of, kind: 'not-read', failure: read.failure });
      return;
    }
    const { invoice, webhooks, own } = read.value;
    const facts = {
      invoice: invoice.invoice,
      fulfilment: verdictNow(invoice, now),
      missingSince: invoice.missingSince,
      deliveries:
        webhooks === null
          ? null
          : { list: webhooks.deliveries, asOf: webhooks.asOf, quarantined: webhooks.quarantined },
      isSandbox: profile?.kind === 'sandbox',
      shop: profile?.name ?? '',
      nowMs: now,
      timeZone,
    };
    if (of === 'internal') return take(of, internalNote(facts));
    const reply = customerReply(facts, language, own);
    const isSeen = outcome?.kind === 'lacking' && outcome.text === reply.text;
    if (reply.lacking.length > 0 && (!isSeen || reply.text === ''))
      return setOutcome({ of, kind: 'lacking', ...reply });
    return take(of, reply.text, reply.language === language ? undefined : language);
  };
  const take = async (of: ReplyFor, text: string, insteadOf?: AnswerLanguage): Promise<void> => {
    setOutcome({ of, kind: (await isTaken(text)) ? 'copied' : 'not-taken', text, insteadOf });
  };
  const busy = readings.busy ? asked : null;
  return { outcome, busy, language, choose, copy: (of) => void copy(of), close: () => setOutcome(null) };
}

/** The language last chosen in this window for the currency. */
const chosen = new Map<string, AnswerLanguage>();

function useLanguage(code: string): readonly [AnswerLanguage, (language: AnswerLanguage) => void] {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const choose = (language: AnswerLanguage): void => {
    chosen.set(code, language);
    redraw();
  };
  return [chosen.get(code) ?? languageOfCurrency(code), choose];
}

interface Latest {
  readonly invoice: InvoiceAnswer;
  /** Null where they can not be read. */
  readonly webhooks: DeliveriesAnswer | null;
  readonly own: CallOutput<'answers.list'>['answers'];
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
    const own = await run('answers.list', {});
    if (!own.ok) return failed(own.failure);
    const webhooks = list.ok ? list.value : (deliveries ?? null);
    return success({ invoice: invoice.value, webhooks, own: own.value.answers });
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
