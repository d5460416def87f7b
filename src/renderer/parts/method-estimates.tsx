// One order by every method of its currency, and other orders by one method: what is outside of a method's limits says
// so in its row. Always an estimate.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../contract/calls.ts';
import { type MethodEstimate } from '../../domain/pricing/pricing.ts';
import { subtractMoney } from '../../domain/kernel/money/money.ts';
import { type ColumnMakers, MoneyText, plainText, Table } from '../ui/index.ts';

type Answer = CallOutput<'pricing.estimate'>;
interface Line {
  readonly id: string;
  readonly estimate: MethodEstimate['estimate'];
  readonly method: MethodEstimate;
}

/** `chosen`: compared with the others, with all that there is to say; without it what the customer pays and what is received. */
export function MethodEstimates(props: {
  readonly answer: Answer;
  readonly chosen?: MethodEstimate;
  readonly hasOrder?: boolean;
}) {
  const { answer, chosen, hasOrder = false } = props;
  const { currency } = answer;
  const lines = answer.methods.map((method, at) => ({ id: `${at}`, method, estimate: method.estimate }));
  return (
    <Table<Line>
      label="By every method"
      rows={lines}
      keyOf={({ id }) => id}
      lookOf={(line) => (isOffered(line) ? (line.method === chosen ? 'chosen' : undefined) : 'aside')}
      instead={(line) => outsideWords(line, currency)}
      columns={(make) => [
        make.cell('Method', ({ method }) => (
          <Text span inherit fw={500}>
            {plainText(method.name.slice(0, 120))}
          </Text>
        )),
        ...(hasOrder ? [fiat(make, 'Order', ({ estimate }) => estimate?.order, currency)] : []),
        ...steps(make, currency, chosen === undefined),
        ...(chosen === undefined
          ? []
          : [
              fiat(make, 'For 100 USDT, order', ({ method }) => method.forHundred, currency),
              make.money(
                `Against ${plainText(chosen.name.slice(0, 24))}`,
                ({ estimate }) => difference(estimate, chosen),
                { unit: 'USDT', sign: true },
              ),
            ]),
      ]}
    />
  );
}

/** Other orders by the chosen method. */
export function AmountEstimates(props: {
  readonly currency: string;
  readonly method: MethodEstimate;
  readonly title: string;
}) {
  const { currency, method, title } = props;
  return (
    <Table<Line>
      label={title}
      rows={method.also.map((estimate, at) => ({ id: `${at}`, method, estimate }))}
      keyOf={({ id }) => id}
      lookOf={(line) => (isOffered(line) ? undefined : 'aside')}
      instead={(line) => outsideWords(line, currency)}
      columns={(make) => [
        make.cell('Ordered', ({ estimate }) => (
          <MoneyText value={estimate?.order ?? null} currency={plainText(currency)} />
        )),
        ...steps(make, currency, false),
      ]}
    />
  );
}

const isOffered = ({ estimate }: Line): boolean => estimate?.standing === 'within';

function outsideWords({ estimate, method }: Line, currency: string): ReactNode {
  if (estimate === null) return 'cannot be estimated';
  if (estimate.standing === 'within') return null;
  const isBelow = estimate.standing === 'below';
  return (
    <>
      {isBelow ? 'Below the smallest order, ' : 'Above the largest order, '}
      <MoneyText value={isBelow ? method.minAmount : method.maxAmount} currency={plainText(currency)} />
    </>
  );
}

function fiat(
  { money }: ColumnMakers<Line>,
  head: string,
  pick: (line: Line) => string | null | undefined,
  currency: string,
) {
  return money(head, (line) => pick(line) ?? null, { unit: currency, currency: () => plainText(currency) });
}

function steps(make: ColumnMakers<Line>, currency: string, isBrief: boolean) {
  const { money } = make;
  return [
    fiat(make, 'Customer pays', ({ estimate }) => estimate?.customerPays, currency),
    ...(isBrief
      ? []
      : [
          money('Customer fee', ({ estimate }) => estimate?.customerFee ?? null, { unit: currency }),
          money('Estimated fee', ({ estimate }) => estimate?.usdt?.fee ?? null, { unit: 'USDT' }),
        ]),
    money(isBrief ? 'You receive about' : 'You receive', ({ estimate }) => estimate?.usdt?.receive ?? null, {
      unit: 'USDT',
      ...(isBrief ? { currency: () => 'USDT' } : {}),
    }),
  ];
}

function difference(estimate: Line['estimate'], chosen: MethodEstimate): string | null {
  const [one, other] = [estimate?.usdt?.receive, chosen.estimate?.usdt?.receive];
  return one === undefined || other === undefined || estimate === chosen.estimate ? null : subtractMoney(one, other);
}
