// The page of a new invoice: an empty form, one filled with an earlier order, or one that makes a closed invoice again.
import {
  Autocomplete,
  Box,
  Button,
  Collapse,
  Group,
  Kbd,
  List,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
  type InputWrapperProps,
} from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { IconChevronRight } from '@tabler/icons-react';
import { screenPath } from '../../../../domain/console/screens.ts';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { Failure, Result } from '../../../../domain/kernel/failure/failure.ts';
import {
  charactersIn,
  type Order,
  ORDER_FIELDS,
  ORDER_LENGTHS,
  type OrderField,
} from '../../../../domain/create/order.ts';
import { isWindowOver } from '../../../../domain/records/payment-window.ts';
import { toEpochMs } from '../../../../domain/kernel/time/time.ts';
import { currencyCodes } from '../../../../domain/records/payment-method.ts';
import { useCall, useCalls, useCatalogue, useConnection, useProfile, useWriteBar } from '../../../bridge/index.ts';
import {
  AgeText,
  ButtonLink,
  cellText,
  CodeText,
  CopyText,
  countWords,
  customerPath,
  failureWords,
  ForeignText,
  Form,
  grouped,
  InstantText,
  invoicePath,
  Link,
  MoneyText,
  Note,
  Notice,
  PageFrame,
  plainText,
  ReadAgainButton,
  ReadState,
  type RouteFilters,
  Table,
  TakenWords,
  Under,
  useRouteFilters,
  useSettled,
} from '../../../ui/index.ts';
import { StatusBadge } from '../../../parts/index.ts';
import { draftOf } from './draft.ts';
import { EstimatePanel } from './estimate-panel.tsx';
import { OpenPanel } from './open-panel.tsx';
import { refusalOf } from './refusal.ts';
import { focusField, type FormStart, inputId, type OrderForm, outcomePath, useOrderForm } from './use-form.ts';
import { againCaution, FIELD_HINTS, FIELD_LABELS, sendWords } from './outcome-words.ts';
import { IdState } from './id-check.tsx';
import { isMoney, sameMoney } from '../../../../domain/kernel/money/money.ts';

/** So many are looked through for the same amount, the newest. */
const LOOKED_AT = 50;

type Earlier = Pick<CallOutput<'invoices.page'>, 'rows' | 'total'>;

/** The newest invoices of the customer who is typed; null while nobody is, or before the mirror has answered. */
function useEarlier(customerId: string): Earlier | null {
  const settled = useSettled(customerId, 250) ?? '';
  const { data } = useCall(
    'invoices.page',
    {
      filter: { customerId: settled.slice(0, 128) },
      sort: [{ by: 'created_at', direction: 'desc' }],
      offset: 0,
      limit: LOOKED_AT,
    },
    { enabled: settled !== '', refreshOn: ['invoices'] },
  );
  const isTheirs = data?.rows.every(({ customer_id: id }) => id === customerId) === true;
  return settled === customerId && settled !== '' && isTheirs ? data : null;
}

/** "3 invoices, 2 paid, none open". */
function earlierWords({ rows, total }: Earlier): string {
  if (total === 0) return 'No invoice of this customer yet';
  const invoices = countWords(total, 'invoice', 'invoices');
  if (total > rows.length) return invoices;
  const count = (status: string): string => {
    const found = rows.filter((row) => row.status === status).length;
    return found === 0 ? 'none' : `${found}`;
  };
  return `${invoices}, ${count('success')} paid, ${count('pending')} open`;
}

/** A warning, no stop: another order may cost the same. */
function PaidAlready(props: { readonly earlier: Earlier | null; readonly order: Order }) {
  const { earlier, order } = props;
  const { amount, currency } = order;
  const paid = earlier?.rows.find(
    (row) =>
      row.status === 'success' && row.currency.code === currency && isMoney(amount) && sameMoney(row.amount, amount),
  );
  if (paid === undefined) return null;
  return (
    <Notice
      tone="warn"
      title={`${plainText(order.customer_id.slice(0, 60))} paid ${amount} ${plainText(currency)} already`}
    >
      <Link inline to={invoicePath(paid.uuid)}>
        {plainText(paid.external_id.slice(0, 128))}
      </Link>
      , <InstantText value={paid.finished_at ?? paid.created_at} />. Create this one only for another order.
    </Notice>
  );
}

