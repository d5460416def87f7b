// What a month's paid invoices were worth, what of it was kept as a fee (always an estimate), and what was received;
// then the same by currency.
import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import {
  addMoney,
  divideMoney,
  multiplyMoney,
  roundMoney,
  subtractMoney,
} from '../../../../domain/kernel/money/money.ts';
import { CREDIT_TOKEN } from '../../../../domain/period/statement.ts';
import { cellText, countWords, MoneyText, Panel, Table } from '../../../ui/index.ts';

type FeeTotal = CallOutput<'reconciliation.feeTotals'>['currencies'][number];

/** Every currency in one: gross and net in USDT, and what lies between them. Pure. */
export function feeSum(totals: readonly FeeTotal[]) {
  const sum = (pick: (one: FeeTotal) => string): string => totals.reduce((all, one) => addMoney(all, pick(one)), '0');
  const [gross, net] = [sum(({ grossUsdt }) => grossUsdt), sum(({ netUsdt }) => netUsdt)];
  return { gross, net, fee: subtractMoney(gross, net), count: totals.reduce((all, one) => all + one.count, 0) };
}

/** The fee as a percentage of the gross, two decimals; null of nothing. Pure. */
export function feePercent(fee: string, gross: string): string | null {
  const share = divideMoney(fee, gross, 6, 'half-even');
  return share === null ? null : `${roundMoney(multiplyMoney(share, '100'), 2, 'half-even')} %`;
}

/** Three figures. */
export function FeeFigures({ totals }: { readonly totals: readonly FeeTotal[] }): ReactNode {
  const { gross, net, fee, count } = feeSum(totals);
  const figures = [
    ['Gross', gross, countWords(count, 'paid invoice', 'paid invoices')],
    ['Estimated fee', fee, `${feePercent(fee, gross) ?? '—'} of gross`],
    ['Net', net, 'gross less estimated fee'],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
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

/** The same of each currency, the largest fee first. */
export function FeeByCurrency({ totals }: { readonly totals: readonly FeeTotal[] }): ReactNode {
  const unit = (): string => CREDIT_TOKEN;
  const rows = totals.filter(({ count }) => count > 0);
  return (
    <Panel flush title="Estimated fee by currency">
      <Table
        label="Estimated fee by currency"
        rows={rows}
        keyOf={({ currency }) => currency}
        columns={({ cell, money }) => [
          cell('Currency', ({ currency }) => cellText(currency, 16)),
          money('Fee (USDT)', ({ grossUsdt, netUsdt }) => subtractMoney(grossUsdt, netUsdt), { unit, sum: true }),
          cell(
            'Of gross',
            ({ grossUsdt, netUsdt }) => feePercent(subtractMoney(grossUsdt, netUsdt), grossUsdt) ?? '—',
            { isFigure: true },
          ),
        ]}
      />
      {totals.some(({ uncounted }) => uncounted > 0) ? (
        <Group px="md" pb="xs">
          <Text size="xs" c="dimmed">
            Without a rate or a net amount, and so not in it:{' '}
            {totals.reduce((all, { uncounted }) => all + uncounted, 0).toLocaleString('en-GB')}
          </Text>
        </Group>
      ) : null}
    </Panel>
  );
}
