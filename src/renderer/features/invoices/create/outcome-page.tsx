// What became of one create, out of the books: the same page while it is sent, after a reload and after a crash.
import {
  Box,
  Button,
  Group,
  List,
  Loader,
  Paper,
  Progress,
  SimpleGrid,
  Stack,
  Text,
  ThemeIcon,
  Title,
} from '@mantine/core';
import { IconCheck, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import type { CreateRecord } from '../../../../contract/calls/creates.ts';
import { isWindowOver } from '../../../../domain/records/payment-window.ts';
import { useAction, useCall } from '../../../bridge/index.ts';
import {
  ButtonLink,
  CodeText,
  CopyButton,
  CopyText,
  DecideLink,
  EmptyState,
  encodable,
  Facts,
  FailureNotice,
  failureWords,
  ForeignText,
  InstantText,
  invoicePath,
  Link,
  MoneyText,
  Note,
  Notice,
  PageFrame,
  Panel,
  plainText,
  QrCode,
  ReadState,
  TablePanel,
  TimeOfDayText,
  useEvery,
  useNow,
} from '../../../ui/index.ts';
import { StatusBadge } from '../../../parts/index.ts';
import { againPath } from '../time-left.tsx';
import { EstimatePanel } from './estimate-panel.tsx';
import { FIELD_LABELS, mayCreateAgain, mustChooseId, outcomeWords } from './outcome-words.ts';
import { refusalOf } from './refusal.ts';
import { formPath } from './use-form.ts';
import type { Failure } from '../../../../domain/kernel/failure/failure.ts';
import { describeDuration, fromEpochMs, toEpochMs } from '../../../../domain/kernel/time/time.ts';
import type { Invoice } from '../../../../domain/records/invoice.ts';

/** While something is under way the books are read this often. */
const WATCH_MS = 1_000;
const TITLE_CHARACTERS = 80;

export function CreateOutcomePage({ intentId }: { readonly intentId: string }) {
  const { data: record, failure, refresh } = useCall('creates.get', { intentId }, { refreshOn: ['invoices'] });
  // What stands still is looked at as well: another window may decide.
  useEvery(record !== undefined && record.state !== 'ended' ? WATCH_MS : null, refresh);
  return (
    <PageFrame
      title={record === undefined ? 'New invoice' : plainText(record.order.external_id.slice(0, TITLE_CHARACTERS))}
      subtitle={
        record === undefined ? undefined : (
          <MoneyText value={record.order.amount} currency={plainText(record.order.currency)} />
        )
      }
      back={<Link to={screenPath('invoices')}>Invoices</Link>}
    >
      {record === undefined && failure?.kind === 'not-found' ? (
        <EmptyState kind="nothing-matches" title="The books have no such order">
          Nothing was sent under this address for this profile. If you switched profiles, switch back.
        </EmptyState>
      ) : (
        <ReadState read={{ data: record, failure, refresh }} unreadTitle="The order could not be read">
          {(known) => <Outcome record={known} onLooked={refresh} />}
        </ReadState>
      )}
    </PageFrame>
  );
}

function Outcome({ record, onLooked }: { readonly record: CreateRecord; readonly onLooked: () => void }) {
  const { invoice, outcome } = record;
  const now = useNow(15_000);
  const mayBePaid = invoice !== undefined && (outcome === 'created' || outcome === 'existing');
  const isOpen = mayBePaid && invoice.status === 'pending' && !isWindowOver(invoice, now);
  return (
    <Stack>
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

function Verdict({ record, onLooked }: { readonly record: CreateRecord; readonly onLooked: () => void }) {
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
function Why({ record: { failure, outcome } }: { readonly record: CreateRecord }) {
  if (failure === undefined) return null;
  if (outcome === 'refused') {
    const { title, words, code, fields } = refusalOf(failure);
    return (
      <>
        <p>
          {title === 'Not created' ? null : `${title}. `}
          <ForeignText text={words} /> <CodeText code={code} />
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

function NextSteps({ record }: { readonly record: CreateRecord }) {
  const { intentId, invoice, outcome, state } = record;
  if (state === 'restored') return <DecideLink />;
  if (outcome === 'refused') return <Next words="Back to the form" path={formPath(intentId)} />;
  if (mustChooseId(record)) return <Next words="Choose another id" path={formPath(intentId)} />;
  if (invoice === undefined || !mayCreateAgain(record)) return null;
  return <Next words="Create again under a new id" path={againPath(invoice.uuid)} />;
}

function Next({ words, path }: { readonly words: string; readonly path: string }) {
  return (
    <ButtonLink to={path} size="xs" mt="xs">
      {words}
    </ButtonLink>
  );
}

function Differences({ record: { differences, outcome } }: { readonly record: CreateRecord }) {
  return (
    <TablePanel
      title={outcome === 'conflict' ? 'What is different' : 'Not applied'}
      label="Fields that differ"
      rows={differences ?? []}
      keyOf={({ field }) => field}
      columns={({ cell }) => [
        cell('Field', ({ field }) => FIELD_LABELS[field]),
        cell('You sent', ({ sent }) => <ForeignText text={sent} />),
        cell('The invoice has', ({ found }) => (found === null ? 'nothing' : <ForeignText text={found} />)),
      ]}
    />
  );
}

function InvoicePanel(props: {
  readonly record: CreateRecord;
  readonly invoice: NonNullable<CreateRecord['invoice']>;
}) {
  const { invoice, record } = props;
  return (
    <Panel title={record.outcome === 'conflict' ? 'The invoice that has the id' : 'Invoice'}>
      <Facts
        of={[
          ['Status', <StatusBadge key="status" kind="invoice" status={invoice.status} />],
          ['Amount', <MoneyText key="amount" value={invoice.amount} currency={plainText(invoice.currency.code)} />],
          ['Created', <InstantText key="created" value={invoice.created_at} />],
          ['uuid', <CopyText key="uuid" value={invoice.uuid} label="uuid" />, 'wide'],
          record.recreatedFrom === undefined
            ? null
            : [
                'Created again from',
                <Link key="from" to={invoicePath(record.recreatedFrom.uuid)}>
                  {plainText(record.recreatedFrom.externalId.slice(0, 128))}
                </Link>,
                'wide',
              ],
        ]}
      />
      <Next words="Open the invoice" path={invoicePath(invoice.uuid)} />
    </Panel>
  );
}

function SentFacts({ record: { armedAt, endedAt, body, intentId } }: { readonly record: CreateRecord }) {
  return (
    <details>
      <Text component="summary" c="dimmed">
        What was sent, as it stands in the console’s books
      </Text>
      {/* One line of JSON, broken for the eye at its commas. */}
      <Box
        mah={168}
        px="sm"
        py="xs"
        my="xs"
        bg="var(--mc-sunken)"
        bd="1px solid var(--mc-line)"
        className="mc-mono"
        role="group"
        aria-label="The request, byte for byte"
        style={{ overflow: 'auto' }}
      >
        <ForeignText text={body} />
      </Box>
      <Facts
        of={[
          ['Begun', <InstantText key="begun" value={armedAt} />],
          ['Ended', endedAt === null ? 'not yet' : <InstantText key="ended" value={endedAt} />],
          ['Intent', <CopyText key="intent" value={intentId} label="intent id" />, 'wide'],
        ]}
      />
    </details>
  );
}

type Looked = { readonly failure: Failure } | { readonly stillAt: string };

/** A look costs one request; the same order sent again is safe, because the API makes one invoice of one id. */
function LookAgain(props: { readonly intentId: string; readonly onLooked: () => void }) {
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
        <Button variant="filled" size="xs" loading={busy} onClick={() => void look()}>
          Look again now
        </Button>
        <ButtonLink to={formPath(intentId)} size="xs">
          Open the form with this order
        </ButtonLink>
      </Group>
      <div role="status">
        {looked !== null && 'stillAt' in looked ? (
          <Note>
            Looked again at <TimeOfDayText value={looked.stillAt} />: still not known.
          </Note>
        ) : null}
      </div>
      {looked !== null && 'failure' in looked ? <FailureNotice failure={looked.failure} /> : null}
      <Note>
        The same order under the same id can be sent once more without harm: the API makes one invoice of one id. Under
        another id it would be a second invoice.
      </Note>
    </Stack>
  );
}

/** Nothing for a closed invoice: its link takes no payment. */
function PaymentLink({ invoice }: { readonly invoice: Invoice }) {
  const { payment_url: address, status, expires_at: expires } = invoice;
  const now = useNow(15_000);
  if (status !== 'pending') return null;
  const isOver = isWindowOver(invoice, now);
  if (isOver || address === null) {
    return (
      <Panel title="Payment link">
        <Note>
          {isOver ? (
            <>
              It closed at <InstantText value={expires} />, and the API has not said yet how the invoice ended. Open the
              invoice and read it again before you ask for the money anew.
            </>
          ) : (
            'The API gave no payment link. Open the invoice and read it again.'
          )}
        </Note>
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
          <Note>
            {url === null
              ? 'This is not a web address that a QR code should carry, so there is none. Look at it before you pass it on.'
              : `The code holds the same address. It leads to ${plainText(url.host)}${url.protocol === 'http:' ? ', without encryption' : ''}.`}
          </Note>
          <div>
            <CopyButton value={address}>
              {({ copied, copy }) => (
                <Button variant="filled" onClick={copy}>
                  {copied ? 'Copied' : 'Copy link'}
                </Button>
              )}
            </CopyButton>
          </div>
          <TimeLeft invoice={invoice} />
        </Stack>
      </Group>
    </Panel>
  );
}

/** How much of the payment window is left; nothing where the API tells no end. */
function TimeLeft({ invoice: { created_at: from, expires_at: until } }: { readonly invoice: Invoice }) {
  const now = useNow(1_000);
  const [begin, end] = [toEpochMs(from), until === null ? null : toEpochMs(until)];
  if (begin === null || end === null || end <= begin) return null;
  const leftMs = Math.max(0, end - now);
  return (
    <div>
      <Text>
        Time left: <b className="mc-num">{describeDuration(leftMs)}</b>
      </Text>
      <Progress size={4} my={4} value={Math.min(100, (leftMs / (end - begin)) * 100)} aria-label="Time left" />
      <Text fz="xs" c="dimmed">
        Open until <InstantText value={until} />, unless it is paid or canceled before. Then a new one needs a new id.
      </Text>
    </div>
  );
}

/** The way from the link to the goods. */
function WhatIsNext({ invoice }: { readonly invoice: Invoice }) {
  const steps = [
    ['Created', <TimeOfDayText key="at" value={invoice.created_at} />],
    ['Customer pays', 'at the link; else it expires'],
    ['Webhook to your shop', 'invoice.paid, or invoice.canceled'],
    ['Paid: safe to fulfil', 'the invoice says so'],
  ] as const;
  return (
    <Paper withBorder component="section" p="md">
      <Title order={2} fz="md" mb="sm">
        What happens next
      </Title>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        {steps.map(([title, words], at) => (
          <div key={title}>
            <Text fw={500}>
              <ThemeIcon
                size={20}
                radius="xl"
                mr={6}
                color={at === 0 ? 'var(--mc-good-mark)' : at === 1 ? 'ink' : 'var(--mc-control)'}
                variant={at > 1 ? 'outline' : 'filled'}
              >
                {at === 0 ? <IconCheck size={12} aria-hidden="true" /> : at + 1}
              </ThemeIcon>
              {title}
            </Text>
            <Text fz="xs" c="dimmed">
              {words}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Paper>
  );
}
