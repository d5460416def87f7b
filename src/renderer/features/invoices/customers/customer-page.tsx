/**
 * The page of one customer: what is open and unpaid, exact totals, the webhooks that fail, and all of his invoices (handed in by the app).
 * The API says nothing of a customer but the id on his invoices. Not here: the list (features/invoices).
 */
import { screenPath } from '../../../../domain/screens.ts';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  CopyText,
  countWords,
  EmptyState,
  FailureNotice,
  hashHref,
  PageFrame,
  Panel,
  plainText,
  TimeOfDayText,
  ZoneNote,
} from '../../../ui/index.ts';
import { DeliveryProblems } from './delivery-problems.tsx';
import { OpenPanel } from './open-panel.tsx';
import { TotalsPanel } from './totals-panel.tsx';
import classes from './customers.module.css';

type Customer = CallOutput<'customers.get'>;

/** `list`: all invoices of the customer. */
export function CustomerPage(props: { readonly customerId: string; readonly list: ReactNode }): ReactNode {
  const { customerId, list } = props;
  const { data, failure, isPrevious, refresh } = useCall('customers.get', { customerId }, { refreshOn: ['invoices'] });
  const customer = isPrevious ? undefined : data;
  return (
    <PageFrame
      title={plainText(customerId.slice(0, TITLE_CHARACTERS))}
      subtitle={<Subtitle customerId={customerId} customer={customer} />}
      back={
        <a className="mc-link" href={hashHref(screenPath('invoices'))}>
          Invoices
        </a>
      }
      actions={<ZoneNote />}
    >
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      <Body customer={customer} isFailed={failure !== undefined} list={list} />
    </PageFrame>
  );
}

const TITLE_CHARACTERS = 80;

function Subtitle(props: { readonly customerId: string; readonly customer: Customer | undefined }): ReactNode {
  const { customerId, customer } = props;
  return (
    <>
      Customer <CopyText value={customerId} label="customer id" />
      {customer === undefined ? null : (
        <>
          {' '}
          · {countWords(customer.invoices, 'invoice', 'invoices')}
          {customer.asOf === null ? null : (
            <>
              , as of <TimeOfDayText value={customer.asOf} />
            </>
          )}
        </>
      )}
    </>
  );
}

function Body(props: {
  readonly customer: Customer | undefined;
  readonly isFailed: boolean;
  readonly list: ReactNode;
}): ReactNode {
  const { customer, isFailed, list } = props;
  if (customer === undefined) return isFailed ? null : <Skeleton height={320} radius="md" />;
  if (customer.invoices === 0) {
    return (
      <EmptyState kind="nothing-matches" title="No invoice has this customer id">
        The mirror has none. An id is compared letter by letter, and case matters. The API cannot be asked for the
        invoices of a customer; what the shop orders comes into the mirror by itself.
      </EmptyState>
    );
  }
  return (
    <>
      <div className={classes.customer}>
        <OpenPanel customer={customer} />
        <DeliveryProblems customerId={customer.customerId} />
      </div>
      <TotalsPanel customer={customer} />
      <Panel flush title="Invoices">
        {list}
      </Panel>
    </>
  );
}
