/**
 * The closed periods, the latest first, with what was locked and what has changed since; and the way to close the next one. Not here: one close
 * (closed-page.tsx), closing (closing-page.tsx).
 */
import { screenPath } from '../../../../domain/screens.ts';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  closedPeriodPath,
  closingPath,
  CopyText,
  countWords,
  EmptyState,
  GroupedTable,
  hashHref,
  InstantText,
  MoneyText,
  mostDecimals,
  PageFrame,
  PageTurn,
  Panel,
  periodWords,
  plainText,
  ReadState,
  restOfMonth,
  shortHash,
  ToneBadge,
  tokenWords,
  ZoneNote,
} from '../../../ui/index.ts';
import { AdjustmentsPanel } from './adjustments-panel.tsx';
import './periods.css';

type Answer = CallOutput<'periods.list'>;
type Row = Answer['rows'][number];

const PAGE = 24;

/** All closes of this business. */
export function PeriodsPage(): ReactNode {
  const [offset, setOffset] = useState(0);
  const read = useCall('periods.list', { offset, limit: PAGE }, { refreshOn: ['periods'] });
  const { data } = read;
  return (
    <PageFrame
      title="Closed periods"
      subtitle={
        <>
          <span aria-live="polite">{data === undefined ? null : countWords(data.total, 'period', 'periods')}</span>
          {data === undefined ? '' : ' closed. '}A closed figure never moves.
        </>
      }
      actions={
        <>
          <ZoneNote />
          {data === undefined ? null : <CloseNext answer={data} />}
        </>
      }
    >
      <ReadState read={read} unreadTitle="The closed periods could not be read">
        {(answer) =>
          answer.total === 0 ? (
            <EmptyState kind="nothing-yet" title="No period is closed yet">
              A close locks the statement of a period with a SHA-256, so that the same figures stand there a month
              later. The first one needs the opening balance; every later one begins where the one before ends.
            </EmptyState>
          ) : (
            <>
              <Panel flush>
                <Closes rows={answer.rows} isOld={read.isPrevious} />
                <PageTurn
                  offset={offset}
                  limit={PAGE}
                  shown={answer.rows.length}
                  total={answer.total}
                  noun="periods"
                  flush
                  onTurn={setOffset}
                />
              </Panel>
              <AdjustmentsPanel />
            </>
          )
        }
      </ReadState>
    </PageFrame>
  );
}

function CloseNext({ answer: { next } }: { readonly answer: Answer }): ReactNode {
  const period = next === null ? null : restOfMonth(next.from, next.timeZone);
  return (
    <Button
      component="a"
      href={hashHref(period === null ? screenPath('verification') : closingPath(period))}
      leftSection={<IconLock size={16} aria-hidden="true" />}
    >
      {period === null ? 'Close a period' : `Close ${periodWords(period)}`}
    </Button>
  );
}

function Closes({ rows, isOld }: { readonly rows: readonly Row[]; readonly isOld: boolean }): ReactNode {
  const room = mostDecimals(rows.flatMap(({ closings }) => closings.map(({ amount }) => amount)));
  return (
    <GroupedTable label="Closed periods" className={isOld ? 'mc-periods mc-periods-old' : 'mc-periods'}>
      <thead>
        <tr>
          <th scope="col">Period</th>
          <th scope="col" data-end>
            Closing
          </th>
          <th scope="col">Closed</th>
          <th scope="col">Changed since</th>
          <th scope="col">SHA-256</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CloseRow key={row.id} row={row} room={room} />
        ))}
      </tbody>
    </GroupedTable>
  );
}

function CloseRow({ row, room }: { readonly row: Row; readonly room: number }): ReactNode {
  const { id, period, closings, closedAt, closedBy, overrideReason, adjustments, sha256 } = row;
  return (
    <tr data-first>
      <th scope="row">
        <a className="mc-link" href={hashHref(closedPeriodPath(id))}>
          {periodWords(period)}
        </a>
        <span className="mc-periods-more">{period.timeZone}</span>
      </th>
      <td data-end>
        {closings.map(({ token, amount }) => (
          <div key={token ?? ''}>
            <MoneyText
              value={amount}
              decimals={amount === null ? 0 : room}
              currency={amount === null ? undefined : tokenWords(token)}
              missing={`no closing in ${tokenWords(token)}`}
            />
          </div>
        ))}
      </td>
      <td>
        <InstantText value={closedAt} />
        <span className="mc-periods-more">by {plainText(closedBy.slice(0, 60))}</span>
        {overrideReason === null ? null : (
          <ToneBadge tone="warn" title={plainText(overrideReason)}>
            with a reason
          </ToneBadge>
        )}
      </td>
      <td>
        {adjustments.length === 0 ? <span className="mc-periods-more">nothing</span> : null}
        {adjustments.map(({ token, count, amount }) => (
          <div key={token ?? ''}>
            <MoneyText value={amount} sign currency={tokenWords(token)} />
            <span className="mc-periods-more">{countWords(count, 'adjustment', 'adjustments')}</span>
          </div>
        ))}
      </td>
      <td className="mc-mono">
        <CopyText value={sha256} shown={shortHash(sha256)} label={`SHA-256 of ${periodWords(period)}`} />
      </td>
    </tr>
  );
}
