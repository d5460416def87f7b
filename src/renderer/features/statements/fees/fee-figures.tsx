// What a month's paid invoices were worth, what of it was kept as a fee (always an estimate), and what was received;
// then the same by method, by day and by currency.
import { Box, Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { addMoney, compareMoney, percentOf, subtractMoney } from '../../../../domain/kernel/money/money.ts';
import { CREDIT_TOKEN } from '../../../../domain/period/statement.ts';
import type { DayFee, MethodFee } from '../../../../domain/reconcile/fee-totals.ts';
import { cellText, countWords, grouped, MoneyText, Panel, Table, Under } from '../../../ui/index.ts';
import { Sparkline } from '../../../parts/index.ts';

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

/** Four figures. */
export function FeeFigures({ of }: { readonly of: CallOutput<'reconciliation.feeTotals'> }): ReactNode {
  const { currencies: totals, methods } = of;
  const customer = methods.reduce((all, { customerFeeUsdt }) => addMoney(all, customerFeeUsdt), '0');
  const { gross, net, fee, count } = feeSum(totals);
  const figures = [
    ['Gross', gross, countWords(count, 'paid invoice', 'paid invoices')],
    ['Customer fee', customer, `paid on top, ${feePercent(customer, gross) ?? '—'}`],
    ['Estimated fee', fee, `${feePercent(fee, gross) ?? '—'} of gross`],
    ['Net', net, 'gross less estimated fee'],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      {figures.map(([title, amount, note]) => (
        <Paper key={title} withBorder p="md" radius="md">
          <Text size="xs" fw={500} c="dimmed">
            {title}
          </Text>
          <Text size="xl" fw={600} component="div">
            <MoneyText value={amount} unit={CREDIT_TOKEN} currency={CREDIT_TOKEN} onPaper />
          </Text>
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        </Paper>
      ))}
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
        rows={rows}
        keyOf={({ method, currency: code }) => JSON.stringify([method, code])}
        total={`Total, ${CREDIT_TOKEN}`}
        columns={({ cell, count, money }) => [
          cell('Method', (row) => (
            <>
              {cellText(row.method ?? 'not named', 40)}
              <Under>{currency(row)}</Under>
            </>
          )),
          count('Paid', (row) => row.count, { sum: true }),
          money('Gross', ({ paid }) => paid, { unit: currency, sum: () => usdt(gross) }),
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

/** The rate of each day as a picture, and its sums. */
export function FeeByDay({ days }: { readonly days: readonly DayFee[] }): ReactNode {
  const rows = feeDays(days);
  const unit = CREDIT_TOKEN;
  const { fee, gross } = feeSum(days);
  const whole = feePercent(fee, gross);
  return (
    <Panel flush title="Rate by day" note={`estimated fee of gross, ${whole ?? '—'} in all`}>
      <Box px="md" pb="xs">
        <Sparkline marks="points" height={72} amounts={rows.map(({ percent }) => percent?.replace(' %', '') ?? null)} />
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
        ]}
      />
    </Panel>
  );
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
