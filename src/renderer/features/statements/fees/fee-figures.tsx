// What a month's paid invoices were worth, what of it was kept as a fee (always an estimate), and what was received;
// then the same by method, by day and by currency.
import { Box, Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { addMoney, compareMoney, MoneySum, percentOf, subtractMoney } from '../../../../domain/kernel/money/money.ts';
import { type Period, periodDays } from '../../../../domain/period/period.ts';
import { CREDIT_TOKEN } from '../../../../domain/period/statement.ts';
import type { DayFee, MethodFee, NetworkFee } from '../../../../domain/reconcile/fee-totals.ts';
import { cellText, countWords, grouped, MoneyText, Panel, Table } from '../../../ui/index.ts';
import { DayRates } from '../../../parts/index.ts';

type FeeTotal = CallOutput<'reconciliation.feeTotals'>['currencies'][number];

type Sums = Pick<FeeTotal, 'count' | 'grossUsdt' | 'netUsdt'>;

/** Every currency in one: gross and net in USDT, and what lies between them. Pure. */
export function feeSum(totals: readonly Sums[]) {
  const sum = (pick: (one: Sums) => string): string => totals.reduce((all, one) => addMoney(all, pick(one)), '0');
  const [gross, net] = [sum(({ grossUsdt }) => grossUsdt), sum(({ netUsdt }) => netUsdt)];
  return { gross, net, fee: subtractMoney(gross, net), count: totals.reduce((all, one) => all + one.count, 0) };
}

/** The fee as a percentage of the gross, two decimals; null of nothing. Pure. */
export function feePercent(fee: string, gross: string): string | null {
  const percent = percentOf(fee, gross, 2);
  return percent === null ? null : `${percent} %`;
}

type Fees = CallOutput<'reconciliation.feeTotals'>;

/** What the networks took, token by token, that of credits first. Pure. */
export function networkSums(networks: readonly NetworkFee[]) {
  const tokens = [...Map.groupBy(networks, ({ token }) => token ?? '')].map(([token, rows]) => {
    const sum = new MoneySum();
    for (const { fee } of rows) sum.add(fee);
    return { token, fee: sum.total(), count: countOf(rows, 'count'), missing: countOf(rows, 'missing') };
  });
  return tokens.toSorted((a, b) => Number(b.token === CREDIT_TOKEN) - Number(a.token === CREDIT_TOKEN));
}

const countOf = (rows: readonly NetworkFee[], name: 'count' | 'missing') =>
  rows.reduce((all, row) => all + row[name], 0);

interface Figure {
  readonly title: string;
  readonly amount: string;
  readonly token?: string;
  /** Of the gross. */
  readonly percent?: string | null;
  readonly note: string;
}

function figuresOf({ currencies, methods, networks }: Fees): readonly Figure[] {
  const customer = methods.reduce((all, { customerFeeUsdt }) => addMoney(all, customerFeeUsdt), '0');
  const { gross, net, fee, count } = feeSum(currencies);
  const [first = { token: CREDIT_TOKEN, fee: '0' }, ...others] = networkSums(networks);
  const missing = countOf(networks, 'missing');
  const rest = [
    ...others.flatMap((one) =>
      one.missing === one.count ? [] : `, ${one.fee} ${cellText(one.token || 'of no token', 16)}`,
    ),
    missing === 0 ? '' : `, ${grouped(missing)} without`,
  ];
  return [
    { title: 'Gross', amount: gross, note: countWords(count, 'paid invoice', 'paid invoices') },
    { title: 'Customer fee', amount: customer, percent: feePercent(customer, gross), note: 'paid on top' },
    { title: 'Estimated fee', amount: fee, percent: feePercent(fee, gross), note: 'of gross' },
    { title: 'Net', amount: net, note: 'gross less estimated fee' },
    {
      title: 'Network fees',
      amount: first.fee,
      token: first.token,
      note: `of ${countWords(countOf(networks, 'count'), 'withdrawal', 'withdrawals')}${rest.join('')}`,
    },
  ];
}

/** Five figures, each beside that of the month before. */
export function FeeFigures({ of, before }: { readonly of: Fees; readonly before: Fees | undefined }): ReactNode {
  const earlier = before === undefined ? [] : figuresOf(before);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm">
      {figuresOf(of).map(({ title, amount, token = CREDIT_TOKEN, percent, note }, at) => {
        const then = earlier[at];
        return (
          <Paper key={title} withBorder px="md" py="sm" radius="md">
            <Text size="xs" fw={500} c="dimmed">
              {title}
            </Text>
            <Text fz={20} lh="28px" fw={600} component="div">
              <MoneyText value={amount} unit={token} onPaper />{' '}
              <Text span size="xs" c="dimmed">
                {cellText(token, 16)}
              </Text>
            </Text>
            <Text size="xs" c="dimmed">
              {percent === undefined ? '' : <b>{percent ?? '—'} </b>}
              {note}
            </Text>
            {then === undefined || (then.token ?? CREDIT_TOKEN) !== token ? null : (
              <Text size="xs" c="dimmed">
                from <MoneyText value={then.amount} unit={token} onPaper />
                {then.percent === undefined ? '' : `, ${then.percent ?? '—'}`}
              </Text>
            )}
          </Paper>
        );
      })}
    </SimpleGrid>
  );
}

