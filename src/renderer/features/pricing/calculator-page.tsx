// What an order brings, and what has to be ordered: an amount, a currency and a method, and the sum step by step.
import { Group, Paper, Radio, SegmentedControl, Select, SimpleGrid, Skeleton, Table, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { ESTIMATE_ASKS, type EstimateAsk, type MethodEstimate } from '../../../domain/pricing/pricing.ts';
import { divideMoney, multiplyMoney } from '../../../domain/kernel/money/money.ts';
import { currencyCodes, currencyTyped, type PaymentMethod } from '../../../domain/records/payment-method.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { useAction, useCall, useCatalogue } from '../../bridge/index.ts';
import { AmountEstimates, MethodEstimates } from '../../parts/method-estimates.tsx';
import {
  AmountField,
  EmptyState,
  FailureNotice,
  Link,
  MoneyText,
  plainText,
  readAmount,
  type RouteFilters,
  SnapshotPage,
  useRouteFilters,
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

/** Why an amount cannot be reckoned with. Fiat has two decimals at most, as the API takes it; USDT six. */
function problemOf(amount: string, ask: EstimateAsk): string | null {
  const [digits = '', decimals = ''] = amount.split('.');
  const most = ask === 'receives' ? 6 : 2;
  if (decimals.length > most) return `At most ${most} decimals.`;
  if (amount.startsWith('-') || /^[0.]+$/.test(amount)) return 'More than zero is needed.';
  return digits.length > 18 ? 'This is more than can be reckoned with.' : null;
}

/** Other orders to compare with: a twentieth, a half, two and a half times and ten times as much. */
function otherOrders(order: string): readonly string[] {
  return ['5', '50', '250', '1000'].flatMap((percent) => {
    const amount = divideMoney(multiplyMoney(order, percent), '100', 2, 'half-even');
    return amount === null || /^[0.]+$/.test(amount) || amount.length > 18 ? [] : [amount];
  });
}

type Answer = CallOutput<'pricing.estimate'>;

export function CalculatorPage() {
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

function Calculator({ methods }: { readonly methods: readonly PaymentMethod[] }) {
  const route = useRouteFilters();
  const ask = ESTIMATE_ASKS.find((one) => one === route.text('ask')) ?? 'order';
  const codes = currencyCodes(methods);
  const currency = currencyTyped(route.text('currency') ?? codes[0] ?? '', methods);
  const field = useRef<HTMLInputElement>(null);
  // Whoever opens the calculator types an amount first.
  useEffect(() => field.current?.select(), []);
  // An empty field is no address: what is typed stands here as well.
  const [text, setText] = useState(route.text('amount') ?? FIRST_AMOUNT);
  const typed = readAmount(text);
  const asked = typed.kind === 'amount' && problemOf(typed.amount, ask) === null ? typed.amount : null;
  const amount = asked ?? '0';
  const { data, failure, refresh } = useCall(
    'pricing.estimate',
    { ask, amount, currency, also: [...otherOrders(amount)] },
    { enabled: asked !== null, refreshOn: ['rates', 'paymentMethods', 'invoices'] },
  );
  const answer = asked === null || data?.currency !== currency ? undefined : data;
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
              ref={field}
              flex={1}
              size="md"
              label="Amount"
              aria-label={`Amount, ${ASK_LABELS[ask].toLowerCase()}`}
              description="Type an amount."
              unit={ask === 'receives' ? 'USDT' : currency}
              problemOf={(one) => problemOf(one, ask)}
              text={text}
              onText={(value) => {
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
              onChange={(next) => route.change({ currency: next ?? undefined, method: undefined }, { replace: true })}
              comboboxProps={{ withinPortal: false }}
            />
          </Group>
          {answer === undefined ? null : <Methods answer={answer} chosen={chosen} route={route} />}
        </Paper>
        <Paper withBorder h="100%" role="status" aria-label="The estimate">
          {asked !== null && answer === undefined ? (
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

function Compared(props: { readonly answer: Answer; readonly chosen: MethodEstimate; readonly hasOrder: boolean }) {
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

function Methods(props: {
  readonly answer: Answer;
  readonly chosen: MethodEstimate | undefined;
  readonly route: RouteFilters;
}) {
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
              <Table.Td className="mc-foreign">
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
