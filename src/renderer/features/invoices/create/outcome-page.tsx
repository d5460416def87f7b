// What became of one create, out of the books: the same page during the sending, after it, after a reload and after a
// crash.
import { Button, CopyButton, Group, List, Loader, SimpleGrid, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { screenPath } from '../../../../domain/screens.ts';
import type { CreateRecord } from '../../../../contract/calls/creates.ts';
import { isWindowOver } from '../../../../domain/payment-window.ts';
import { useAction, useCall } from '../../../bridge/index.ts';
import {
  CopyText,
  DecideLink,
  EmptyState,
  encodable,
  Fact,
  FactGrid,
  FailureNotice,
  failureWords,
  ForeignText,
  hashHref,
  InstantText,
  invoicePath,
  MoneyText,
  Notice,
  PageFrame,
  Panel,
  plainText,
  QrCode,
  StatusBadge,
  TimeOfDayText,
  useNow,
  ZoneNote,
} from '../../../ui/index.ts';
import { EstimatePanel } from './estimate-panel.tsx';
import { TimeLeft, NextSteps as WhatIsNext } from './next-steps.tsx';
import { mayCreateAgain, mustChooseId, outcomeWords } from './outcome-words.ts';
import { SentBytes } from './preview.tsx';
import { refusalOf } from './refusal.ts';
import { formPath } from './use-form.ts';
import { FIELD_LABELS } from './words.ts';
import type { Failure } from '../../../../domain/failure.ts';
import { fromEpochMs } from '../../../../domain/time.ts';
import type { Invoice } from '../../../../domain/invoice.ts';

/** While something is under way the books are read this often. */
const WATCH_MS = 1_000;
const TITLE_CHARACTERS = 80;

/** The page of an intent. */
export function CreateOutcomePage({ intentId }: { readonly intentId: string }): ReactNode {
  const { data: record, failure, refresh } = useCall('creates.get', { intentId }, { refreshOn: ['invoices'] });
  // What stands still is looked at as well: another window may decide.
  useWatch(record !== undefined && record.state !== 'ended', refresh);
  return (
    <PageFrame
      title={record === undefined ? 'New invoice' : plainText(record.order.external_id.slice(0, TITLE_CHARACTERS))}
      subtitle={
        record === undefined ? undefined : (
          <MoneyText value={record.order.amount} currency={plainText(record.order.currency)} />
        )
      }
      back={
        <a className="mc-link" href={hashHref(screenPath('invoices'))}>
          Invoices
        </a>
      }
      actions={<ZoneNote />}
    >
      {record === undefined ? (
        <Unread failure={failure} onRetry={refresh} />
      ) : (
        <Outcome record={record} onLooked={refresh} />
      )}
    </PageFrame>
  );
}

function useWatch(isOpen: boolean, refresh: () => void): void {
  const look = useEffectEvent(refresh);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(() => look(), WATCH_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
}

function Unread(props: {
  readonly failure: Parameters<typeof FailureNotice>[0]['failure'] | undefined;
  readonly onRetry: () => void;
}) {
  const { failure, onRetry } = props;
  if (failure?.kind === 'not-found') {
    return (
      <EmptyState kind="nothing-matches" title="The books have no such order">
        Nothing was sent under this address for this profile. If you switched profiles, switch back.
      </EmptyState>
    );
  }
  if (failure !== undefined) {
    return (
      <EmptyState kind="could-not-load">
        <FailureNotice failure={failure} onRetry={onRetry} />
      </EmptyState>
    );
  }
  return (
    <div role="status" aria-label="Reading the books">
      <Skeleton height={160} radius="md" />
    </div>
  );
}

function Outcome({ record, onLooked }: { readonly record: CreateRecord; readonly onLooked: () => void }): ReactNode {
  const { invoice, outcome } = record;
  const now = useNow(15_000);
  const mayBePaid = invoice !== undefined && (outcome === 'created' || outcome === 'existing');
  const isOpen = mayBePaid && invoice.status === 'pending' && !isWindowOver(invoice, now);
  return (
    <Stack gap="md">
      <Verdict record={record} onLooked={onLooked} />
      {record.differences === undefined ? null : <Differences record={record} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {mayBePaid ? <PaymentLink invoice={invoice} /> : null}
        {isOpen ? <EstimatePanel order={{ amount: invoice.amount, currency: invoice.currency.code }} /> : null}
        {invoice === undefined ? null : <InvoicePanel record={record} invoice={invoice} />}
      </SimpleGrid>
      {isOpen ? <WhatIsNext invoice={invoice} /> : null}
      <SentFacts record={record} />
    </Stack>
  );
}

function Verdict({ record, onLooked }: { readonly record: CreateRecord; readonly onLooked: () => void }): ReactNode {
  const { tone, title, words } = outcomeWords(record, useNow(15_000));
  const icon = tone === 'notice' ? <Loader size={18} /> : tone === 'good' ? <IconCircleCheck size={18} /> : undefined;
  return (
    <>
      <Notice tone={tone} title={title} icon={icon}>
        <p>{words}</p>
        <Why record={record} />
        <NextSteps record={record} />
      </Notice>
      {record.outcome === 'unknown' ? <LookAgain intentId={record.intentId} onLooked={onLooked} /> : null}
    </>
  );
}

/** Why it was refused, or what made it unclear. */
function Why({ record: { failure, outcome } }: { readonly record: CreateRecord }): ReactNode {
  if (failure === undefined) return null;
  if (outcome === 'refused') {
    const { title, words, code, fields } = refusalOf(failure);
    return (
      <>
        <p>
          {title === 'Not created' ? null : `${title}. `}
          <ForeignText text={words} />{' '}
          {code === null ? null : <span className="mc-notice-code">Code {plainText(code.slice(0, 80))}</span>}
        </p>
        <List listStyleType="none">
          {Object.entries(fields).map(([field, said]) => (
            <List.Item key={field}>
              {labelOf(field)}: <ForeignText text={said} />
            </List.Item>
          ))}
        </List>
      </>
    );
  }
  if (outcome !== 'unknown') return null;
  return <p>The last answer was: {failureWords(failure).sentence}</p>;
}

function labelOf(field: string): string {
  return Object.entries(FIELD_LABELS).find(([name]) => name === field)?.[1] ?? field;
}

function NextSteps({ record }: { readonly record: CreateRecord }): ReactNode {
  const { intentId, invoice, outcome, state } = record;
  if (state === 'restored') return <DecideLink />;
  if (outcome === 'refused' || mustChooseId(record)) {
    return (
      <Group gap="xs" mt="xs">
        <Button component="a" href={hashHref(formPath(intentId))} size="xs" variant="default">
          {outcome === 'refused' ? 'Back to the form' : 'Choose another id'}
        </Button>
      </Group>
    );
  }
  if (invoice === undefined || !mayCreateAgain(record)) return null;
  return (
    <Group gap="xs" mt="xs">
      <Button
        component="a"
        href={hashHref(`${screenPath('new-invoice')}?again=${encodeURIComponent(invoice.uuid)}`)}
        size="xs"
        variant="default"
      >
        Create again under a new id
      </Button>
    </Group>
  );
}

function Differences({ record: { differences, outcome } }: { readonly record: CreateRecord }): ReactNode {
  return (
    <Panel title={outcome === 'conflict' ? 'What is different' : 'Not applied'}>
      <Table layout="fixed" verticalSpacing="xs" style={{ overflowWrap: 'anywhere' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Field</Table.Th>
            <Table.Th scope="col">You sent</Table.Th>
            <Table.Th scope="col">The invoice has</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences?.map(({ field, sent, found }) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">{FIELD_LABELS[field]}</Table.Th>
              <Table.Td>
                <ForeignText text={sent} />
              </Table.Td>
              <Table.Td>
                {found === null ? <span className="mc-note">nothing</span> : <ForeignText text={found} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function InvoicePanel(props: {
  readonly record: CreateRecord;
  readonly invoice: NonNullable<CreateRecord['invoice']>;
}): ReactNode {
  const { invoice, record } = props;
  return (
    <Panel title={record.outcome === 'conflict' ? 'The invoice that has the id' : 'Invoice'}>
      <FactGrid>
        <Fact label="Status">
          <StatusBadge kind="invoice" status={invoice.status} />
        </Fact>
        <Fact label="Amount">
          <MoneyText value={invoice.amount} currency={plainText(invoice.currency.code)} />
        </Fact>
        <Fact label="Created">
          <InstantText value={invoice.created_at} />
        </Fact>
        <Fact label="uuid" wide>
          <CopyText value={invoice.uuid} label="uuid" />
        </Fact>
        {record.recreatedFrom === undefined ? null : (
          <Fact label="Created again from" wide>
            <a className="mc-link" href={hashHref(invoicePath(record.recreatedFrom.uuid))}>
              {plainText(record.recreatedFrom.externalId.slice(0, 128))}
            </a>
          </Fact>
        )}
      </FactGrid>
      <Group gap="xs" mt="xs">
        <Button component="a" href={hashHref(invoicePath(invoice.uuid))} size="xs" variant="default">
          Open the invoice
        </Button>
      </Group>
    </Panel>
  );
}

function SentFacts({ record: { armedAt, endedAt, body, intentId } }: { readonly record: CreateRecord }): ReactNode {
  return (
    <details>
      <Text component="summary" c="dimmed">
        What was sent, as it stands in the console’s books
      </Text>
      <SentBytes body={body} />
      <FactGrid>
        <Fact label="Begun">
          <InstantText value={armedAt} />
        </Fact>
        <Fact label="Ended">{endedAt === null ? 'not yet' : <InstantText value={endedAt} />}</Fact>
        <Fact label="Intent" wide>
          <CopyText value={intentId} label="intent id" />
        </Fact>
      </FactGrid>
    </details>
  );
}

type Looked = { readonly failure: Failure } | { readonly stillAt: string };

/** A look costs one request; the same order sent again is safe, because the API makes one invoice of one id. */
function LookAgain(props: { readonly intentId: string; readonly onLooked: () => void }): ReactNode {
  const { intentId, onLooked } = props;
  const { run, busy } = useAction('creates.lookAgain');
  const [looked, setLooked] = useState<Looked | null>(null);
  const look = async (): Promise<void> => {
    setLooked(null);
    const result = await run({ intentId });
    if (result === null) return;
    if (!result.ok) setLooked({ failure: result.failure });
    else if (result.value.outcome === 'unknown') setLooked({ stillAt: fromEpochMs(Date.now()) });
    onLooked();
  };
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button size="xs" loading={busy} onClick={() => void look()}>
          Look again now
        </Button>
        <Button component="a" href={hashHref(formPath(intentId))} size="xs" variant="default">
          Open the form with this order
        </Button>
      </Group>
      <div role="status">
        {looked !== null && 'stillAt' in looked ? (
          <p className="mc-note">
            Looked again at <TimeOfDayText value={looked.stillAt} />: still not known.
          </p>
        ) : null}
      </div>
      {looked !== null && 'failure' in looked ? <FailureNotice failure={looked.failure} /> : null}
      <p className="mc-note">
        The same order under the same id can be sent once more without harm: the API makes one invoice of one id. Under
        another id it would be a second invoice.
      </p>
    </Stack>
  );
}

/** Nothing for a closed invoice: its link takes no payment. */
function PaymentLink({ invoice }: { readonly invoice: Invoice }): ReactNode {
  const { payment_url: address, status, expires_at: expires } = invoice;
  const now = useNow(15_000);
  if (status !== 'pending') return null;
  if (isWindowOver(invoice, now)) {
    return (
      <Panel title="Payment link">
        <p className="mc-note">
          It closed at <InstantText value={expires} />, and the API has not said yet how the invoice ended. Open the
          invoice and read it again before you ask for the money anew.
        </p>
      </Panel>
    );
  }
  if (address === null) {
    return (
      <Panel title="Payment link">
        <p className="mc-note">The API gave no payment link. Open the invoice and read it again.</p>
      </Panel>
    );
  }
  const url = encodable(address);
  return (
    <Panel title="Payment link" note="For the customer. The console never opens it.">
      <Group gap={20} align="start">
        {url === null ? null : <QrCode address={address} label={`QR code of the payment link at ${url.host}`} />}
        <Stack gap="xs" flex="1 1 180px" miw={180}>
          <CopyText value={address} label="payment link" wrap />
          <p className="mc-note">
            {url === null
              ? 'This is not a web address that a QR code should carry, so there is none. Look at it before you pass it on.'
              : `The code holds the same address. It leads to ${plainText(url.host)}${url.protocol === 'http:' ? ', without encryption' : ''}.`}
          </p>
          <div>
            <CopyButton value={address}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>}
            </CopyButton>
          </div>
          <TimeLeft invoice={invoice} />
        </Stack>
      </Group>
    </Panel>
  );
}
