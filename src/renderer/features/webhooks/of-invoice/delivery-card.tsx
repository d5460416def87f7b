/**
 * One delivery: how it stands, what happens next, where it goes, its attempts, its payload. Not here: its attempts (attempt-history.tsx).
 */
import { screenPath } from '../../../../domain/screens.ts';
import type { ReactNode } from 'react';
import { type Delivery, deliveryState } from '../../../../domain/delivery.ts';
import { isElsewhere } from '../../../../domain/delivery-cause.ts';
import {
  CopyText,
  DeliveryStateBadge,
  Fact,
  FactGrid,
  ForeignText,
  hashHref,
  InstantText,
  ToneBadge,
} from '../../../ui/index.ts';
import { ForeignBlock } from './attempt-line.tsx';
import { AttemptHistory } from './attempt-history.tsx';
import { RetryClock } from './retry-clock.tsx';
import { deliverySentence, payloadText, timesWords } from './timeline.ts';

/** The card of one delivery. `callbackUrl`: where the invoice says that its webhooks go. */
export function DeliveryCard(props: { readonly delivery: Delivery; readonly callbackUrl: string | null }): ReactNode {
  const { delivery, callbackUrl } = props;
  return (
    <article className="mc-delivery" aria-label={`Delivery ${delivery.uuid}`}>
      <div className="mc-delivery-head">
        <h3 className="mc-delivery-event">
          {delivery.event === null ? 'Event not named' : <ForeignText text={delivery.event} />}
        </h3>
        <DeliveryStateBadge state={deliveryState(delivery)} status={delivery.status} />
        <span className="mc-note">{deliverySentence(delivery)}</span>
      </div>
      <RetryClock delivery={delivery} />
      <FactGrid>
        <Fact label="Delivery id = X-Webhook-Id" wide>
          <CopyText value={delivery.uuid} label="delivery id" wrap />
        </Fact>
        <Fact label="Sent to" wide>
          {delivery.target_url === null ? '—' : <CopyText value={delivery.target_url} label="target address" wrap />}
          {isElsewhere(delivery.target_url, callbackUrl) ? <Elsewhere /> : null}
        </Fact>
        <Fact label="Created">
          <InstantText value={delivery.created_at} />
        </Fact>
        <Fact label="Delivered">
          <InstantText value={delivery.delivered_at} />
        </Fact>
        <Fact label="Resent">{timesWords(delivery.resend_count)}</Fact>
      </FactGrid>
      {delivery.last_error === null || delivery.last_error === '' ? null : (
        <ForeignBlock title="Last error" text={delivery.last_error} />
      )}
      <h4 className="mc-delivery-part">Attempts</h4>
      <AttemptHistory delivery={delivery} />
      <Payload delivery={delivery} />
    </article>
  );
}

/** The invoice's own address stands beside its other fields. */
function Elsewhere(): ReactNode {
  return (
    <p className="mc-note">
      <ToneBadge tone="warn">not the callback_url</ToneBadge> The invoice names another callback_url. The specification
      does not say which of the two a resend goes to.
    </p>
  );
}

function Payload({ delivery }: { readonly delivery: Delivery }): ReactNode {
  if (delivery.payload === null) return <p className="mc-note">The API names no payload.</p>;
  return (
    <ForeignBlock
      title="Payload"
      text={payloadText(delivery.payload)}
      note={
        <>
          The parsed body. It cannot prove a signature, which covers the raw bytes: paste those to{' '}
          <a className="mc-link mc-link-inline" href={hashHref(screenPath('signature'))}>
            check a signature
          </a>
          .
        </>
      }
    />
  );
}
