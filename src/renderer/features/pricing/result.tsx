/** The answer of the calculator: one figure, the sum that leads to it, and what speaks for it. */
import { Box, Divider, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { EstimateAsk, MethodEstimate } from '../../../domain/pricing/pricing.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { canonicalMoney } from '../../../domain/kernel/money/money.ts';
import {
  countWords,
  groupedAmount,
  InstantText,
  Link,
  MoneyText,
  percentText,
  plainText,
  Under,
} from '../../ui/index.ts';

type Answer = CallOutput<'pricing.estimate'>;

interface ResultProps {
  readonly answer: Answer;
  readonly chosen: MethodEstimate;
  readonly ask: EstimateAsk;
}

export function Result({ answer, chosen, ask }: ResultProps) {
  const { estimate } = chosen;
  if (estimate === null) {
    return (
      <Text p={20} c="dimmed">
        It cannot be estimated: {missingWords(answer, chosen, ask)}
      </Text>
    );
  }
  return (
    <>
      <Box className="mc-foreign" p="md" px={20}>
        <Head answer={answer} chosen={chosen} ask={ask} />
        <Basis answer={answer} chosen={chosen} />
      </Box>
      <Divider />
      <Box component="dl" className="mc-foreign" m={0} px={20} py="xs">
        <Sum answer={answer} chosen={chosen} estimate={estimate} />
      </Box>
      <Received answer={answer} chosen={chosen} />
    </>
  );
}

function Head({ answer, chosen: { estimate, minAmount, maxAmount }, ask }: ResultProps) {
  const isOrder = ask === 'receives';
  const [label, value, unit] = isOrder
    ? ['Order, estimated', estimate?.order ?? null, answer.currency]
    : ['You receive, estimated', estimate?.usdt?.receive ?? null, 'USDT'];
  return (
    <>
      <Under>{label}</Under>
      <Text fz={28} lh="36px" fw={600} data-figure>
        <MoneyText value={value} unit={unit} missing="not known" />{' '}
        {value === null ? null : (
          <Text span fz="md" c="dimmed">
            {plainText(unit)}
          </Text>
        )}
      </Text>
      {estimate === null || estimate.standing === 'within' ? null : (
        <Text c="var(--mc-warn-text)">
          Not offered for this order: {estimate.standing === 'below' ? 'it takes at least' : 'it takes at most'}{' '}
          <MoneyText
            value={estimate.standing === 'below' ? minAmount : maxAmount}
            currency={plainText(answer.currency)}
          />
          .
        </Text>
      )}
    </>
  );
}

/** What it is reckoned with, and how far it would be otherwise. */
function Basis({ answer, chosen }: Omit<ResultProps, 'ask'>) {
  const usdt = chosen.estimate?.usdt;
  if (answer.range === null) {
    const { currency } = answer;
    return (
      <Under>No rate is known: nothing settled in {plainText(currency)} in 30 days, and the market has no price.</Under>
    );
  }
  if (usdt === null || usdt === undefined)
    return <Under>The API left out your share, so what you receive is not known.</Under>;
  return (
    <>
      <Under>
        {usdt.least === usdt.most ? null : (
          <>
            <MoneyText value={usdt.least} unit="USDT" /> to <MoneyText value={usdt.most} unit="USDT" />{' '}
          </>
        )}
        {answer.settled === undefined
          ? 'at market prices; nothing settled in this currency in 30 days'
          : `at the rates of ${countWords(answer.settled.count, 'payment', 'payments')} in 30 days`}
      </Under>
      <Markets answer={answer} chosen={chosen} />
    </>
  );
}

function Markets({ answer, chosen }: Omit<ResultProps, 'ask'>) {
  if (answer.markets.length === 0) return null;
  return (
    <Under>
      Market:{' '}
      {[...answer.markets.entries()].map(([at, { source, side, price, isStale }]) => (
        <span key={at}>
          {at === 0 ? '' : ' · '}
          <MoneyText value={chosen.atMarkets[at] ?? null} unit="USDT" /> at {groupedAmount(price)} (
          {[source ?? 'source not named', side, ...(isStale ? ['old'] : [])]
            .filter((part) => part !== null)
            .map((part) => plainText(part.slice(0, 24)))
            .join(', ')}
          )
        </span>
      ))}
    </Under>
  );
}

function Sum(props: Omit<ResultProps, 'ask'> & { readonly estimate: NonNullable<MethodEstimate['estimate']> }) {
  const { answer, chosen, estimate } = props;
  const { currency, range, settled } = answer;
  const { order, customerFee, customerPays, usdt } = estimate;
  return (
    <>
      <Line label="Ordered" value={order} unit={currency} isStrong />
      <Line label="Customer fee" note={percent(chosen.clientPercent)} value={customerFee} unit={currency} sign="+" />
      <Line label="Customer pays" value={customerPays} unit={currency} isStrong />
      <Line
        label="Exchange rate"
        note={
          settled === undefined ? (
            'for 1 USDT, market'
          ) : (
            <>
              for 1 USDT, last paid <InstantText value={settled.latestAt} short />
            </>
          )
        }
        value={range?.rate ?? null}
        unit={currency}
      />
      <Line
        label="Before fees"
        note={range === null ? '' : `${groupedAmount(order)} ÷ ${groupedAmount(range.rate)}`}
        value={usdt?.beforeFees ?? null}
        unit="USDT"
      />
      <Line
        label="Estimated fee"
        note={percent(chosen.merchantPercent)}
        value={usdt?.fee ?? null}
        unit="USDT"
        sign="−"
      />
      <Line label="You receive" value={usdt?.receive ?? null} unit="USDT" isStrong isSum />
    </>
  );
}

function percent(value: string | null): string {
  return value === null ? 'not named by the API' : percentText(canonicalMoney(value));
}

function Line(props: {
  readonly label: string;
  readonly note?: ReactNode;
  readonly value: string | null;
  readonly unit: string;
  readonly sign?: '+' | '−';
  readonly isStrong?: boolean;
  readonly isSum?: boolean;
}) {
  const { label, note, value, unit, sign = '', isStrong = false, isSum = false } = props;
  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      py={3}
      fw={isStrong ? 600 : 400}
      style={isSum ? { borderTop: '1px solid var(--mc-line)' } : {}}
    >
      <dt>
        {label}{' '}
        {note === undefined ? null : (
          <Text span fz="xs" fw={400} c="dimmed">
            {note}
          </Text>
        )}
      </dt>
      <Text component="dd" m={0} inherit flex="none" maw="60%" ta="right" className="mc-num">
        {value === null ? '' : sign}
        <MoneyText value={value} unit={unit} missing="not known" />{' '}
        <Text span fz="xs" fw={400} c="dimmed" display="inline-block" miw={34} ta="left">
          {plainText(unit)}
        </Text>
      </Text>
    </Group>
  );
}

