/** What the withdrawals of a filter come to, as rows below the list: those sent of each token, unfolded by network and status, which never mix. */
import { useMemo, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { sumMoney } from '../../../domain/kernel/money/money.ts';
import { cellText, grouped, moneyTotal, TotalFold, type TotalRow } from '../../ui/index.ts';
import { StatusBadge, statusWord } from '../../parts/index.ts';

type Total = CallOutput<'withdrawals.page'>['totals'][number];

/** Folded: of each token what was sent, and below it what is pending and what was returned, which are never added to it. */
export function useTotalRows(totals: readonly Total[]): readonly TotalRow[] {
  const [isOpen, setOpen] = useState(false);
  return useMemo(() => {
    const tokens = [...new Set(totals.map(({ token }) => token))];
    const fold = () => setOpen((before) => !before);
    const rows = tokens.flatMap((token) => tokenRows(totals, token, isOpen, fold));
    return [...(isOpen ? totals.map(partRow) : []), ...rows];
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
            words={`${grouped(count)} ${statusWord('withdrawal', status).toLowerCase()}`}
          />
        ),
      },
      ...moneyCells(total, token),
    },
  };
}

function tokenRows(
  totals: readonly Total[],
  token: string | null,
  isOpen: boolean,
  fold: () => void,
): readonly TotalRow[] {
  const own = totals.filter((total) => total.token === token);
  const networks = new Set(own.map(({ network }) => network)).size;
  const name = token ?? 'no token';
  const sent = standingRow(name, own, token, ['approved', 'sent']);
  const head: TotalRow = {
    ...sent,
    cells: {
      ...sent.cells,
      created_at: { shown: <TotalFold label={cellText(token, 12)} isOpen={isOpen} onToggle={fold} /> },
      network: {
        shown: <span className="mc-total-soft">{`${networks} ${networks === 1 ? 'network' : 'networks'}`}</span>,
      },
    },
  };
  const beside = ([status, word]: readonly [string, string]): readonly TotalRow[] =>
    own.some((total) => total.status === status) ? [standingRow(`${name} ${word}`, own, token, [status, word])] : [];
  return [head, ...beside(['pending', 'pending']), ...beside(['rejected', 'returned'])];
}

/** How many of a token stand so, with their sums. */
function standingRow(
  id: string,
  totals: readonly Total[],
  token: string | null,
  [status, word]: readonly [string, string],
): TotalRow {
  const own = totals.filter((total) => total.status === status);
  const count = own.reduce((sum, one) => sum + one.count, 0);
  const words = `${grouped(count)} ${word}`;
  return {
    id,
    cells: {
      status: { shown: status === 'approved' ? words : <span className="mc-total-soft">{words}</span> },
      ...moneyCells(
        {
          amount: sumOf(own, 'amount'),
          networkCommission: sumOf(own, 'networkCommission'),
          amountToSend: sumOf(own, 'amountToSend'),
        },
        token,
      ),
    },
  };
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
  return sumMoney(totals.map((total) => total[field]));
}
