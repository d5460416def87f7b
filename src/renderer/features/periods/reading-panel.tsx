/** Reading every fact of the period again, so that it can be closed on fresh ones: cost, progress, estimate. Not here: reading (the engine). */
import { Button, Progress } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { SyncStatus } from '../../../contract/calls/sync.ts';
import type { Period } from '../../../domain/period.ts';
import { describeDuration } from '../../../domain/time.ts';
import { useAction, useCall, useWriteBar } from '../../bridge/index.ts';
import { countWords, FailureNotice, failureWords } from '../../ui/index.ts';

type Readiness = CallOutput<'periods.readiness'>;

/** The offer, or how far it has come. */
export function ReadingPanel(props: {
  readonly period: Period;
  readonly readiness: Readiness;
  readonly onStarted: () => void;
}): ReactNode {
  const { period, readiness, onStarted } = props;
  const bar = useWriteBar();
  const why = useId();
  const read = useAction('periods.read');
  const budget = useCall('sync.status', {}).data?.budget;
  const { reading, readingRequests } = readiness;
  if (reading !== null) return <ReadingProgress reading={reading} />;
  const start = async (): Promise<void> => {
    const result = await read.run({ period });
    if (result.ok) onStarted();
  };
  return (
    <div className="mc-reading">
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
        loading={read.busy}
        disabled={bar !== null}
        aria-describedby={why}
        onClick={() => void start()}
      >
        Read everything again
      </Button>
      <p id={why} className="mc-reading-words">
        {bar === null ? costWords(readingRequests, budget) : `Not possible now. ${failureWords(bar).sentence}`}
      </p>
      {read.failure === undefined ? null : <FailureNotice failure={read.failure} />}
    </div>
  );
}

function ReadingProgress({ reading }: { readonly reading: NonNullable<Readiness['reading']> }): ReactNode {
  const { done, total, etaSeconds } = reading;
  const left = etaSeconds === undefined ? '' : `, about ${describeDuration(etaSeconds * 1000)} left`;
  return (
    <div className="mc-reading" role="status" aria-live="off">
      <div className="mc-reading-progress">
        <p className="mc-reading-words mc-num">
          Reading again: {done.toLocaleString('en-GB')} of {countWords(total, 'row', 'rows')}
          {left}. You can leave this screen; it goes on.
        </p>
        <Progress value={total === 0 ? 0 : (done / total) * 100} size="sm" aria-label="Rows read again" />
      </div>
    </div>
  );
}

/** What reading costs: requests, and how long they take beside the shop's own. */
export function costWords(
  requests: number,
  budget: Pick<SyncStatus['budget'], 'limit' | 'reserve'> | undefined,
): string {
  if (requests === 0) return 'Every row is fresh; only the certificates are renewed, which takes a few requests.';
  const words = `Takes about ${countWords(requests, 'request', 'requests')}`;
  if (budget === undefined) return `${words}.`;
  const aMinute = Math.max(1, budget.limit - budget.reserve);
  const minutes = Math.ceil(requests / aMinute);
  const time = minutes <= 1 ? 'within a minute' : `about ${minutes} minutes`;
  return `${words}: ${time} at ${aMinute} a minute, with ${budget.reserve} of each minute left to your shop.`;
}