function EarlierPanel(props: { readonly earlier: Earlier | null; readonly customerId: string }) {
  const { earlier, customerId } = props;
  if (earlier === null || earlier.total === 0) return null;
  return (
    <Paper withBorder component="section" aria-label="Earlier invoices">
      <Group justify="space-between" px="md" pt="sm" pb={4}>
        <Title order={2} fz="md">
          Earlier invoices{' '}
          <Text span fz="xs" fw={400} c="dimmed">
            {plainText(customerId.slice(0, 60))}
          </Text>
        </Title>
        <Link to={customerPath(customerId)}>All {grouped(earlier.total)}</Link>
      </Group>
      <Table
        label="Earlier invoices"
        rows={earlier.rows.slice(0, 3)}
        keyOf={({ uuid }) => uuid}
        columns={({ cell, money }) => [
          cell('Invoice', (row) => (
            <>
              <Link to={invoicePath(row.uuid)}>{cellText(row.external_id, 40)}</Link>
              <Under>
                <InstantText value={row.created_at} short />
              </Under>
            </>
          )),
          cell('State', ({ status }) => <StatusBadge kind="invoice" status={status} />),
          money('Ordered', ({ amount }) => amount, {
            unit: ({ currency }) => currency.code,
            currency: ({ currency }) => plainText(currency.code),
          }),
        ]}
      />
    </Paper>
  );
}

const ORDER: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'error', 'description'];
const ADDRESSES = ['callback_url', 'success_url', 'fail_url'] as const;

/** All eight fields, the required ones first. `currencies`: of the catalogue. */
function OrderFields(props: {
  readonly form: OrderForm;
  readonly currencies: readonly string[];
  readonly earlier: Earlier | null;
}) {
  const { form, currencies, earlier } = props;
  const { draft, notes, set } = form;
  // Whoever opens an empty form types the id first.
  const [isFirst] = useState(draft.external_id === '');
  const hasId = draft.external_id !== '' && notes.external_id?.tone !== 'stop';
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <div>
          <TextField form={form} field="external_id" isFirst={isFirst} />
          {hasId ? <IdState externalId={draft.external_id} onPropose={form.replaceId} /> : null}
        </div>
        <TextField form={form} field="customer_id" hint={earlier === null ? undefined : earlierWords(earlier)} />
      </SimpleGrid>
      <Group gap="sm" align="start" wrap="nowrap">
        <Box flex={1}>
          <TextField form={form} field="amount" inputMode="decimal" size="md" />
        </Box>
        <Autocomplete
          {...wiring(form, 'currency')}
          size="md"
          w={132}
          data={[...currencies]}
          onChange={(text) => set('currency', text)}
          comboboxProps={{ withinPortal: false }}
        />
      </Group>
      <PaidAlready earlier={earlier} order={form.order} />
      <TextField
        form={form}
        field="purpose"
        hint={`The customer sees it; ${charactersIn(draft.purpose)} of ${ORDER_LENGTHS.purpose.max} characters`}
      />
      <Addresses form={form} />
    </Stack>
  );
}

/** Folded while none is given and nothing is wrong with one. */
function Addresses({ form }: { readonly form: OrderForm }) {
  const [isOpened, setOpened] = useState(false);
  const { draft, notes, refusal } = form;
  const isNeeded = ADDRESSES.some((field) => {
    return draft[field] !== '' || notes[field]?.tone === 'stop' || refusal?.fields[field] !== undefined;
  });
  const isOpen = isOpened || isNeeded;
  return (
    <div>
      <Button
        variant="transparent"
        color="gray"
        px={0}
        aria-expanded={isOpen}
        leftSection={
          <IconChevronRight size={16} aria-hidden="true" style={isOpen ? { transform: 'rotate(90deg)' } : {}} />
        }
        onClick={() => setOpened(!isOpened)}
      >
        Addresses
        <Text span fw={400} c="dimmed" ml="xs">
          callback, success and fail{isOpen ? '' : ': as set in your dashboard'}
        </Text>
      </Button>
      <Collapse expanded={isOpen} transitionDuration={0}>
        <Stack gap="sm" pt="xs">
          {ADDRESSES.map((field) => (
            <TextField key={field} form={form} field={field} inputMode="url" />
          ))}
        </Stack>
      </Collapse>
    </div>
  );
}

