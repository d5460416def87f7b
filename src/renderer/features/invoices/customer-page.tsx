// The page of one customer, of whom the API says nothing but the id on his invoices.
import { Group, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useMemo } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { InvoiceRow } from '../../../contract/calls/invoices.ts';
import type { InvoiceFilter, InvoiceSortField } from '../../../domain/records/invoice.ts';
import { isWindowOver } from '../../../domain/records/payment-window.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { useBridge, useCall, useMirrorRevision, useProfile } from '../../bridge/index.ts';
import {
  AgeText,
  CopyText,
  countWords,
  DataGrid,
  EmptyState,
  Facts,
  FailureNotice,
  ForeignText,
  grouped,
  InstantText,
  invoicePath,
  Link,
  ListEmpty,
  type ListKind,
  navigateTo,
  Note,
  PageFrame,
  Panel,
  TablePanel,
  plainText,
  TimeOfDayText,
  useList,
  useNow,
} from '../../ui/index.ts';
import { AlsoHere, NotesPanel, StatusBadge } from '../../parts/index.ts';
import { INVOICE_COLUMNS, OPEN_COLUMNS } from './columns.tsx';

type Customer = CallOutput<'customers.get'>;

export function CustomerPage({ customerId }: { readonly customerId: string }) {
  const { data, failure, isPrevious, refresh } = useCall('customers.get', { customerId }, { refreshOn: ['invoices'] });
  const customer = isPrevious ? undefined : data;
  return (
    <PageFrame
      title={plainText(customerId.slice(0, 80))}
      subtitle={
        <>
          Customer <CopyText value={customerId} label="customer id" />
          {customer === undefined ? null : ` · ${countWords(customer.invoices, 'invoice', 'invoices')}`}
          {customer === undefined || customer.asOf === null ? null : (
            <>
              , as of <TimeOfDayText value={customer.asOf} />
            </>
          )}{' '}
          <AlsoHere list="customers" recordId={customerId} />
        </>
      }
      back={<Link to={screenPath('invoices')}>Invoices</Link>}
    >
      <FailureNotice failure={failure} onRetry={refresh} />
      {customer !== undefined ? (
        <Known customer={customer} />
      ) : failure === undefined ? (
        <Skeleton height={320} radius="md" />
      ) : null}
    </PageFrame>
  );
}

function Known({ customer }: { readonly customer: Customer }) {
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
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        <OpenPanel customer={customer} />
        <NotesPanel list="customers" recordId={customer.customerId} />
      </SimpleGrid>
      <DeliveryProblems customerId={customer.customerId} />
      <TablePanel
        title="Totals"
        note="Ordered amounts of paid invoices do not follow an adjustment; the credited USDT do."
        label="Totals per currency"
        rows={customer.currencies}
        keyOf={({ currency }) => currency}
        columns={({ cell, money, count }) => [
          cell('Currency', ({ currency }) => plainText(currency.slice(0, 16))),
          cell('By status', ({ byStatus }) => (
            <Group gap="4px 16px">
              {Object.entries(byStatus).map(([status, many]) => (
                <span key={status}>
                  <StatusBadge kind="invoice" status={status} /> {grouped(many)}
                </span>
              ))}
            </Group>
          )),
          count('Invoices', (row) => row.count),
          money('Ordered, paid', ({ successAmount }) => successAmount, { unit: ({ currency }) => currency }),
          money('Net (USDT)', ({ settledUsdt }) => settledUsdt, {
            unit: 'USDT',
            under: ({ settledMissing }) => (settledMissing === 0 ? null : `${settledMissing} without an amount`),
          }),
        ]}
      />
      <Panel flush title="Invoices">
        <Invoices customerId={customer.customerId} />
      </Panel>
    </>
  );
}

