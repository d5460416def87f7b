// The page of one customer: what is open and unpaid, exact totals, the webhooks that fail, and all of his invoices
// (handed in by the app). The API says nothing of a customer but the id on his invoices.
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { screenPath } from '../../../../domain/screens.ts';
import type { CallOutput } from '../../../../contract/calls.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  AgeText,
  CopyText,
  countWords,
  EmptyState,
  Fact,
  FactGrid,
  FailureNotice,
  ForeignText,
  hashHref,
  InstantText,
  PageFrame,
  Panel,
  plainText,
  TimeOfDayText,
  useNow,
  ZoneNote,
} from '../../../ui/index.ts';
import { DeliveryProblems } from './delivery-problems.tsx';
import { TotalsPanel } from './totals-panel.tsx';
import { isWindowOver } from '../../../../domain/payment-window.ts';
import { capWords } from './cap-words.ts';
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

/** Count, the oldest, the next to expire, and the cap as far as it is known. */
function OpenPanel({ customer }: { readonly customer: CallOutput<'customers.get'> }): ReactNode {
  const { open, refusals } = customer;
  const [latest] = refusals;
  const isOver = isWindowOver({ status: 'pending', expires_at: open.nextExpiry }, useNow(15_000));
  return (
    <Panel
      title={open.count === 0 ? 'Nothing open' : `${countWords(open.count, 'invoice', 'invoices')} open and unpaid`}
    >
      {open.count === 0 ? null : (
        <FactGrid>
          <Fact label="Oldest created">
            <InstantText value={open.oldest} />
          </Fact>
          <Fact label="Next to expire">
            <InstantText value={open.nextExpiry} />{' '}
            {open.nextExpiry === null ? null : <AgeText since={open.nextExpiry} />}
          </Fact>
        </FactGrid>
      )}
      <p className={`mc-note ${classes.customerWords}`}>
        {open.count === 0
          ? 'No payment link of this customer is live.'
          : isOver
            ? 'The window of at least one of them is over, and the API has not said yet how it ended; the others may still be paid.'
            : 'Each has a live payment link: the customer may still pay any of them.'}
      </p>
      <p className={`mc-note ${classes.customerWords}`}>{capWords(refusals)}</p>
      {latest === undefined ? null : (
        <p className={`mc-note ${classes.customerWords}`}>
          Latest refusal: <ForeignText text={latest.externalId} />, <InstantText value={latest.at} withAge />.
        </p>
      )}
    </Panel>
  );
}
