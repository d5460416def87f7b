// The newest webhooks of a customer's invoices that fail or retry.
import { screenPath } from '../../../../domain/screens.ts';
import type { ReactNode } from 'react';
import { useCall } from '../../../bridge/index.ts';
import {
  AgeText,
  cellText,
  countWords,
  DeliveryStateBadge,
  FailureNotice,
  hashHref,
  invoicePath,
  lastAnswerWords,
  Panel,
} from '../../../ui/index.ts';
import classes from './customers.module.css';

const SHOWN = 5;

/** At most five, the latest attempt first. */
export function DeliveryProblems({ customerId }: { readonly customerId: string }): ReactNode {
  const { data, failure, refresh } = useCall(
    'deliveries.page',
    {
      filter: { customerId, state: ['failed', 'retrying'] },
      sort: [{ by: 'lastAttemptAt', direction: 'desc' }],
      offset: 0,
      limit: SHOWN,
    },
    { refreshOn: ['deliveries'] },
  );
  const address = new URLSearchParams([
    ['customerId', customerId],
    ['state', 'failed'],
    ['state', 'retrying'],
  ]);
  const total = data?.total ?? 0;
  return (
    <Panel
      title="Webhook problems"
      note={total > SHOWN ? `The newest ${SHOWN} of ${countWords(total, 'delivery', 'deliveries')}` : undefined}
      actions={
        total === 0 ? undefined : (
          <a className="mc-link" href={hashHref(`${screenPath('deliveries')}?${address.toString()}`)}>
            In Deliveries
          </a>
        )
      }
    >
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      {data !== undefined && total === 0 ? (
        <p className={`mc-note ${classes.customerWords}`}>None of the deliveries that were read fails or retries.</p>
      ) : null}
      <ul className={classes.customerProblems}>
        {data?.rows.map((row) => (
          <li key={row.id}>
            <a className="mc-link" href={hashHref(invoicePath(row.invoiceUuid, 'deliveries'))}>
              {cellText(row.externalId ?? row.invoiceUuid, 60)}
            </a>
            <DeliveryStateBadge state={row.state} status={row.status} />
            <span
              className={`mc-note ${classes.customerWords}`}
              title={row.lastError === null ? undefined : cellText(row.lastError)}
            >
              {lastAnswerWords(row) ?? '—'}
            </span>
            <AgeText since={row.lastAttemptAt} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
