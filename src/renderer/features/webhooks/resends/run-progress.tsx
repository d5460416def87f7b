/**
 * How far a run is: one bar whose parts are the outcomes, their counts, the wait and the estimate. Not here: single items
 * (run-items.tsx).
 */
import type { ReactNode } from 'react';
import type { BulkRun } from '../../../../contract/calls/bulk.ts';
import { countWords, Panel } from '../../../ui/index.ts';
import { intervalWords, timeWords } from './plan-words.ts';
import { COUNT_LOOKS, isOpenRun, overCount, runStateWords, shownCounts } from './run-words.ts';

export function RunProgress({
  run,
  waitLeftMs,
}: {
  readonly run: BulkRun;
  readonly waitLeftMs: number | null;
}): ReactNode {
  const counts = shownCounts(run.counts);
  const over = overCount(counts);
  return (
    <Panel>
      <div className="mc-bulk-progress">
        <div className="mc-bulk-row">
          <p className="mc-bulk-state" role="status">
            {runStateWords(run)}
            {waitLeftMs === null || waitLeftMs === 0 ? null : (
              <span className="mc-num" aria-live="off">
                , {Math.ceil(waitLeftMs / 1000)} s
              </span>
            )}
          </p>
          <p className="mc-bulk-quiet mc-num">{leftWords(run)}</p>
        </div>
        <div
          className="mc-bulk-bar"
          role="progressbar"
          aria-label="Items that have ended"
          aria-valuemin={0}
          aria-valuemax={counts.total}
          aria-valuenow={over}
          aria-valuetext={`${over.toLocaleString('en-GB')} of ${countWords(counts.total, 'item', 'items')}`}
        >
          {COUNT_LOOKS.map(({ name }) =>
            counts[name] === 0 ? null : <span key={name} data-part={name} style={{ flexGrow: counts[name] }} />,
          )}
        </div>
        <dl className="mc-bulk-counts">
          {COUNT_LOOKS.filter(({ name }) => counts[name] > 0 || name === 'delivered').map(({ name, label, hint }) => (
            <div key={name} title={hint}>
              <dt>
                <span className="mc-bulk-dot" data-part={name} aria-hidden="true" />
                {label}
              </dt>
              <dd className="mc-num">{counts[name].toLocaleString('en-GB')}</dd>
            </div>
          ))}
        </dl>
        <Foot run={run} />
      </div>
    </Panel>
  );
}

/** "About 4 min left"; empty when nothing is left or nobody can tell. */
function leftWords({ state, estimate, counts }: BulkRun): string {
  if (!isOpenRun(state) || estimate === undefined || counts.waiting + counts.running === 0) return '';
  return `${timeWords(estimate)} left`;
}

function Foot({ run }: { readonly run: BulkRun }): ReactNode {
  const { unknown } = run.counts;
  if (!isOpenRun(run.state)) {
    return unknown === 0 ? null : (
      <p className="mc-bulk-quiet">
        {countWords(unknown, 'item ended', 'items ended')} without certainty: never repeated by itself, looked at again
        for a day, and yours to decide on the page of the invoice.
      </p>
    );
  }
  return (
    <p className="mc-bulk-quiet">
      {run.estimate === undefined ? null : `${intervalWords(run.estimate)} `}
      {run.state === 'running' || run.state === 'waiting'
        ? 'You may close the console; it goes on at the next start.'
        : 'Nothing is sent until it is resumed, also after the next start.'}
    </p>
  );
}