/** Count, the oldest, the next to expire, and the cap as far as it is known. */
function OpenPanel({ customer: { open, refusals } }: { readonly customer: Customer }) {
  const [latest] = refusals;
  const isOver = isWindowOver({ status: 'pending', expires_at: open.nextExpiry }, useNow(15_000));
  return (
    <Panel
      title={open.count === 0 ? 'Nothing open' : `${countWords(open.count, 'invoice', 'invoices')} open and unpaid`}
    >
      <Stack gap="xs">
        {open.count === 0 ? null : (
          <Facts
            of={[
              ['Oldest created', <InstantText key="oldest" value={open.oldest} />],
              [
                'Next to expire',
                <>
                  <InstantText value={open.nextExpiry} />{' '}
                  {open.nextExpiry === null ? null : <AgeText since={open.nextExpiry} />}
                </>,
              ],
            ]}
          />
        )}
        <Note>
          {open.count === 0
            ? 'No payment link of this customer is live.'
            : isOver
              ? 'The window of at least one of them is over, and the API has not said yet how it ended; the others may still be paid.'
              : 'Each has a live payment link: the customer may still pay any of them.'}
        </Note>
        <Note>{capWords(refusals)}</Note>
        {latest === undefined ? null : (
          <Note>
            Latest refusal: <ForeignText text={latest.externalId} />, <InstantText value={latest.at} withAge />.
          </Note>
        )}
      </Stack>
    </Panel>
  );
}

/**
 * What is known of the API's cap of open unpaid invoices, which the specification does not name: that it was never met, or the counts at which an
 * order was refused.
 */
export function capWords(refusals: Customer['refusals']): string {
  if (refusals.length === 0) {
    return 'The API refuses an order when a customer has too many open ones (TOO_MANY_UNPAID_INVOICES). The cap is not specified, and this console has not met it for this customer.';
  }
  const counts = [...new Set(refusals.map(({ open }) => open))].sort((left, right) => left - right);
  const at = counts.length === 1 ? `${counts[0]}` : `${counts[0]} to ${counts.at(-1)}`;
  const times = refusals.length === 1 ? 'once' : `${refusals.length} times`;
  return `The API refused an order of this console ${times} with TOO_MANY_UNPAID_INVOICES, when ${at} were open as far as the mirror knows. The cap and its window are not specified, and the cap may have changed.`;
}

/** How many webhooks fail or retry, and the list of them. */
function DeliveryProblems({ customerId }: { readonly customerId: string }) {
  const { data, failure, refresh } = useCall(
    'deliveries.page',
    {
      filter: { customerId, state: ['failed', 'retrying'] },
      offset: 0,
      limit: 1,
    },
    { refreshOn: ['deliveries'] },
  );
  const query = new URLSearchParams([
    ['customerId', customerId],
    ['state', 'failed'],
    ['state', 'retrying'],
  ]);
  return (
    <>
      <FailureNotice failure={failure} onRetry={refresh} />
      {data === undefined ? null : data.total === 0 ? (
        <Note>None of the webhooks that were read fails or retries.</Note>
      ) : (
        <Link inline to={`${screenPath('deliveries')}?${query.toString()}`}>
          {countWords(data.total, 'webhook fails or retries', 'webhooks fail or retry')}
        </Link>
      )}
    </>
  );
}

const COLUMNS = INVOICE_COLUMNS.filter(({ key }) => key !== 'customer_id' && !OPEN_COLUMNS.has(key));
const MIRROR_KINDS = ['invoices'] as const;

/** Newest first; sorted by the address, as every list. */
function Invoices({ customerId }: { readonly customerId: string }) {
  const bridge = useBridge();
  const kind = useMemo((): ListKind<InvoiceRow, InvoiceSortField, InvoiceFilter> => {
    return {
      title: 'Invoices of the customer',
      columns: COLUMNS,
      firstSort: { by: 'created_at', direction: 'desc' },
      filterOf: () => ({ customerId }),
      idOf: ({ uuid }) => uuid,
      pathOf: ({ uuid }) => invoicePath(uuid),
    };
  }, [customerId]);
  const { feed, sort, sortBy, onCount } = useList(kind, useProfile().id, (input, profile) =>
    bridge.call('invoices.page', input, { profile }),
  );
  const revision = useMirrorRevision(MIRROR_KINDS);
  if (feed === null) return null;
  return (
    <DataGrid<InvoiceRow, InvoiceSortField>
      load={feed.load}
      queryKey={`${feed.queryKey} ${customerId}`}
      label={kind.title}
      columns={COLUMNS}
      rowId={kind.idOf}
      rowName={(row) => row.external_id}
      revision={revision}
      sort={sort}
      onSortChange={sortBy}
      onTotal={onCount}
      onOpen={(row) => navigateTo(kind.pathOf(row))}
      height={460}
      empty={
        <ListEmpty isNarrowed={false} title="No invoices">
          The mirror has none for this customer id.
        </ListEmpty>
      }
    />
  );
}