/** The sums of each method, the largest fee first. */
export function FeeByMethod({ methods }: { readonly methods: readonly MethodFee[] }): ReactNode {
  const rows = methods
    .filter(({ count }) => count > 0)
    .map((one) => ({ ...one, fee: subtractMoney(one.grossUsdt, one.netUsdt) }))
    .toSorted((a, b) => compareMoney(b.fee, a.fee));
  const { gross, fee, net } = feeSum(rows);
  const usdt = (value: string): ReactNode => <MoneyText value={value} unit={CREDIT_TOKEN} onPaper />;
  const currency = (row: MethodFee): string => cellText(row.currency, 16);
  return (
    <Panel flush title="By method" note="estimated from net and your fee; gross and customer fee in the currency">
      <Table
        label="Fees by method"
        isDense
        rows={rows}
        keyOf={({ method, currency: code }) => JSON.stringify([method, code])}
        total={`Total, ${CREDIT_TOKEN}`}
        columns={({ cell, count, money }) => [
          cell('Method', (row) => cellText(row.method ?? 'not named', 40), { miw: 120 }),
          count('Paid', (row) => row.count, { sum: true }),
          money('Gross', ({ paid }) => paid, { unit: currency, currency, sum: () => usdt(gross) }),
          money('Customer fee', ({ customerFee }) => customerFee, {
            unit: currency,
            hint: 'Paid on top by customers who paid what was ordered; of an adjusted payment nobody tells it',
            sum: () => usdt(rows.reduce((all, { customerFeeUsdt }) => addMoney(all, customerFeeUsdt), '0')),
          }),
          money('Est. fee', (row) => row.fee, { unit: CREDIT_TOKEN, sum: true }),
          cell('Rate', (row) => feePercent(row.fee, row.grossUsdt) ?? '—', {
            isFigure: true,
            foot: feePercent(fee, gross) ?? '—',
          }),
          money(`Net (${CREDIT_TOKEN})`, ({ netUsdt }) => netUsdt, { unit: CREDIT_TOKEN, sum: () => usdt(net) }),
        ]}
      />
    </Panel>
  );
}

/** Days on which something was paid, all currencies of each in one, the first one first. Pure. */
export function feeDays(days: readonly DayFee[]) {
  return [...Map.groupBy(days, ({ day }) => day)].map(([day, rows]) => {
    const sums = feeSum(rows);
    return { day, ...sums, percent: feePercent(sums.fee, sums.gross) };
  });
}

