/**
 * What has changed in closed periods since they were closed: by how much, before and after, and when it was seen first. The closed figures do not move.
 * Not here: finding it (the engine).
 */
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { AdjustmentFilter, PriorPeriodAdjustment } from '../../../../domain/close.ts';
import { useCall, useExport, useMirrorNow } from '../../../bridge/index.ts';
import {
  cellText,
  closedPeriodPath,
  countWords,
  EvidenceChange,
  ExportButton,
  hashHref,
  InstantText,
  invoicePath,
  MoneyText,
  Note,
  PageTurn,
  PaperMirror,
  Panel,
  ReadState,
  tokenWords,
  withdrawalPath,
} from '../../../ui/index.ts';
import './periods.css';

type Answer = CallOutput<'periods.adjustments'>;

const PAGE = 25;
const KINDS = ['periods', 'invoices', 'withdrawals'] as const;
/** The engine compares when it is asked, but not too often: a change that came just before is found by asking again. */
const LOOK_EVERY_MS = 10_000;

/** All that fit the filter; another filter is another list, from its first page. */
export function AdjustmentsPanel({ filter = ALL }: { readonly filter?: AdjustmentFilter }): ReactNode {
  return <Adjustments key={JSON.stringify(filter)} filter={filter} />;
}

const ALL: AdjustmentFilter = {};

function Adjustments({ filter }: { readonly filter: AdjustmentFilter }): ReactNode {
  const [offset, setOffset] = useState(0);
  const read = useCall('periods.adjustments', { ...filter, offset, limit: PAGE }, { refreshOn: KINDS });
  useLooking(read.refresh);
  const { data } = read;
  const exporting = useExport();
  const ofOne = filter.closeId !== undefined;
  const now = useMirrorNow();
  return (
    <Panel
      flush
      title={ofOne ? 'Changed since it was closed' : 'Prior-period adjustments'}
      actions={
        data === undefined || data.total === 0 ? undefined : (
          <div className="mc-adjustments-export mc-no-print">
            <ExportButton
              state={exporting.state}
              count={data.total}
              onStart={(file) => exporting.start({ kind: 'prior-period', ...filter, ...file })}
              onStop={exporting.cancel}
              onManifest={exporting.fetchManifest}
            />
          </div>
        )
      }
      note="Facts of closed periods that are others now. The closed figures never move; the period in which a change was first seen carries it."
    >
      {/* Of a closed period the head of the sheet says how the lists were when it was closed. */}
      {ofOne ? (
        <div className="mc-print-only mc-print-standing">
          <p>As the mirror has it now:</p>
          <PaperMirror {...now} />
        </div>
      ) : null}
      <ReadState read={read} unreadTitle="The adjustments could not be read">
        {(answer) => (
          <>
            <Totals answer={answer} />
            {answer.total === 0 ? null : (
              <ul
                className="mc-adjustments"
                aria-label="Prior-period adjustments"
                aria-busy={read.isPrevious}
                data-old={read.isPrevious || undefined}
              >
                {answer.rows.map((row) => (
                  <Adjustment key={row.id} row={row} ofAll={!ofOne} />
                ))}
              </ul>
            )}
          </>
        )}
      </ReadState>
      {data === undefined ? null : (
        <PageTurn
          offset={offset}
          limit={PAGE}
          shown={data.rows.length}
          total={data.total}
          noun="adjustments"
          flush
          onTurn={setOffset}
        />
      )}
    </Panel>
  );
}

function useLooking(refresh: () => void): void {
  const look = useEffectEvent(refresh);
  useEffect(() => {
    const timer = setInterval(() => look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

function Totals({ answer: { totals, total, comparedAt } }: { readonly answer: Answer }): ReactNode {
  return (
    <div className="mc-adjustments-totals">
      {total === 0 ? <Note>Nothing has changed in a closed period, as far as was looked.</Note> : null}
      {totals.map(({ token, count, amount }) => (
        <span key={token ?? ''}>
          {countWords(count, 'adjustment', 'adjustments')},{' '}
          <strong>
            <MoneyText value={amount} currency={tokenWords(token)} sign />
          </strong>
        </span>
      ))}
      <span className="mc-note">
        {comparedAt === null ? (
          'Not compared with the mirror yet'
        ) : (
          <>
            Compared with the mirror <InstantText value={comparedAt} withAge />
          </>
        )}
      </span>
    </div>
  );
}

function Adjustment({ row, ofAll }: { readonly row: PriorPeriodAdjustment; readonly ofAll: boolean }): ReactNode {
  const { list, recordUuid, label, token, amount, before, after, firstSeenAt, closeId } = row;
  const path = list === 'invoices' ? invoicePath(recordUuid) : withdrawalPath(recordUuid);
  return (
    <li>
      <div className="mc-adjustment-head">
        <a className="mc-link" href={hashHref(path)}>
          {cellText(label ?? recordUuid, 60)}
        </a>
        <span className="mc-adjustment-amount">
          <MoneyText value={amount} currency={tokenWords(token)} sign />
        </span>
      </div>
      <p className="mc-adjustment-words">
        {list === 'invoices' ? 'Invoice' : 'Withdrawal'}, {changeWords(row)}. First seen{' '}
        <InstantText value={firstSeenAt} withZone />
        {ofAll ? (
          <>
            , of the{' '}
            <a className="mc-link mc-link-inline" href={hashHref(closedPeriodPath(closeId))}>
              period closed before
            </a>
          </>
        ) : null}
      </p>
      <EvidenceChange of="closed-fact" before={before ?? {}} after={after ?? {}} />
    </li>
  );
}

/** Whether the record was there, is there, or is another one. */
export function changeWords({ before, after }: Pick<PriorPeriodAdjustment, 'before' | 'after'>): string {
  if (before === null) return 'was in no figure when the period was closed';
  return after === null ? 'would be in no figure any more' : 'its facts are others now';
}
