// The page of one invoice: the answer first, then its webhook (handed in by the app), the money and the order.
import { ActionIcon, Button, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconCopy,
  IconPlus,
  IconQuestionMark,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Invoice } from '../../../domain/records/invoice.ts';
import {
  invoiceStanding,
  type InvoiceStanding,
  type NextStep,
  type StandingTone,
} from '../../../domain/support/invoice-standing.ts';
import { isWindowOver } from '../../../domain/records/payment-window.ts';
import { useCall, useReadBar } from '../../bridge/index.ts';
import {
  ButtonLink,
  CopyButton,
  CopyText,
  customerPath,
  Facts,
  FieldsPanel,
  ForeignText,
  InstantText,
  invoicePath,
  Link,
  MoneyText,
  navigateTo,
  Notice,
  Panel,
  plainText,
  PrintButton,
  ReadAgainButton,
  RecordPage,
  Table,
  TimeOfDayText,
  useKey,
  useNow,
  useRouteFilters,
  useUi,
  writing,
} from '../../ui/index.ts';
import { AlsoHere, NotSeenNotice, ToneBadge } from '../../parts/index.ts';
import { REPLY_KEYS, ReplyButtons, ReplyOutcomeNotice, useReply } from './reply.tsx';
import { type InvoiceAnswer, type InvoiceState, useInvoice, verdictNow } from './use-invoice.ts';
import type { Delivery } from '../../../domain/webhooks/delivery.ts';
import { addMoney, compareMoney, divideMoney, isMoney, subtractMoney } from '../../../domain/kernel/money/money.ts';
import { WhatHappened } from './what-happened.tsx';
import { waterfallOf, type WaterfallStep } from './waterfall.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import {
  differenceSentence,
  type PayloadDifference,
  payloadDifference,
} from '../../../domain/webhooks/payload-difference.ts';
import styles from './invoice.module.css';

/** `asOf`: when the deliveries were read. */
function ReceiverPanel(props: {
  readonly invoice: Invoice;
  readonly deliveries: readonly Delivery[];
  readonly asOf: string;
}) {
  const { invoice, deliveries, asOf } = props;
  const difference = payloadDifference(invoice, deliveries);
  if (difference === null || (difference.finding === 'agrees' && difference.problems.length === 0)) return null;
  const { tone, title, advice } = WORDS[difference.finding];
  return (
    <Notice tone={tone} title={title}>
      {difference.finding === 'differs' || difference.finding === 'fiat-differs' ? (
        <Figures difference={difference} />
      ) : null}
      {difference.problems.map((problem) => (
        <Text key={problem}>{plainText(problem)}</Text>
      ))}
      {advice === '' ? null : <Text>{advice}</Text>}
      <Text size="xs" c="dimmed">
        The webhook was delivered <InstantText value={difference.deliveredAt} />; deliveries read{' '}
        <InstantText value={asOf} withAge />. Its payload as the API lists it.
      </Text>
    </Notice>
  );
}

const WORDS: Readonly<Record<PayloadDifference['finding'], { tone: 'warn' | 'quiet'; title: string; advice: string }>> =
  {
    differs: {
      tone: 'warn',
      title: 'Your shop was told something else',
      advice:
        'Correct the order in the shop by hand. A resend carries the same X-Webhook-Id, so a receiver that deduplicates ignores it, and the specification does not say whether its body is written anew.',
    },
    'fiat-differs': {
      tone: 'quiet',
      title: 'The shop was told another amount paid',
      advice:
        'Alone this is no alarm: the specification leaves open whether the amount paid holds the customer’s fee. Fulfil by the credited USDT.',
    },
    'cannot-tell': {
      tone: 'quiet',
      title: 'What the shop was told can not be compared',
      advice: 'Look into the payload below before you rely on what the shop knows.',
    },
    agrees: { tone: 'quiet', title: 'The credited USDT agree with what the shop was told', advice: '' },
  };

function Figures({ difference }: { readonly difference: PayloadDifference }) {
  const { told, now, currency } = difference;
  const sentence = differenceSentence(difference);
  return (
    <>
      <Text>{plainText(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)}</Text>
      <Table
        label="What was told, and what is so"
        rows={[
          { label: 'Your shop was told', ...told },
          { label: 'The invoice now says', ...now },
        ]}
        keyOf={({ label }) => label}
        columns={({ cell, money }) => [
          cell('Source', ({ label }) => label),
          money(`Amount, ${plainText(currency.slice(0, 16))}`, ({ fiat }) => fiat),
          money('Credited, USDT', ({ usdt }) => usdt),
        ]}
      />
    </>
  );
}