/** What payments by this method really brought. */
function Received({ answer, chosen }: Omit<ResultProps, 'ask'>) {
  const { received, estimate } = chosen;
  if (estimate === null) return null;
  return (
    <>
      <Divider />
      <Group gap="xs" px={20} py="xs" wrap="nowrap">
        <IconHistory size={16} color="var(--mc-text-muted)" style={{ flex: 'none' }} aria-hidden="true" />
        <Text className="mc-foreign">
          {received === undefined ? (
            `Nothing was paid by ${plainText(chosen.name.slice(0, 60))} in 30 days.`
          ) : (
            <>
              Paid by {plainText(chosen.name.slice(0, 60))} in 30 days:{' '}
              <b>
                <MoneyText value={received.least} unit="USDT" /> to <MoneyText value={received.most} unit="USDT" />
              </b>{' '}
              for <MoneyText value={estimate.order} currency={plainText(answer.currency)} />
            </>
          )}{' '}
          <Link inline to={screenPath('fees')}>
            Fees of a month
          </Link>
        </Text>
      </Group>
    </>
  );
}

function missingWords(answer: Answer, chosen: MethodEstimate, ask: EstimateAsk): string {
  if (ask === 'pays' && chosen.clientPercent === null) return 'the API left out the customer’s share.';
  if (ask === 'receives' && answer.range === null) return 'no rate is known for this currency.';
  return 'the API left out your share, or it leaves nothing.';
}
