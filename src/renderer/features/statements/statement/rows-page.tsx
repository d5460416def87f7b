// The rows behind one line of a statement, all of them, each opening its record. Of a closed period these are the rows that were locked.
import { Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Period } from '../../../../domain/period/period.ts';
import {
  isCreditLine,
  type Statement,
  type StatementLineKind,
  type StatementRow,
} from '../../../../domain/period/statement.ts';
import { LINE_WORDS } from '../../../../domain/period/line-words.ts';
import { useBridge, useCall, useMirrorRevision, useProfile } from '../../../bridge/index.ts';
import {
  DataGrid,
  EmptyState,
  gridColumns,
  Link,
  MoneyText,
  navigateTo,
  Note,
  PageFrame,
  recordPath,
  useRouteFilters,
  InZone,
} from '../../../ui/index.ts';
import {
  ExportMenu,
  lineIn,
  PaperLocked,
  periodWords,
  rowsWords,
  statementPath,
  StatusBadge,
  statusWord,
  tokenWords,
  usePeriod,
} from '../../../parts/index.ts';
import { lineOf, useCloseOf } from './words.ts';

const KINDS = ['invoices', 'withdrawals'] as const;

/** The rows of the line that the address names. */
export function StatementRowsPage() {
  const route = useRouteFilters();
  const period = usePeriod();
  const line = lineIn(route);
  const token = route.text('token') ?? null;
  if (line === null) {
    return (
      <PageFrame title="Rows of a statement" back={<Back period={period} />}>
        <EmptyState kind="nothing-matches" title="This address names no line of a statement" />
      </PageFrame>
    );
  }
  return (
    <InZone timeZone={period.timeZone}>
      <Rows period={period} token={token} line={line} />
    </InZone>
  );
}

function Back({ period }: { readonly period: Period }) {
  return <Link to={statementPath(period)}>Statement, {periodWords(period)}</Link>;
}

interface RowsProps {
  readonly period: Period;
  readonly token: string | null;
  readonly line: StatementLineKind;
}

interface Answered {
  readonly source: 'locked' | 'mirror' | null;
  readonly keepsSplits: boolean;
}

function Rows({ period, token, line }: RowsProps) {
  const bridge = useBridge();
  const profile = useProfile().id;
  const revision = useMirrorRevision(KINDS);
  const [counted, setCounted] = useState<number | null>(null);
  const [{ source, keepsSplits }, setAnswer] = useState<Answered>({ source: null, keepsSplits: true });
  const statement = useCall('reconciliation.statement', { period }, { refreshOn: KINDS });
  const figure = statement.isPrevious ? null : figureOf(statement.data?.statement, token, line);
  const isLocked = (statement.data?.closeId ?? null) !== null;
  const close = useCloseOf(period, source === 'locked');
  const { title, note } = LINE_WORDS[line];
  const columns = useMemo(() => columnsOf(line, keepsSplits), [line, keepsSplits]);
  return (
    <PageFrame
      title={title}
      fill
      back={<Back period={period} />}
      actions={
        <ExportMenu count={counted} rows={(file) => ({ kind: 'statement-rows', period, token, line, ...file })} />
      }
      subtitle={`${note}. ${tokenWords(token)}, ${periodWords(period)}, whole days of ${period.timeZone}`}
    >
      {source === 'locked' ? <PaperLocked document={close?.document ?? null} /> : null}
      <Group px="md" py={6} aria-live="polite">
        <span className="mc-num">{counted === null ? 'Counting…' : rowsWords({ kind: line, count: counted })}</span>
        {figure === null || line === 'credits-without-amount' ? null : (
          <span>
            {isLocked ? 'Locked: ' : 'Total: '}
            <MoneyText value={figure.amount} currency={token === null ? undefined : tokenWords(token)} />
          </span>
        )}
        {source === 'locked' ? (
          <Note>
            As they were locked. A row opens its record as it is now; what has changed since stands in its verification.
            {keepsSplits || isCreditLine(line) ? '' : ' This older close keeps no balance type and no actor.'}
          </Note>
        ) : null}
      </Group>
      {profile === null ? null : (
        <DataGrid<StatementRow, never>
          label={title}
          columns={columns}
          load={async (offset, limit) => {
            const page = await bridge.call(
              'reconciliation.statementRows',
              { period, token, line, offset, limit },
              { profile },
            );
            if (page.ok) setAnswer({ source: page.value.source, keepsSplits: page.value.keepsSplits });
            return page.ok ? page.value : page.failure;
          }}
          rowId={({ uuid }) => uuid}
          queryKey={JSON.stringify([profile, period, token, line])}
          revision={revision}
          onTotal={setCounted}
          onOpen={(row) => navigateTo(recordPath(row.list, row.uuid))}
          empty={
            <EmptyState kind="nothing-matches" title="No rows in this line">
              {source === 'locked' ? 'None was locked here.' : 'Nothing in the mirror belongs here.'}
            </EmptyState>
          }
        />
      )}
    </PageFrame>
  );
}

function figureOf(statement: Statement | undefined, token: string | null, line: StatementLineKind) {
  const account = statement?.tokens.find((one) => one.token === token);
  return account === undefined ? null : lineOf(account, line);
}

/** Those of the line's records; of those that an older close has locked, without what it does not keep. */
function columnsOf(line: StatementLineKind, keepsSplits: boolean) {
  const isCredit = isCreditLine(line);
  const kind = isCredit ? 'invoice' : 'withdrawal';
  return gridColumns<StatementRow>(({ cell, name, text, moment }) => [
    name('label', isCredit ? 'External id' : 'Address', (row) => row.label ?? row.uuid, {
      width: isCredit ? 200 : 280,
      flex: 1,
      pinned: 'left',
    }),
    cell(
      'status',
      'Status',
      ({ status, missingSince }) => <StatusBadge kind={kind} status={status} isMissing={missingSince !== null} />,
      { text: ({ status }) => statusWord(kind, status) },
    ),
    cell('amount', isCredit ? 'Net (USDT)' : 'Amount', (row) => <MoneyText value={row.amount} />, {
      hint: isCredit ? 'settled_amount_usdt' : 'The network fee is inside it',
      align: 'end',
      width: 200,
      text: (row) => row.amount,
    }),
    ...(isCredit ? [text('currency', 'Currency', (row) => row.currency, { width: 96 })] : []),
    ...(isCredit || !keepsSplits
      ? []
      : [
          text('balanceType', 'Balance type', (row) => row.balanceType ?? 'not told', { width: 128 }),
          text('actor', 'Actor', (row) => row.actor ?? 'not told', { width: 128 }),
        ]),
    moment('endedAt', isCredit ? 'Finished' : 'Processed', (row) => row.endedAt),
    moment('createdAt', isCredit ? 'Created' : 'Requested', (row) => row.createdAt),
    moment('asOf', 'Read', (row) => row.asOf, { hint: 'When the API said so' }),
  ]);
}