function TextField(props: {
  readonly form: OrderForm;
  readonly field: OrderField;
  readonly inputMode?: 'decimal' | 'url';
  readonly size?: 'md';
  readonly hint?: string | undefined;
  readonly isFirst?: boolean;
}) {
  const { form, field, inputMode = 'text', size = 'sm', hint, isFirst = false } = props;
  return (
    <TextInput
      {...wiring(form, field, hint)}
      size={size}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was opened to type this
      autoFocus={isFirst}
      inputMode={inputMode}
      onChange={(event) => form.set(field, event.currentTarget.value)}
    />
  );
}

/** What every field has: its words, its note, its value; never filled in by a browser. */
function wiring({ draft, notes, refusal, isSending }: OrderForm, field: OrderField, hint = FIELD_HINTS[field]) {
  const note = notes[field];
  const refused = refusal?.fields[field];
  const wrong = refused ?? (note?.tone === 'stop' ? note.words : undefined);
  return {
    id: inputId(field),
    label: FIELD_LABELS[field],
    required: ORDER_LENGTHS[field].min > 0,
    withAsterisk: false,
    // What is wrong says enough; the hint comes back with it.
    description:
      wrong !== undefined ? undefined : note === undefined ? (
        hint
      ) : note.tone === 'taken' ? (
        <TakenWords words={note.words} />
      ) : (
        <Text span fz="xs" c="var(--mc-warn-text)">
          {note.words}
        </Text>
      ),
    error: wrong,
    inputWrapperOrder: ORDER,
    value: draft[field],
    disabled: isSending,
    autoComplete: 'off',
    spellCheck: field === 'purpose',
  };
}