const ICONS: Readonly<Record<StandingTone, typeof IconCheck>> = {
  good: IconCheck,
  notice: IconClock,
  warn: IconAlertTriangle,
  bad: IconX,
  quiet: IconQuestionMark,
};

function AnswerPanel(props: {
  readonly standing: InvoiceStanding;
  /** When the record behind it was read from the API. */
  readonly asOf: string;
  readonly isReading: boolean;
  readonly onRefresh: () => void;
}) {
  const { standing, asOf, isReading, onRefresh } = props;
  const { facts, headline, detail, mood, next } = standing;
  return (
    <section className={styles['answer']} data-head data-mood={mood} aria-label="Answer">
      <div>
        <Group gap={6} role="list" aria-label="How it stands">
          {facts.map(({ of, words, tone, api }) => (
            <span key={of} role="listitem">
              <ToneBadge
                tone={tone}
                title={api === null ? undefined : `The API calls it “${plainText(api)}”`}
                icon={<FactIcon of={of} tone={tone} words={words} />}
              >
                {plainText(words)}
              </ToneBadge>
            </span>
          ))}
        </Group>
        <div aria-live="polite">
          <h2>{plainText(headline)}</h2>
          <Text c="var(--mc-text-soft)">{plainText(detail)}</Text>
        </div>
      </div>
      <div>
        <Group justify="flex-end">
          {next?.kind === 'refresh' ? <ReadAgainButton isReading={isReading} onReadAgain={onRefresh} /> : null}
          <Next next={next} />
        </Group>
        <Group gap={4} justify="flex-end" c="dimmed" fz="xs">
          <span>
            {isReading ? 'Refreshing…' : 'Refreshed'} <TimeOfDayText value={asOf} short />
          </span>
          {next?.kind === 'refresh' ? null : (
            <Tooltip label="Refresh">
              <ActionIcon aria-label="Refresh" data-console-key="refresh" loading={isReading} onClick={onRefresh}>
                <IconRefresh size={14} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
      </div>
    </section>
  );
}

/** A delivered webhook has its tick although it is quiet: failing stands out. */
function FactIcon({ of, tone, words }: Pick<InvoiceStanding['facts'][number], 'of' | 'tone' | 'words'>) {
  const isDelivered = of === 'webhook' && words === 'webhook delivered';
  const Icon = isDelivered ? IconCheck : of === 'webhook' && tone === 'bad' ? IconRefresh : ICONS[tone];
  return <Icon size={14} stroke={2} aria-hidden="true" />;
}

function Next({ next }: { readonly next: NextStep | null }) {
  switch (next?.kind) {
    case undefined:
    case 'refresh':
      return null;
    case 'copy-link':
      return (
        <CopyButton value={next.url}>
          {({ copied, copy }) => (
            <>
              <Button leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={copy}>
                Copy the link for the customer
              </Button>
              <VisuallyHidden role="status">{copied ? 'Copied' : ''}</VisuallyHidden>
            </>
          )}
        </CopyButton>
      );
    case 'new-invoice':
      return (
        <ButtonLink
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          to={`${screenPath('new-invoice')}?${new URLSearchParams({
            amount: next.amount,
            currency: next.currency,
            ...(next.customer === null ? {} : { customer: next.customer }),
          }).toString()}`}
        >
          New invoice for {next.amount} {plainText(next.currency)}
        </ButtonLink>
      );
  }
}

/** Steps that carry the story; the others explain the way between them. */
const STRONG: ReadonlySet<string> = new Set(['ordered', 'paid', 'credited']);

/** Ordered → customer fee → to pay → paid → exchange rate → estimated fee → net. `deliveries`: null while they were not read. */
function MoneyPanel(props: { readonly invoice: Invoice; readonly deliveries: readonly Delivery[] | null }) {
  const steps = waterfallOf(props.invoice, props.deliveries);
  const bars = barsOf(steps);
  return (
    <Panel title="Money">
      <ol className={styles['money']} aria-label="From the ordered amount to the net in USDT">
        {steps.map((step) => (
          <Step key={step.id} step={step} bar={bars.get(step.id)} />
        ))}
      </ol>
    </Panel>
  );
}

function Step({ step, bar }: { readonly step: WaterfallStep; readonly bar: Bar | undefined }) {
  const { id, label, note, amount, currency, nature } = step;
  // What was kept back is taken off.
  const shown = id === 'withheld' && amount !== null ? subtractMoney('0', amount) : amount;
  return (
    <li data-nature={nature} data-strong={STRONG.has(id) || undefined}>
      <span>
        <span className={styles['label']}>{label}</span> <span className={styles['note']}>{note}</span>
      </span>
      <span className={styles['bar']} data-empty={bar === undefined || undefined} aria-hidden="true">
        {bar === undefined ? null : <span style={{ left: bar.left, width: bar.width }} />}
      </span>
      <MoneyText value={shown} currency={currency} sign={id === 'commission'} />
    </li>
  );
}

interface InvoicePageProps {
  readonly ident: string;
  /** The webhook panel of this invoice. */
  readonly deliveries: ReactNode;
  /** Creating it again, which invoices are the same order, and what reconciliation found in it. */
  readonly again: ReactNode;
  /** The changes of this invoice that were seen. */
  readonly history: ReactNode;
}

export function InvoicePage(props: InvoicePageProps) {
  const { ident } = props;
  const state = useInvoice(ident);
  const { answer } = state;
  const uuid = answer?.invoice.uuid;
  const webhooks = useWebhooks(uuid);
  const reply = useReply(answer, webhooks);
  const isOffline = useReadBar() !== null;
  useKey(REPLY_KEYS.customer, () => reply.copy('customer'));
  useKey(REPLY_KEYS.internal, () => reply.copy('internal'));
  useEffect(() => {
    // One invoice has one address: its uuid. An id of the shop may look like another invoice's uuid.
    if (uuid !== undefined && uuid !== ident) navigateTo(invoicePath(uuid), { replace: true });
  }, [uuid, ident]);
  const name = answer?.invoice.external_id;
  return (
    <RecordPage
      kind="invoice"
      id={ident}
      title={name}
      state={state}
      asOf={answer?.asOf}
      isOffline={isOffline}
      subtitle={answer === undefined ? undefined : <AlsoHere list="invoices" recordId={answer.invoice.uuid} />}
      actions={
        answer === undefined ? undefined : (
          <>
            <PrintButton name={`Invoice ${plainText(name ?? ident)}`} bar={null} />
            <ReplyButtons reply={reply} />
          </>
        )
      }
    >
      {(known) => (
        <>
          <ReplyOutcomeNotice reply={reply} />
          <Detail {...props} answer={known} state={state} webhooks={webhooks} isOffline={isOffline} />
        </>
      )}
    </RecordPage>
  );
}

type Webhooks = CallOutput<'deliveries.ofInvoice'>;

/** The deliveries of the invoice; the panel below makes the same read. Undefined until they are there. */
function useWebhooks(uuid: string | undefined): Webhooks | undefined {
  const enabled = uuid !== undefined;
  const { data, isPrevious } = useCall(
    'deliveries.ofInvoice',
    { uuid: uuid ?? '' },
    { enabled, refreshOn: ['deliveries'] },
  );
  return !enabled || isPrevious ? undefined : data;
}

function Detail(
  props: InvoicePageProps & {
    readonly answer: InvoiceAnswer;
    readonly state: InvoiceState;
    readonly webhooks: Webhooks | undefined;
    readonly isOffline: boolean;
  },
) {
  const { ident, answer, state, webhooks, isOffline, again } = props;
  const { invoice, missingSince, asOf } = answer;
  const now = useNow(5_000);
  const { timeZone } = useUi();
  const { isReading, readAgain } = state;
  // Until its address names it, what is read by the address may be about another one.
  const [deliveries, history] = invoice.uuid === ident ? [props.deliveries, props.history] : [null, null];
  const standing = invoiceStanding({
    invoice,
    fulfilment: verdictNow(answer, now),
    missingSince,
    deliveries: webhooks?.deliveries ?? null,
    isReading,
    isUnread: isOffline || state.failure !== undefined,
    nowMs: now,
    timeZone,
    writing: writing(),
  });
  return (
    <>
      {missingSince === undefined ? null : <NotSeenNotice kind="invoice" asOf={asOf} missingSince={missingSince} />}
      <FoundAtApi />
      <AnswerPanel standing={standing} asOf={asOf} isReading={isReading} onRefresh={readAgain} />
      <div className={styles['columns']}>
        <div className={styles['column']}>
          {webhooks === undefined ? null : (
            <ReceiverPanel invoice={invoice} deliveries={webhooks.deliveries} asOf={webhooks.asOf} />
          )}
          {deliveries}
          <MoneyPanel invoice={invoice} deliveries={webhooks?.deliveries ?? null} />
        </div>
        <div className={styles['column']}>
          <OrderPanel invoice={invoice} />
          {again}
          <WhatHappened answer={answer} deliveries={webhooks?.deliveries ?? null} />
        </div>
      </div>
      {history}
      <FieldsPanel record={invoice} />
    </>
  );
}

/** Who comes from a look-up that the mirror could not answer is told so ("?found=api"). */
function FoundAtApi() {
  if (useRouteFilters().text('found') !== 'api') return null;
  return (
    <Notice tone="quiet" title="This invoice was not in the mirror">
      The look-up read it from the API with one request; it is in the mirror from now on.
    </Notice>
  );
}

function OrderPanel({ invoice }: { readonly invoice: Invoice }) {
  const { uuid, purpose, customer_id: customer, payment_method: method, finished_at: finished } = invoice;
  const end = finished === null ? 'Link open until' : invoice.status === 'success' ? 'Paid' : 'Finished';
  const who =
    customer === null || customer === '' ? (
      '—'
    ) : (
      <Link to={customerPath(customer)} title="All invoices of the customer">
        {plainText(customer.slice(0, 256))}
      </Link>
    );
  return (
    <Panel title="Order">
      <Facts
        isBeside
        of={[
          ['Purpose', <ForeignText key="purpose" text={purpose} />],
          ['Customer', who],
          ['Method', method === null ? 'none chosen' : <ForeignText key="method" text={method.name} />],
          ['Created', <InstantText key="created" value={invoice.created_at} />],
          [end, <InstantText key="end" value={finished ?? invoice.expires_at} />],
          ['API status', <ForeignText key="status" text={invoice.status} />],
          ['Invoice id', <CopyText key="uuid" value={uuid} label="uuid" />],
          ['Payment link', <PaymentLink key="link" invoice={invoice} />],
        ]}
      />
    </Panel>
  );
}

/** To copy; the console never opens it. */
function PaymentLink({ invoice }: { readonly invoice: Invoice }) {
  const now = useNow(15_000);
  if (invoice.payment_url === null) return 'none given by the API';
  const isOpen = invoice.status === 'pending' && !isWindowOver(invoice, now);
  return (
    <>
      <Text span>{isOpen ? 'open' : 'closed'} </Text>
      <CopyText value={invoice.payment_url} label="payment link" />
    </>
  );
}

/** In CSS lengths ("calc(0.975610 * 100%)"). */
interface Bar {
  readonly left: string;
  readonly width: string;
}

/** A bar for every step that has a figure; fiat and USDT have a scale of their own each. None for amounts beyond all measure. */
function barsOf(steps: readonly WaterfallStep[]): ReadonlyMap<WaterfallStep['id'], Bar> {
  try {
    return measured(steps);
  } catch {
    // Sums of amounts at the limit of length are longer than the limit; a decoration is not worth more than leaving out.
    return new Map();
  }
}

function measured(steps: readonly WaterfallStep[]): ReadonlyMap<WaterfallStep['id'], Bar> {
  const amounts: Readonly<Partial<Record<WaterfallStep['id'], string>>> = Object.fromEntries(
    steps.flatMap(({ id, amount }) => (amount === null || amount.startsWith('-') ? [] : [[id, amount]])),
  );
  const bars = new Map<WaterfallStep['id'], Bar>();
  const { ordered, commission, asked, paid, withheld, credited } = amounts;
  const fiat = largest([ordered, asked, paid]);
  const usdt = credited === undefined ? null : withheld === undefined ? credited : addMoney(credited, withheld);
  const put = (id: WaterfallStep['id'], from: string, to: string | undefined, scale: string | null): void => {
    const bar = to === undefined || scale === null ? null : barBetween(from, to, scale);
    if (bar !== null) bars.set(id, bar);
  };
  put('ordered', '0', ordered, fiat);
  if (commission !== undefined && ordered !== undefined) put('commission', ordered, asked, fiat);
  put('asked', '0', asked, fiat);
  put('paid', '0', paid, fiat);
  if (withheld !== undefined && credited !== undefined) put('withheld', credited, usdt ?? undefined, usdt);
  put('credited', '0', credited, usdt);
  return bars;
}

function largest(amounts: readonly (string | undefined)[]): string | null {
  const known = amounts.filter((amount) => amount !== undefined);
  return known.toSorted(compareMoney).at(-1) ?? null;
}

function barBetween(from: string, to: string, scale: string): Bar | null {
  if (![from, to, scale].every(isMoney)) return null;
  const left = divideMoney(from, scale, 6, 'half-even');
  const right = divideMoney(to, scale, 6, 'half-even');
  if (left === null || right === null) return null;
  return { left: `calc(${left} * 100%)`, width: `calc(${subtractMoney(right, left)} * 100%)` };
}
