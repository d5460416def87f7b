/**
 * The page of one invoice: verdict first, then the money, the deliveries (handed in by the app), and the whole record. Not
 * here: reading the record (use-invoice.ts).
 */
import { screenPath } from '../../../domain/screens.ts';
import { Skeleton } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { Invoice } from '../../../domain/invoice.ts';
import { isWindowOver } from '../../../domain/payment-window.ts';
import {
  ApartButton,
  CopyText,
  EmptyState,
  Fact,
  FactGrid,
  FailureNotice,
  ForeignText,
  InstantText,
  Monogram,
  NotSeenNotice,
  Notice,
  PageFrame,
  Panel,
  PrintButton,
  StatusBadge,
  ZoneNote,
  customerPath,
  hashHref,
  invoicePath,
  navigateTo,
  plainText,
  useKey,
  useNow,
  useRouteFilters,
} from '../../ui/index.ts';
import { useCall } from '../../bridge/index.ts';
import { AdjustmentPanel } from './adjustment-panel.tsx';
import { CopyRequests } from './copy-requests.tsx';
import { ReceiverPanel } from './receiver-panel.tsx';
import { RecordPanel } from './record-panel.tsx';
import { REPLY_KEYS, ReplyButtons, ReplyOutcomeNotice } from './reply.tsx';
import { type InvoiceAnswer, type InvoiceState, useInvoice, verdictNow } from './use-invoice.ts';
import { useReply } from './use-reply.ts';
import { VerdictPanel } from './verdict-panel.tsx';
import { WaterfallPanel } from './waterfall-panel.tsx';

import './detail.css';
import './reply.css';

export interface InvoicePageProps {
  /** A uuid, or an id of the shop. */
  readonly ident: string;
  /** The deliveries panel of this invoice. */
  readonly deliveries: ReactNode;
  /** Creating it again, which invoices are the same order, and what reconciliation found in it. */
  readonly again: ReactNode;
  /** The changes of this invoice that were seen. */
  readonly history: ReactNode;
}