function Unresolved() {
  const creates = useCall('creates.unresolved', {}, { refreshOn: ['invoices'] }).data?.creates ?? [];
  if (creates.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-label="Orders that are not settled yet">
      <Notice
        tone="warn"
        title={creates.length === 1 ? 'One order is not settled yet' : `${creates.length} orders are not settled yet`}
      >
        {creates.length === 1 ? 'Open it' : 'Open them'} before you send the same order under another id.
      </Notice>
      {/* Beside the notice and not in it: a notice is read out when it changes, and ages change by themselves. */}
      <List listStyleType="none" pl={47}>
        {creates.slice(0, 8).map(({ intentId, externalId, amount, currency, outcome, armedAt }) => (
          <List.Item key={intentId}>
            <Link inline to={outcomePath(intentId)}>
              {plainText(externalId.slice(0, 128))}
            </Link>{' '}
            over <MoneyText value={amount} currency={plainText(currency)} />, {STANDINGS[outcome]}, begun{' '}
            <AgeText since={armedAt} by="console" />
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

const STANDINGS = {
  waiting: 'under way',
  unknown: 'not known whether it exists',
  restored: 'stands still since the books were put back',
} as const;

/**
 * `?again=UUID` makes a closed invoice again, `?intent=ID` takes an earlier order of this console up, `?amount=…&currency=…&customer=…` fills the form in.
 */
export function NewInvoicePage() {
  const route = useRouteFilters();
  const again = route.text('again');
  const intent = route.text('intent');
  return (
    <PageFrame
      title={again === undefined ? 'New invoice' : 'Create again'}
      back={<Link to={screenPath('invoices')}>Invoices</Link>}
      actions={
        again === undefined ? <ButtonLink to={screenPath('new-invoices')}>Many from a file…</ButtonLink> : undefined
      }
    >
      <Unresolved />
      {again === undefined ? null : <AgainForm key={again} uuid={again} />}
      {again === undefined && intent !== undefined ? <IntentForm key={intent} intentId={intent} /> : null}
      {again === undefined && intent === undefined ? <OrderPage key={route.query} start={freshStart(route)} /> : null}
    </PageFrame>
  );
}

/** An empty form, or what another screen has put into its address: nothing is sent before somebody presses the button. */
function freshStart({ text }: Pick<RouteFilters, 'text'>): FormStart {
  const of = (name: string): string => (text(name) ?? '').slice(0, 256);
  const draft = draftOf({ amount: of('amount'), currency: of('currency'), customer_id: of('customer') });
  return { draft, recreatedFrom: null, refusal: null };
}

/** The fields of an earlier order, with why it was refused. */
function IntentForm({ intentId }: { readonly intentId: string }) {
  return (
    <ReadState read={useCall('creates.get', { intentId })} unreadTitle="The order could not be read">
      {({ order, outcome, failure, recreatedFrom }) => (
        <OrderPage
          start={{
            draft: draftOf(order),
            recreatedFrom: recreatedFrom?.uuid ?? null,
            refusal: outcome === 'refused' && failure !== undefined ? refusalOf(failure) : null,
          }}
        />
      )}
    </ReadState>
  );
}

/** The fields of a closed invoice, read when the page is opened; nothing is offered while it can still be paid. */
function AgainForm({ uuid }: { readonly uuid: string }) {
  const { recreation, failure, isReading, readAgain } = useRecreation(uuid);
  const read = { data: recreation ?? undefined, failure: isReading ? undefined : failure, refresh: readAgain };
  return (
    <ReadState read={read} unreadTitle="The invoice could not be read">
      {(data) => {
        const { asOf, invoice, verdict, proposal } = data;
        // Outside the notices, which are read out when they change.
        const readAt = (
          <Note>
            Read from the API at <InstantText value={asOf} withAge withZone />
          </Note>
        );
        if (verdict !== 'allowed') {
          return (
            <>
              <StillOpen recreation={data} />
              {readAt}
              <div>
                <ReadAgainButton isReading={isReading} onReadAgain={readAgain} />
              </div>
            </>
          );
        }
        const draft = draftOf({ ...invoice, currency: invoice.currency.code, external_id: proposal?.externalId });
        return (
          <>
            <Origin recreation={data} />
            {readAt}
            <OrderPage start={{ draft, recreatedFrom: invoice.uuid, refusal: null }} />
          </>
        );
      }}
    </ReadState>
  );
}

type Recreation = CallOutput<'invoices.recreation'>;

/**
 * Reads once when it is mounted and then on demand, never out of a cache: whether the customer is asked for money again hangs on it. It
 * is not read again by itself either, so that a form in which somebody types stays what it is.
 */
function useRecreation(uuid: string) {
  const { run, busy } = useCalls();
  const { id: profile } = useProfile();
  const [reading, setReading] = useState<Reading>({ recreation: null });
  useEffect(() => {
    if (profile === null) return undefined;
    let isHere = true;
    void run('invoices.recreation', { uuid }).then((result) => {
      if (isHere) setReading((before) => after(before, result));
    });
    return () => {
      isHere = false;
    };
  }, [profile, run, uuid]);
  const readAgain = (): void =>
    void run('invoices.recreation', { uuid }).then((result) => setReading((before) => after(before, result)));
  return { ...reading, isReading: busy, readAgain };
}

interface Reading {
  readonly recreation: Recreation | null;
  readonly failure?: Failure;
}
/** What was read before stays when a reading fails. */
const after = ({ recreation }: Reading, result: Result<Recreation>): Reading =>
  result.ok ? { recreation: result.value } : { recreation, failure: result.failure };

function StillOpen({ recreation: { invoice, verdict, asOf } }: { readonly recreation: Recreation }) {
  if (verdict === 'unknown') {
    return (
      <Notice tone="warn" title="Not created again: nobody knows whether it is closed">
        Its status is <StatusBadge kind="invoice" status={invoice.status} />, a word this console does not know. Ask the
        payment service before the customer is asked to pay twice.
      </Notice>
    );
  }
  if (isWindowOver(invoice, toEpochMs(asOf) ?? 0)) {
    return (
      <Notice tone="notice" title="Not created again: the API has not closed this invoice yet">
        Its payment window ended at <InstantText value={invoice.expires_at} />, and a payment on its way may still
        count. Refresh in a moment.
      </Notice>
    );
  }
  return (
    <Notice tone="notice" title="Not created again: this invoice is still pending, and the same link still works">
      <p>A second invoice would let the customer pay twice. Send this link once more instead.</p>
      {invoice.payment_url === null ? null : <CopyText value={invoice.payment_url} label="payment link" wrap />}
      <p>
        <Link to={invoicePath(invoice.uuid)}>Open the invoice</Link>
      </p>
    </Notice>
  );
}

function Origin({ recreation: { invoice, proposal, sentBefore } }: { readonly recreation: Recreation }) {
  const caution = againCaution(invoice.status);
  return (
    <Notice tone={caution === null ? 'notice' : 'warn'} title={caution ?? 'A new invoice with the same order'}>
      From <ForeignText text={invoice.external_id} /> <StatusBadge kind="invoice" status={invoice.status} />. Filled in
      as the API gives it back: customer, amount, currency, purpose and addresses.{' '}
      {sentBefore === undefined
        ? 'What it does not tell: whether the addresses came with the order or from the settings of your business. Empty a field to let today’s setting count.'
        : [sentBefore.callback_url, sentBefore.success_url, sentBefore.fail_url].some((one) => (one ?? '') !== '')
          ? 'This console sent that order, with addresses of its own.'
          : 'This console sent that order without addresses, so these came from the settings of your business. Empty them to let today’s settings count.'}{' '}
      {proposal === undefined
        ? 'No free id could be found: type one.'
        : 'The id is the next one that the API said is free.'}
    </Notice>
  );
}

function OrderPage({ start }: { readonly start: FormStart }) {
  const form = useOrderForm(start);
  const { answer: catalogue } = useCatalogue();
  const closed = useClosed();
  const earlier = useEarlier(form.draft.customer_id);
  const isBlamed = Object.values(form.notes).some(({ tone }) => tone === 'stop');
  useFocusOnRefusal(form);
  const submit = (): void => {
    if (closed !== null) return;
    form.send();
    if (form.blockedBy !== null) focusField(form.blockedBy);
  };
  return (
    <Form onSubmit={submit}>
      <Group gap="sm" align="flex-start">
        <Box flex="7 1 420px" miw={0}>
          <Paper withBorder>
            <Title order={2} fz="md" px="md" py={10}>
              Order
            </Title>
            <Stack px="md" pb="md">
              <RefusalNotice form={form} />
              <OrderFields form={form} currencies={currencyCodes(catalogue?.methods ?? [])} earlier={earlier} />
              <Group justify="space-between" gap="sm">
                <Group gap="xs">
                  <Button
                    variant="filled"
                    type="submit"
                    loading={form.isSending}
                    disabled={closed !== null}
                    aria-describedby="create-why"
                    rightSection={<Kbd>Enter</Kbd>}
                  >
                    Create invoice
                  </Button>
                  <ButtonLink to={screenPath('invoices')}>Cancel</ButtonLink>
                </Group>
                <Text id="create-why" fz="xs" c="dimmed" role="status" flex="1 1 200px">
                  {closed ?? sendWords({ isSending: form.isSending, isBlocked: form.blockedBy !== null, isBlamed })}
                </Text>
              </Group>
            </Stack>
          </Paper>
        </Box>
        <Box flex="5 1 320px" miw={0}>
          <Stack gap="sm">
            <OpenPanel customerId={form.draft.customer_id} />
            <EstimatePanel order={form.order} />
            <EarlierPanel earlier={earlier} customerId={form.draft.customer_id} />
            <Paper withBorder p="md">
              <Text c="dimmed" mb="xs">
                Pressed twice? The same id with the same amount gives the same invoice. With another amount it is
                refused.
              </Text>
            </Paper>
          </Stack>
        </Box>
      </Group>
    </Form>
  );
}

/** The first field that the API refused is where the keyboard continues; not again while it is being corrected. */
function useFocusOnRefusal({ refusal, refusals }: OrderForm): void {
  const focus = useEffectEvent(() => {
    const field = ORDER_FIELDS.find((name) => refusal?.fields[name] !== undefined);
    if (field !== undefined) focusField(field);
  });
  useEffect(() => {
    if (refusals > 0) focus();
  }, [refusals]);
}

/** Why nothing may be sent now; null when it may. */
function useClosed(): string | null {
  const connection = useConnection();
  const bar = useWriteBar();
  if (connection === 'ended') return 'The console itself cannot be reached. Start it again.';
  if (bar === null) return null;
  const { sentence, nextStep } = failureWords(bar);
  return `Nothing can be created now. ${sentence} ${bar.kind === 'unavailable-offline' ? 'The form keeps what you type.' : nextStep}`;
}

function RefusalNotice({ form: { refusal } }: { readonly form: OrderForm }) {
  if (refusal === null) return null;
  return (
    <Notice tone="bad" title={refusal.title}>
      <ForeignText text={refusal.words} /> <CodeText code={refusal.code} />
      {refusal.openIntentId === null ? null : (
        <p>
          <Link to={outcomePath(refusal.openIntentId)}>Show the order that is under way</Link>
        </p>
      )}
    </Notice>
  );
}