interface DaysProps {
  readonly of: Pick<Fees, 'days' | 'networks'>;
  readonly period: Period;
}

/** The rate of each day as a picture, and its sums. */
export function FeeByDay({ of: { days, networks }, period }: DaysProps): ReactNode {
  const known = new Map(feeDays(days).map((row) => [row.day, row]));
  const all = periodDays(period).map(({ day }) => ({
    ...NO_FEES,
    ...known.get(day),
    day,
    networks: networkSums(networks.filter((one) => one.day === day)),
  }));
  const rows = all.filter((row) => row.count > 0 || row.networks.length > 0);
  const unit = CREDIT_TOKEN;
  const { fee, gross } = feeSum(days);
  const whole = feePercent(fee, gross);
  return (
    <Panel flush title="Rate by day" note={`estimated fee of gross, ${whole ?? '—'} in all`}>
      <Box px="md" pb="xs">
        <DayRates
          height={136}
          days={all.map(({ day, percent }) => ({ day, percent: percent?.replace(' %', '') ?? null }))}
          whole={whole?.replace(' %', '') ?? null}
        />
      </Box>
      <Table
        label="Fees by day"
        rows={rows}
        keyOf={({ day }) => day}
        mah={320}
        total={countWords(rows.length, 'day', 'days')}
        columns={({ cell, count, money }) => [
          cell('Day', ({ day }) => day, { miw: 116 }),
          count('Paid', (row) => row.count, { sum: true }),
          money('Gross (USDT)', (row) => row.gross, { unit, sum: true }),
          money('Est. fee', (row) => row.fee, { unit, sum: true }),
          cell('Rate', ({ percent }) => percent ?? '—', { isFigure: true, foot: whole ?? '—' }),
          money('Net (USDT)', (row) => row.net, { unit, sum: true }),
          cell('Network fees', (row) => networkLines(row.networks), {
            isFigure: true,
            foot: networkLines(networkSums(networks)),
          }),
        ]}
      />
    </Panel>
  );
}

const NO_FEES = { ...feeSum([]), percent: null };

function networkLines(of: ReturnType<typeof networkSums>): ReactNode {
  if (of.length === 0) return '—';
  return of.map(({ token, fee, count, missing }) => {
    const unit = cellText(token || 'no token', 16);
    return (
      <div key={token} title={missing === 0 ? undefined : `Of ${missing} of ${count} withdrawals the API tells none`}>
        {missing === count ? <>{unit} not told</> : <MoneyText value={fee} unit={token} currency={unit} onPaper />}
      </div>
    );
  });
}

/** The same of each currency, the largest fee first. */
export function FeeByCurrency({ totals }: { readonly totals: readonly FeeTotal[] }): ReactNode {
  const rows = totals
    .filter(({ count }) => count > 0)
    .map((one) => ({ ...one, fee: subtractMoney(one.grossUsdt, one.netUsdt) }))
    .toSorted((a, b) => compareMoney(b.fee, a.fee));
  const uncounted = totals.reduce((all, one) => all + one.uncounted, 0);
  return (
    <Panel flush title="Estimated fee by currency">
      <Table
        label="Estimated fee by currency"
        rows={rows}
        keyOf={({ currency }) => currency}
        columns={({ cell, money }) => [
          cell('Currency', ({ currency }) => cellText(currency, 16)),
          money('Fee (USDT)', ({ fee }) => fee, { unit: CREDIT_TOKEN, sum: true }),
          cell('Of gross', ({ fee, grossUsdt }) => feePercent(fee, grossUsdt) ?? '—', { isFigure: true }),
        ]}
      />
      {uncounted > 0 ? (
        <Text size="xs" c="dimmed" px="md" pb="xs">
          Without a rate or a net amount, and so not in it: {grouped(uncounted)}
        </Text>
      ) : null}
    </Panel>
  );
}
