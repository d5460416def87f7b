// In the form of a new invoice: what the customer who is typed can still pay, and how many were open when the API refused him another.
import { Group, List, Paper, Text, Title } from '@mantine/core';
import type { CallOutput } from '../../../../contract/calls.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import { saidLine } from '../../../../domain/kernel/failure/api-said.ts';
import { isWindowOver } from '../../../../domain/records/payment-window.ts';
import { useCall, useProfile } from '../../../bridge/index.ts';
import {
  AgeText,
  ButtonLink,
  cellText,
  CopyText,
  FailureNotice,
  grouped,
  InstantText,
  invoicePath,
  Link,
  Note,
  Panel,
  plainText,
  Table,
  Under,
  useNow,
  useSettled,
} from '../../../ui/index.ts';
import { againPath, TimeLeftText } from '../time-left.tsx';
import { type Invoice, isTerminal } from '../../../../domain/records/invoice.ts';
import { againWords } from './outcome-words.ts';

/** So many are listed, those that close first; the others are counted. */
const MOST_LISTED = 5;

/** Nothing while nobody is typed, or where nothing is open and nothing was ever refused. */
export function OpenPanel({ customerId }: { readonly customerId: string }) {
  const settled = useSettled(customerId, 250) ?? '';
  const filter = { customerId: settled.slice(0, 128), status: ['pending'] };
  const options = { enabled: settled !== '' && settled === customerId, refreshOn: ['invoices'] } as const;
  const page = useCall(
    'invoices.page',
    { filter, sort: [{ by: 'expires_at', direction: 'asc' }], offset: 0, limit: MOST_LISTED },
    options,
  );
  const { data: customer, ...known } = useCall('customers.get', { customerId: filter.customerId }, options);
  const now = useNow();
  const failure = page.failure ?? known.failure;
  const areTheirs = !page.isPrevious && page.data?.rows.every(({ customer_id: id }) => id === customerId) === true;
  if (!options.enabled) return null;
  if (failure !== undefined) {
    const refresh = page.failure === undefined ? known.refresh : page.refresh;
    return <FailureNotice failure={failure} onRetry={refresh} />;
  }
  if (!areTheirs || page.data === undefined || customer?.customerId !== customerId) return null;
  const { rows, total } = page.data;
  const [refusal] = customer.refusals;
  if (total === 0 && refusal === undefined) return null;
  return (
    <Paper withBorder component="section" aria-label="Open invoices" pb="sm">
      <Group justify="space-between" px="md" pt="sm" pb={4}>
        <Title order={2} fz="md">
          {total === 0 ? 'Nothing open' : `${grouped(total)} open`}{' '}
          <Text span fz="xs" fw={400} c="dimmed">
            {plainText(customerId.slice(0, 60))}
            {customer.asOf === null ? (
              ', the list is still being read'
            ) : (
              <>
                , read <AgeText since={customer.asOf} />
              </>
            )}
          </Text>
        </Title>
        {total > rows.length ? (
          <Link to={`${screenPath('invoices')}?${new URLSearchParams({ customerId, status: 'pending' }).toString()}`}>
            All {grouped(total)}
          </Link>
        ) : null}
      </Group>
      {total === 0 ? null : (
        <Table
          label="Open invoices"
          rows={rows}
          keyOf={({ uuid }) => uuid}
          columns={({ cell, money }) => [
            cell('Invoice', (row) => (
              <>
                <Link to={invoicePath(row.uuid)}>{cellText(row.external_id, 40)}</Link>
                <Under>
                  <TimeLeftText invoice={row} />
                </Under>
              </>
            )),
            money('Ordered', ({ amount }) => amount, {
              unit: ({ currency }) => currency.code,
              currency: ({ currency }) => plainText(currency.code),
            }),
            cell('Link', (row) =>
              row.payment_url === null || isWindowOver(row, now) ? (
                '—'
              ) : (
                <CopyText
                  value={row.payment_url}
                  label={`payment link of ${plainText(row.external_id.slice(0, 40))}`}
                  shown="Copy"
                />
              ),
            ),
          ]}
        />
      )}
      {refusal === undefined ? null : <LastRefusal refusal={refusal} total={total} />}
    </Paper>
  );
}

/** The cap is not specified: what is known of it is how it was the last time. */
function LastRefusal(props: {
  readonly refusal: CallOutput<'customers.get'>['refusals'][number];
  readonly total: number;
}) {
  const { refusal, total } = props;
  const { at, externalId, open, failure } = refusal;
  return (
    <Text px="md" pt="xs" fz="xs" c={open > 0 && total >= open ? 'var(--mc-warn-text)' : 'dimmed'}>
      The API refused {cellText(externalId, 40)} when {grouped(open)} {open === 1 ? 'was' : 'were'} open,{' '}
      <InstantText value={at} short withAge />. {failure === undefined ? null : saidLine(failure)}
    </Text>
  );
}

/** What can be said about making it again, with the way there once it is closed, and its kin as far as this console knows them. */
export function AgainPanel({ invoice }: { readonly invoice: Invoice }) {
  const { data } = useCall('invoices.lineage', { uuid: invoice.uuid }, { refreshOn: ['invoices'] });
  const isReadOnly = useProfile().profile?.readOnly === true;
  const isOver = isWindowOver(invoice, useNow(15_000));
  const isClosed = isTerminal(invoice.status) || isOver;
  return (
    <Panel title="Same order">
      <Kin lineage={data} />
      <Note>
        {againWords(invoice.status, isOver)}
        {isClosed && isReadOnly ? ' This profile is read-only, so nothing can be created with it.' : null}
      </Note>
      {isClosed && !isReadOnly ? (
        <ButtonLink to={againPath(invoice.uuid)} size="xs" mt="xs">
          Create again
        </ButtonLink>
      ) : null}
    </Panel>
  );
}

function Kin({ lineage }: { readonly lineage: CallOutput<'invoices.lineage'> | undefined }) {
  if (lineage === undefined) return null;
  const { createdFrom, createdAgainAs } = lineage;
  if (createdFrom === undefined && createdAgainAs.length === 0) return null;
  return (
    <List listStyleType="none" mb="xs">
      {createdFrom === undefined ? null : (
        <List.Item>
          Created again from <InvoiceLink {...createdFrom} />
        </List.Item>
      )}
      {createdAgainAs.map((one) => (
        <List.Item key={one.uuid}>
          Created again as <InvoiceLink {...one} />
        </List.Item>
      ))}
    </List>
  );
}

function InvoiceLink({ uuid, externalId }: { readonly uuid: string; readonly externalId: string }) {
  return (
    <Link inline to={invoicePath(uuid)}>
      {plainText(externalId.slice(0, 128))}
    </Link>
  );
}
