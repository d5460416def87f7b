// The rows behind one line of a statement, all of them, each opening its record. Of a closed period these are the rows
// that were locked.
import { Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Period } from '../../../../domain/period.ts';
import {
  isCreditLine,
  type Statement,
  type StatementLineKind,
  type StatementRow,
} from '../../../../domain/statement.ts';
import { useBridge, useCall, useMirrorRevision, useProfile } from '../../../bridge/index.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import {
  cellText,
  DataGrid,
  EmptyState,
  type GridColumn,
  hashHref,
  InstantText,
  invoicePath,
  LINE_WORDS,
  lineIn,
  MoneyText,
  navigateTo,
  Note,
  PageFrame,
  PaperLocked,
  periodWords,
  rowsWords,
  statementPath,
  StatusBadge,
  tokenWords,
  UiProvider,
  usePeriod,
  useRouteFilters,
  useUi,
  withdrawalPath,
} from '../../../ui/index.ts';
import { useCloseOf } from './use-closed.ts';
import { lineOf } from './words.ts';

const KINDS = ['invoices', 'withdrawals'] as const;

/** The rows of the line that the address names. */
export function StatementRowsPage(): ReactNode {
  const route = useRouteFilters();
  const ui = useUi();
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
    <UiProvider environment={{ ...ui, timeZone: period.timeZone }}>
      <Rows period={period} token={token} line={line} />
    </UiProvider>
  );
}

function Back({ period }: { readonly period: Period }): ReactNode {
  return (
    <a className="mc-link" href={hashHref(statementPath(period))}>
      Statement, {periodWords(period)}
    </a>
  );
}

interface RowsProps {
  readonly period: Period;
  readonly token: string | null;
  readonly line: StatementLineKind;
}

/** What the pages say of themselves; null before the first. */
interface Answered {
  readonly source: 'locked' | 'mirror' | null;
  readonly keepsSplits: boolean;
}

function Rows({ period, token, line }: RowsProps): ReactNode {
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
      <Group gap="md" px="md" py={6} aria-live="polite">
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
          columns={columnsOf(line, keepsSplits)}
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
          onOpen={(row) => navigateTo(row.list === 'invoices' ? invoicePath(row.uuid) : withdrawalPath(row.uuid))}
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

type Column = GridColumn<StatementRow, never>;

const LABEL: Column = {
  key: 'label',
  title: 'External id',
  width: 200,
  flex: 1,
  pinned: 'left',
  render: (row) => <span className="mc-cell-key">{cellText(row.label ?? row.uuid)}</span>,
  text: (row) => row.label ?? row.uuid,
};
const AMOUNT: Column = {
  key: 'amount',
  title: 'Amount',
  align: 'end',
  width: 200,
  render: (row) => <MoneyText value={row.amount} />,
  text: (row) => row.amount,
};
const CREATED: Column = {
  key: 'createdAt',
  title: 'Created',
  width: 180,
  render: (row) => <InstantText value={row.createdAt} />,
};
const ENDED: Column = {
  key: 'endedAt',
  title: 'Finished',
  width: 180,
  render: (row) => <InstantText value={row.endedAt} />,
};
const AS_OF: Column = {
  key: 'asOf',
  title: 'Read',
  hint: 'When the API said so',
  width: 180,
  render: (row) => <InstantText value={row.asOf} />,
};

function status(kind: 'invoice' | 'withdrawal'): Column {
  return {
    key: 'status',
    title: 'Status',
    width: 124,
    render: (row) => <StatusBadge kind={kind} status={row.status} isMissing={row.missingSince !== null} />,
  };
}

function told(key: 'balanceType' | 'actor', title: string): Column {
  return {
    key,
    title,
    width: 128,
    render: (row) => (row[key] === null ? 'not told' : cellText(row[key])),
    text: (row) => row[key],
  };
}

const OF_INVOICES: readonly Column[] = [
  LABEL,
  status('invoice'),
  { ...AMOUNT, title: 'Net (USDT)', hint: 'settled_amount_usdt' },
  { key: 'currency', title: 'Currency', width: 96, render: (row) => cellText(row.currency) },
  ENDED,
  CREATED,
  AS_OF,
];

const OF_WITHDRAWALS: readonly Column[] = [
  { ...LABEL, title: 'Address', width: 280 },
  status('withdrawal'),
  { ...AMOUNT, hint: 'The network fee is inside it' },
  told('balanceType', 'Balance type'),
  told('actor', 'Actor'),
  { ...ENDED, title: 'Processed' },
  { ...CREATED, title: 'Requested' },
  AS_OF,
];

const SPLIT: ReadonlySet<string> = new Set(['balanceType', 'actor']);

/** Those of the line's records; of those that an older close has locked, without what it does not keep. */
function columnsOf(line: StatementLineKind, keepsSplits: boolean): readonly Column[] {
  if (isCreditLine(line)) return OF_INVOICES;
  return !keepsSplits ? OF_WITHDRAWALS.filter(({ key }) => !SPLIT.has(key)) : OF_WITHDRAWALS;
}
