// Reading every fact of the period again, so that it can be closed on fresh ones: cost, progress, why it rests or has failed, and a way to stop it.
import { Button, Progress, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useId } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { SyncStatus } from '../../../../contract/calls/sync.ts';
import type { Period } from '../../../../domain/period/period.ts';
import { describeDuration } from '../../../../domain/kernel/time/time.ts';
import { useActions, useCall, useReadBar } from '../../../bridge/index.ts';
import { countWords, FailureNotice, failureWords, grouped, Link, Notice } from '../../../ui/index.ts';
import { closingPath, periodWords } from '../../../parts/index.ts';
import { isOf } from './words.ts';

type Readiness = CallOutput<'periods.readiness'>;
type Reading = NonNullable<Readiness['reading']>;

export function ReadingPanel(props: {
  readonly period: Period;
  readonly readiness: Readiness;
  /** It began or ended: what is there has to be looked at again. */
  readonly onChange: () => void;
}) {
  const { period, readiness, onChange } = props;
  const { reading, readingRequests } = readiness;
  const { run, busy, failure } = useActions();
  const start = async (): Promise<void> => {
    if ((await run('periods.read', { period }))?.ok === true) onChange();
  };
  const stop = async (id: string): Promise<void> => {
    await run('jobs.cancel', { id });
    onChange();
  };
  const isOurs = reading !== null && isOf(reading, period);
  return (
    <Stack gap="xs" align="flex-start">
      {reading === null || reading.state === 'failed' ? (
        <>
          {isOurs ? <Failed reading={reading} /> : null}
          <Offer requests={readingRequests} isBusy={busy} onStart={() => void start()} />
        </>
      ) : isOurs ? (
        <>
          <div role="status" aria-live="off">
            <Text c="dimmed">{progressWords(reading)}</Text>
            <Progress
              value={reading.total === 0 ? 0 : (reading.done / reading.total) * 100}
              size="sm"
              aria-label="Rows read again"
            />
          </div>
          <Button size="xs" loading={busy} onClick={() => void stop(reading.id)}>
            Stop reading
          </Button>
        </>
      ) : (
        <Text c="dimmed">
          The rows of{' '}
          <Link to={closingPath(reading.period)} inline>
            {periodWords(reading.period)}
          </Link>{' '}
          are being read again. One period is read at a time; this one can follow when that has ended.
        </Text>
      )}
      <FailureNotice failure={failure} />
    </Stack>
  );
}

interface OfferProps {
  readonly requests: number;
  readonly isBusy: boolean;
  readonly onStart: () => void;
}

function Offer({ requests, isBusy, onStart }: OfferProps) {
  const bar = useReadBar();
  const why = useId();
  const budget = useCall('sync.status', {}).data?.budget;
  return (
    <>
      <Button
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
        loading={isBusy}
        disabled={bar !== null}
        aria-describedby={why}
        onClick={onStart}
      >
        Read everything again
      </Button>
      <Text id={why} c="dimmed">
        {bar === null ? costWords(requests, budget) : `Not possible now. ${failureWords(bar).sentence}`}
      </Text>
    </>
  );
}

/** It ended early; what was read stays read, so beginning again costs only the rest. */
function Failed({ reading: { failure, done, total } }: { readonly reading: Reading }) {
  const words = failure === undefined ? null : failureWords(failure);
  return (
    <Notice tone="warn" title={words === null ? 'The reading stopped' : `The reading stopped: ${words.title}`}>
      {words === null ? '' : `${words.sentence} ${words.nextStep} `}
      {grouped(done)} of {countWords(total, 'row', 'rows')} were read and stay read.
    </Notice>
  );
}

/** How far the reading of this period has come, and why it rests while it does. */
export function progressWords({ state, failure, done, total, etaSeconds }: Omit<Reading, 'id' | 'period'>): string {
  const far = `${grouped(done)} of ${countWords(total, 'row', 'rows')}`;
  if (state === 'paused') return `Paused at ${far}, because the sync is paused. It goes on with it.`;
  if (state === 'waiting')
    return `Waiting at ${far}. ${failure === undefined ? '' : `${failureWords(failure).sentence} `}It tries again by itself.`;
  if (total > 0 && done >= total) return `All ${far} are read. Waiting for the lists to be certified again.`;
  const left = etaSeconds === undefined ? '' : `, about ${describeDuration(etaSeconds * 1000)} left`;
  return `Reading again: ${far}${left}. You can leave this screen; it goes on.`;
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
