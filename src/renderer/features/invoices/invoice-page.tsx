// The page of one invoice: the answer first, then its webhook (handed in by the app), the money and the order.
import { Text } from '@mantine/core';
import { Fragment, type ReactNode, useEffect } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Invoice } from '../../../domain/invoice.ts';
import { invoiceStanding } from '../../../domain/invoice-standing.ts';
import { isWindowOver } from '../../../domain/payment-window.ts';
import { useCall, useProfile, useReadBar } from '../../bridge/index.ts';
import {
  ApartButton,
  CopyMenu,
  CopyText,
  customerPath,
  FieldsPanel,
  ForeignText,
  InstantText,
  invoicePath,
  Link,
  MoneyText,
  navigateTo,
  Notice,
  NotSeenNotice,
  Panel,
  plainText,
  PrintButton,
  RecordPage,
  useKey,
  useNow,
  useRouteFilters,
  useUi,
} from '../../ui/index.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { Neighbours } from './neighbours.tsx';
import { ReceiverPanel } from './receiver-panel.tsx';
import { REPLY_KEYS, ReplyButtons, ReplyOutcomeNotice, useReply } from './reply.tsx';
import { type InvoiceAnswer, type InvoiceState, useInvoice, verdictNow } from './use-invoice.ts';
import { apiCurl } from '../../../domain/curl.ts';
import type { Delivery } from '../../../domain/delivery.ts';
import { addMoney, compareMoney, divideMoney, isMoney, subtractMoney } from '../../../domain/money.ts';
import { waterfallOf, type WaterfallStep } from './waterfall.ts';
import styles from './invoice.module.css';

/** Steps that carry the story; the others explain the way between them. */
const STRONG: ReadonlySet<string> = new Set(['ordered', 'paid', 'credited']);

/** Ordered → customer fee → to pay → paid → exchange rate → estimated fee → net. `deliveries`: null while they were not read. */
function MoneyPanel(props: { readonly invoice: Invoice; readonly deliveries: readonly Delivery[] | null }): ReactNode {
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

function Step({ step, bar }: { readonly step: WaterfallStep; readonly bar: Bar | undefined }): ReactNode {
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

export interface InvoicePageProps {
  /** A uuid, or an id of the shop. */
  readonly ident: string;
  /** The webhook panel of this invoice. */
  readonly deliveries: ReactNode;
  /** Creating it again, which invoices are the same order, and what reconciliation found in it. */
  readonly again: ReactNode;
  /** The changes of this invoice that were seen. */
  readonly history: ReactNode;
}

/** Everything the console knows about one invoice. */
export function InvoicePage(props: InvoicePageProps): ReactNode {
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
      subtitle={uuid === undefined ? undefined : <Neighbours key={uuid} uuid={uuid} />}
      actions={
        answer === undefined ? undefined : (
          <>
            <PrintButton name={`Invoice ${plainText(name ?? ident)}`} bar={null} />
            <ApartButton />
            <CopyRequests uuid={answer.invoice.uuid} />
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
): ReactNode {
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
        </div>
      </div>
      {history}
      <FieldsPanel record={invoice} />
    </>
  );
}

/** Who comes from a look-up that the mirror could not answer is told so ("?found=api"). */
function FoundAtApi(): ReactNode {
  if (useRouteFilters().text('found') !== 'api') return null;
  return (
    <Notice tone="quiet" title="This invoice was not in the mirror">
      The look-up read it from the API with one request; it is in the mirror from now on.
    </Notice>
  );
}

function OrderPanel({ invoice }: { readonly invoice: Invoice }): ReactNode {
  const { uuid, purpose, customer_id: customer, payment_method: method, finished_at: finished } = invoice;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Purpose', <ForeignText key="purpose" text={purpose} />],
    [
      'Customer',
      customer === null || customer === '' ? (
        '—'
      ) : (
        <Link key="customer" to={customerPath(customer)} title="All invoices of the customer">
          {plainText(customer.slice(0, 256))}
        </Link>
      ),
    ],
    ['Method', method === null ? 'none chosen' : <ForeignText key="method" text={method.name} />],
    ['Created', <InstantText key="created" value={invoice.created_at} />],
    [
      finished === null ? 'Link open until' : invoice.status === 'success' ? 'Paid' : 'Finished',
      <InstantText key="end" value={finished ?? invoice.expires_at} />,
    ],
    ['API status', <ForeignText key="status" text={invoice.status} />],
    ['Invoice id', <CopyText key="uuid" value={uuid} label="uuid" />],
    ['Payment link', <PaymentLink key="link" invoice={invoice} />],
  ];
  return (
    <Panel title="Order">
      <dl className={styles['facts']}>
        {facts.map(([label, fact]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{fact}</dd>
          </Fragment>
        ))}
      </dl>
    </Panel>
  );
}

/** To copy; the console never opens it. */
function PaymentLink({ invoice }: { readonly invoice: Invoice }): ReactNode {
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

/** Nothing for the sandbox: its key is of this run and in nobody's hands. */
function CopyRequests({ uuid }: { readonly uuid: string }): ReactNode {
  const apiRoot = useProfile().profile?.apiRoot;
  if (apiRoot === undefined) return null;
  return (
    <CopyMenu
      label="Copy as curl"
      items={[
        { label: 'Read the invoice', text: apiCurl(apiRoot, { kind: 'invoice', ident: uuid }) },
        { label: 'Read its webhook deliveries', text: apiCurl(apiRoot, { kind: 'webhooks', ident: uuid }) },
        {
          label: 'Resend the webhook',
          text: apiCurl(apiRoot, { kind: 'resend-webhook', ident: uuid }),
          caution: 'Sends it, every time it is run. Here a resend is made once and looked up.',
        },
      ]}
    />
  );
}

interface Bar {
  /** CSS lengths ("calc(0.975610 * 100%)"). */
  readonly left: string;
  readonly width: string;
}

type Amounts = Readonly<Partial<Record<WaterfallStep['id'], string>>>;

type Bars = ReadonlyMap<WaterfallStep['id'], Bar>;

/** A bar for every step that has a figure; fiat and USDT have a scale of their own each. None for amounts beyond all measure. */
function barsOf(steps: readonly WaterfallStep[]): Bars {
  try {
    return measured(steps);
  } catch {
    // Sums of amounts at the limit of length are longer than the limit; a decoration is not worth more than leaving out.
    return new Map();
  }
}

function measured(steps: readonly WaterfallStep[]): Bars {
  const amounts: Amounts = Object.fromEntries(
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
  let most: string | null = null;
  for (const amount of amounts) {
    if (amount !== undefined && (most === null || compareMoney(amount, most) > 0)) most = amount;
  }
  return most;
}

function barBetween(from: string, to: string, scale: string): Bar | null {
  if (![from, to, scale].every(isMoney)) return null;
  const left = divideMoney(from, scale, 6, 'half-even');
  const right = divideMoney(to, scale, 6, 'half-even');
  if (left === null || right === null) return null;
  return { left: `calc(${left} * 100%)`, width: `calc(${subtractMoney(right, left)} * 100%)` };
}
