// How many requests of this minute the key has left, always in view: the merchant's own shop may live on the same key.
import { Progress, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { SyncStatus } from '../../../contract/calls/sync.ts';
import { useCall } from '../../bridge/index.ts';
import { useOwnNow } from '../../ui/index.ts';
import { budgetWords } from './budget-words.ts';

/** Remaining of limit, until when, what is kept free, and who else draws on it. */
export function RequestBudget(): ReactNode {
  const { data, refresh } = useCall('sync.status', {});
  if (data === undefined) return null;
  return <Budget budget={data.budget} onReset={refresh} />;
}

function Budget({
  budget,
  onReset,
}: {
  readonly budget: SyncStatus['budget'];
  readonly onReset: () => void;
}): ReactNode {
  const { limit, remaining, reserve, reserveSet, foreignUse, foreignPerMinute } = budget;
  const seconds = useSecondsLeft(budget);
  useReset(budget, seconds, onReset);
  const { title, note, isCurrent } = budgetWords(remaining, limit, seconds);
  return (
    <Stack component="section" gap={4} aria-label="Request budget">
      <Text fw={500} className="mc-num">
        {title}
      </Text>
      <Progress
        size={4}
        value={limit > 0 ? (remaining / limit) * 100 : 0}
        color={isCurrent && remaining <= reserve ? 'yellow' : 'ink'}
        aria-label="Requests left this minute"
      />
      <Text fz="xs" c="dimmed" className="mc-num">
        {note}, {reserve} kept for your shop{reserveSet === 'automatic' ? '' : ', set by you'}
      </Text>
      {foreignUse ? (
        <Text fz="xs" c="dimmed" className="mc-num">
          <span role="status">Another program uses this key</span>
          {foreignPerMinute > 0 ? `, about ${foreignPerMinute} a minute` : ''}. What helps stands below.
        </Text>
      ) : null}
    </Stack>
  );
}

/** Counts down from when the budget was told; the engine does not tell every second. */
function useSecondsLeft(budget: SyncStatus['budget']): number {
  const now = useOwnNow();
  const [told, setTold] = useState({ budget, at: now });
  if (told.budget !== budget) setTold({ budget, at: now });
  return Math.max(0, Math.ceil(budget.resetSeconds - (now - told.at) / 1000));
}

/**
 * Once when the minute of this budget is over: nothing is asked of the API, only what the engine knows of the next minute, which it does
 * not tell while it rests.
 */
function useReset(budget: SyncStatus['budget'], seconds: number, onReset: () => void): void {
  const ask = useEffectEvent(onReset);
  useEffect(() => {
    if (seconds === 0 && budget.resetSeconds > 0) ask();
  }, [budget, seconds]);
}
