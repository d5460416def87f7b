// What an order would cost the customer and bring the merchant, by every method of its currency: an estimate.
import { Group, Paper, Text, Title } from '@mantine/core';
import type { CallOutput } from '../../../../contract/calls.ts';
import { compareMoney } from '../../../../domain/kernel/money/money.ts';
import type { Order } from '../../../../domain/create/order.ts';
import { isEstimable } from '../../../../domain/pricing/pricing.ts';
import { screenPath } from '../../../../domain/console/screens.ts';
import { useCall } from '../../../bridge/index.ts';
import { MethodEstimates } from '../../../parts/method-estimates.tsx';
import { FailureNotice, groupedAmount, InstantText, Link, MoneyText, plainText } from '../../../ui/index.ts';

type Answer = CallOutput<'pricing.estimate'>;
type Asked = Pick<Order, 'amount' | 'currency'>;

/** The range over all methods that take the order, then each of them. */
export function EstimatePanel({ order: { amount, currency } }: { readonly order: Asked }) {
  const isAsked = isEstimable(amount) && /[1-9]/.test(amount) && !/\.\d{3}/.test(amount) && currency.length > 1;
  const { data, failure, refresh } = useCall(
    'pricing.estimate',
    { ask: 'order', amount: isAsked ? amount : '1', currency: isAsked ? currency.slice(0, 16) : 'EUR' },
    { enabled: isAsked, refreshOn: ['paymentMethods', 'rates', 'invoices'] },
  );
  const answer = isAsked && data?.currency === currency ? data : undefined;
  const wrong = failure ?? (answer?.methodsAsOf === null ? answer.failure : undefined);
  return (
    <Paper withBorder component="section" aria-label="What you receive">
      <FailureNotice failure={wrong} onRetry={refresh} />
      {answer === undefined || answer.methods.length === 0 ? (
        <Text p="md" c="dimmed">
          {isAsked
            ? unknownWords(answer)
            : 'Type an amount and a currency to see what the customer pays and what you receive.'}
        </Text>
      ) : (
        <Estimates answer={answer} />
      )}
    </Paper>
  );
}

function unknownWords(answer: Answer | undefined): string {
  if (answer === undefined) return 'Reckoning…';
  if (answer.methodsAsOf === null)
    return 'The payment methods are not known yet, so limits and fees cannot be checked here.';
  return 'No payment method of your business takes this currency.';
}

function Estimates({ answer }: { readonly answer: Answer }) {
  const { currency, methods, range, settled } = answer;
  const within = methods.flatMap(({ estimate }) => (estimate?.standing === 'within' ? [estimate] : []));
  return (
    <>
      <Group grow px="md" py="sm" align="start">
        <Range label="Customer pays" values={within.map(({ customerPays }) => customerPays)} unit={currency} />
        <Range label="You receive about" values={within.map(({ usdt }) => usdt?.receive ?? null)} unit="USDT" />
      </Group>
      <MethodEstimates answer={answer} />
      <Text px="md" py="xs" fz="xs" c="dimmed">
        {range === null ? (
          'No rate is known for this currency, so what you receive is not. '
        ) : (
          <>
            An estimate, at {groupedAmount(range.rate)} {plainText(currency)} for 1 USDT,{' '}
            {settled === undefined ? (
              'a market price'
            ) : (
              <>
                last paid <InstantText value={settled.latestAt} />
              </>
            )}
            .{' '}
          </>
        )}
        The customer chooses the method; the rate is set when they pay.{' '}
        <Link inline to={screenPath('calculator')}>
          Calculator
        </Link>
      </Text>
    </>
  );
}

function Range(props: { readonly label: string; readonly values: readonly (string | null)[]; readonly unit: string }) {
  const { label, values, unit } = props;
  const known = values.filter((value) => value !== null).toSorted(compareMoney);
  const [least, most] = [known[0], known.at(-1)];
  return (
    <div>
      <Text fz="xs" c="dimmed">
        {label}, {plainText(unit)}
      </Text>
      <Title order={3} fz="xl" lh="28px" className="mc-num">
        <MoneyText value={least ?? null} unit={unit} />
        {least === most || most === undefined ? null : (
          <>
            {' '}
            <Text span fz="xs" c="dimmed">
              to
            </Text>{' '}
            <MoneyText value={most} unit={unit} />
          </>
        )}
      </Title>
    </div>
  );
}
