/** Withdrawals that wait, and the latest that have an end, on Home. */
import type { ReactNode } from 'react';
import { SETTLEMENT_TOKEN } from '../../../domain/invoice.ts';
import { screenPath } from '../../../domain/screens.ts';
import { useCall } from '../../bridge/index.ts';
import {
  AgeText,
  EmptyState,
  GroupedTable,
  hashHref,
  MoneyText,
  Panel,
  plainText,
  StatusBadge,
  withdrawalPath,
} from '../../ui/index.ts';
import { sum } from './figures.ts';

const ROWS = 5;
const KINDS = ['withdrawals'] as const;

/** The oldest that wait first, then the newest rejected ones. */
export function WithdrawalsCard(): ReactNode {
  const pending = useCall(
    'withdrawals.page',
    { filter: { status: ['pending'] }, sort: [{ by: 'created_at', direction: 'asc' }], offset: 0, limit: ROWS },
    { refreshOn: KINDS },
  ).data;
  const others = useCall(
    'withdrawals.page',
    {
      filter: { status: ['rejected', 'approved'] },
      sort: [{ by: 'created_at', direction: 'desc' }],
      offset: 0,
      limit: ROWS,
    },
    { refreshOn: KINDS },
  ).data;
  const rows = [...(pending?.rows ?? []), ...(others?.rows ?? [])].slice(0, ROWS);
  return (
    <Panel
      title="Withdrawals"
      flush
      actions={
        <a className="mc-link" href={hashHref(screenPath('withdrawals'))}>
          All
        </a>
      }
    >
      {pending !== undefined && others !== undefined && rows.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No withdrawals yet" />
      ) : (
        <GroupedTable label="Latest withdrawals">
          <thead>
            <tr>
              <th scope="col">State</th>
              <th scope="col">Requested</th>
              <th scope="col" data-end>
                Amount, {SETTLEMENT_TOKEN}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ uuid, status, created_at: createdAt, amount, token }) => (
              <tr key={uuid} data-first>
                <td>
                  <StatusBadge kind="withdrawal" status={status} />
                </td>
                <td>
                  <a className="mc-link" href={hashHref(withdrawalPath(uuid))}>
                    <AgeText since={createdAt} />
                  </a>
                </td>
                <td data-end>
                  <Amount amount={amount} token={token} />
                </td>
              </tr>
            ))}
          </tbody>
          {pending === undefined ? null : (
            <tfoot>
              {[...Map.groupBy(pending.totals, ({ token }) => token)].map(([token, parts]) => (
                <tr key={token}>
                  <th scope="row" colSpan={2}>
                    Pending, {parts.reduce((all, { count }) => all + count, 0).toLocaleString('en-GB')}
                  </th>
                  <td data-end>
                    <Amount amount={sum(parts.map(({ amount }) => amount))} token={token} />
                  </td>
                </tr>
              ))}
            </tfoot>
          )}
        </GroupedTable>
      )}
    </Panel>
  );
}

/** Its token stands beside it where it is not the one that everything is settled in, which the head names. */
function Amount({ amount, token }: { readonly amount: string; readonly token: string | null }): ReactNode {
  const own = token === SETTLEMENT_TOKEN ? {} : { currency: plainText((token ?? 'token not told').slice(0, 16)) };
  return <MoneyText value={amount} unit={token ?? SETTLEMENT_TOKEN} {...own} />;
}
