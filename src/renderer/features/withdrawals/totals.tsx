/** What the withdrawals of a filter come to, as rows below the list: those sent of each token, unfolded by network and status, which never mix. */
import { Group } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { MoneySum } from '../../../domain/kernel/money/money.ts';
import { cellText, MoneyText, moneyTotal, TotalFold, type TotalRow } from '../../ui/index.ts';
import { StatusBadge, statusWord } from '../../parts/index.ts';

type Total = CallOutput<'withdrawals.page'>['totals'][number];

/** Folded: a row a token. */
export function useTotalRows(totals: readonly Total[]): readonly TotalRow[] {
  const [isOpen, setOpen] = useState(false);
  return useMemo(() => {
    const tokens = [...new Set(totals.map(({ token }) => token))];
    const fold = () => setOpen((before) => !before);
    return [...(isOpen ? totals.map(partRow) : []), ...tokens.map((token) => tokenRow(totals, token, isOpen, fold))];
  }, [totals, isOpen]);
}

function partRow(total: Total): TotalRow {
  const { token, network, status, count } = total;
  return {
    id: JSON.stringify([token, network, status]),
    cells: {
      created_at: { shown: `${cellText(token, 12)} · ${cellText(network, 12)}` },
      status: {
        shown: (
          <StatusBadge
            kind="withdrawal"
            status={status}
            words={`${count.toLocaleString('en-GB')} ${statusWord('withdrawal', status).toLowerCase()}`}
          />
        ),
      },
      ...moneyCells(total, token),
    },
  };
}

/** Only what was sent has left: pending and returned stand beside it and are never added to it. */
function tokenRow(totals: readonly Total[], token: string | null, isOpen: boolean, fold: () => void): TotalRow {
  const own = totals.filter((total) => total.token === token);
  const sent = own.filter(({ status }) => status === 'approved');
  const [pending, returned] = ['pending', 'rejected'].map((status) => own.filter((total) => total.status === status));
  const networks = new Set(own.map(({ network }) => network)).size;
  const count = sent.reduce((sum, one) => sum + one.count, 0);
  return {
    id: token ?? 'no token',
    cells: {
      created_at: { shown: <TotalFold label={cellText(token, 12)} isOpen={isOpen} onToggle={fold} /> },
      status: { shown: `${count.toLocaleString('en-GB')} sent` },
      ...moneyCells(
        {
          amount: sumOf(sent, 'amount'),
          networkCommission: sumOf(sent, 'networkCommission'),
          amountToSend: sumOf(sent, 'amountToSend'),
        },
        token,
      ),
      network: {
        shown: <span className="mc-total-soft">{`${networks} ${networks === 1 ? 'network' : 'networks'}`}</span>,
      },
      address: {
        shown: (
          <Group gap={12} wrap="nowrap">
            {beside('pending', pending ?? [], token)}
            {beside('returned', returned ?? [], token)}
          </Group>
        ),
      },
    },
  };
}

function beside(word: string, totals: readonly Total[], token: string | null): ReactNode {
  if (totals.length === 0) return null;
  return (
    <span>
      <span className="mc-total-soft">{word}</span>{' '}
      <MoneyText value={sumOf(totals, 'amount')} unit={token ?? 'token'} />
    </span>
  );
}

type Sums = Pick<Total, 'amount' | 'networkCommission' | 'amountToSend'>;

function moneyCells(sums: Sums, token: string | null): TotalRow['cells'] {
  const cell = (value: string) => moneyTotal(value, token ?? 'token');
  return {
    amount: moneyTotal(sums.amount, token ?? 'token', token ?? '—'),
    network_commission: cell(sums.networkCommission),
    amount_to_send: cell(sums.amountToSend),
  };
}

function sumOf(totals: readonly Total[], field: keyof Sums): string {
  const sum = new MoneySum();
  for (const total of totals) sum.add(total[field]);
  return sum.total();
}
