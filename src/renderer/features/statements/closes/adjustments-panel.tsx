// What has changed in closed periods since they were closed: by how much, before and after, and when it was seen first.
import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { AdjustmentFilter, PriorPeriodAdjustment } from '../../../../domain/period/close.ts';
import { useCall, useMirrorNow } from '../../../bridge/index.ts';
import {
  cellText,
  countWords,
  InstantText,
  Link,
  MoneyText,
  Note,
  Panel,
  ReadState,
  recordPath,
  Table,
  Under,
  useEvery,
} from '../../../ui/index.ts';
import { ExportMenu, closedPeriodPath, EvidenceChange, PaperMirror, tokenWords } from '../../../parts/index.ts';

type Answer = CallOutput<'periods.adjustments'>;

const PAGE = 25;
const KINDS = ['periods', 'invoices', 'withdrawals'] as const;
/** The engine compares when it is asked, but not too often: a change that came just before is found by asking again. */
const LOOK_EVERY_MS = 10_000;

/** All that fit the filter; another filter is another list, from its first page. */
export function AdjustmentsPanel({ filter = ALL }: { readonly filter?: AdjustmentFilter }) {
  return <Adjustments key={JSON.stringify(filter)} filter={filter} />;
}

const ALL: AdjustmentFilter = {};

function Adjustments({ filter }: { readonly filter: AdjustmentFilter }) {
  const [offset, setOffset] = useState(0);
  const read = useCall('periods.adjustments', { ...filter, offset, limit: PAGE }, { refreshOn: KINDS });
  useEvery(LOOK_EVERY_MS, read.refresh);
  const { data } = read;
  const ofOne = filter.closeId !== undefined;
  const now = useMirrorNow();
  return (
    <Panel
      flush
      title={ofOne ? 'Changed after the close' : 'Changed after their close'}
      actions={
        data === undefined || data.total === 0 ? undefined : (
          <div className="mc-no-print">
            <ExportMenu count={data.total} rows={(file) => ({ kind: 'prior-period', ...filter, ...file })} />
          </div>
        )
      }
      note="A closed month never moves; the month that first sees a change carries it."
    >
      {/* Of a closed month the head of the sheet says how the lists were when it was closed. */}
      {ofOne ? (
        <div className="mc-print-only mc-print-standing">
          <p>As the mirror has it now:</p>
          <PaperMirror {...now} />
        </div>
      ) : null}
      <ReadState read={read} unreadTitle="The changes could not be read">
        {(answer) => (
          <>
            <Totals answer={answer} />
            {answer.total === 0 ? null : (
              <Table
                label="Changes after a close"
                rows={answer.rows}
                page={{ offset, limit: PAGE, total: answer.total, noun: 'changes', onTurn: setOffset }}
                isOld={read.isPrevious}
                keyOf={({ id }) => `${id}`}
                columns={({ cell, money }) => [
                  cell('Record', (row) => <Record row={row} ofAll={!ofOne} />),
                  cell('What changed', ({ before, after }) => (
                    <EvidenceChange of="closed-fact" before={before ?? {}} after={after ?? {}} />
                  )),
                  money('Moves', ({ amount }) => amount, {
                    sign: true,
                    unit: ({ token }) => token ?? undefined,
                    currency: ({ token }) => tokenWords(token),
                  }),
                ]}
              />
            )}
          </>
        )}
      </ReadState>
    </Panel>
  );
}

function Totals({ answer: { totals, total, comparedAt } }: { readonly answer: Answer }) {
  return (
    <Group px="md" pb="xs">
      {total === 0 ? <Note>Nothing has changed in a closed month, as far as was looked.</Note> : null}
      {totals.map(({ token, count, amount }) => (
        <Text key={token ?? ''} component="span">
          {countWords(count, 'change', 'changes')},{' '}
          <MoneyText value={amount} unit={token ?? undefined} currency={tokenWords(token)} sign onPaper />
        </Text>
      ))}
      <Note>
        {comparedAt === null ? (
          'Not compared with the mirror yet'
        ) : (
          <>
            Compared with the mirror <InstantText value={comparedAt} withAge />
          </>
        )}
      </Note>
    </Group>
  );
}

function Record({ row, ofAll }: { readonly row: PriorPeriodAdjustment; readonly ofAll: boolean }) {
  const { list, recordUuid, label, firstSeenAt, closeId } = row;
  return (
    <>
      <Link to={recordPath(list, recordUuid)}>{cellText(label ?? recordUuid, 60)}</Link>
      <Under>
        {list === 'invoices' ? 'Invoice' : 'Withdrawal'}, {changeWords(row)}. First seen{' '}
        <InstantText value={firstSeenAt} withZone />
        {ofAll ? (
          <>
            , of a{' '}
            <Link to={closedPeriodPath(closeId)} inline>
              closed month
            </Link>
          </>
        ) : null}
      </Under>
    </>
  );
}

/** Whether the record was there, is there, or is another one. */
export function changeWords({ before, after }: Pick<PriorPeriodAdjustment, 'before' | 'after'>): string {
  if (before === null) return 'was in no figure when the month was closed';
  return after === null ? 'would be in no figure any more' : 'its facts are others now';
}