/** Everything the console knows about one invoice. */
export function InvoicePage({ ident, deliveries, again, history }: InvoicePageProps): ReactNode {
  const state = useInvoice(ident);
  const { answer, failure } = state;
  const uuid = answer?.invoice.uuid;
  const webhooks = useWebhooks(uuid);
  const reply = useReply(answer, webhooks);
  useKey(REPLY_KEYS.customer, () => reply.copy('customer'));
  useKey(REPLY_KEYS.internal, () => reply.copy('internal'));
  useEffect(() => {
    // One invoice has one address: its uuid. An id of the shop may look like another invoice's uuid.
    if (uuid !== undefined && uuid !== ident) {
      navigateTo(invoicePath(uuid), { replace: true });
    }
  }, [uuid, ident]);
  const name = plainText(shortened(answer?.invoice.external_id ?? ident));
  return (
    <PageFrame
      title={name}
      windowTitle={`Invoice ${name}`}
      subtitle={answer === undefined ? undefined : <Subtitle answer={answer} />}
      back={
        <a className="mc-link" href={hashHref(screenPath('invoices'))}>
          Invoices
        </a>
      }
      actions={
        <>
          <ZoneNote />
          {answer === undefined ? null : <PrintButton name={`Invoice ${name}`} bar={null} />}
          <ApartButton />
          {answer === undefined ? null : <CopyRequests uuid={answer.invoice.uuid} />}
          {answer === undefined ? null : <ReplyButtons reply={reply} />}
        </>
      }
    >
      <ReplyOutcomeNotice reply={reply} />
      {failure !== undefined && answer !== undefined ? <FailureNotice failure={failure} onRetry={state.retry} /> : null}
      <Body state={state} ident={ident} webhooks={webhooks} deliveries={deliveries} again={again} history={history} />
    </PageFrame>
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

const TITLE_CHARACTERS = 80;

function shortened(ident: string): string {
  return ident.length > TITLE_CHARACTERS ? `${ident.slice(0, TITLE_CHARACTERS)}…` : ident;
}

function Body(
  props: InvoicePageProps & { readonly state: InvoiceState; readonly webhooks: Webhooks | undefined },
): ReactNode {
  const { state, ident, webhooks, again } = props;
  const { answer, failure } = state;
  if (answer !== undefined) {
    const isNamed = answer.invoice.uuid === ident;
    const [deliveries, history] = isNamed ? [props.deliveries, props.history] : [null, null];
    return (
      <Detail
        answer={answer}
        state={state}
        webhooks={webhooks}
        deliveries={deliveries}
        again={again}
        history={history}
      />
    );
  }
  if (failure?.kind === 'not-found') {
    return (
      <EmptyState kind="nothing-matches" title="The API knows no invoice with this id">
        <ForeignText text={ident} /> is not in the mirror, and the API has no such invoice for this business. Invoices
        of another business are never visible with this key.
      </EmptyState>
    );
  }
  if (failure !== undefined) {
    return (
      <EmptyState kind="could-not-load">
        <FailureNotice failure={failure} onRetry={state.retry} />
      </EmptyState>
    );
  }
  return <Placeholder />;
}

function Subtitle({ answer: { invoice, missingSince } }: { readonly answer: InvoiceAnswer }): ReactNode {
  return (
    <>
      <StatusBadge kind="invoice" status={invoice.status} isMissing={missingSince !== undefined} />{' '}
      <CopyText value={invoice.uuid} label="uuid" />
    </>
  );
}

function Detail(props: {
  readonly answer: InvoiceAnswer;
  readonly state: InvoiceState;
  readonly webhooks: Webhooks | undefined;
  readonly deliveries: ReactNode;
  readonly again: ReactNode;
  readonly history: ReactNode;
}): ReactNode {
  const { answer, state, webhooks, deliveries, again, history } = props;
  const { invoice } = answer;
  const now = useNow(5_000);
  return (
    <div className="mc-detail-column">
      {answer.missingSince === undefined ? null : (
        <NotSeenNotice kind="invoice" asOf={answer.asOf} missingSince={answer.missingSince} />
      )}
      <FoundAtApi />
      <VerdictPanel
        fulfilment={verdictNow(answer, now)}
        settledUsdt={invoice.settled_amount_usdt}
        source={answer.source}
        isReading={state.isReading}
        onReadAgain={state.readAgain}
      />
      {webhooks === undefined ? null : (
        <ReceiverPanel invoice={invoice} deliveries={webhooks.deliveries} asOf={webhooks.asOf} />
      )}
      <div className="mc-detail">
        <div className="mc-detail-column">
          <WaterfallPanel invoice={invoice} deliveries={webhooks?.deliveries ?? null} />
          <AdjustmentPanel invoice={invoice} />
        </div>
        <div className="mc-detail-column">
          <OrderPanel invoice={invoice} />
          {again}
        </div>
      </div>
      {deliveries}
      {history}
      <RecordPanel invoice={invoice} />
    </div>
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
  return (
    <Panel title="Order">
      <FactGrid>
        <Fact label="Customer">
          <Customer id={invoice.customer_id} />
        </Fact>
        <Fact label="Method">
          {invoice.payment_method === null ? (
            'none chosen'
          ) : (
            <>
              <Monogram name={invoice.payment_method.name} />
              <ForeignText text={invoice.payment_method.name} />
            </>
          )}
        </Fact>
        <Fact label="Created">
          <InstantText value={invoice.created_at} />
        </Fact>
        <Fact label={invoice.finished_at === null ? 'Expires' : 'Finished'}>
          <InstantText value={invoice.finished_at ?? invoice.expires_at} />
        </Fact>
      </FactGrid>
      <PaymentLink invoice={invoice} />
    </Panel>
  );
}

function Customer({ id }: { readonly id: string | null }): ReactNode {
  if (id === null || id === '') return '—';
  return (
    <>
      <ForeignText text={id} />{' '}
      <a className="mc-link mc-link-inline" href={hashHref(customerPath(id))}>
        All invoices
      </a>
    </>
  );
}

function PaymentLink({ invoice }: { readonly invoice: Invoice }): ReactNode {
  const now = useNow(15_000);
  if (invoice.payment_url === null) {
    return <p className="mc-detail-note">The API gave no payment link with this record.</p>;
  }
  return (
    <>
      <p className="mc-detail-note">Payment link{linkStanding(invoice, now)}. To copy; the console never opens it.</p>
      <CopyText value={invoice.payment_url} label="payment link" />
    </>
  );
}

function linkStanding(invoice: Invoice, nowMs: number): string {
  if (invoice.status !== 'pending') return ' (the invoice is closed, so it takes no payment any more)';
  return isWindowOver(invoice, nowMs) ? ' (its window is over, so it takes no payment any more)' : '';
}

function Placeholder(): ReactNode {
  return (
    <div className="mc-detail-column" role="status" aria-label="Loading the invoice">
      <Skeleton height={112} radius="md" />
      <div className="mc-detail">
        <Skeleton height={360} radius="md" />
        <Skeleton height={360} radius="md" />
      </div>
    </div>
  );
}
