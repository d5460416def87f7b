/**
 * The webhook deliveries of one invoice: how they stand, every attempt, and sending the latest one again. Not here: one
 * delivery (delivery-card.tsx) and the resend (resend-control.tsx).
 */
import { Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState, FailureNotice, InstantText, Notice, Panel } from '../../../ui/index.ts';
import { DeliveryCard } from './delivery-card.tsx';
import { ResendControl } from './resend-control.tsx';
import { newestFirst } from './timeline.ts';
import { type DeliveriesState, useDeliveries } from './use-deliveries.ts';
import './deliveries.css';

interface OfInvoice {
  readonly invoiceUuid: string;
  /** Where its webhooks should go, as the invoice says now. */
  readonly callbackUrl: string | null;
}

/** The panel of one invoice, by its uuid. */
export function DeliveriesPanel({ invoiceUuid, callbackUrl }: OfInvoice): ReactNode {
  const state = useDeliveries(invoiceUuid);
  return (
    <Panel
      title="Webhook deliveries"
      note={<AsOf state={state} />}
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden="true" />}
          loading={state.isReading}
          onClick={state.readAgain}
        >
          Read deliveries again
        </Button>
      }
    >
      <Body state={state} invoiceUuid={invoiceUuid} callbackUrl={callbackUrl} />
    </Panel>
  );
}

function AsOf({ state: { answer } }: { readonly state: DeliveriesState }): ReactNode {
  if (answer === undefined) return null;
  return (
    <>
      Read <InstantText value={answer.asOf} withAge />{' '}
      {answer.source === 'api' ? 'from the API' : '(the mirror’s copy)'}
    </>
  );
}

function Body({ state, invoiceUuid, callbackUrl }: OfInvoice & { readonly state: DeliveriesState }): ReactNode {
  const { answer, failure, latest, readAgain } = state;
  if (answer === undefined && failure !== undefined) {
    return (
      <EmptyState kind="could-not-load" title="The deliveries could not be read">
        <FailureNotice failure={failure} onRetry={readAgain} />
      </EmptyState>
    );
  }
  if (answer === undefined) return <Reading />;
  return (
    <div className="mc-deliveries">
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={readAgain} />}
      {answer.quarantined === 0 ? null : (
        <Notice tone="warn" title={`${answer.quarantined} not shown`}>
          Entries of the API’s answer that cannot be read without guessing.
        </Notice>
      )}
      <ResendControl
        key={invoiceUuid}
        invoiceUuid={invoiceUuid}
        latest={latest}
        onLook={readAgain}
        isLooking={state.isReading}
      />
      {answer.deliveries.length === 0 && answer.quarantined === 0 ? (
        <EmptyState kind="nothing-yet" title="No delivery yet">
          The API sends one webhook once the invoice is final. While it is pending there is none, and nothing to resend.
        </EmptyState>
      ) : (
        newestFirst(answer.deliveries).map((delivery) => (
          <DeliveryCard key={delivery.uuid} delivery={delivery} callbackUrl={callbackUrl} />
        ))
      )}
    </div>
  );
}

function Reading(): ReactNode {
  return (
    <div role="status" className="mc-deliveries">
      <p className="mc-note">Not read yet; reading the deliveries from the API now.</p>
      <Skeleton height={56} radius="md" />
      <Skeleton height={160} radius="md" />
    </div>
  );
}
