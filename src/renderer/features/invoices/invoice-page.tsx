/**
 * The page of one invoice: the answer first, then its webhook (handed in by the app), the money and the order. Not here: reading the record
 * (use-invoice.ts) and the words of the answer (domain/invoice-standing).
 */
import { Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Invoice } from '../../../domain/invoice.ts';
import { invoiceStanding } from '../../../domain/invoice-standing.ts';
import { isWindowOver } from '../../../domain/payment-window.ts';
import { useCall, useReadBar } from '../../bridge/index.ts';
import {
  ApartButton,
  CopyText,
  customerPath,
  FieldsPanel,
  ForeignText,
  hashHref,
  InstantText,
  invoicePath,
  Monogram,
  navigateTo,
  NotSeenNotice,
  Notice,
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
import { CopyRequests } from './copy-requests.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { ReceiverPanel } from './receiver-panel.tsx';
import { REPLY_KEYS, ReplyButtons, ReplyOutcomeNotice } from './reply.tsx';
import { type InvoiceAnswer, type InvoiceState, useInvoice, verdictNow } from './use-invoice.ts';
import { useReply } from './use-reply.ts';
import styles from './invoice.module.css';

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
      subtitle={uuid === undefined ? undefined : <CopyText value={uuid} label="uuid" />}
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
  const { purpose, customer_id: customer, payment_method: method, finished_at: finished } = invoice;
  return (
    <Panel title="Order">
      <dl className={styles['facts']}>
        <dt>Purpose</dt>
        <dd>
          <ForeignText text={purpose} />
        </dd>
        <dt>Customer</dt>
        <dd>
          {customer === null || customer === '' ? (
            '—'
          ) : (
            <a className="mc-link" href={hashHref(customerPath(customer))} title="All invoices of the customer">
              {plainText(customer.slice(0, 256))}
            </a>
          )}
        </dd>
        <dt>Method</dt>
        <dd>
          {method === null ? (
            'none chosen'
          ) : (
            <>
              <Monogram name={method.name} />
              <ForeignText text={method.name} />
            </>
          )}
        </dd>
        <dt>Created</dt>
        <dd>
          <InstantText value={invoice.created_at} />
        </dd>
        <dt>{finished === null ? 'Link open until' : invoice.status === 'success' ? 'Paid' : 'Finished'}</dt>
        <dd>
          <InstantText value={finished ?? invoice.expires_at} />
        </dd>
        <dt>API status</dt>
        <dd className="mc-mono">
          <ForeignText text={invoice.status} />
        </dd>
        <dt>Payment link</dt>
        <dd>
          <PaymentLink invoice={invoice} />
        </dd>
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
