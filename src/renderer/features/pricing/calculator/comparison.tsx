/** The same order by every method, and other orders by the same method: what is outside of a method's limits says so in its row. */
import { Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { MethodEstimate } from '../../../../contract/calls/pricing.ts';
import { subtractMoney } from '../../../../domain/money.ts';
import type { EstimateAsk } from '../../../../domain/pricing.ts';
import { MoneyText, plainText, scrollable } from '../../../ui/index.ts';

type Answer = CallOutput<'pricing.estimate'>;
type Estimate = NonNullable<MethodEstimate['estimate']>;

interface ComparisonProps {
  readonly answer: Answer;
  readonly chosen: MethodEstimate;
}

const STYLE = { verticalSpacing: 5, horizontalSpacing: 'md', fz: 'sm' } as const;

/** Every method of the currency. */
export function ByMethod({ answer, chosen, ask }: ComparisonProps & { readonly ask: EstimateAsk }): ReactNode {
  const { currency, methods } = answer;
  return (
    <Table.ScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: scrollable('By every method') }}>
      <Table {...STYLE}>
        <Table.Thead>
          <Table.Tr>
            <Head first>Method</Head>
            {ask === 'order' ? null : <Head>Order</Head>}
            <Head>Customer pays</Head>
            <Head>Customer fee</Head>
            <Head>Estimated fee</Head>
            <Head>You receive</Head>
            <Head>For 100 USDT, order</Head>
            <Head>Against {plainText(chosen.name.slice(0, 24))}</Head>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...methods.entries()].map(([at, method]) => (
            <Table.Tr key={at} bg={method === chosen ? 'var(--mc-selected)' : 'transparent'}>
              <Table.Th scope="row" fw={500}>
                {plainText(method.name.slice(0, 120))}
              </Table.Th>
              <Cells estimate={method.estimate} method={method} currency={currency} hasOrder={ask !== 'order'} />
              {method.estimate?.standing === 'within' ? (
                <>
                  <Money value={method.forHundred} unit={currency} isUnitShown />
                  <Money value={differenceOf(method, chosen)} unit="USDT" sign />
                </>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function differenceOf({ estimate }: MethodEstimate, chosen: MethodEstimate): string | null {
  const [one, other] = [estimate?.usdt?.receive, chosen.estimate?.usdt?.receive];
  return one === undefined || other === undefined || estimate === chosen.estimate ? null : subtractMoney(one, other);
}

/** Other orders by the chosen method. */
export function ByAmount({ answer, chosen }: ComparisonProps): ReactNode {
  if (chosen.also.length === 0) return null;
  const title = `${plainText(chosen.name.slice(0, 60))} by amount`;
  return (
    <>
      <Title order={2} fz="md" px="md" pt="sm" pb={4}>
        {title}
      </Title>
      <Table.ScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: scrollable(title) }}>
        <Table {...STYLE}>
          <Table.Thead>
            <Table.Tr>
              <Head first>Ordered</Head>
              <Head>Customer pays</Head>
              <Head>Customer fee</Head>
              <Head>Estimated fee</Head>
              <Head>You receive</Head>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...chosen.also.entries()].map(([at, estimate]) => (
              <Table.Tr key={at}>
                <Table.Th scope="row" fw={500} className="mc-num">
                  <MoneyText value={estimate?.order ?? null} currency={plainText(answer.currency)} />
                </Table.Th>
                <Cells estimate={estimate} method={chosen} currency={answer.currency} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

function Cells(props: {
  readonly estimate: Estimate | null;
  readonly method: MethodEstimate;
  readonly currency: string;
  readonly hasOrder?: boolean;
}): ReactNode {
  const { estimate, method, currency, hasOrder = false } = props;
  if (estimate === null || estimate.standing !== 'within') {
    return (
      <Table.Td colSpan={7} ta="right" c="dimmed">
        {estimate === null ? (
          'cannot be estimated'
        ) : (
          <OutsideWords estimate={estimate} method={method} currency={currency} />
        )}
      </Table.Td>
    );
  }
  const { order, customerPays, customerFee, usdt } = estimate;
  return (
    <>
      {hasOrder ? <Money value={order} unit={currency} isUnitShown /> : null}
      <Money value={customerPays} unit={currency} isUnitShown />
      <Money value={customerFee} unit={currency} isQuiet />
      <Money value={usdt?.fee ?? null} unit="USDT" isQuiet />
      <Money value={usdt?.receive ?? null} unit="USDT" isStrong />
    </>
  );
}

function OutsideWords(props: {
  readonly estimate: Estimate;
  readonly method: MethodEstimate;
  readonly currency: string;
}): ReactNode {
  const isBelow = props.estimate.standing === 'below';
  return (
    <>
      {isBelow ? 'Below the smallest order, ' : 'Above the largest order, '}
      <MoneyText
        value={isBelow ? props.method.minAmount : props.method.maxAmount}
        currency={plainText(props.currency)}
      />
    </>
  );
}

function Head({ first = false, children }: { readonly first?: boolean; readonly children: ReactNode }): ReactNode {
  return (
    <Table.Th scope="col" fz="xs" fw={500} c="dimmed" ta={first ? 'left' : 'right'}>
      {children}
    </Table.Th>
  );
}

function Money(props: {
  readonly value: string | null;
  readonly unit: string;
  readonly isUnitShown?: boolean;
  readonly isStrong?: boolean;
  readonly isQuiet?: boolean;
  readonly sign?: boolean;
}): ReactNode {
  const { value, unit, isUnitShown = false, isStrong = false, isQuiet = false, sign = false } = props;
  return (
    <Table.Td ta="right" c={isQuiet ? 'dimmed' : 'var(--mc-text)'} fw={isStrong ? 600 : 400} className="mc-num">
      <MoneyText value={value} unit={unit} sign={sign} />
      {isUnitShown && value !== null ? (
        <Text span fz="xs" c="dimmed">
          {' '}
          {plainText(unit)}
        </Text>
      ) : null}
    </Table.Td>
  );
}
