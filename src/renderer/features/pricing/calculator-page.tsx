// What an order brings, and what has to be ordered: an amount, a currency and a method, and the sum step by step.
import {
  Group,
  Paper,
  Radio,
  SegmentedControl,
  Select,
  SimpleGrid,
  Skeleton,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { ESTIMATE_ASKS, type EstimateAsk, type MethodEstimate } from '../../../domain/pricing/pricing.ts';
import { divideMoney, multiplyMoney } from '../../../domain/kernel/money/money.ts';
import { currencyCodes, currencyTyped, type PaymentMethod } from '../../../domain/records/payment-method.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { useAction, useCall, useCatalogue } from '../../bridge/index.ts';
import { AmountEstimates, MethodEstimates } from '../../parts/method-estimates.tsx';
import {
  EmptyState,
  FailureNotice,
  groupedAmount,
  Link,
  MoneyText,
  plainText,
  readAmount,
  type RouteFilters,
  SnapshotPage,
  typedSo,
  typedText,
  useRouteFilters,
  AMOUNT_FIELD,
} from '../../ui/index.ts';
import { Result } from './result.tsx';

/** Each way to ask, as it stands above the field. */
const ASK_LABELS: Readonly<Record<EstimateAsk, string>> = {
  order: 'Order amount',
  pays: 'Customer pays',
  receives: 'I receive',
};

/** What stands in the field before anybody types. */
const FIRST_AMOUNT = '100.00';

/** The amount that is meant, and what to say below the field; null where there is none to reckon with. */
interface AskedAmount {
  readonly amount: string | null;
  readonly tone: 'taken' | 'wrong' | 'none';
  readonly words: string;
}

/** Reads what was typed. Fiat has two decimals at most, as the API takes it; USDT six. */
function amountAsked(text: string, ask: EstimateAsk, unit: string): AskedAmount {
  if (text.trim() === '') return { amount: null, tone: 'none', words: 'Type an amount.' };
  const typed = readAmount(text);
  if (typed.kind === 'none')
    return wrong('This is no amount. Digits only, with a point or a comma before the decimals.');
  if (typed.kind === 'ambiguous') {
    const [first, second] = typed.readings.map(typedText);
    return wrong(`This can be read as ${first} and as ${second}. Type ${typedSo(typed.readings).join(' or ')}.`);
  }
  const { amount } = typed;
  const [digits = '', decimals = ''] = amount.split('.');
  const most = ask === 'receives' ? 6 : 2;
  if (decimals.length > most) return wrong(`At most ${most} decimals.`);
  if (amount.startsWith('-') || /^[0.]+$/.test(amount)) return wrong('More than zero is needed.');
  if (digits.length > 18) return wrong('This is more than can be reckoned with.');
  return amount === text.trim()
    ? { amount, tone: 'none', words: '' }
    : { amount, tone: 'taken', words: `Read as ${groupedAmount(amount)} ${unit}` };
}

function wrong(words: string): AskedAmount {
  return { amount: null, tone: 'wrong', words };
}

/** Other orders to compare with: a twentieth, a half, two and a half times and ten times as much. */
function otherOrders(order: string): readonly string[] {
  return ['5', '50', '250', '1000'].flatMap((percent) => {
    const amount = divideMoney(multiplyMoney(order, percent), '100', 2, 'half-even');
    return amount === null || /^[0.]+$/.test(amount) || amount.length > 18 ? [] : [amount];
  });
}

type Answer = CallOutput<'pricing.estimate'>;

export function CalculatorPage(): ReactNode {
  const catalogue = useCatalogue();
  const rates = useAction('rates.latest');
  const readAgain = (): void => {
    void rates.run({ fresh: true });
    catalogue.readAgain();
  };
  return (
    <SnapshotPage
      title="Calculator"
      subtitle="Estimates: the rate is set when the customer pays"
      what="payment methods"
      snapshot={{ ...catalogue, isReading: catalogue.isReading || rates.busy, readAgain }}
    >
      {({ methods }) =>
        methods.length === 0 ? (
          <EmptyState kind="nothing-yet" title="No payment methods">
            The API lists none for this business, so there is nothing to reckon with.
          </EmptyState>
        ) : (
          <Calculator methods={methods} />
        )
      }
    </SnapshotPage>
  );
}

function Calculator({ methods }: { readonly methods: readonly PaymentMethod[] }): ReactNode {
  const route = useRouteFilters();
  const ask = ESTIMATE_ASKS.find((one) => one === route.text('ask')) ?? 'order';
  const codes = currencyCodes(methods);
  const currency = currencyTyped(route.text('currency') ?? codes[0] ?? '', methods);
  // An empty field is no address: what is typed stands here as well.
  const [text, setText] = useState(route.text('amount') ?? FIRST_AMOUNT);
  const asked = amountAsked(text, ask, ask === 'receives' ? 'USDT' : currency);
  const amount = asked.amount ?? '0';
  const { data, failure, refresh } = useCall(
    'pricing.estimate',
    { ask, amount, currency, also: [...otherOrders(amount)] },
    { enabled: asked.amount !== null, refreshOn: ['rates', 'paymentMethods', 'invoices'] },
  );
  const answer = asked.amount === null || data?.currency !== currency ? undefined : data;
  const chosen = chosenOf(answer, route.text('method'));
  return (
    <>
      <FailureNotice failure={failure} onRetry={refresh} />
      <FailureNotice failure={answer?.failure} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={12}>
        <Paper withBorder h="100%" p="md" px={20}>
          <Title order={2} fz="lg" mb="sm">
            What will I receive?
          </Title>
          <SegmentedControl
            fullWidth
            aria-label="What the amount is"
            value={ask}
            data={ESTIMATE_ASKS.map((value) => ({ value, label: ASK_LABELS[value] }))}
            onChange={(next) => route.change({ ask: next === 'order' ? undefined : next }, { replace: true })}
          />
          <Group gap="sm" mt="sm" align="start" wrap="nowrap">
            <AmountField
              text={text}
              asked={asked}
              label={ASK_LABELS[ask]}
              onChange={(value) => {
                setText(value);
                route.change({ amount: value }, { replace: true });
              }}
            />
            <Select
              w={120}
              size="md"
              label="Currency"
              data={[...codes]}
              value={currency}
              searchable
              allowDeselect={false}
              onChange={(next) => route.change({ currency: next ?? undefined, method: undefined }, { replace: true })}
              comboboxProps={{ withinPortal: false }}
            />
          </Group>
          {answer === undefined ? null : <Methods answer={answer} chosen={chosen} route={route} />}
        </Paper>
        <Paper withBorder h="100%" role="status" aria-label="The estimate">
          {asked.amount !== null && answer === undefined ? (
            <Skeleton m={20} height={240} width="auto" />
          ) : answer === undefined || chosen === undefined ? (
            <Text p={20} c="dimmed">
              {answer === undefined
                ? 'The estimate stands here as soon as there is an amount.'
                : `No payment method takes ${plainText(answer.currency)}, so nothing can be estimated.`}
            </Text>
          ) : (
            <Result answer={answer} chosen={chosen} ask={ask} />
          )}
        </Paper>
      </SimpleGrid>
      {answer === undefined || chosen === undefined ? null : (
        <Compared answer={answer} chosen={chosen} hasOrder={ask !== 'order'} />
      )}
    </>
  );
}

/** The method that the address names; else the first that takes the order. */
function chosenOf(answer: Answer | undefined, name: string | undefined): MethodEstimate | undefined {
  const methods = answer?.methods ?? [];
  return (
    methods.find((method) => method.name === name) ??
    methods.find(({ estimate }) => estimate?.standing === 'within') ??
    methods[0]
  );
}

function Compared(props: {
  readonly answer: Answer;
  readonly chosen: MethodEstimate;
  readonly hasOrder: boolean;
}): ReactNode {
  const { chosen, answer } = props;
  const title = `${plainText(chosen.name.slice(0, 60))} by amount`;
  return (
    <Paper withBorder>
      <Group justify="space-between" px="md" pt="sm" pb={4}>
        <Title order={2} fz="md">
          By every method
        </Title>
        <Link to={screenPath('methods')}>Other currencies</Link>
      </Group>
      <MethodEstimates {...props} />
      {chosen.also.length === 0 ? null : (
        <>
          <Title order={2} fz="md" px="md" pt="sm" pb={4}>
            {title}
          </Title>
          <AmountEstimates currency={answer.currency} method={chosen} title={title} />
        </>
      )}
    </Paper>
  );
}

function AmountField(props: {
  readonly text: string;
  readonly asked: AskedAmount;
  readonly label: string;
  readonly onChange: (text: string) => void;
}): ReactNode {
  const { text, asked, label, onChange } = props;
  const field = useRef<HTMLInputElement>(null);
  // Whoever opens the calculator types an amount first.
  useEffect(() => field.current?.select(), []);
  const isTaken = asked.tone === 'taken';
  return (
    <TextInput
      ref={field}
      flex={1}
      size="md"
      label="Amount"
      aria-label={`Amount, ${label.toLowerCase()}`}
      {...AMOUNT_FIELD}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={asked.tone === 'wrong' ? asked.words : undefined}
      description={
        asked.tone === 'wrong' ? undefined : (
          <Text span fz="xs" {...(isTaken ? { c: 'var(--mc-good-text)' } : {})}>
            {isTaken ? <IconCheck size={12} aria-hidden="true" /> : null} {asked.words}
          </Text>
        )
      }
    />
  );
}

function Methods(props: {
  readonly answer: Answer;
  readonly chosen: MethodEstimate | undefined;
  readonly route: RouteFilters;
}): ReactNode {
  const { answer, chosen, route } = props;
  if (answer.methods.length === 0) {
    return (
      <Text mt="sm" c="dimmed">
        No payment method takes {plainText(answer.currency)}.
      </Text>
    );
  }
  return (
    <Radio.Group
      mt="sm"
      label="Method"
      value={chosen?.name ?? ''}
      onChange={(name) => route.change({ method: name }, { replace: true })}
    >
      <Table layout="auto" withTableBorder mt={4} verticalSpacing={8} aria-label="Methods">
        <Table.Tbody>
          {[...answer.methods.entries()].map(([at, method]) => (
            <Table.Tr key={at} bg={method === chosen ? 'var(--mc-selected)' : 'transparent'}>
              <Table.Td>
                <Radio size="xs" value={method.name} label={plainText(method.name.slice(0, 120))} />
              </Table.Td>
              <Table.Td ta="right" c="dimmed" fz="xs" className="mc-num">
                {limitsOf(method)}
              </Table.Td>
              <Table.Td ta="right" fz="xs" className="mc-num">
                <MoneyText value={method.clientPercent} missing="?" /> % +{' '}
                <MoneyText value={method.merchantPercent} missing="?" /> %
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Radio.Group>
  );
}

function limitsOf({ minAmount, maxAmount }: MethodEstimate): ReactNode {
  if (minAmount === null && maxAmount === null) return 'no limits named';
  return (
    <>
      {minAmount === null ? 'up to ' : <MoneyText value={minAmount} />}
      {maxAmount === null ? ' and more' : minAmount === null ? null : '–'}
      {maxAmount === null ? null : <MoneyText value={maxAmount} />}
    </>
  );
}
